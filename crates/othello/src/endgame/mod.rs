//! Exact endgames: the value of a position with few empty squares, from bitboards alone.
//!
//! What is old in Othello programs, with few squares left: moves that leave few replies first, and those in quarters of the
//! board with an odd number of empty squares (parity); discs that nothing can turn over as a bound; the last squares unrolled
//! and the last disc counted, not placed. Buro 1997, "Experiments with Multi-ProbCut …", §4, and the notes that authors of
//! programs left on their pages (Andersson, "Zebra"; Delorme, "Edax").

mod images;
pub(crate) mod last;
mod lines;
mod order;
pub(crate) mod search;
mod solver;
mod stability;

use std::sync::Arc;

use plywise::alphabeta::{Bounds, Host, Probe};
use plywise::{Game, Limits, Meter, Score};

pub use crate::options::Rule;
use crate::patterns::Patterns;
use crate::probcut::Cuts;
use crate::rules::Move;
use crate::{Othello, Size, squares};
#[cfg(test)]
pub(crate) use solver::foretell;
pub use solver::{Final, Foretold, HANDS_OVER, solver, solving};

use crate::ahead::Seer;
use crate::kernel;
use crate::table::Table;
use crate::tally::Tally;
use search::Search;

/// What does not change on a board.
struct Board {
    all: u64,
    corners: u64,
    squares: i32,
    /// Of each square the quarter of the board in which it lies.
    quarters: [u64; 64],
}

static BOARDS: [Board; 3] = [board(Size::Four), board(Size::Six), board(Size::Eight)];

const fn board(size: Size) -> Board {
    let (side, all) = (size.side(), size.board());
    let half = squares::board(side / 2);
    let across = side / 2;
    let quarter = [half, half << across, half << (8 * across), half << (9 * across)];
    let mut quarters = [0; 64];
    let mut at = 0;
    while at < 64 {
        let of = (at % 8 >= across) as usize + 2 * (at / 8 >= across) as usize;
        quarters[at] = if all >> at & 1 == 1 { quarter[of] } else { 0 };
        at += 1;
    }
    Board { all, corners: size.corners(), squares: (side * side) as i32, quarters }
}

/// Exact values of positions with few empty squares, for searches that count discs at the end, by the rule that the position
/// goes by.
#[derive(Clone)]
pub struct Finisher {
    /// Positions with at most so many empty squares are valued; 0: none.
    empties: u32,
    /// What a disc is worth in the values of the search.
    unit: i32,
    table: Arc<Table>,
    /// Whether of moves that are images of one another one is enough.
    once: bool,
    /// What searches some plies ahead where the end is out of sight.
    seer: Option<Seer>,
}

impl Finisher {
    /// Buckets of its table, as a power of two: 1 MiB.
    const BITS: u32 = 14;

    /// A finisher for at most so many empty squares, for a search whose values have `unit` to a disc.
    #[must_use]
    pub fn new(empties: u32, unit: i32) -> Self {
        let bits = if empties == 0 { 0 } else { Self::BITS };
        Self { empties, unit, table: Arc::new(Table::new(bits)), once: false, seer: None }
    }

    /// The same for a search that wants the value alone: of moves that are images of one another one is tried.
    #[must_use]
    pub(crate) fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// The same for a search on [`Patterns`] with these cuts: on the board of 8x8 it makes their null windows by itself.
    #[must_use]
    pub fn seeing(self, cuts: Cuts, patterns: Patterns) -> Self {
        Self { seer: Some(Seer::new(cuts, patterns)), ..self }
    }

    /// None for any position.
    #[must_use]
    pub fn off() -> Self {
        Self::new(0, 1)
    }

    /// The value in discs for the side to move, inside the window, else a bound; and the positions entered. None if the meter
    /// stopped it.
    pub fn value(&self, position: &Othello, window: (i32, i32), meter: &mut Meter) -> Option<i32> {
        let (own, other) = (position.discs(position.mover()), position.discs(position.mover().other()));
        let mut search = Search {
            board: &BOARDS[position.size() as usize],
            rule: position.rule(),
            table: &self.table,
            patterns: Patterns::learned(position.size()),
            tally: Tally::new(meter)?,
        };
        let value = (kernel::fastest().finish)(&mut search, own, other, window);
        search.tally.end(value)
    }

    /// The value of a position without limits, in discs for the side to move, and the positions entered.
    #[must_use]
    pub fn solve(&self, position: &Othello) -> (i32, u64) {
        let mut meter = Meter::new(&Limits::default());
        let value = self.value(position, (-65, 65), &mut meter);
        (value.unwrap_or_default(), meter.nodes())
    }
}

impl Finisher {
    /// What both sides are sure of.
    fn kept(&self, position: &Othello) -> Bounds {
        let squares = position.size().squares() as i32;
        let (own, other) = (position.discs(position.mover()), position.discs(position.mover().other()));
        let stable = |own: u64, other: u64| match position.size() {
            Size::Eight => stability::stable(own, other).count_ones() as i32,
            _ => 0,
        };
        Bounds {
            at_least: Score::heuristic(self.unit * (2 * stable(own, other) - squares)),
            at_most: Score::heuristic(self.unit * (squares - 2 * stable(other, own))),
        }
    }
}

impl Probe<Othello> for Finisher {
    const DISTANT: bool = false;

    fn is_on(&self) -> bool {
        self.empties > 0 || self.seer.is_some()
    }

    fn reply(&self, position: &Othello) -> Option<Move> {
        let mut moves = Vec::new();
        if !position.is_over() && position.empty().count_ones() <= self.empties {
            position.moves(&mut moves);
        }
        // The first of the best, as the game lists them.
        moves.into_iter().rev().max_by_key(|&mv| {
            let mut child = *position;
            child.play(mv);
            let value = if child.is_over() { child.payoff(child.mover()) } else { self.solve(&child).0 };
            if child.mover() == position.mover() { value } else { -value }
        })
    }

    fn begin(&self) {
        self.table.age();
        self.seer.iter().for_each(Seer::begin);
    }

    fn forget(&self) {
        self.table.clear();
        self.seer.iter().for_each(Seer::forget);
    }

    #[inline]
    fn ahead(
        &self,
        position: &Othello,
        depth: i32,
        alpha: Score,
        host: &mut dyn Host<Othello>,
    ) -> Option<Option<Score>> {
        let seer = self.seer.as_ref().filter(|_| Seer::sees(position, depth))?;
        (alpha.raw().abs() < 64 * self.unit)
            .then(|| seer.value(position, depth, alpha.raw(), host).map(Score::heuristic))
    }

    fn best(&self, position: &Othello) -> Option<Move> {
        self.seer.as_ref()?.best(position)
    }

    fn note(&self, position: &Othello, depth: i32, value: Score, best: Move) {
        if let Some(seer) = self.seer.as_ref().filter(|_| Seer::sees(position, depth)) {
            seer.note(position, depth, value.raw(), best);
        }
    }

    #[inline]
    fn moves(&self, position: &Othello, out: &mut Vec<Move>) {
        let from = out.len();
        position.moves(out);
        if self.once {
            images::keep_one(position, from, out);
        }
    }

    #[inline]
    fn bounds(&self, _: &Othello, _: Score, _: Score) -> Bounds {
        Bounds::NONE
    }

    #[inline]
    fn search(
        &self,
        position: &Othello,
        depth: i32,
        alpha: Score,
        beta: Score,
        meter: &mut Meter,
    ) -> Option<Bounds> {
        let empties = position.empty().count_ones();
        if self.empties == 0 || depth < empties as i32 || empties == 0 {
            return Some(Bounds::NONE);
        }
        if empties > self.empties {
            return Some(self.kept(position));
        }
        // Discs are whole numbers: the next one at or beyond each end of the window.
        let most = BOARDS[Size::Eight as usize].squares + 1;
        let low = alpha.raw().div_euclid(self.unit).clamp(-most, most - 1);
        let high = -(-beta.raw()).div_euclid(self.unit);
        let high = high.clamp(low + 1, most);
        let value = self.value(position, (low, high), meter)?;
        let score = Score::heuristic(value * self.unit);
        Some(match value {
            value if value >= high => Bounds { at_least: score, ..Bounds::NONE },
            value if value <= low => Bounds { at_most: score, ..Bounds::NONE },
            _ => Bounds::exact(score),
        })
    }
}

#[cfg(test)]
mod tests;
