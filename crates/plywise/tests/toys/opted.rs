//! What tests of written trees opt into, all in one type: one search is compiled for all of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use plywise::alphabeta::{AlphaBeta, Bounds, ProbCut, Probe, Rank, Selectivity, Settings};
use plywise::{Score, Table};

use super::written::{AsWritten, Place};

/// Opts into whatever it is told, and counts how often it is asked for cuts.
#[derive(Default)]
pub struct Opted {
    /// Cuts at this depth.
    pub cuts: Vec<ProbCut>,
    pub cut_depth: i32,
    /// Moves of rank 1 and more are looked at so much less deeply, where so much depth is left.
    pub reduction: i32,
    pub reduced_depth: i32,
    /// So many stages, unless the root is worth more than 10.
    pub stages: u32,
    pub asked: AtomicU32,
}

impl<'a> Selectivity<Place<'a>> for Opted {
    fn reduction(&self, _: &Place<'a>, _: usize, rank: usize, depth: i32) -> i32 {
        if rank > 0 && depth == self.reduced_depth { self.reduction } else { 0 }
    }

    fn prob_cuts(&self, _: &Place<'a>, depth: i32) -> &[ProbCut] {
        self.asked.fetch_add(1, Relaxed);
        if depth == self.cut_depth { &self.cuts } else { &[] }
    }

    fn stages(&self, _: &Place<'a>, value: Score) -> u32 {
        if value.raw() > 10 { 0 } else { self.stages }
    }
}

/// The game may go on for so many plies, as it thinks.
pub struct Tall(pub i32);

impl Default for Tall {
    /// Who knows how long.
    fn default() -> Self {
        Self(i32::MAX)
    }
}

impl<'a> Rank<Place<'a>> for Tall {
    fn rank(&self, _: &Place<'a>, _: usize, _: i32) -> i32 {
        0
    }

    fn height(&self, _: &Place<'a>) -> i32 {
        self.0
    }
}

/// What is known without a search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Foresight {
    Nothing,
    /// How the last four plies of a game of one line go.
    Finish,
    /// Whoever is to move in a position of this static value loses in two.
    LostInTwo(i32),
}

fn left(position: &Place) -> usize {
    std::iter::successors(Some(position.here), |here| here.next.first()).count() - 1
}

impl<'a> Probe<Place<'a>> for Foresight {
    fn is_on(&self) -> bool {
        *self != Self::Nothing
    }

    fn bounds(&self, position: &Place<'a>, _: Score, _: Score) -> Bounds {
        match self {
            Self::Finish if left(position) <= 4 => Bounds::exact(Score::heuristic(position.here.value)),
            Self::LostInTwo(value) if *value == position.here.value => Bounds::exact(Score::lost_in(2)),
            _ => Bounds::NONE,
        }
    }

    fn reply(&self, position: &Place<'a>) -> Option<usize> {
        (*self == Self::Finish && (1..=4).contains(&left(position))).then_some(0)
    }
}

pub type Opting = AlphaBeta<AsWritten, Tall, Opted, Foresight>;

/// A search with all that.
pub fn opting(rank: Tall, select: Opted, probe: Foresight, settings: Settings) -> Opting {
    AlphaBeta { eval: AsWritten, rank, select, probe, settings, table: None }
}

/// A search that opts into nothing.
pub fn plain(settings: Settings, table: Option<Arc<Table>>) -> Opting {
    AlphaBeta { table, ..opting(Tall::default(), Opted::default(), Foresight::Nothing, settings) }
}
