//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod contract;
mod course;
mod databases;
#[cfg(feature = "door")]
mod door;
mod endgames;
mod ending;
mod fuzz;
mod notation;
mod pdn;
mod perft;
mod playthrough;
mod problems;
mod recurrence;
mod rules;
mod twin;
