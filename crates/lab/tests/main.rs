//! All integration tests of the crate in one program: built and linked once.

mod chapters;
mod experiments;
mod folder;
mod resume;
