//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod common;
mod functions;
mod noise;
mod oracles;
mod refusals;
mod resume;
mod seeds;
mod standard;
