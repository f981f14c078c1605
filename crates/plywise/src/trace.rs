//! Watching a search: what a recorder is told.

use std::time::Duration;

use crate::score::Score;
use crate::stop::Stop;

/// A position as the search enters it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entering<M> {
    /// The move that led here; none at the root.
    pub mv: Option<M>,
    /// Its place in the order in which its siblings were tried, from 0.
    pub rank: usize,
    /// Plies from the root.
    pub ply: u32,
    /// Plies left to look ahead; below 0 in quiescence.
    pub depth: i32,
    /// Whether the seat that the search works for is to move.
    pub maximising: bool,
    /// The window, from the point of view of the seat that the search works for.
    pub window: (Score, Score),
}

/// Why the search leaves a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitReason {
    /// The game is over here.
    Finished,
    /// The position has come up before: a draw.
    Recurred,
    /// The depth ran out: a static value.
    Horizon,
    /// The table knew enough.
    Table,
    /// The game itself knew enough.
    Probed,
    /// All moves were looked at.
    Searched,
    /// A move refuted the position; those after it were not looked at.
    Cut {
        /// The refutation's place in the order in which moves were tried, from 0.
        by: usize,
        /// Moves that were not looked at.
        left_out: usize,
    },
    /// Passing was already good enough, or a shallow search bad or good enough.
    Selective,
    /// The search had to stop.
    Stopped,
}

/// Who is told of each finished iteration while a search goes on; values are in as many units to the point as the number
/// says.
pub type Tell<'a, M> = dyn FnMut(&Iteration<M>, i32) + 'a;

/// A finished iteration of a deepening search.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration<M> {
    /// Its depth.
    pub depth: u32,
    /// Its value, for the seat to move.
    pub value: Score,
    /// Its best moves.
    pub line: Vec<M>,
    /// Positions entered since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Why it ended; [`Stop::Depth`] where it was completed.
    pub stopped: Stop,
}

/// Hears what a search does. Values are from the point of view of the seat that the search works for.
pub trait Trace<M> {
    /// A position is entered.
    fn enter(&mut self, _node: &Entering<M>) {}
    /// It is left again.
    fn leave(&mut self, _value: Option<Score>, _why: ExitReason) {}
    /// An iteration has ended.
    fn iteration(&mut self, _iteration: &Iteration<M>) {}
    /// False for a recorder that ignores nodes: the search then does not describe them.
    fn hears_nodes(&self) -> bool {
        true
    }
}

/// Who hears of every node, if somebody does: by a pointer, so that one recursion is compiled whoever listens.
pub(crate) type Watcher<'a, M> = Option<&'a mut (dyn Trace<M> + 'a)>;

/// Hears of iterations only, and hands them to a function.
#[derive(Debug)]
pub struct OnIteration<F>(pub F);

impl<M, F: FnMut(&Iteration<M>)> Trace<M> for OnIteration<F> {
    fn hears_nodes(&self) -> bool {
        false
    }
    fn iteration(&mut self, iteration: &Iteration<M>) {
        (self.0)(iteration);
    }
}

impl<M, T: Trace<M>> Trace<M> for &mut T {
    fn hears_nodes(&self) -> bool {
        (**self).hears_nodes()
    }
    fn enter(&mut self, node: &Entering<M>) {
        (**self).enter(node);
    }
    fn leave(&mut self, value: Option<Score>, why: ExitReason) {
        (**self).leave(value, why);
    }
    fn iteration(&mut self, iteration: &Iteration<M>) {
        (**self).iteration(iteration);
    }
}
