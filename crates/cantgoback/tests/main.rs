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
mod handout;
mod options;
mod perft;
mod playthrough;
mod rules;
mod twin;

/// Whether all is tried, as `.ci/run` does, or what is most of the work left out.
fn whole() -> bool {
    std::env::var_os("PLYWISE_TESTS_WHOLE").is_some()
}
