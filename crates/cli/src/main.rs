//! The `plywise` command as it is built first: what the whole program has besides, it hands over.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::core()
}
