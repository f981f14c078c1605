//! A search was finished, its move was lost, and only the value is known: find the move again for less.
//!
//! The window is set just below the value and the search stops at the first move of the root that reaches it. The first
//! search had to show that the value is reached *and* that no move exceeds it; this one need only show the first, so it
//! enters a part of the positions of the first: an alpha-beta search with a window inside another's enters no position
//! that the other does not, if both try moves in the same fixed order (Knuth & Moore 1975, "An analysis of alpha-beta
//! pruning", §3; Pearl 1980, "Scout: a simple game-searching algorithm with proven optimal properties").
//!
//! Best case: the first move reaches the value, and no other is looked at. Worst case: the last one does, and all others
//! are refuted first, each by one reply of the rival.

use crate::alphabeta::{AlphaBeta, Search};
use crate::evaluate::Evaluate;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Limits;
use crate::report::Report;
use crate::score::Score;

impl<E, O, S, P> AlphaBeta<E, O, S, P> {
    /// The move of a search to `depth` whose value was `value`: the first that reaches it.
    ///
    /// The report's `best` is None if no move reaches `value`, which then was not the value; its `value` is a bound from
    /// above. With [`Ordering::Listed`](crate::alphabeta::Ordering::Listed), without a table and full-width the move is
    /// that of the first search, and never more positions are entered. With a table that still holds the first search
    /// most of them are not entered again.
    pub fn recover_move<G>(
        &self,
        position: &G,
        depth: u32,
        value: Score,
        limits: &Limits,
    ) -> Report<G::Move, Score>
    where
        G: TwoPlayer + Keyed,
        Self: Search<G>,
    {
        self.test(position, depth, value, limits)
    }
}

/// [`AlphaBeta::recover_move`] of the plain algorithm.
pub fn recover_move<G, E>(position: &G, eval: &E, depth: u32, value: Score) -> Report<G::Move, Score>
where
    G: TwoPlayer + Keyed,
    E: Evaluate<G> + ?Sized,
{
    AlphaBeta::plain(eval).recover_move(position, depth, value, &Limits::default())
}
