//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod analysis;
mod annotated;
mod book;
mod cantgoback;
#[cfg(target_os = "linux")]
mod clock;
mod common;
mod contest;
mod databases;
mod engine;
mod errors;
mod exports;
#[cfg(target_os = "linux")]
mod faults;
mod games;
mod host;
mod json;
mod killed;
mod lab;
mod late;
mod learning;
mod luck;
#[cfg(target_os = "linux")]
mod memory;
#[path = "../examples/sbom/packages.rs"]
mod packages;
mod play;
mod presets;
mod problems;
#[cfg(unix)]
mod progress;
mod serve;
mod slides;
#[cfg(target_os = "linux")]
mod soak;
mod statistics;
mod stopped;
mod supply;
mod surroundings;
mod tables;
mod terminal;
mod tournament;
mod trained;
mod widths;
mod works;
mod wrong;

/// Whether all is tried, as `.ci/run` does, or what is most of the work left out.
fn whole() -> bool {
    std::env::var_os("PLYWISE_TESTS_WHOLE").is_some()
}
