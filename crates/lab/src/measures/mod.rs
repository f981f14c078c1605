//! Measurements that are no match between agents. An experiment's file names one and sets it; a new one is a file here and
//! a line in `MEASURES`.

mod best_play;
mod branching;
mod constant_tree;
mod meetings;
mod of_game;
mod positions;
mod search;
mod stored_strategy;
mod three_seats;
mod trails;
mod tuning;

pub use constant_tree::ConstantTree;
pub use search::minimal_tree;
pub use trails::Trails;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use plywise::Limits;
use registry::door::measurement::flag;
use registry::{AgentId, LiveGame, Thought};
use serde::de::DeserializeOwned;
use toml::Table;

use crate::observe::Seen;

/// Something that can be measured again and again. Unit `n` of it is a function of the settings and `n` alone, but for
/// what the clock says.
pub trait Measure: Send + Sync {
    /// What the values of an observation are.
    fn columns(&self) -> Vec<String>;

    /// Units that there are, if they come to an end.
    fn units(&self) -> u64 {
        u64::MAX
    }

    /// One unit: observations that hang together. One without a row's name belongs to the row of the series' name.
    ///
    /// # Errors
    /// When the settings lead nowhere: one line.
    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String>;

    /// The same for a unit that takes long: what it has come to is kept in `place` and gone on from. None where it was stopped
    /// before its end. As provided, a unit is short and begins anew.
    ///
    /// # Errors
    /// As [`observe`](Self::observe); when what was kept cannot be written or read.
    fn observe_at(&self, unit: u64, _place: &Place<'_>) -> Result<Option<Vec<Seen>>, String> {
        self.observe(unit).map(Some)
    }
}

/// Where a unit may keep how far it has come, and what stops it.
pub struct Place<'a> {
    /// The file of this unit.
    pub state: PathBuf,
    /// Set to stop.
    pub stop: &'a AtomicBool,
}

impl Place<'_> {
    /// Whether it is to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What opens a measure from its settings and the source of its luck.
type Open = fn(&Table, u64) -> Result<Box<dyn Measure>, String>;

/// A measure as lists show it.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Raised whenever it begins to give other numbers, so that nobody mixes them with old ones.
    revision: u32,
    open: Open,
}

/// Every measure there is.
pub(crate) const MEASURES: &[Entry] = &[
    Entry {
        name: "best-play",
        about: "each move of an agent beside the best one, by a search to the end",
        revision: 2,
        open: best_play::open,
    },
    Entry {
        name: "branching",
        about: "legal moves turn by turn, in games of random moves or of agents",
        revision: 1,
        open: branching::open,
    },
    Entry {
        name: "meetings",
        about: "pairs of games of two agents on several games in turn: one rate over some boards",
        revision: 1,
        open: meetings::open,
    },
    Entry {
        name: "search",
        about: "the same positions searched by several agents: nodes, time, whether values and moves agree",
        revision: 2,
        open: search::open,
    },
    Entry {
        name: "stored-strategy",
        about: "one search a round whose strategy is kept, against a search a move, on a tree of constant branching",
        revision: 1,
        open: stored_strategy::open,
    },
    Entry {
        name: "three-seats",
        about: "a game of three on a grid: one player among two of another kind, on every seat",
        revision: 1,
        open: three_seats::open,
    },
    Entry {
        name: "tuning",
        about: "whole runs of an optimiser: the weights, what it believes of them, what they are worth in new games",
        revision: 3,
        open: tuning::open,
    },
];

/// A measure that is ready.
pub struct Opened {
    /// The measure.
    pub measure: Box<dyn Measure>,
    /// Raised whenever it begins to give other numbers.
    pub revision: u32,
}

/// The measure of a name under its settings: one of a game's own, or one that suits many. `seed` is the source of its luck.
///
/// # Errors
/// One line: there is no such measure, or it has no such setting.
pub fn open(name: &str, with: &Table, seed: u64) -> Result<Opened, String> {
    if let Some(opened) = of_game::open(name, with, seed)? {
        return Ok(opened);
    }
    let entry = MEASURES.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let mut known: Vec<&str> = MEASURES.iter().map(|entry| entry.name).collect();
        known.extend(of_game::all().map(|(_, one)| one.named.name));
        known.sort_unstable();
        known.dedup();
        registry::spec::unknown("measure", name, known.into_iter()).to_string()
    })?;
    let measure = (entry.open)(with, seed).map_err(|what| format!("{name}: {what}"))?;
    Ok(Opened { measure, revision: entry.revision })
}

/// A measure's settings by its own type.
fn settings<T: DeserializeOwned>(with: &Table) -> Result<T, String> {
    with.clone().try_into().map_err(|error: toml::de::Error| error.message().replace('\n', " "))
}

/// Columns from their names.
fn columns(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// What an agent chooses, which must choose something.
fn chosen(game: &mut dyn LiveGame, agent: AgentId) -> Result<Thought, String> {
    let thought = game.think(agent, &Limits::default());
    thought.ok_or_else(|| format!("no move in {}: {}", game.position(), game.why_no_move(agent)))
}
