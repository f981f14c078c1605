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
