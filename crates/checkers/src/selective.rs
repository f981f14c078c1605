//! Where a search need not look as deeply: ProbCut, gated by what stands on the board (the figures are in the README).

use plywise::alphabeta::{LateMoves, Margins, ProbCut, Selectivity};

use crate::{Checkers, Move};

/// How far values lie from those of a search four plies shallower, in hundredths of a man.
const DEVIATION: f64 = 20.0;
/// The same of two and three plies and none, where quiescence alone is asked.
const AT_HORIZON: f64 = 60.0;

/// From this depth on a search is asked.
const SEARCHED: i32 = 4;
/// From this depth on whoever has fewer pieces is cut no more.
const DEEP: i32 = 8;

/// What is left out of a search of checkers: late moves' depth, and what ProbCut foretells.
#[derive(Clone, Debug)]
pub struct Cuts {
    late: LateMoves<Checkers>,
    depths: Margins,
}

/// What is left out. `reduces`: late moves are looked at less deeply; `certainty`: ProbCut, as sure as so many deviations, None
/// without.
#[must_use]
pub fn selective(reduces: bool, certainty: Option<f64>) -> Cuts {
    let late = LateMoves { on: reduces, first: 3, from: 3, noisy: |_, mv: Move| mv.is_capture() };
    Cuts { late, depths: certainty.map(margins).unwrap_or_default() }
}

impl Selectivity<Checkers> for Cuts {
    #[inline]
    fn reduction(&self, position: &Checkers, mv: Move, rank: usize, depth: i32) -> i32 {
        self.late.reduction(position, mv, rank, depth)
    }

    /// Where a capture is pending, what stands on the board tells nothing. Whoever has fewer pieces may have given them: what they were
    /// given for lies behind the horizon of the shallow search, and strokes of several pieces would never be seen.
    #[inline]
    fn prob_cuts(&self, position: &Checkers, depth: i32) -> &[ProbCut] {
        let board = position.board();
        let pieces = |seat| board.pieces(seat).len();
        let behind = pieces(board.to_move()) < pieces(board.to_move().other());
        let tells = board.jumpers().is_empty() && (depth < DEEP || !behind);
        if tells { self.depths.cuts(0, depth) } else { &[] }
    }
}

fn margins(certainty: f64) -> Margins {
    Margins::of_depths((2..=100).map(|depth: i32| {
        let (shallow, deviation) =
            if depth < SEARCHED { (0, AT_HORIZON) } else { ((depth - 4).max(1), DEVIATION) };
        (depth as usize, ProbCut { shallow, slope: 1.0, offset: 0.0, margin: certainty * deviation })
    }))
}
