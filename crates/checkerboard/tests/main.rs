//! The library as CheckerBoard meets it: loaded from its file and called through the interface's two functions.

mod clock;
mod commands;
mod host;
mod moves;
