//! What a search answers.

use std::time::Duration;

use crate::limits::Stop;

/// The answer of a search: `V` is its scale ([`crate::Score`] for two players, `f64` for expectations in the
/// evaluator's unit, [`crate::Value`] once it leaves the library).
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M, V> {
    /// The move to play. None only where the game is over, or where the search was stopped before it had one.
    pub best: Option<M>,
    /// What the position is worth to the seat to move.
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
        }
    }
}
