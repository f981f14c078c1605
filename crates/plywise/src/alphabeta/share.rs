//! Handing the rest of a position's moves to several threads, and taking over what they have found.

use super::order::{Ordering, Rank};
use super::search::Search;
use super::team::Team;
use super::worker::{Node, Worker};
use crate::game::{Game, Keyed, Seat, TwoPlayer};
use crate::ranked::sort;
use crate::score::Score;
use crate::trace::ExitReason;

/// What an owner knows when it shares a position.
pub(super) struct Share<'a, G: Game> {
    pub(super) position: &'a G,
    pub(super) seat: Seat,
    /// The children, but for their move and its rank.
    pub(super) below: Node<G::Move>,
    /// Moves left to try, in order, each with its place in the game's list.
    pub(super) moves: Vec<(G::Move, u32)>,
    /// Moves that were tried before.
    pub(super) tried: usize,
    pub(super) found: Found<G::Move>,
}

/// The best that has been found where moves are shared.
#[derive(Clone, Debug)]
pub(super) struct Found<M> {
    pub(super) best: Score,
    /// The move that raised alpha last: itself, its place in the game's list, its rank.
    pub(super) choice: Option<(M, u32, usize)>,
    /// What follows it, where the window was open.
    pub(super) line: Vec<M>,
}

impl<'a, G: TwoPlayer + Keyed, S: Search<G>> Worker<'a, G, S> {
    /// The team, where a thread of it is idle and the moves left at this node are worth sharing.
    #[inline]
    pub(super) fn idle_team(
        &self,
        position: &G,
        node: &Node<G::Move>,
        tried: usize,
        left: usize,
    ) -> Option<&'a Team<G>> {
        // A split costs an allocation and two locks; a position below `split_from` is searched sooner than a
        // helper has joined.
        let worth = || {
            let height = node.depth.min(self.plan.search.rank().height(position));
            tried > 0 && left > 1 && height >= self.plan.settings.split_from
        };
        self.team.filter(|team| team.has_idle() && worth())
    }

    /// What is left to do at a node after `tried` moves, in the order in which it would be done.
    #[allow(clippy::too_many_arguments)] // the state of one loop
    pub(super) fn siblings_left<'p>(
        &self,
        position: &'p G,
        seat: Seat,
        node: Node<G::Move>,
        base: usize,
        ranks: Option<usize>,
        tried: usize,
        best: Score,
    ) -> Share<'p, G> {
        let count = self.moves.len() - base;
        let at = |index: u32| (self.moves[base + index as usize], index);
        let moves = if let Some(first) = ranks {
            let mut siblings = self.ranked[first + tried..first + count].to_vec();
            // The owner picks the best of the remaining moves each time; several threads need the whole order at once.
            sort(&mut siblings);
            siblings.into_iter().map(|ranked| at(ranked.index)).collect()
        } else {
            (tried as u32..count as u32).map(at).collect()
        };
        let below = Node { depth: node.depth - 1, ply: node.ply + 1, last: None, rank: 0, ..node };
        let found = Found { best, choice: None, line: Vec::new() };
        Share { position, seat, below, moves, tried, found }
    }

    /// Takes over what a shared loop has found.
    pub(super) fn adopt(
        &mut self,
        found: &Found<G::Move>,
        before: Option<u32>,
        seat: Seat,
        node: &Node<G::Move>,
    ) -> (Score, Option<u32>) {
        self.note_cutoff_reason(ExitReason::Searched);
        let Some((mv, index, rank)) = found.choice else { return (found.best, before) };
        if node.ply == 0 {
            self.root_best = Some((mv, index));
        }
        if !found.line.is_empty() {
            self.lines.replace(node.ply, &found.line);
        }
        if found.best < node.beta {
            return (found.best, Some(index));
        }
        if self.plan.settings.order == Ordering::Dynamic {
            // Which moves had failed before is not known: others were under way when this one refuted the
            // position.
            self.history.record_cutoff(mv, std::iter::empty(), seat, node.depth, node.ply, node.last);
        }
        self.note_cutoff_reason(ExitReason::Cut { by: rank, left_out: 0 });
        (found.best, Some(index))
    }
}
