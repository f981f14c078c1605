//! Max^n: every seat plays for itself.

use std::time::Instant;

use crate::evaluate::Evaluate;
use crate::game::{Game, Seat, Turn};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::report::{Report, TableUse};
use crate::score::Score;
use crate::setting::Deterministic;
use crate::stop::Stop;

/// What is known of the values of all seats in one position, proven results included: the ground of pruning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatSum {
    /// No seat's value is lower.
    pub lowest: Score,
    /// The raw values of all seats never sum to more ([`Score::raw`]).
    pub highest_sum: i64,
}

impl SeatSum {
    /// Two seats, of which one gains what the other loses.
    pub const ZERO: Self = Self { lowest: Score::lost_in(0), highest_sum: 0 };
}

/// The values of `position` for all seats, in their order, where each seat picks the move that is worth most to
/// itself (Luckhardt & Irani 1986, "An algorithmic solution of N-person games").
///
/// **Among equal moves the first listed is best, and that is part of the value**: to the seat that chooses equal moves
/// are equal, to the others they may not be. Another order of moves can thus give another vector.
///
/// Static values are taken from each seat's own point of view. With `sum` known, shallow pruning (Korf 1991,
/// "Multi-player alpha-beta pruning", shallow pruning) leaves out what cannot change the answer; the vector and the best move stay
/// the same. Deep pruning does not exist here: it would be wrong (Korf 1991, failure of deep pruning).
pub fn max_n<G: Deterministic, E: Evaluate<G>>(
    position: &G,
    eval: &E,
    sum: Option<SeatSum>,
    limits: &Limits,
) -> Report<G::Move, Vec<Score>> {
    let started = Instant::now();
    let mut search = MaxN { eval, sum, meter: Meter::new(limits), horizon: false };
    let mut line = Vec::new();
    let bound = sum.map_or(i64::MAX, |sum| sum.most_beside(sum.lowest, G::SEATS));
    let values = search.values(position, limits.depth.unwrap_or(u32::MAX), 0, bound, &mut line);
    Report {
        best: line.first().copied(),
        value: values.unwrap_or_else(|| vec![Score::ZERO; G::SEATS]),
        line,
        depth: limits.depth.unwrap_or(0),
        nodes: search.meter.nodes(),
        elapsed: started.elapsed(),
        stopped: search.meter.stopped().unwrap_or(if search.horizon { Stop::Depth } else { Stop::Solved }),
        table: TableUse::default(),
    }
}

struct MaxN<'a, E> {
    eval: &'a E,
    sum: Option<SeatSum>,
    meter: Meter,
    horizon: bool,
}

impl<E> MaxN<'_, E> {
    /// The vector of `position`; None once the search must stop. Once the seat to move has `bound` or more, a seat
    /// further up will not come here, and the rest is left out.
    fn values<G>(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        bound: i64,
        line: &mut Vec<G::Move>,
    ) -> Option<Vec<Score>>
    where
        G: Deterministic,
        E: Evaluate<G>,
    {
        if !self.meter.enter() {
            return None;
        }
        line.clear();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let seats = (0..G::SEATS).map(|seat| Seat(seat as u8));
        if moves.is_empty() {
            return Some(seats.map(|seat| self.eval.finished(position, seat, ply)).collect());
        }
        if depth == 0 {
            self.horizon = true;
            return Some(seats.map(|seat| self.eval.evaluate(position, seat)).collect());
        }
        let seat = mover(position);
        let mut best: Option<Vec<Score>> = None;
        let mut below = Vec::new();
        for mv in moves {
            let mut child = position.clone();
            child.play(mv);
            let own = best.as_ref().map(|best| best[seat.index()]);
            let child_bound = self.bound_below(&child, seat, own, bound);
            let values = self.values(&child, depth - 1, ply + 1, child_bound, &mut below)?;
            if own.is_none_or(|own| values[seat.index()] > own) {
                best = Some(values);
                line.clear();
                line.push(mv);
                line.append(&mut below);
            }
            if best.as_ref().is_some_and(|best| i64::from(best[seat.index()].raw()) >= bound) {
                break;
            }
        }
        best
    }

    /// The bound for a child of a node where `seat` has `own` so far. If another seat moves in the child and gets so
    /// much that no more than `own` is left for `seat`, `seat` will not go there (Korf 1991, procedure Shallow). If
    /// `seat` moves again, what stops it here stops it there.
    fn bound_below<G: Game>(&self, child: &G, seat: Seat, own: Option<Score>, bound: i64) -> i64 {
        match self.sum {
            None => i64::MAX,
            Some(_) if child.turn() == Turn::Seat(seat) => bound,
            Some(sum) => sum.most_beside(own.unwrap_or(sum.lowest), G::SEATS),
        }
    }
}

impl SeatSum {
    /// The most that one seat can have beside another that has `other`.
    fn most_beside(self, other: Score, seats: usize) -> i64 {
        self.highest_sum - i64::from(other.raw()) - (seats as i64 - 2) * i64::from(self.lowest.raw())
    }
}

fn mover<G: Deterministic>(position: &G) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => unreachable!("a deterministic game has no turns of chance: {position:?}"),
    }
}
