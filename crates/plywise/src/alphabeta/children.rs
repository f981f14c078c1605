//! Which child is searched first, and how: with which window, how deeply, or not at all.

use super::Plan;
use super::order::{MoveHistory, Ordering, Rank};
use super::probe::Probe;
use super::search::Search;
use super::select::{ProbCut, Selectivity};
use super::worker::{Node, Worker};
use crate::evaluate::Evaluate;
use crate::game::{Keyed, Seat, TwoPlayer};
use crate::minimax::mover;
use crate::ranked::RankedMove;
use crate::score::Score;
use crate::table::{Bound, Entry};

impl<G: TwoPlayer + Keyed, S: Search<G>> Worker<'_, G, S> {
    /// Ranks the moves from `base` on. `known` is the table's move.
    pub(super) fn rank(
        &mut self,
        position: &G,
        seat: Seat,
        node: &Node<G::Move>,
        known: Option<u32>,
        base: usize,
    ) {
        // At the root the best move of the last iteration outlives whatever the table has lost; it also makes an
        // iteration that is cut short a usable one (`keep_part`).
        let known = if node.ply == 0 { self.root_best.map(|best| best.1).or(known) } else { known };
        let plan = self.plan;
        let moves = self.moves[base..].iter().zip(0..);
        if plan.settings.order == Ordering::Static {
            let sign = if seat == plan.root { 1 } else { -1 };
            let rank = |mv| sign * value_after(position, mv, plan, node.ply + 1).raw();
            self.ranked.extend(moves.map(|(&mv, index)| RankedMove { rank: rank(mv), index }));
            return;
        }
        // Looked up once for the node, not once for each move.
        let advice = self.history.advice(seat, node.ply, node.last);
        self.ranked.extend(moves.map(|(&mv, index)| {
            let rank = if known == Some(index) {
                MoveHistory::<G::Move>::table_rank()
            } else if <S::Rank>::ACTIVE {
                advice.rank(mv).saturating_add(plan.search.rank().rank(position, mv, node.depth))
            } else {
                advice.rank(mv)
            };
            RankedMove { rank, index }
        }));
    }

    /// A child's value for `seat`: in full, or first against a window that nothing lies in.
    #[inline(always)]
    pub(super) fn try_move<const OPEN: bool>(
        &mut self,
        position: &G,
        child: &G,
        seat: Seat,
        node: Node<G::Move>,
    ) -> Option<Score> {
        if !self.plan.null_windows || node.rank == 0 {
            self.child::<OPEN>(child, seat, node)
        } else {
            self.scout::<OPEN>(position, child, seat, node)
        }
    }

    /// Principal variation search: Marsland & Campbell 1982, "Parallel search of strongly ordered game trees"; Reinefeld
    /// 1983.
    fn scout<const OPEN: bool>(
        &mut self,
        position: &G,
        child: &G,
        seat: Seat,
        node: Node<G::Move>,
    ) -> Option<Score> {
        if OPEN {
            self.lines.clear(node.ply); // the scout keeps no line: what is there belongs to a sister
        }
        // The empty window asks one question, whether this move is better than the best so far; most are not, and
        // their refutations cost less than their values.
        let scout = Node { beta: node.alpha.next_up(), ..node };
        let mv = node.last.expect("a child is reached by a move");
        // Plies 0 and 1 are not reduced: a wrong answer there is the move that is played. The child's depth has
        // been lowered by the move already, hence + 1.
        let less = if <S::Select>::ACTIVE && node.ply > 1 {
            self.plan
                .search
                .select()
                .reduction(position, mv, node.rank, node.depth + 1)
                .clamp(0, node.depth.max(0))
        } else {
            0
        };
        let mut value = self.child::<false>(child, seat, Node { depth: scout.depth - less, ..scout })?;
        // A reduced search that surprises proves nothing; the same question again, at full depth.
        if less > 0 && value > node.alpha {
            value = self.child::<false>(child, seat, scout)?;
        }
        // Better, but how much better? Only an open window needs to know; in an empty one alpha + 1 = beta, and
        // the scout was the whole search.
        if OPEN && value > node.alpha && value < node.beta {
            value = self.child::<true>(child, seat, node)?;
        }
        Some(value)
    }

    /// The window and the value turn round only if the turn goes over.
    #[inline]
    fn child<const OPEN: bool>(&mut self, child: &G, seat: Seat, node: Node<G::Move>) -> Option<Score> {
        if mover(child) == seat {
            self.value::<OPEN>(child, node)
        } else {
            // Negamax as long as the seats alternate. Where a seat moves twice (a pass that is no move, a capture
            // that goes on) window and sign stay as they are.
            let turned = Node { alpha: -node.beta, beta: -node.alpha, ..node };
            self.value::<OPEN>(child, turned).map(|value| -value)
        }
    }

    /// A child that is no more than a static value, as `seat` sees it. Most positions are: no window, no line, no
    /// table.
    #[inline(always)]
    pub(super) fn leaf(&mut self, child: &G, seat: Seat, ply: u32) -> Option<Score> {
        if !self.meter.enter() {
            return None;
        }
        let eval = self.plan.search.eval();
        // Values come from the evaluator as the root's seat sees them and are turned here, once, so that an
        // evaluator that is not antisymmetric is asked for one seat only.
        let value = if child.is_over() {
            self.note_end(child);
            eval.finished(child, self.plan.root, ply)
        } else if self.probes() {
            return Some(self.probed_leaf(child, seat, ply));
        } else {
            self.horizon += 1;
            self.static_value(child, ply)
        };
        Some(self.seen_from(seat, value))
    }

    /// The same where the game may know more than a static value.
    #[inline]
    fn probed_leaf(&mut self, child: &G, seat: Seat, ply: u32) -> Score {
        let search = self.plan.search;
        let proven = search.probe().bounds(child, Score::LOWEST, Score::INFINITY).seen_from_root(ply);
        let value = if proven.at_least == proven.at_most {
            proven.at_least
        } else {
            self.horizon += 1;
            let value = self.static_value(child, ply);
            proven.correct(self.seen_from(mover(child), value))
        };
        if mover(child) == seat { value } else { -value }
    }

    /// The best of children that are all leaves and tried as listed: its value, and its place in the list. Most of the time is spent here.
    pub(super) fn best_leaf(
        &mut self,
        position: &G,
        seat: Seat,
        node: &Node<G::Move>,
        base: usize,
        open: bool,
    ) -> Option<(Score, Option<u32>)> {
        let count = self.moves.len() - base;
        let (mut best, mut best_index) = (-Score::INFINITY, None);
        for index in 0..count {
            let mut child = position.clone();
            child.play(self.moves[base + index]);
            self.along.follow(self.plan.search.eval(), position, &child, node.ply);
            // No line is cleared or copied in this loop: a leaf has none.
            let value = self.leaf(&child, seat, node.ply + 1)?;
            if value > best {
                best = value;
                if value > node.alpha {
                    best_index = Some(index as u32);
                    if value >= node.beta {
                        break;
                    }
                }
            }
        }
        if let (true, Some(index)) = (open, best_index) {
            self.lines.extend(node.ply, self.moves[base + index as usize], false);
        }
        Some((best, best_index))
    }

    /// Whether positions with this depth left are more than a static value.
    #[inline]
    pub(super) fn goes_on(&self, depth: i32) -> bool {
        self.is_watched() || depth > 0 || self.plan.settings.quiescence > 0
    }

    /// Enhanced transposition cut-offs: Schaeffer & Plaat 1996, "New advances in alpha-beta searching". Of the moves, which lie
    /// from `base` on, one that leads to what the table knows may refute the position before any is searched.
    pub(super) fn enhanced_cut(
        &mut self,
        position: &G,
        seat: Seat,
        node: &Node<G::Move>,
        base: usize,
    ) -> Option<Score> {
        let table = self.plan.table?;
        self.below.clear();
        for &mv in &self.moves[base..] {
            let mut child = position.clone();
            child.play(mv);
            let key = child.key() ^ self.plan.salt;
            // All of them are on their way before the first is waited for.
            table.prefetch(key);
            self.below.push((key, mover(&child) == seat));
        }
        let depth = node.depth - 1;
        for &(key, same) in &self.below {
            let Some(entry) = table.get(key, node.ply + 1) else { continue };
            let (value, needless) =
                if same { (entry.value, Bound::Upper) } else { (-entry.value, Bound::Lower) };
            if entry.bound != needless && value >= node.beta && self.serves(&entry, depth) {
                self.used.cuts += 1;
                self.horizon += u64::from(entry.depth != Entry::SOLVED);
                return Some(value);
            }
        }
        None
    }

    /// Multi-ProbCut, where the game opted in. The outer None: the search must stop.
    pub(super) fn selective_cut(&mut self, position: &G, node: &Node<G::Move>) -> Option<Option<Score>> {
        // A regression between static values says nothing about the distance of a win.
        if node.beta.is_proven() || node.alpha.is_proven() {
            return Some(None);
        }
        // A prediction from as deep a search would be one from itself.
        let cuts = self.plan.search.select().prob_cuts(position, node.depth);
        let mut cuts = cuts.iter().filter(|cut| cut.shallow < node.depth).peekable();
        if cuts.peek().is_none() || position.is_over() {
            return Some(None);
        }
        // A shallow search is worth its price on the side of the window on which the position stands already.
        let standing = self.seen_from(mover(position), self.static_value(position, node.ply));
        for cut in cuts {
            if let Some(value) = self.prob_cut(position, node, cut, standing)? {
                self.horizon += 1;
                return Some(Some(value));
            }
        }
        Some(None)
    }

    fn prob_cut(
        &mut self,
        position: &G,
        node: &Node<G::Move>,
        cut: &ProbCut,
        standing: Score,
    ) -> Option<Option<Score>> {
        let shallow = Node { depth: cut.shallow, ..*node };
        if standing >= node.beta
            && let Some(high) = cut.high(node.beta)
        {
            // The shallow search is itself selective and uses the same table: its cuts are those of a search to
            // that depth.
            let scout = Node { alpha: high.next_down(), beta: high, ..shallow };
            if self.value::<false>(position, scout)? >= high {
                return Some(Some(node.beta));
            }
        }
        if standing <= node.alpha
            && let Some(low) = cut.low(node.alpha)
        {
            let scout = Node { alpha: low, beta: low.next_up(), ..shallow };
            if self.value::<false>(position, scout)? <= low {
                return Some(Some(node.alpha));
            }
        }
        Some(None)
    }
}

/// The static value after a move, for the seat that the search works for.
fn value_after<G: TwoPlayer + Keyed, S: Search<G>>(
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
