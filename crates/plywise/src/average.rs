//! Minimax with its minimum replaced by a mean: the best play against somebody who moves at random, as far as it looks.
//!
//! Michie 1966, "Game-playing and game-learning automata", with the rival's turns taken for turns of chance on which
//! every move is equally likely. Nothing can be cut off: every reply changes the mean.

use std::time::Instant;

use crate::agent::{Agent, decide};
use crate::evaluate::Evaluate;
use crate::game::{Seat, TwoPlayer};
use crate::limits::{Limits, SearchLimits};
use crate::meter::Meter;
use crate::minimax::mover;
use crate::report::{Report, TableUse};
use crate::score::Value;
use crate::stop::Stop;
use crate::trace::Tell;

/// The value of `position` for the seat to move, in the evaluator's unit, if the other seat plays each of its moves with
/// the same probability. Among equal moves the first listed is best. The line is the best move alone.
pub fn average<G: TwoPlayer, E: Evaluate<G>>(
    position: &G,
    eval: &E,
    limits: &Limits,
) -> Report<G::Move, f64> {
    let started = Instant::now();
    let mut search = Average { eval, root: mover(position), meter: Meter::new(limits), horizon: false };
    let found = search.value(position, limits.depth.unwrap_or(u32::MAX), 0);
    let (value, best) = found.unwrap_or_default();
    Report {
        best,
        value,
        line: best.into_iter().collect(),
        depth: limits.depth.unwrap_or(0),
        nodes: search.meter.nodes(),
        elapsed: started.elapsed(),
        stopped: search.meter.stopped().unwrap_or(if search.horizon { Stop::Depth } else { Stop::Solved }),
        table: TableUse::default(),
    }
}

struct Average<'a, E> {
    eval: &'a E,
    root: Seat,
    meter: Meter,
    horizon: bool,
}

impl<E> Average<'_, E> {
    /// The value for the root's seat, and the best move where that seat is to move; None once the search must stop.
    fn value<G>(&mut self, position: &G, depth: u32, ply: u32) -> Option<(f64, Option<G::Move>)>
    where
        G: TwoPlayer,
        E: Evaluate<G>,
    {
        if !self.meter.enter() {
            return None;
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            return Some((f64::from(self.eval.finished(position, self.root, ply).raw()), None));
        }
        if depth == 0 {
            self.horizon = true;
            return Some((f64::from(self.eval.evaluate(position, self.root).raw()), None));
        }
        let (own, count) = (mover(position) == self.root, moves.len() as f64);
        let (mut best, mut sum) = (None, 0.0);
        for mv in moves {
            let mut child = position.clone();
            child.play(mv);
            let value = self.value(&child, depth - 1, ply + 1)?.0;
            sum += value;
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, mv));
            }
        }
        best.map(|(value, mv)| if own { (value, Some(mv)) } else { (sum / count, None) })
    }
}

/// Plays by [`average`] to a fixed depth, or deeper and deeper while the clock allows it.
#[derive(Clone, Debug)]
pub struct AverageAgent<E> {
    /// What leaves are worth.
    pub eval: E,
    /// Its own limits: the stricter of these and the clock's hold.
    pub limits: SearchLimits,
}

impl<G: TwoPlayer, E: Evaluate<G> + Send> Agent<G> for AverageAgent<E> {
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let (limits, unit) = (self.limits.within(limits), self.eval.unit());
        let search = |limits: &Limits| average(position, &self.eval, limits);
        decide(position, &limits, unit, tell, search, |value| Value::Points(value / f64::from(unit)))
    }
}
