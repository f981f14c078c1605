//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod ahead;
mod chance;
mod common;
mod contract;
#[cfg(feature = "door")]
mod door;
mod endgame;
mod fuzz;
mod golden;
mod kill;
mod ntuple;
mod perft;
mod playthrough;
mod shipped;
mod twin;
