//! A search of some plies ahead on what patterns foretell, from bitboards alone: what the general search does in its null windows,
//! several times as fast.
//!
//! It keeps both sides' numbers of the patterns along the path ([`State`]), values leaves without playing the moves to them, and
//! has Multi-ProbCut and a small table of its own.

pub(crate) mod search;
pub(crate) mod shallow;

use std::sync::Arc;

use plywise::Seat;
use plywise::alphabeta::Host;

use crate::options::Rule;
use crate::patterns::{Adds, Numbered, Patterns, adds_8};
use crate::probcut::Cuts;
use crate::table::{NOWHERE, Table};
use crate::tally::Tally;
use crate::{Move, Othello, Size, kernel};
use search::Known;

/// A position as the side to move sees it.
#[derive(Clone, Copy)]
pub(crate) struct State {
    own: u64,
    other: u64,
    /// The numbers that the side to move reads, and those of the other side.
    seen: Numbered,
    facing: Numbered,
    mover: Seat,
}

impl State {
    /// Of a board whose first seat is to move.
    pub(crate) fn of(own: u64, other: u64) -> Self {
        let (seen, facing) = (Numbered::of(own, other), Numbered::of(other, own));
        Self { own, other, seen, facing, mover: Seat::FIRST }
    }

    /// What the other side sees after this move.
    #[inline(always)]
    fn seen_after(&self, adds: &Adds, at: u8, flips: u64) -> Numbered {
        self.facing.after(adds, at, flips)
    }

    /// What the side sees after its move.
    #[inline(always)]
    fn facing_after(&self, adds: &Adds, at: u8, flips: u64) -> Numbered {
        self.seen.and::<{ u16::MAX }>(adds, flips).and::<1>(adds, 1 << at)
    }

    /// After a disc on a square that turns these.
    #[inline(always)]
    fn after(&self, adds: &Adds, at: u8, flips: u64) -> Self {
        Self {
            own: self.other ^ flips,
            other: self.own | flips | 1 << at,
            seen: self.seen_after(adds, at, flips),
            facing: self.facing_after(adds, at, flips),
            mover: self.mover.other(),
        }
    }

    /// After a pass.
    #[inline(always)]
    fn passed(&self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            seen: self.facing,
            facing: self.seen,
            mover: self.mover.other(),
        }
    }
}

/// One search: what it may use, and what it has used.
pub(crate) struct Ahead<'a> {
    rule: Rule,
    patterns: Patterns,
    adds: &'static Adds,
    cuts: &'a Cuts,
    table: &'a Table,
    pub(crate) tally: Tally<'a>,
}

/// What such searches share.
#[derive(Clone)]
pub(crate) struct Seer {
    patterns: Patterns,
    cuts: Cuts,
    table: Arc<Table>,
}

impl Seer {
    /// Buckets of its table, as a power of two: 4 MiB.
    const BITS: u32 = 16;

    /// For the board of 8x8.
    pub(crate) fn new(cuts: Cuts, patterns: Patterns) -> Self {
        Self { patterns, cuts, table: Arc::new(Table::new(Self::BITS)) }
    }

    pub(crate) fn begin(&self) {
        self.table.age();
    }

    pub(crate) fn forget(&self) {
        self.table.clear();
    }

    /// The best move that it has kept of this position.
    pub(crate) fn best(&self, position: &Othello) -> Option<Move> {
        let [.., best] = self.table.get(key(position))?;
        (best < NOWHERE).then(|| Move::from_index(best))
    }

    /// Keeps what another search has found.
    pub(crate) fn note(&self, position: &Othello, depth: i32, value: i32, best: Move) {
        if let Some(best) = best.index() {
            Known { low: value, high: value, depth, best }.put(&self.table, key(position));
        }
    }

    /// Whether it can value this position some plies ahead.
    #[inline]
    pub(crate) fn sees(position: &Othello, depth: i32) -> bool {
        depth > 0 && position.size() == Size::Eight && depth < position.empty().count_ones() as i32
    }

    /// More than `alpha` hundredths of a disc for the side to move, or not; fail-soft. None if the host stopped it.
    pub(crate) fn value(
        &self,
        position: &Othello,
        depth: i32,
        alpha: i32,
        host: &mut dyn Host<Othello>,
    ) -> Option<i32> {
        let (own, other) = discs(position);
        let adds = adds_8();
        let state = State { mover: position.mover(), ..State::of(own, other) };
        let mut ahead = Ahead {
            rule: position.rule(),
            patterns: self.patterns,
            adds,
            cuts: &self.cuts,
            table: &self.table,
            tally: Tally::new(host)?,
        };
        let value = (kernel::fastest().ahead)(&mut ahead, &state, depth, alpha);
        ahead.tally.end(value)
    }
}

/// The discs of the side to move, and those of the other.
fn discs(position: &Othello) -> (u64, u64) {
    (position.discs(position.mover()), position.discs(position.mover().other()))
}

fn key(position: &Othello) -> u64 {
    let (own, other) = discs(position);
    Table::key(own, other)
}

#[cfg(test)]
mod tests;
