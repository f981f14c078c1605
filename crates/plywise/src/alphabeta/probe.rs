//! What a game knows of a position without searching it: a database of endings, a count of what can still be reached, the
//! threats on the board.

use super::host::Host;
use crate::game::Game;
use crate::meter::Meter;
use crate::score::Score;

/// Between which scores a value is proven to lie, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// It is no lower.
    pub at_least: Score,
    /// It is no higher.
    pub at_most: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const NONE: Self = Self { at_least: Score::LOWEST, at_most: Score::INFINITY };

    /// The value itself.
    #[inline]
    #[must_use]
    pub const fn exact(value: Score) -> Self {
        Self { at_least: value, at_most: value }
    }

    /// The value, if these bounds settle it in the window from `alpha` to `beta`: exact, or a bound outside.
    #[inline]
    pub(super) fn cut(self, alpha: Score, beta: Score) -> Option<Score> {
        if self.at_least >= beta || self.at_least == self.at_most {
            Some(self.at_least)
        } else {
            (self.at_most <= alpha).then_some(self.at_most)
        }
    }

    /// What was found, put right by what is proven: a static value may lie outside.
    #[inline]
    pub(super) fn correct(self, value: Score) -> Score {
        value.clamp(self.at_least, self.at_most)
    }

    /// Bounds whose distances count from a position, as counted from the root, `ply` plies above it.
    #[inline]
    pub(super) fn seen_from_root(self, ply: u32) -> Self {
        // What is not known has no distance: where nothing is, a search is as without a probe.
        if self == Self::NONE {
            return self;
        }
        Self { at_least: self.at_least.from_root(ply), at_most: self.at_most.from_root(ply) }
    }
}

/// A game's own proofs. They count as searched to the end: a search that ends by them may call itself solved.
pub trait Probe<G: Game>: Sync {
    /// False if nothing is ever known.
    const ACTIVE: bool = true;

    /// Whether a win or loss that is known may lie farther off than the search looks.
    const DISTANT: bool = Self::ACTIVE;

    /// Whether this one may know anything: if not, no search asks it for more than its moves.
    fn is_on(&self) -> bool {
        Self::ACTIVE
    }

    /// A new search begins: what was noted of earlier ones may be forgotten.
    fn begin(&self) {}

    /// A new game begins: whatever was noted must be forgotten, for nothing of one game may show in another.
    fn forget(&self) {}

    /// What is proven of the value for the seat to move, before any move is looked at. Distances of wins and losses count
    /// from this position, in the window, too: what does not reach beyond `alpha` or up to `beta` need not be found out. The
    /// position may be over. At leaves the window is the widest.
    fn bounds(&self, position: &G, alpha: Score, beta: Score) -> Bounds;

    /// The same with `depth` plies left to search, for games that search themselves: what they enter is counted by `meter`, which
    /// also tells when to stop; `None` once it did. Asked inside the tree, where [`bounds`](Self::bounds) is asked at leaves.
    #[inline]
    fn search(
        &self,
        position: &G,
        _depth: i32,
        alpha: Score,
        beta: Score,
        _meter: &mut Meter,
    ) -> Option<Bounds> {
        Some(self.bounds(position, alpha, beta))
    }

    /// The value of a search of `depth` plies in the empty window above `alpha`, where the game has one of its own that does the
    /// same more quickly: fail-soft, no proof. None if it has none for this position, `Some(None)` once `host`, whose meter counts
    /// what it enters, stopped it.
    #[inline]
    fn ahead(
        &self,
        _position: &G,
        _depth: i32,
        _alpha: Score,
        _host: &mut dyn Host<G>,
    ) -> Option<Option<Score>> {
        None
    }

    /// The move that the game's own search ([`ahead`](Self::ahead)) found best, if it has kept one: where the table has none, it is
    /// tried first. Such searches look at a position first, in an empty window, when a line turns out better than the best one.
    fn best(&self, _position: &G) -> Option<G::Move> {
        None
    }

    /// What a search of `depth` plies has found in an open window, not beyond it and not proven, for the game's own search to keep.
    fn note(&self, _position: &G, _depth: i32, _value: Score, _best: G::Move) {}

    /// A best move, where the game finds it by itself: the line of a search that has solved its position goes on there to the end.
    fn reply(&self, _position: &G) -> Option<G::Move> {
        None
    }

    /// Lists the moves that must be tried. A move may be left out if one that is listed is worth at least as much: a mirror
    /// image, a blunder where there is an alternative. None if the game is over, and only then.
    #[inline]
    fn moves(&self, position: &G, out: &mut Vec<G::Move>) {
        position.moves(out);
    }
}

/// Nothing is known without a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;

impl<G: Game> Probe<G> for NoProbe {
    const ACTIVE: bool = false;

    #[inline]
    fn bounds(&self, _: &G, _: Score, _: Score) -> Bounds {
        Bounds::NONE
    }
}
