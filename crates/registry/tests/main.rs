//! All integration tests of the crate in one program: built and linked once.

mod agents;
mod judged;
mod machine;
mod session;
mod spec;
mod text;
