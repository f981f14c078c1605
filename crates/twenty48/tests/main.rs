//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod ahead;
mod benches;
mod chance;
mod checkpoint;
mod common;
mod contract;
#[cfg(feature = "door")]
mod door;
mod endgame;
mod fuzz;
mod golden;
mod kill;
mod ntuple;
mod packed;
mod perft;
mod playthrough;
mod run;
mod shipped;
mod stages;
mod training;
mod twin;
