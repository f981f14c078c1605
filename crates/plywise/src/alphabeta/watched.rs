//! Who hears of every node of a search.

use super::search::Search;
use super::worker::{Node, Worker};
use crate::game::{Keyed, Seat, TwoPlayer};
use crate::score::Score;
use crate::trace::{Entering, ExitReason};

impl<G: TwoPlayer + Keyed, S: Search<G>> Worker<'_, G, S> {
    /// Whether somebody hears of every node: then each is entered, and none is left to another search.
    #[inline]
    pub(super) fn is_watched(&self) -> bool {
        self.watcher.is_some()
    }

    /// Notes why the node in hand is left.
    #[inline]
    pub(super) fn note_cutoff_reason(&mut self, why: ExitReason) {
        self.cutoff_reason = why;
    }

    #[cold]
    pub(super) fn tell_enter(&mut self, seat: Seat, node: &Node<G::Move>) {
        let maximising = seat == self.plan.root;
        let window = if maximising { (node.alpha, node.beta) } else { (-node.beta, -node.alpha) };
        let Node { depth, ply, last: mv, rank, .. } = *node;
        if let Some(watcher) = &mut self.watcher {
            watcher.enter(&Entering { mv, rank, ply, depth, maximising, window });
        }
    }

    #[cold]
    pub(super) fn tell_leave(&mut self, seat: Seat, value: Option<Score>) {
        let seen = value.map(|value| self.seen_from(seat, value));
        let why = if seen.is_some() { self.cutoff_reason } else { ExitReason::Stopped };
        if let Some(watcher) = &mut self.watcher {
            watcher.leave(seen, why);
        }
    }
}
