//! Alpha-beta, fail-soft, in the order in which the game lists its moves.
//!
//! Knuth & Moore 1975, "An analysis of alpha-beta pruning", §3 (F2 with deep cut-offs); fail-soft: Fishburn 1983,
//! "Another optimization of alpha-beta search".

use std::time::Instant;

use crate::evaluate::Evaluate;
use crate::game::{Seat, TwoPlayer};
use crate::limits::{Limits, Meter, Stop};
use crate::minimax::mover;
use crate::report::{Report, TableUse};
use crate::score::Score;

/// The value of `position` for the seat to move: equal to [`crate::minimax()`]'s, with the same best move, in
/// fewer nodes.
///
/// As there, evaluations are taken from the root seat's point of view and among equal moves the first is best.
pub fn alpha_beta<G: TwoPlayer, E: Evaluate<G>>(
    position: &G,
    eval: &E,
    limits: &Limits,
) -> Report<G::Move, Score> {
    let started = Instant::now();
    let depth = limits.depth.unwrap_or(u32::MAX);
    let mut search = AlphaBeta {
        eval,
        root: mover(position),
        meter: Meter::new(limits),
        moves: Vec::with_capacity(256),
        lines: Vec::new(),
        horizon: false,
    };
    let value = search.value(position, depth, 0, -Score::INFINITY, Score::INFINITY);
    let line = search.lines.into_iter().next().unwrap_or_default();
    Report {
        best: line.first().copied(),
        value: value.unwrap_or(Score::ZERO),
        line,
        depth: limits.depth.unwrap_or(0),
        nodes: search.meter.nodes(),
        elapsed: started.elapsed(),
        stopped: search.meter.stopped().unwrap_or(if search.horizon { Stop::Depth } else { Stop::Solved }),
        table: TableUse::default(),
    }
}

struct AlphaBeta<'a, G: TwoPlayer, E> {
    eval: &'a E,
    root: Seat,
    meter: Meter,
    /// One stack for all plies: a node's moves lie above its parent's.
    moves: Vec<G::Move>,
    /// The best line found from each ply of the current path.
    lines: Vec<Vec<G::Move>>,
    horizon: bool,
}

impl<G: TwoPlayer, E: Evaluate<G>> AlphaBeta<'_, G, E> {
    /// The value for the seat to move in `position`, exact inside the window, a bound outside; None once the
    /// search must stop.
    fn value(&mut self, position: &G, depth: u32, ply: u32, mut alpha: Score, beta: Score) -> Option<Score> {
        if !self.meter.enter() {
            return None;
        }
        let seat = mover(position);
        if depth == 0 {
            return Some(self.leaf(position, seat, ply));
        }
        let base = self.moves.len();
        position.moves(&mut self.moves);
        let top = self.moves.len();
        self.clear_line(ply);
        if top == base {
            return Some(self.seen_from(seat, self.eval.finished(position, self.root, ply)));
        }
        let mut best = -Score::INFINITY;
        for i in base..top {
            let mv = self.moves[i];
            let mut child = position.clone();
            child.play(mv);
            let value = self.child_value(&child, seat, depth - 1, ply + 1, alpha, beta)?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, mv);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(base);
        Some(best)
    }

    /// A child's value for `seat`, whoever moves there: the window and the value turn round only if the turn
    /// goes over.
    #[inline]
    fn child_value(
        &mut self,
        child: &G,
        seat: Seat,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        if mover(child) == seat {
            self.value(child, depth, ply, alpha, beta)
        } else {
            self.value(child, depth, ply, -beta, -alpha).map(|value| -value)
        }
    }

    #[inline]
    fn leaf(&mut self, position: &G, seat: Seat, ply: u32) -> Score {
        self.clear_line(ply);
        let value = if position.is_over() {
            self.eval.finished(position, self.root, ply)
        } else {
            self.horizon = true;
            self.eval.evaluate(position, self.root)
        };
        self.seen_from(seat, value)
    }

    /// A value of the root's seat as `seat` sees it.
    #[inline]
    fn seen_from(&self, seat: Seat, value: Score) -> Score {
        if seat == self.root { value } else { -value }
    }

    #[inline]
    fn clear_line(&mut self, ply: u32) {
        let ply = ply as usize;
        match self.lines.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.lines.resize_with(ply + 1, Vec::new),
        }
    }

    fn extend_line(&mut self, ply: u32, mv: G::Move) {
        let (here, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = here.last_mut().expect("every ply on the path has a line");
        line.clear();
        line.push(mv);
        line.extend_from_slice(below.first().map_or(&[], Vec::as_slice));
    }
}
