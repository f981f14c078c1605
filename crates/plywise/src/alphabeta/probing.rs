//! What a search asks the game that knows something by itself, and what it tells it.

use super::host::Caller;
use super::probe::{Bounds, Probe};
use super::search::Search;
use super::worker::{Node, Worker};
use crate::game::{Keyed, TwoPlayer};
use crate::score::Score;

impl<G: TwoPlayer + Keyed, S: Search<G>> Worker<'_, G, S> {
    /// Whether the game is asked for what it knows by itself. `ACTIVE` is a constant, so that searches of games that know nothing
    /// contain none of this.
    #[inline]
    pub(super) fn probes(&self) -> bool {
        <S::Probe>::ACTIVE && self.probing
    }

    /// What the game knows of this position by itself; None if the search must stop.
    #[inline]
    pub(super) fn probe(&mut self, position: &G, node: &Node<G::Move>) -> Option<Bounds> {
        let (alpha, beta) = (node.alpha.from_here(node.ply), node.beta.from_here(node.ply));
        let found = self.plan.search.probe().search(position, node.depth, alpha, beta, &mut self.meter)?;
        Some(found.seen_from_root(node.ply))
    }

    /// What the game's own search finds in an empty window, where it has one.
    #[inline]
    pub(super) fn ahead(&mut self, position: &G, node: &Node<G::Move>) -> Option<Option<Score>> {
        let probe = self.plan.search.probe();
        let mut caller = Caller { worker: self, ply: node.ply, depth: node.depth };
        probe.ahead(position, node.depth, node.alpha, &mut caller)
    }

    /// Where the move that the game's own search found best stands in the list.
    #[inline]
    pub(super) fn best_ahead(&self, position: &G, base: usize) -> Option<u32> {
        if !self.probes() || self.is_watched() {
            return None;
        }
        let best = self.plan.search.probe().best(position)?;
        self.moves[base..].iter().position(|&mv| mv == best).map(|index| index as u32)
    }

    /// The game's own search hears of values.
    #[inline]
    pub(super) fn tell_probe(&self, position: &G, node: &Node<G::Move>, value: Score, best: G::Move) {
        let inside = node.alpha < value && value < node.beta;
        if self.probes() && !self.is_watched() && node.ply > 0 && inside && !value.is_proven() {
            self.plan.search.probe().note(position, node.depth, value, best);
        }
    }
}
