//! Expectimax and, with two seats, expectiminimax: the oracle of games with chance. Written for clarity.
//!
//! Michie 1966, "Game-playing and game-learning automata"; Russell & Norvig, "Artificial Intelligence", 4th ed.,
//! §5.5 (EXPECTIMINIMAX).

use std::time::Instant;

use crate::evaluate::Evaluate;
use crate::game::{Seat, Stochastic, Turn};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::report::{Report, TableUse};
use crate::stop::Stop;

/// The expected value of `position`, in the evaluator's unit, for the seat to move (at a turn of chance: for
/// the first seat): that seat maximises, every other seat minimises, chance is averaged.
///
/// The depth counts turns of seats only. A turn of chance costs nothing, so that positions are valued after the
/// dice have fallen: a search of depth 1 looks at each move, each outcome that may follow, and evaluates there.
/// Among equal moves the first listed is best. The line ends where chance has the turn.
pub fn expectimax<G: Stochastic, E: Evaluate<G>>(
    position: &G,
    eval: &E,
    limits: &Limits,
) -> Report<G::Move, f64> {
    let started = Instant::now();
    let root = match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => Seat::FIRST,
    };
    let mut search = Expectimax { eval, root, meter: Meter::new(limits), horizon: false };
    let mut line = Vec::new();
    let value = search.value(position, limits.depth.unwrap_or(u32::MAX), 0, &mut line);
    Report {
        best: line.first().copied(),
        value: value.unwrap_or(0.0),
        line,
        depth: limits.depth.unwrap_or(0),
        nodes: search.meter.nodes(),
        elapsed: started.elapsed(),
        stopped: search.meter.stopped().unwrap_or(if search.horizon { Stop::Depth } else { Stop::Solved }),
        table: TableUse::default(),
    }
}

struct Expectimax<'a, E> {
    eval: &'a E,
    root: Seat,
    meter: Meter,
    horizon: bool,
}

impl<E> Expectimax<'_, E> {
    /// The expected value for the root's seat; None once the search must stop.
    fn value<G>(&mut self, position: &G, depth: u32, ply: u32, line: &mut Vec<G::Move>) -> Option<f64>
    where
        G: Stochastic,
        E: Evaluate<G>,
    {
        if !self.meter.enter() {
            return None;
        }
        line.clear();
        if position.is_over() {
            return Some(f64::from(self.eval.finished(position, self.root, ply).raw()));
        }
        match position.turn() {
            Turn::Chance => self.mean(position, depth, ply),
            Turn::Seat(_) if depth == 0 => {
                self.horizon = true;
                Some(f64::from(self.eval.evaluate(position, self.root).raw()))
            }
            Turn::Seat(seat) => self.best(position, seat == self.root, depth, ply, line),
        }
    }

    fn mean<G>(&mut self, position: &G, depth: u32, ply: u32) -> Option<f64>
    where
        G: Stochastic,
        E: Evaluate<G>,
    {
        let mut outcomes = Vec::new();
        position.outcomes(&mut outcomes);
        let mut sum = 0.0;
        for (mv, probability) in outcomes {
            let mut child = position.clone();
            child.play(mv);
            sum += probability * self.value(&child, depth, ply + 1, &mut Vec::new())?;
        }
        Some(sum)
    }

    fn best<G>(
        &mut self,
        position: &G,
        maximise: bool,
        depth: u32,
        ply: u32,
        line: &mut Vec<G::Move>,
    ) -> Option<f64>
    where
        G: Stochastic,
        E: Evaluate<G>,
    {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut best = None;
        let mut below = Vec::new();
        for mv in moves {
            let mut child = position.clone();
            child.play(mv);
            let value = self.value(&child, depth - 1, ply + 1, &mut below)?;
            if best.is_none_or(|best| if maximise { value > best } else { value < best }) {
                best = Some(value);
                line.clear();
                line.push(mv);
                line.append(&mut below);
            }
        }
        best
    }
}
