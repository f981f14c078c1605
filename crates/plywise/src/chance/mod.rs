#![doc = include_str!("STAR.md")]

mod agent;
mod at;
mod evaluate;
mod luck;
mod memory;
mod options;
mod order;
mod outcomes;
mod record;
mod reduce;
mod star;
mod walk;

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

pub use agent::ChanceAgent;
pub use evaluate::{Ahead, EvaluateChance, Horizon, Met};
pub use options::{ChanceOptions, Luck, Pruning};

use crate::evaluate::at_sight;
use crate::game::{Keyed, Seat, Stochastic, Turn};
use crate::limits::Limits;
use crate::mapped::OutOfMemory;
use crate::report::{Report, TableUse};
use crate::stop::Stop;
use crate::tree::SearchTree;
use memory::{Memory, Seen};
use walk::Walk;

/// A depth that depends on the position.
type DepthBy<G> = Arc<dyn Fn(&G) -> u32 + Send + Sync>;

/// A search of games with chance, with everything that can be switched: pruning, memory, cut-offs.
///
/// Under the default [`ChanceOptions`] and without memory it is the plain [`expectimax`](crate::expectimax()). What
/// changes the value and what does not is said at each option; memory does not, unless there is a cut-off.
pub struct ChanceSearch<G, E> {
    eval: E,
    options: ChanceOptions,
    memory: Option<Memory<G>>,
    depth_by: Option<DepthBy<G>>,
}

impl<G, E> ChanceSearch<G, E> {
    /// A search without memory.
    ///
    /// # Panics
    /// If the cut-off or the reduction lies outside `[0, 1]`, reduction meets pruning, or no outcome may be looked at.
    #[must_use]
    pub fn new(eval: E, options: ChanceOptions) -> Self
    where
        G: Stochastic,
        E: EvaluateChance<G>,
    {
        assert!((0.0..=1.0).contains(&options.cutoff), "a cut-off is a probability: {}", options.cutoff);
        assert!((0.0..=1.0).contains(&options.reduction), "a reduction is a factor: {}", options.reduction);
        assert!(options.reduction == 1.0 || !options.prunes(), "a pruned search reduces nothing");
        assert!(options.outcomes > 0, "chance has at least one outcome");
        Self { eval, options, memory: None, depth_by: None }
    }
}

impl<G: Stochastic, E: EvaluateChance<G>> ChanceSearch<G, E> {
    /// The same with a table of `mib` MiB (1 at least), which is kept from search to search.
    ///
    /// A value is used again for the same position with the same depth left. With a cut-off the position's
    /// probability counts too: a value is used again where the position is no more probable than it was when the
    /// value was found, so that what is used is never coarser than what would be found, but it may be finer.
    ///
    /// # Panics
    /// When there is no such memory: [`with_memory_of`](Self::with_memory_of) says so instead.
    #[must_use]
    pub fn with_memory(self, mib: usize) -> Self
    where
        G: Keyed,
    {
        self.with_memory_of(mib).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same.
    ///
    /// # Errors
    /// When the system has no such memory.
    pub fn with_memory_of(self, mib: usize) -> Result<Self, OutOfMemory>
    where
        G: Keyed,
    {
        Ok(Self { memory: Some(Memory::new(mib)?), ..self })
    }

    /// The same with a depth that depends on the position to be searched. A stricter depth in the limits holds.
    #[must_use]
    pub fn with_depth_by(self, depth: impl Fn(&G) -> u32 + Send + Sync + 'static) -> Self {
        Self { depth_by: Some(Arc::new(depth)), ..self }
    }

    /// The evaluator.
    pub fn eval(&self) -> &E {
        &self.eval
    }

    /// The options.
    pub fn options(&self) -> &ChanceOptions {
        &self.options
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
    }

    /// The depth to search `position` to under `limits`; None: to the end.
    pub fn depth(&self, position: &G, limits: &Limits) -> Option<u32> {
        let own = self.depth_by.as_ref().map(|depth| depth(position));
        own.into_iter().chain(limits.depth).min()
    }

    /// The same search as a tree of at most `most` recorded positions, in points. Nothing is remembered from earlier searches.
    pub fn record(&mut self, position: &G, limits: &Limits, most: usize) -> SearchTree<G::Move> {
        let root = match position.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance => Seat::FIRST,
        };
        let depth = self.depth(position, limits);
        self.forget();
        if let Some(memory) = &mut self.memory {
            memory.begin();
        }
        let mut walk = Walk::new(&self.eval, &self.options, self.memory.as_mut(), root, limits);
        walk.recorder = Some(record::Recorder::new(most, self.eval.unit()));
        walk.root(position, depth);
        walk.recorder.expect("set above").into_tree()
    }

    /// The value of `position`, in the evaluator's unit, for the seat to move (at a turn of chance: for the first
    /// seat), who maximises; every other seat minimises. Depth, leaves and the best of equal moves are as in
    /// [`expectimax`](crate::expectimax()).
    ///
    /// The report's depth is the one that was asked for; with a cut-off, or without limit, the most turns of seats
    /// that any line was followed.
    pub fn search(&mut self, position: &G, limits: &Limits) -> Report<G::Move, f64> {
        let started = Instant::now();
        let depth = self.depth(position, limits);
        let root = match position.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance => Seat::FIRST,
        };
        if let Some(memory) = &mut self.memory {
            memory.begin();
        }
        let mut walk = Walk::new(&self.eval, &self.options, self.memory.as_mut(), root, limits);
        let value = walk.root(position, depth);
        let (seen, stopped) = (walk.seen, walk.meter.stopped());
        let line = walk.lines.from(0).to_vec();
        let reached = if self.options.cutoff > 0.0 { seen.deepest } else { depth.unwrap_or(seen.deepest) };
        Report {
            best: line.first().copied(),
            value: value.unwrap_or_else(|| f64::from(at_sight(position, &self.eval, root).raw())),
            line,
            depth: reached,
            nodes: walk.meter.nodes(),
            elapsed: started.elapsed(),
            stopped: stopped.unwrap_or(why_ended(seen)),
            table: self.memory.as_ref().map_or_else(TableUse::default, |memory| memory.uses),
        }
    }
}

fn why_ended(seen: Seen) -> Stop {
    if seen.met.horizon {
        Stop::Depth
    } else if seen.met.improbable {
        Stop::Cutoff
    } else {
        Stop::Solved
    }
}

impl<G, E: fmt::Debug> fmt::Debug for ChanceSearch<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChanceSearch")
            .field("eval", &self.eval)
            .field("options", &self.options)
            .field("remembers", &self.memory.is_some())
            .field("depth_by_position", &self.depth_by.is_some())
            .finish()
    }
}
