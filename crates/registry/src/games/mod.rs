//! One file per game: its options, evaluators and agents by name.

mod boards;
pub(crate) mod cantgoback;
pub(crate) mod cantgoback_course;
mod cantgoback_explain;
pub(crate) mod champion;
pub(crate) mod checkers;
mod checkers_course;
mod checkers_explain;
pub(crate) mod othello;
mod othello_explain;
pub(crate) mod twenty48;
mod twenty48_explain;
mod twenty48_prospects;
