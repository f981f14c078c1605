//! The recursion: one thread's view of one search.

use std::sync::Arc;

use super::Plan;
use super::along::Along;
use super::order::{MoveHistory, Ordering, Rank};
use super::path::Path;
use super::probe::{Bounds, Probe};
use super::search::Search;
use super::select::Selectivity;
use super::team::{Split, Team};
use crate::evaluate::Evaluate;
use crate::game::{Keyed, Seat, TwoPlayer};
use crate::lines::Lines;
use crate::meter::Meter;
use crate::minimax::mover;
use crate::ranked::{RankedMove, best_to_front};
use crate::report::TableUse;
use crate::score::Score;
use crate::trace::{ExitReason, Watcher};

/// A position on its way into the recursion.
#[derive(Clone, Copy)]
pub(super) struct Node<M> {
    pub(super) depth: i32,
    pub(super) ply: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The move that led here.
    pub(super) last: Option<M>,
    /// Its place among its siblings.
    pub(super) rank: usize,
}

pub(super) struct Worker<'a, G: TwoPlayer, S> {
    pub(super) plan: &'a Plan<'a, S>,
    pub(super) meter: Meter,
    /// Who hears of every node.
    pub(super) watcher: Watcher<'a, G::Move>,
    /// One stack for all plies, as the game lists them: a node's moves lie above its parent's.
    pub(super) moves: Vec<G::Move>,
    /// The same for ranks, of nodes whose moves are ordered.
    pub(super) ranked: Vec<RankedMove>,
    /// Keys of a node's children, and whether its seat moves there again.
    pub(super) below: Vec<(u64, bool)>,
    /// The best line found from each ply of the current path.
    pub(super) lines: Lines<G::Move>,
    pub(super) history: MoveHistory<G::Move>,
    /// Static values taken because the depth ran out. A search that adds none has seen the end of every line.
    pub(super) horizon: u64,
    pub(super) used: TableUse,
    /// Whether the game's own proofs are asked for.
    pub(super) probing: bool,
    /// What the evaluator keeps of the path.
    pub(super) along: Along,
    /// Who has been here: positions of the game and of the path.
    pub(super) path: Path,
    /// The best move at the root so far, and its place in the game's list.
    pub(super) root_best: Option<(G::Move, u32)>,
    /// Why the last node was left.
    pub(super) cutoff_reason: ExitReason,
    /// The other threads, if there are any.
    pub(super) team: Option<&'a Team<G>>,
    /// The split in whose subtree this thread works.
    pub(super) split: Option<Arc<Split<G>>>,
}

impl<'a, G: TwoPlayer + Keyed, S: Search<G>> Worker<'a, G, S> {
    pub(super) fn new(
        plan: &'a Plan<'a, S>,
        meter: Meter,
        watcher: Watcher<'a, G::Move>,
        team: Option<&'a Team<G>>,
    ) -> Self {
        Self {
            plan,
            meter,
            watcher,
            moves: Vec::with_capacity(256),
            ranked: Vec::with_capacity(256),
            below: Vec::new(),
            lines: Lines::new(),
            history: MoveHistory::new(),
            horizon: 0,
            used: TableUse::default(),
            probing: plan.search.probe().is_on(),
            along: Along::default(),
            path: Path::of_game(Vec::new()),
            root_best: None,
            cutoff_reason: ExitReason::Stopped,
            team,
            split: None,
        }
    }

    pub(super) fn age_history(&mut self) {
        self.history.age();
    }

    /// The value for the seat to move, exact inside the window and a bound outside; None once the search must stop.
    /// `OPEN`: the window may hold more than one value, and the best line is wanted.
    pub(super) fn value<const OPEN: bool>(&mut self, position: &G, node: Node<G::Move>) -> Option<Score> {
        // Both tests stand before the node does any work: a helper whose split was cut, or a search whose time is
        // up, unwinds through None without a value, so that nothing half known is stored or backed up.
        if !self.meter.enter() || self.split.as_ref().is_some_and(|split| split.is_cut()) {
            return None;
        }
        let seat = mover(position);
        if self.is_watched() {
            self.tell_enter(seat, &node);
        }
        if OPEN {
            self.lines.clear(node.ply);
        }
        // The reason of an earlier node may still stand in `cutoff_reason`; whoever ends this one overwrites it.
        let value = self.inside::<OPEN>(position, seat, node);
        if self.is_watched() {
            self.tell_leave(seat, value);
        }
        value
    }

    /// Each idea that can end a node early has its turn; what is left is the loop over the moves.
    #[inline]
    fn inside<const OPEN: bool>(&mut self, position: &G, seat: Seat, node: Node<G::Move>) -> Option<Score> {
        let height = node.depth.min(self.plan.search.rank().height(position));
        let key = self.table_key(position, height);
        if let (Some(table), Some(key)) = (self.plan.table, key) {
            table.prefetch(key);
        }
        // Not at the root, where a move is wanted.
        let probing = self.probes() && node.ply > 0;
        let proven = if probing { self.probe(position, &node)? } else { Bounds::NONE };
        if probing && let Some(value) = proven.cut(node.alpha, node.beta) {
            self.note_cutoff_reason(ExitReason::Probed);
            return Some(value);
        }
        // Whoever listens to every node wants those of this search.
        if probing
            && !self.is_watched()
            && node.beta == node.alpha.next_up()
            && let Some(found) = self.ahead(position, &node)
        {
            self.horizon += 1;
            return found.map(|value| proven.correct(value));
        }
        if node.depth <= 0
            && let Some(found) = self.at_horizon(position, seat, &node)
        {
            return Some(proven.correct(found));
        }
        if G::RECURS && self.recurs(position, &node) {
            self.note_cutoff_reason(ExitReason::Recurred);
            return Some(Score::ZERO);
        }
        // Near the end of the game it is the game that bounds the tree, not the depth: with few plies to come the
        // table and the ordering would cost more than the handful of positions that they save.
        // The entry is kept even where it does not settle the node: its move is tried first.
        let known = key.and_then(|key| self.look_up(key, &node));
        if let Some(value) = known.and_then(|entry| self.table_cut(&entry, &node)) {
            self.note_cutoff_reason(ExitReason::Table);
            return Some(value);
        }
        // Never with an open window: on the principal variation a guess would become the answer. `ACTIVE` is a
        // constant, so that full-width searches contain none of this.
        if <S::Select>::ACTIVE
            && !OPEN
            && node.ply > 0
            && let Some(value) = self.selective_cut(position, &node)?
        {
            self.note_cutoff_reason(ExitReason::Selective);
            return Some(value);
        }
        let base = self.moves.len();
        self.plan.search.probe().moves(position, &mut self.moves);
        if self.moves.len() == base {
            self.note_cutoff_reason(ExitReason::Finished);
            self.note_end(position);
            return Some(
                self.seen_from(seat, self.plan.search.eval().finished(position, self.plan.root, node.ply)),
            );
        }
        if height >= self.plan.settings.enhanced_from
            && node.ply > 0
            && let Some(value) = self.enhanced_cut(position, seat, &node, base)
        {
            self.note_cutoff_reason(ExitReason::Table);
            self.moves.truncate(base);
            return Some(value);
        }
        let outer = self.path.enter();
        // If this counter does not move below, no line was cut short by the depth, and the value holds at any
        // depth: it is stored as solved.
        let horizon = self.horizon;
        let first = self.ranked.len();
        let ordered = self.orders(height);
        if ordered {
            let best = known.and_then(|entry| entry.best).or_else(|| self.best_ahead(position, base));
            self.rank(position, seat, &node, best, base);
        }
        // Most nodes of a search are the last but one ply. Where their moves need no order and their children no
        // more than a static value, a loop without windows and table does (`best_leaf`).
        let deeper = node.ply == 0 || self.goes_on(node.depth - 1);
        let found = if ordered || deeper {
            self.best_of::<OPEN>(position, seat, node, base, ordered.then_some(first))
        } else {
            self.best_leaf(position, seat, &node, base, OPEN)
        };
        if OPEN && let Some((value, Some(best))) = found {
            self.tell_probe(position, &node, value, self.moves[base + best as usize]);
        }
        self.moves.truncate(base);
        self.ranked.truncate(first);
        let (value, best) = found?;
        let value = proven.correct(value);
        // Nor may a draw below rest on what stands above: it is none on another path.
        let by_itself = self.path.leave(outer, node.ply);
        if let Some(key) = key {
            // Where no move was good enough none was shown to be better than another: what an earlier search found stays.
            let best = best.or_else(|| known?.best);
            self.remember(key, &node, value, best, self.horizon == horizon && by_itself);
        }
        Some(value)
    }

    /// The end of the depth: a finished game or a static value. None if the position is too noisy to be valued, so
    /// that the search goes on below the horizon.
    #[inline]
    fn at_horizon(&mut self, position: &G, seat: Seat, node: &Node<G::Move>) -> Option<Score> {
        let eval = self.plan.search.eval();
        if position.is_over() {
            self.note_cutoff_reason(ExitReason::Finished);
            self.note_end(position);
            return Some(self.seen_from(seat, eval.finished(position, self.plan.root, node.ply)));
        }
        // Below the horizon `depth` goes on counting down, so that its negative says how far quiescence has gone.
        let cap = self.plan.settings.quiescence;
        if node.depth > -(cap as i32) && eval.is_noisy(position) {
            return None;
        }
        self.horizon += 1;
        self.note_cutoff_reason(ExitReason::Horizon);
        Some(self.seen_from(seat, self.static_value(position, node.ply)))
    }

    /// What the evaluator says of the position at this ply, for the root's seat.
    #[inline]
    pub(super) fn static_value(&self, position: &G, ply: u32) -> Score {
        self.along.evaluate(self.plan.search.eval(), position, self.plan.root, ply)
    }

    /// Whether this position has been on the path or in the game before: a draw (Campbell 1985, "The graph-history
    /// interaction: on ignoring position history").
    #[inline]
    fn recurs(&mut self, position: &G, node: &Node<G::Move>) -> bool {
        self.plan.settings.recurrence
            && self.path.recurs(node.ply, position.key(), position.reversible_plies())
    }

    /// A game that is over for what came before is so on this path only.
    #[inline]
    pub(super) fn note_end(&mut self, position: &G) {
        if G::RECURS && position.is_over_by_past() {
            self.path.rest_on_game();
        }
    }

    #[inline]
    fn orders(&self, height: i32) -> bool {
        self.plan.settings.order != Ordering::Listed && height >= self.plan.settings.order_from
    }

    /// The loop over the moves, which lie from `base` on, and their ranks, which lie from `ranks` on if they are to be
    /// ordered: the best value, and its move's place in the game's list.
    fn best_of<const OPEN: bool>(
        &mut self,
        position: &G,
        seat: Seat,
        node: Node<G::Move>,
        base: usize,
        ranks: Option<usize>,
    ) -> Option<(Score, Option<u32>)> {
        let count = self.moves.len() - base;
        let depth = node.depth - 1;
        let Node { mut alpha, beta, ply, .. } = node;
        let (mut best, mut best_index) = (-Score::INFINITY, None);
        // Whether the children ask the table.
        let asked = self.plan.table.is_some() && depth >= self.plan.settings.table_from;
        for rank in 0..count {
            // Young brothers wait (Feldmann et al. 1989): `idle_team` says no before the first move has been
            // searched, for its value narrows the window of all others.
            if let Some(team) = self.idle_team(position, &node, rank, count - rank) {
                let left =
                    self.siblings_left(position, seat, Node { alpha, ..node }, base, ranks, rank, best);
                let found = self.share::<OPEN>(team, left)?;
                return Some(self.adopt(&found, best_index, seat, &node));
            }
            let index = self.place(ranks, rank, count);
            if asked && rank + 1 < count {
                self.prefetch_next(position, base, ranks, rank + 1, count);
            }
            let mv = self.moves[base + index as usize];
            // Positions are copied, not taken back: games here are a few machine words, and an undo would have to
            // restore the same words.
            let mut child = position.clone();
            child.play(mv);
            self.along.follow(self.plan.search.eval(), position, &child, ply);
            let value = if self.goes_on(depth) {
                let below = Node { depth, ply: ply + 1, alpha, beta, last: Some(mv), rank };
                self.try_move::<OPEN>(position, &child, seat, below)?
            } else {
                self.leaf(&child, seat, ply + 1)?
            };
            if value > best {
                // A value above `best` but not above alpha only tightens the bound that is returned; its move has
                // not proved better than another and is not remembered.
                best = value;
                if value > alpha {
                    alpha = value;
                    best_index = Some(index);
                    if ply == 0 {
                        self.root_best = Some((mv, index));
                    }
                    if OPEN {
                        self.lines.extend(ply, mv, self.goes_on(depth));
                    }
                    if alpha >= beta {
                        // Only moves that were searched before the refutation lose credit: nothing is known of
                        // those behind it.
                        if let Some(first) = ranks.filter(|_| self.plan.settings.order == Ordering::Dynamic) {
                            let tried = self.ranked[first..first + rank].iter();
                            let failed = tried.map(|ranked| self.moves[base + ranked.index as usize]);
                            let height = node.depth.min(self.plan.search.rank().height(position));
                            self.history.record_cutoff(mv, failed, seat, height, ply, node.last);
                        }
                        self.note_cutoff_reason(ExitReason::Cut { by: rank, left_out: count - rank - 1 });
                        return Some((best, best_index));
                    }
                }
            }
        }
        self.note_cutoff_reason(ExitReason::Searched);
        Some((best, best_index))
    }

    /// The place in the game's list of the move that is tried at this rank.
    #[inline(always)]
    fn place(&mut self, ranks: Option<usize>, rank: usize, count: usize) -> u32 {
        let Some(first) = ranks else { return rank as u32 };
        // One step of selection sort for each move that is tried, rather than a sort of all: after a cut-off, which is the
        // common case, the others were never compared.
        best_to_front(&mut self.ranked[first + rank..first + count]);
        self.ranked[first + rank].index
    }

    /// Has what the table knows of the next child on its way while this one is searched: that its move is played twice costs less
    /// than the wait, and less than to keep the child. Not inlined, so that a search without a table pays nothing.
    #[inline(never)]
    fn prefetch_next(&mut self, position: &G, base: usize, ranks: Option<usize>, rank: usize, count: usize) {
        let Some(table) = self.plan.table else { return };
        let index = self.place(ranks, rank, count) as usize;
        let mut child = position.clone();
        child.play(self.moves[base + index]);
        table.prefetch(child.key() ^ self.plan.salt);
    }

    /// A value of the root's seat as `seat` sees it, and the other way round.
    #[inline]
    pub(super) fn seen_from(&self, seat: Seat, value: Score) -> Score {
        if seat == self.plan.root { value } else { -value }
    }
}
