//! Writes the bill of materials of a program: `cargo run -p plywise-full --example sbom [PACKAGE] > plywise.cdx.json`.

use std::path::Path;
use std::process::ExitCode;

mod bill;
mod packages;

fn main() -> ExitCode {
    let program = std::env::args().nth(1).unwrap_or_else(|| "plywise-full".into());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let bill = packages::Packages::read(&root).and_then(|packages| bill::bill(&packages, &program));
    match bill {
        Ok(bill) => println!("{bill:#}"),
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
