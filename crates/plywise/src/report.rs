//! What a search answers.

use std::time::Duration;

use crate::stop::Stop;

/// The answer of a search: `V` is its scale ([`crate::Score`] for two players, `f64` for expectations in the
/// evaluator's unit, [`crate::Value`] once it leaves the library).
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M, V> {
    /// The move to play. None only where the game is over, or where the search was stopped before it had one.
    pub best: Option<M>,
    /// What the position is worth to the seat to move; without a search, where one was stopped before it completed a depth.
    pub value: V,
    /// The moves that both sides are expected to play, `best` first.
    pub line: Vec<M>,
    /// The depth that was completed, in plies.
    pub depth: u32,
    /// Positions entered, each counted once each time: the root is one.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Why it ended.
    pub stopped: Stop,
    /// How the search's table was used; all zero without one.
    pub table: TableUse,
}

/// How often a table was asked and could answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableUse {
    /// Positions looked up.
    pub probes: u64,
    /// Positions that were there.
    pub hits: u64,
    /// Hits that made a search of the position unnecessary.
    pub cuts: u64,
    /// Positions stored.
    pub stores: u64,
}

impl TableUse {
    /// The share of lookups that found their position, in `[0, 1]`; 0 without lookups.
    #[must_use]
    pub fn hit_rate(&self) -> f64 {
        if self.probes == 0 { 0.0 } else { self.hits as f64 / self.probes as f64 }
    }
}

impl std::ops::AddAssign for TableUse {
    fn add_assign(&mut self, other: Self) {
        self.probes += other.probes;
        self.hits += other.hits;
        self.cuts += other.cuts;
        self.stores += other.stores;
    }
}

impl<M, V> Report<M, V> {
    /// The same report on another scale.
    pub fn map_value<W>(self, convert: impl FnOnce(V) -> W) -> Report<M, W> {
        Report {
            best: self.best,
            value: convert(self.value),
            line: self.line,
            depth: self.depth,
            nodes: self.nodes,
            elapsed: self.elapsed,
            stopped: self.stopped,
            table: self.table,
        }
    }
}
