//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod along;
mod benches;
mod contract;
#[cfg(feature = "door")]
mod door;
mod ffo;
mod line;
mod perft;
mod playthrough;
mod probcut;
mod text;
mod transcripts;
mod twin;
mod wthor;

/// Whether all is tried, as `.ci/run` does, or what is most of the work left out.
fn whole() -> bool {
    std::env::var_os("PLYWISE_TESTS_WHOLE").is_some()
}
