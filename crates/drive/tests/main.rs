//! All integration tests of the crate in one program: built and linked once.

mod browser;
mod driver;
mod page;
