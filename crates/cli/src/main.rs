//! The `plywise` command as it is built first: what the whole program has besides, it hands over.

use std::process::ExitCode;

#[global_allocator]
static MEMORY: cli::memory::Frugal = cli::memory::Frugal;

fn main() -> ExitCode {
    cli::core()
}
