//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod benches;
mod contract;
mod course;
mod databases;
#[cfg(feature = "door")]
mod door;
mod endgames;
mod ending;
mod notation;
mod pdn;
mod perft;
mod playthrough;
mod problems;
mod recurrence;
mod rules;
mod search;
mod twin;

/// Whether all is tried, as `.ci/run` does, or what is most of the work left out.
fn whole() -> bool {
    std::env::var_os("PLYWISE_TESTS_WHOLE").is_some()
}
