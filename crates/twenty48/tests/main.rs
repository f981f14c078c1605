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

/// Whether all is tried, as `.ci/run` does, or what is most of the work left out.
fn whole() -> bool {
    std::env::var_os("PLYWISE_TESTS_WHOLE").is_some()
}
