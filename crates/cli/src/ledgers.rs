//! Stores of games. What opens them takes longer to compile than all that plays, and is the whole program's.

use std::path::Path;
use std::sync::OnceLock;

use arena::Ledger;
use arena::ledger::Opening;

use crate::args::Ours;
use crate::failure::Failure;

static OPENING: OnceLock<Opening> = OnceLock::new();

/// What opens the stores of this run.
pub(crate) fn choose(opening: Option<Opening>) {
    if let Some(opening) = opening {
        OPENING.get_or_init(|| opening);
    }
}

/// What keeps games or looks into those that are kept, as it is typed; None of a command that does neither.
pub(crate) fn meant(command: &Ours) -> Option<&'static str> {
    match command {
        Ours::Store(_) => Some("store"),
        Ours::Match(args) if args.run.store.is_some() => Some("match --store"),
        Ours::Tournament(args) if args.run.store.is_some() => Some("tournament --store"),
        _ => None,
    }
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
