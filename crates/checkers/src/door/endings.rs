//! The option `databases` of agents, and the endings that it names.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use registry::spec::{Opt, Spec, SpecError};
use registry::{Key, Takes};

use crate::databases::{Databases, Endgames, MOST_PIECES, OpenError};

/// Endings of how many pieces a search looks up; 0: none, [`AT_HAND`]: as many as there are.
pub(super) const DATABASES: Key<usize> = Key::own(
    Opt {
        key: "databases",
        takes: Takes::Number,
        values: "off|all|4|5|6|7",
        default: "off",
        about: "look up endings with so many pieces, all: with as many as are there; more than 4 after: plywise databases checkers --pieces N",
    },
    "off, all, 4, 5, 6 or 7",
    |_, text| match text {
        "off" => Some(0),
        "all" => Some(AT_HAND),
        _ => text.parse().ok().filter(|pieces| (4..=MOST_PIECES).contains(pieces)),
    },
);
/// As many pieces as there are endings of in the cache.
pub(super) const AT_HAND: usize = usize::MAX;
pub(super) const CHAMPION_DATABASES: Key<usize> = DATABASES.or("4");
/// The endings that a spec wants looked up.
pub(super) fn endgames(spec: &Spec) -> Result<Endgames, SpecError> {
    let pieces = match spec.name.as_str() {
        "champion" => spec.get(&CHAMPION_DATABASES)?,
        "partner" => 4,
        "pvs" | "mtdf" => spec.get(&DATABASES)?,
        _ => 0,
    };
    let opened = (pieces > 0).then(|| databases_of(pieces)).transpose();
    let named = spec.text(DATABASES.opt.key).unwrap_or_default();
    let why = |error: OpenError| SpecError(format!("{}: databases={named}: {}", spec.name, anew(&error)));
    Ok(Endgames(opened.map_err(why)?))
}

/// Which endings there are for an agent that takes all: with others it may play otherwise.
pub(super) fn found(spec: &Spec) -> Option<(&'static str, String)> {
    let takes_all = spec.text(DATABASES.opt.key) == Some("all");
    let databases = takes_all.then(|| databases_of(AT_HAND).ok()).flatten()?;
    Some(("databases=all", databases.told()))
}

/// Why a database cannot be read, and what helps where it is there.
pub(super) fn anew(why: &OpenError) -> String {
    let is_there = matches!(why, OpenError::Unreadable(..));
    let helps =
        "; plywise databases checkers --again makes it anew, with the --pieces or the --unit it is of";
    format!("{why}{}", if is_there { helps } else { "" })
}

/// Endings of so many pieces, those beyond what comes along from the cache: one copy for all who hold them at a time.
pub(super) fn databases_of(pieces: usize) -> Result<Arc<Databases>, OpenError> {
    static HELD: Mutex<Vec<(usize, Weak<Databases>)>> = Mutex::new(Vec::new());
    if pieces == Databases::shipped().pieces() {
        return Ok(Databases::shipped().clone());
    }
    let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
    held.retain(|(_, databases)| databases.strong_count() > 0);
    if let Some(databases) = held.iter().find(|(of, _)| *of == pieces).and_then(|(_, held)| held.upgrade()) {
        return Ok(databases);
    }
    let folder = registry::cache_folder();
    let opened = match pieces {
        AT_HAND => Databases::at_hand(&folder)?,
        _ => Arc::new(Databases::open(&folder, pieces)?),
    };
    held.push((pieces, Arc::downgrade(&opened)));
    Ok(opened)
}
