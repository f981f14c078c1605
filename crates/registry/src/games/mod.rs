//! One file per game: its options, evaluators and agents by name.

mod boards;
pub(crate) mod cantgoback;
pub(crate) mod cantgoback_course;
mod champion;
pub(crate) mod checkers;
mod checkers_course;
pub(crate) mod othello;
pub(crate) mod twenty48;
