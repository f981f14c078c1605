//! The agents that were typed: a game's own, or those that a file gives names to.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use arena::registry::config_folder;
use arena::{Called, Kind, Presets, Spec};

use crate::failure::{self, Failure};
use crate::ledgers;

/// The file that was named, and what was read.
static CHOSEN: OnceLock<PathBuf> = OnceLock::new();
static READ: OnceLock<Presets> = OnceLock::new();

/// The file's name where none is given.
const FILE: &str = "agents.toml";

/// Takes the agents from this file. What was named is read at once; what merely lies there, when it is needed.
pub fn choose(file: Option<&Path>) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    CHOSEN.get_or_init(|| file.to_owned());
    all().map(drop)
}

/// The presets: of the file that was named, else of the one in the current folder, else of the one in the configuration
/// folder. The first that there is counts alone.
pub fn all() -> Result<&'static Presets, Failure> {
    if let Some(read) = READ.get() {
        return Ok(read);
    }
    let usual = || [PathBuf::from(FILE), config_folder().join(FILE)].into_iter().find(|file| file.exists());
    let presets = match CHOSEN.get().cloned().or_else(usual) {
        Some(file) => Presets::read(&file)?,
        None => Presets::default(),
    };
    Ok(READ.get_or_init(|| presets))
}

/// The agent that a text names, and what it is called.
pub fn called(kind: &dyn Kind, text: &str) -> Result<Called, Failure> {
    let typed = Spec::parse(text)?;
    let is_own = kind.listed(&Spec { options: Vec::new(), ..typed.clone() }).is_ok();
    // A file that merely lies here is no business of whoever names agents that there are anyway.
    let called =
        if is_own { Called { name: typed.to_string(), spec: typed } } else { all()?.resolve(kind, text)? };
    let Some((spec, why)) = kind.stand_in(&called.spec) else { return Ok(called) };
    static TOLD: OnceLock<()> = OnceLock::new();
    TOLD.get_or_init(|| failure::warn_before_work(why));
    let name = if called.name == called.spec.to_string() { spec.to_string() } else { called.name };
    Ok(Called { name, spec })
}

/// The same for a run that keeps its games in a store: a name that names nothing any more is what it was there.
pub(crate) fn kept(kind: &dyn Kind, text: &str, store: Option<&Path>) -> Result<Called, Failure> {
    let stored = store.and_then(|store| stored(kind, &Spec::parse(text).ok()?, store));
    let called = stored.map_or_else(|| called(kind, text), Ok)?;
    Ok(store.and_then(|store| as_kept(&called, store)).unwrap_or(called))
}

/// The same agent as a store has it where its options stand in another order, if it stands in none as it was typed: what is
/// played of it goes on.
fn as_kept(called: &Called, store: &Path) -> Option<Called> {
    let typed = called.spec.to_string();
    let experiments = ledgers::read(store).ok()?.experiments().ok()?;
    let mut kept = experiments.iter().rev().flat_map(|one| &one.experiment.agents);
    if called.spec.options.len() < 2 || called.name != typed || kept.clone().any(|text| *text == typed) {
        return None;
    }
    let sorted = |spec: &Spec| {
        let mut spec = spec.clone();
        spec.options.sort();
        spec
    };
    let spec =
        kept.find_map(|text| Spec::parse(text).ok().filter(|spec| sorted(spec) == sorted(&called.spec)))?;
    Some(Called { name: spec.to_string(), spec })
}

/// What a name that now names nothing stood for in the newest experiment of a store that had it in this game.
fn stored(kind: &dyn Kind, typed: &Spec, store: &Path) -> Option<Called> {
    let is_own = kind.listed(&Spec { options: Vec::new(), ..typed.clone() }).is_ok();
    if is_own || all().ok()?.of(kind).any(|(name, _)| name == typed.name) {
        return None;
    }
    let (name, game) = (typed.to_string(), |text: &str| text.split(':').next().map(str::to_owned));
    let experiments = ledgers::read(store).ok()?.experiments().ok()?;
    let of_game = experiments.iter().rev().filter(|one| game(&one.experiment.game) == game(kind.name()));
    let spec = of_game.flat_map(|one| one.experiment.presets()).find(|(known, _)| *known == name)?.1;
    Some(Called { name, spec: Spec::parse(spec).ok()? })
}

/// The same where only what it is matters.
pub fn agent(kind: &dyn Kind, text: &str) -> Result<Spec, Failure> {
    called(kind, text).map(|called| called.spec)
}
