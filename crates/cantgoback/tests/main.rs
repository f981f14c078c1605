//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod anchors;
mod archive;
mod board;
mod cells;
mod chance;
mod contract;
mod course;
#[cfg(feature = "door")]
mod door;
mod eval;
mod fuzz;
mod handout;
mod options;
mod perft;
mod playthrough;
mod rules;
mod twin;
