//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod engines;
mod openings;
mod searches;
