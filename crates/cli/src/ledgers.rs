//! Stores of games. What opens them takes longer to compile than all that plays, and is the whole program's.

use std::path::Path;
use std::sync::OnceLock;

use arena::Ledger;
use arena::ledger::Ledgers;

use crate::args::Ours;
use crate::failure::Failure;

static LEDGERS: OnceLock<Ledgers> = OnceLock::new();

/// What opens the stores of this run.
pub(crate) fn choose(ledgers: Option<Ledgers>) {
    if let Some(ledgers) = ledgers {
        LEDGERS.get_or_init(|| ledgers);
    }
}

/// What this program cannot do, as it is typed, because it opens no stores.
pub(crate) fn missing(command: &Ours) -> Option<&'static str> {
    match command {
        _ if LEDGERS.get().is_some() => None,
        Ours::Store(_) => Some("store"),
        Ours::Match(args) if args.run.store.is_some() => Some("match --store"),
        Ours::Tournament(args) if args.run.store.is_some() => Some("tournament --store"),
        _ => None,
    }
}

fn ledgers() -> Result<&'static Ledgers, Failure> {
    LEDGERS.get().ok_or_else(|| Failure::input("games are kept by the whole program; leave out --store"))
}

/// Opens a store for writing, or begins one.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Ledger>, Failure> {
    Ok((ledgers()?.open)(path)?)
}

/// Opens a store that exists, for reading.
pub(crate) fn read(path: &Path) -> Result<Box<dyn Ledger>, Failure> {
    Ok((ledgers()?.read)(path)?)
}

/// The same, damaged or not.
pub(crate) fn read_as_it_is(path: &Path) -> Result<Box<dyn Ledger>, Failure> {
    Ok((ledgers()?.read_as_it_is)(path)?)
}
