//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod added;
mod catalogue;
mod common;
mod damage;
mod experiment;
mod files;
mod forfeit;
mod golden;
mod means;
mod moved;
mod network;
mod opened;
mod openings;
mod presets;
mod progress;
mod ratings;
mod report;
mod resume;
mod saved;
mod seeds;
mod sprt;
mod tally;
mod typed;

/// Whether all is tried, as `.ci/run` does, or what is most of the work left out.
fn whole() -> bool {
    std::env::var_os("PLYWISE_TESTS_WHOLE").is_some()
}
