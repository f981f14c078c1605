//! The recursion: one thread's view of one search.

use std::sync::Arc;

use super::order::{Memory, Ordering, Rank, Waiting, best_to_front};
use super::search::Search;
use super::select::Selectivity;
use super::team::{Split, Team};
use super::{Plan, Reuse};
use crate::evaluate::Evaluate;
use crate::game::{Keyed, Seat, TwoPlayer};
use crate::meter::Meter;
use crate::minimax::mover;
use crate::report::TableUse;
use crate::score::Score;
use crate::table::{Bound, Entry};
use crate::trace::{Entering, Leaving, Trace};

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

pub(super) struct Worker<'a, G: TwoPlayer, S, T> {
    pub(super) plan: &'a Plan<'a, S>,
    pub(super) meter: Meter,
    pub(super) trace: T,
    /// One stack for all plies, as the game lists them: a node's moves lie above its parent's.
    pub(super) moves: Vec<G::Move>,
    /// The same for ranks, of nodes whose moves are ordered.
    pub(super) waiting: Vec<Waiting>,
    /// The best line found from each ply of the current path.
    pub(super) lines: Vec<Vec<G::Move>>,
    pub(super) memory: Memory<G::Move>,
    /// Static values taken because the depth ran out. A search that adds none has seen the end of every line.
    pub(super) horizon: u64,
    pub(super) used: TableUse,
    /// The best move at the root so far, and its place in the game's list.
    pub(super) root_best: Option<(G::Move, u32)>,
    /// Why the last node was left; kept up to date only while somebody listens.
    why: Leaving,
    /// The other threads, if there are any.
    pub(super) team: Option<&'a Team<G>>,
    /// The split in whose subtree this thread works.
    pub(super) split: Option<Arc<Split<G>>>,
}

impl<'a, G: TwoPlayer + Keyed, S: Search<G>, T: Trace<G::Move>> Worker<'a, G, S, T> {
    pub(super) fn new(plan: &'a Plan<'a, S>, meter: Meter, trace: T, team: Option<&'a Team<G>>) -> Self {
        Self {
            plan,
            meter,
            trace,
            moves: Vec::with_capacity(256),
            waiting: Vec::with_capacity(256),
            lines: Vec::new(),
            memory: Memory::new(),
            horizon: 0,
            used: TableUse::default(),
            root_best: None,
            why: Leaving::Stopped,
            team,
            split: None,
        }
    }

    /// The best line from `ply` on, as far as windows were open.
    pub(super) fn line_from(&self, ply: usize) -> &[G::Move] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
    }

    pub(super) fn age_history(&mut self) {
        self.memory.age();
    }

    /// The value for the seat to move, exact inside the window and a bound outside; None once the search must stop.
    /// `OPEN`: the window may hold more than one value, and the best line is wanted.
    pub(super) fn value<const OPEN: bool>(&mut self, position: &G, node: Node<G::Move>) -> Option<Score> {
        if !self.meter.enter() || self.split.as_ref().is_some_and(|split| split.is_cut()) {
            return None;
        }
        let seat = mover(position);
        if T::NODES {
            self.tell_enter(seat, &node);
        }
        if OPEN {
            self.clear_line(node.ply);
        }
        let value = self.inside::<OPEN>(position, seat, node);
        if T::NODES {
            let seen = value.map(|value| self.seen_from(seat, value));
            let why = if seen.is_some() { self.why } else { Leaving::Stopped };
            self.trace.leave(seen, why);
        }
        value
    }

    /// Notes why the node in hand is left, for those who listen.
    #[inline]
    pub(super) fn because(&mut self, why: Leaving) {
        if T::NODES {
            self.why = why;
        }
    }

    /// Each idea that can end a node early has its turn; what is left is the loop over the moves.
    #[inline]
    fn inside<const OPEN: bool>(&mut self, position: &G, seat: Seat, node: Node<G::Move>) -> Option<Score> {
        if node.depth <= 0
            && let Some(found) = self.at_horizon(position, seat, &node)
        {
            return Some(found);
        }
        let height = node.depth.min(self.plan.search.rank().height(position));
        let key = self.table_key(position, height);
        let known = key.and_then(|key| self.look_up(key, &node));
        if let Some(value) = known.and_then(|entry| self.table_cut(&entry, &node)) {
            self.because(Leaving::Table);
            return Some(value);
        }
        if <S::Select>::ACTIVE
            && !OPEN
            && node.ply > 0
            && let Some(value) = self.selective_cut(position, &node)?
        {
            self.because(Leaving::Selective);
            return Some(value);
        }
        let base = self.moves.len();
        position.moves(&mut self.moves);
        if self.moves.len() == base {
            self.because(Leaving::Finished);
            return Some(
                self.seen_from(seat, self.plan.search.eval().finished(position, self.plan.root, node.ply)),
            );
        }
        let horizon = self.horizon;
        let first = self.waiting.len();
        let ordered = self.orders(height);
        if ordered {
            self.rank(position, seat, &node, known.and_then(|entry| entry.best), base);
        }
        let deeper = node.ply == 0 || self.goes_on(self.depth_below(&node, self.moves.len() - base));
        let found = if ordered || deeper {
            self.best_of::<OPEN>(position, seat, node, base, ordered.then_some(first))
        } else {
            self.best_leaf(position, seat, &node, base, OPEN)
        };
        self.moves.truncate(base);
        self.waiting.truncate(first);
        let (value, best) = found?;
        if let Some(key) = key {
            self.remember(key, &node, value, best, self.horizon == horizon);
        }
        Some(value)
    }

    /// The end of the depth: a finished game or a static value. None if the position is too noisy to be valued, so
    /// that the search goes on below the horizon.
    #[inline]
    fn at_horizon(&mut self, position: &G, seat: Seat, node: &Node<G::Move>) -> Option<Score> {
        let eval = self.plan.search.eval();
        if position.is_over() {
            self.because(Leaving::Finished);
            return Some(self.seen_from(seat, eval.finished(position, self.plan.root, node.ply)));
        }
        let cap = self.plan.settings.quiescence;
        if node.depth > -(cap as i32) && eval.is_noisy(position) {
            return None;
        }
        self.horizon += 1;
        self.because(Leaving::Horizon);
        Some(self.seen_from(seat, eval.evaluate(position, self.plan.root)))
    }

    /// The key under which the table knows this position, where the table is asked at all.
    #[inline]
    fn table_key(&self, position: &G, height: i32) -> Option<u64> {
        self.plan.table?;
        (height >= self.plan.settings.table_from).then(|| position.key() ^ self.plan.salt)
    }

    #[inline]
    fn look_up(&mut self, key: u64, node: &Node<G::Move>) -> Option<Entry> {
        self.used.probes += 1;
        let found = self.plan.table?.get(key, node.ply);
        self.used.hits += u64::from(found.is_some());
        found
    }

    /// The value that the table knows, if it settles the node. Never at the root, where a move is wanted.
    #[inline]
    fn table_cut(&mut self, entry: &Entry, node: &Node<G::Move>) -> Option<Score> {
        let deep_enough = match self.plan.settings.reuse {
            Reuse::Deeper => entry.depth >= stored_depth(node.depth),
            Reuse::Equal => entry.depth == stored_depth(node.depth),
        };
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value >= node.beta,
            Bound::Upper => entry.value <= node.alpha,
        };
        if !deep_enough || !settles || node.ply == 0 {
            return None;
        }
        self.used.cuts += 1;
        self.horizon += u64::from(entry.depth != Entry::SOLVED);
        Some(entry.value)
    }

    fn remember(&mut self, key: u64, node: &Node<G::Move>, value: Score, best: Option<u32>, solved: bool) {
        let Some(table) = self.plan.table else { return };
        let bound = match value {
            value if value >= node.beta => Bound::Lower,
            value if value > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let solved = solved && self.plan.settings.reuse == Reuse::Deeper;
        let depth = if solved { Entry::SOLVED } else { stored_depth(node.depth) };
        self.used.stores += 1;
        table.put(key, node.ply, Entry { value, bound, depth, best });
    }

    /// Ranks the moves from `base` on. `known` is the table's move.
    fn rank(&mut self, position: &G, seat: Seat, node: &Node<G::Move>, known: Option<u32>, base: usize) {
        let known = if node.ply == 0 { self.root_best.map(|best| best.1).or(known) } else { known };
        let plan = self.plan;
        let moves = self.moves[base..].iter().zip(0..);
        if plan.settings.order == Ordering::Static {
            let sign = if seat == plan.root { 1 } else { -1 };
            let rank = |mv| sign * static_value(position, mv, plan, node.ply + 1).raw();
            self.waiting.extend(moves.map(|(&mv, index)| Waiting { rank: rank(mv), index }));
            return;
        }
        let advice = self.memory.advice(seat, node.ply, node.last);
        self.waiting.extend(moves.map(|(&mv, index)| {
            let rank = if known == Some(index) {
                Memory::<G::Move>::table_rank()
            } else if <S::Rank>::ACTIVE {
                advice.rank(mv).saturating_add(plan.search.rank().rank(position, mv))
            } else {
                advice.rank(mv)
            };
            Waiting { rank, index }
        }));
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
        let depth = self.depth_below(&node, count);
        let Node { mut alpha, beta, ply, .. } = node;
        let (mut best, mut best_index) = (-Score::INFINITY, None);
        for rank in 0..count {
            if let Some(team) = self.idle_team(&node, rank, count - rank) {
                let left =
                    self.siblings_left(position, seat, Node { alpha, ..node }, base, ranks, rank, best);
                let found = self.share::<OPEN>(team, left)?;
                return Some(self.adopt(&found, best_index, seat, &node));
            }
            let index = if let Some(first) = ranks {
                best_to_front(&mut self.waiting[first + rank..first + count]);
                self.waiting[first + rank].index
            } else {
                rank as u32
            };
            let mv = self.moves[base + index as usize];
            let mut child = position.clone();
            child.play(mv);
            let value = if self.goes_on(depth) {
                let below = Node { depth, ply: ply + 1, alpha, beta, last: Some(mv), rank };
                self.try_move::<OPEN>(position, &child, seat, below)?
            } else {
                self.leaf(&child, seat, ply + 1)?
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_index = Some(index);
                    if ply == 0 {
                        self.root_best = Some((mv, index));
                    }
                    if OPEN {
                        self.extend_line(ply, mv, self.goes_on(depth));
                    }
                    if alpha >= beta {
                        if let Some(first) = ranks.filter(|_| self.plan.settings.order == Ordering::Dynamic) {
                            let tried = self.waiting[first..first + rank].iter();
                            let before = tried.map(|waiting| self.moves[base + waiting.index as usize]);
                            self.memory.reward(mv, before, seat, node.depth, ply, node.last);
                        }
                        self.because(Leaving::Cut { by: rank, left_out: count - rank - 1 });
                        return Some((best, best_index));
                    }
                }
            }
        }
        self.because(Leaving::Searched);
        Some((best, best_index))
    }

    /// The depth that is left for the children of a node with this many moves.
    #[inline]
    pub(super) fn depth_below(&self, node: &Node<G::Move>, moves: usize) -> i32 {
        let free = self.plan.settings.extend_single_reply && moves == 1 && node.depth > 0;
        node.depth - 1 + i32::from(free)
    }

    /// A value of the root's seat as `seat` sees it, and the other way round.
    #[inline]
    pub(super) fn seen_from(&self, seat: Seat, value: Score) -> Score {
        if seat == self.plan.root { value } else { -value }
    }

    #[cold]
    fn tell_enter(&mut self, seat: Seat, node: &Node<G::Move>) {
        let maximising = seat == self.plan.root;
        let window = if maximising { (node.alpha, node.beta) } else { (-node.beta, -node.alpha) };
        let Node { depth, ply, last: mv, rank, .. } = *node;
        self.trace.enter(&Entering { mv, rank, ply, depth, maximising, window });
    }

    #[inline]
    pub(super) fn clear_line(&mut self, ply: u32) {
        let ply = ply as usize;
        match self.lines.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.lines.resize_with(ply + 1, Vec::new),
        }
    }

    /// `mv` is best here; the line below it follows, if there is one.
    pub(super) fn extend_line(&mut self, ply: u32, mv: G::Move, goes_on: bool) {
        let (here, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = here.last_mut().expect("every ply on the path has a line");
        line.clear();
        line.push(mv);
        if goes_on {
            line.extend_from_slice(below.first().map_or(&[], Vec::as_slice));
        }
    }
}

/// The static value after a move, for the seat that the search works for.
fn static_value<G: TwoPlayer + Keyed, S: Search<G>>(
    position: &G,
    mv: G::Move,
    plan: &Plan<'_, S>,
    ply: u32,
) -> Score {
    let mut child = position.clone();
    child.play(mv);
    if child.is_over() {
        plan.search.eval().finished(&child, plan.root, ply)
    } else {
        plan.search.eval().evaluate(&child, plan.root)
    }
}

/// A depth as the table holds it.
#[inline]
fn stored_depth(depth: i32) -> u32 {
    (depth.max(0) as u32).min(Entry::DEEPEST)
}
