//! All integration tests of the crate in one program: built and linked once.

mod answers;
mod chapters;
mod chart;
mod claims;
mod complete;
mod exact;
mod experiments;
mod figure;
mod folder;
mod measures;
mod rates;
mod resume;
mod rows;
mod several_rates;
mod tuning;

/// Whether all is tried, as `.ci/run` does, or what is most of the work left out.
fn whole() -> bool {
    std::env::var_os("PLYWISE_TESTS_WHOLE").is_some()
}
