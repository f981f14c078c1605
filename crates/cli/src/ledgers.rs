//! Stores of games. What opens them takes longer to compile than all that plays, and is the whole program's.

use std::ffi::OsString;
use std::path::Path;
use std::sync::OnceLock;

use arena::Ledger;
use arena::ledger::Opening;

use crate::failure::Failure;

static OPENING: OnceLock<Opening> = OnceLock::new();

/// What opens the stores of this run.
pub(crate) fn choose(opening: Option<Opening>) {
    if let Some(opening) = opening {
        OPENING.get_or_init(|| opening);
    }
}

/// Whether what was typed keeps games or looks into those that are kept, and is no question about how to type it.
pub(crate) fn are_meant(name: &str, typed: &[OsString]) -> bool {
    let has = |wanted: &dyn Fn(&str) -> bool| typed.iter().filter_map(|word| word.to_str()).any(wanted);
    let keeps = match name {
        "store" => true,
        "match" | "tournament" => has(&|word| word == "--store" || word.starts_with("--store=")),
        _ => false,
    };
    keeps && !has(&|word| matches!(word, "-h" | "--help" | "help"))
}

fn opening() -> Result<&'static Opening, Failure> {
    OPENING.get().ok_or_else(|| Failure::input("games are kept by the whole program; leave out --store"))
}

/// Opens a store for writing, or begins one.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Ledger>, Failure> {
    Ok((opening()?.open)(path)?)
}

/// Opens a store that exists, for reading.
pub(crate) fn read(path: &Path) -> Result<Box<dyn Ledger>, Failure> {
    Ok((opening()?.read)(path)?)
}

/// The same, damaged or not.
pub(crate) fn read_as_it_is(path: &Path) -> Result<Box<dyn Ledger>, Failure> {
    Ok((opening()?.read_as_it_is)(path)?)
}
