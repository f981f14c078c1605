//! A search of some plies ahead on what patterns foretell, from bitboards alone: what the general search does in its null windows,
//! several times as fast.
//!
//! It keeps both sides' numbers of the patterns along the path ([`State`]), values leaves without playing the moves to them, and
//! has Multi-ProbCut and a small table of its own.

pub(crate) mod search;

use std::sync::Arc;

use plywise::Seat;
use plywise::alphabeta::Host;

use crate::options::Rule;
use crate::patterns::{Adds, Numbered, Patterns, adds_8};
use crate::probcut::Cuts;
use crate::table::Table;
use crate::tally::Tally;
use crate::{Othello, Size, kernel};

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
    /// Buckets of its table, as a power of two.
    const BITS: u32 = 15;

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
        let (own, other) = (position.discs(position.mover()), position.discs(position.mover().other()));
        let adds = adds_8();
        let state = State {
            own,
            other,
            seen: Numbered::of(adds, own, other),
            facing: Numbered::of(adds, other, own),
            mover: position.mover(),
        };
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

#[cfg(test)]
mod tests;
