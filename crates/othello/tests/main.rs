//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod along;
mod contract;
#[cfg(feature = "door")]
mod door;
mod ffo;
mod fuzz;
mod line;
mod perft;
mod playthrough;
mod probcut;
mod text;
mod transcripts;
mod twin;
mod wthor;
