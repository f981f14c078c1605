//! Looking at some lines less deeply than at others: what a game may opt into, with its own margins.

use crate::game::Game;
use crate::score::Score;

/// What a game allows the search to leave out. Everything is off as provided: the search is then exact.
///
/// Nothing here is used on the principal variation or where a window is open.
pub trait Selectivity<G: Game>: Sync {
    /// False if nothing is ever left out.
    const ACTIVE: bool = true;

    /// Late-move reduction: plies by which the `rank`-th move tried (from 0) is at first searched less deeply. A
    /// move that turns out better than expected is searched again in full.
    fn reduction(&self, _position: &G, _mv: G::Move, _rank: usize, _depth: i32) -> i32 {
        0
    }

    /// Multi-ProbCut: shallow searches that predict this depth's value. Buro 1997, "Experiments with Multi-ProbCut
    /// and a new high-quality evaluation function for Othello".
    fn prob_cuts(&self, _position: &G, _depth: i32) -> &[ProbCut] {
        &[]
    }

    /// Depths at which a search that [leaps](super::Settings::leap_from) to the end stops on its way: as many plies as the game can
    /// still go on ([`Rank::height`](super::Rank::height)), then one more, and so on, so many in all. For a game that leaves out less
    /// the further a search sees beyond the end. `position` is the root, `value` its value so far for the seat to move.
    fn stages(&self, _position: &G, _value: Score) -> u32 {
        0
    }
}

/// Everything is looked at to the same depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct FullWidth;

impl<G: Game> Selectivity<G> for FullWidth {
    const ACTIVE: bool = false;
}

/// Late-move reduction for games whose moves are well ordered: Romstad 2006, "An introduction to late move reductions".
///
/// Of a position's moves the first `first` are searched in full; the others by one ply less where at least `from` plies
/// are left, by two plies less from twice both numbers on. Moves that leave things unsettled are never reduced.
#[derive(Clone, Copy, Debug)]
pub struct LateMoves<G: Game> {
    /// Whether anything is reduced.
    pub on: bool,
    /// Moves searched in full, at least 1.
    pub first: usize,
    /// Plies that must be left for a reduction.
    pub from: i32,
    /// Whether a move leaves things unsettled.
    pub noisy: fn(&G, G::Move) -> bool,
}

impl<G: Game> Selectivity<G> for LateMoves<G> {
    #[inline]
    fn reduction(&self, position: &G, mv: G::Move, rank: usize, depth: i32) -> i32 {
        if !self.on || rank < self.first.max(1) || depth < self.from || (self.noisy)(position, mv) {
            return 0;
        }
        // The later a move stands in a good order, the less likely it is best; doubling both thresholds keeps a
        // second ply for where both say so.
        1 + i32::from(rank >= 2 * self.first && depth >= 2 * self.from)
    }
}

/// A shallow search that predicts a deep one: deep ≈ `slope` · shallow + `offset`, within ± `margin`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProbCut {
    /// Depth of the shallow search.
    pub shallow: i32,
    /// Slope of the regression.
    pub slope: f64,
    /// Offset of the regression, in the evaluator's unit.
    pub offset: f64,
    /// Standard deviation of the error times the wanted certainty, in the evaluator's unit.
    pub margin: f64,
}

impl ProbCut {
    /// The shallow value from which on the deep one is expected to reach `beta`: Buro 1997, (2). None where that
    /// cannot be said, because the bound is a proven result or out of range.
    #[must_use]
    pub fn high(&self, beta: Score) -> Option<Score> {
        self.threshold(beta, self.margin)
    }

    /// The shallow value down from which the deep one is expected to stay at or below `alpha`.
    #[must_use]
    pub fn low(&self, alpha: Score) -> Option<Score> {
        self.threshold(alpha, -self.margin)
    }

    fn threshold(&self, bound: Score, margin: f64) -> Option<Score> {
        if bound.is_proven() {
            return None;
        }
        let shallow = (f64::from(bound.raw()) - self.offset + margin) / self.slope;
        let limit = f64::from(Score::HEURISTIC_LIMIT - 1);
        (shallow.abs() < limit).then(|| Score::heuristic(shallow.round() as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Turn};

    /// Moves are numbers; nobody plays it.
    #[derive(Clone, Debug)]
    struct Idle;

    impl Game for Idle {
        type Move = u8;
        const SEATS: usize = 2;

        fn turn(&self) -> Turn {
            Turn::Chance
        }

        fn moves(&self, _: &mut Vec<u8>) {}

        fn play(&mut self, _: u8) {}

        fn payoff(&self, _: crate::game::Seat) -> i32 {
            0
        }
    }

    #[test]
    fn late_quiet_moves_are_reduced_and_very_late_ones_more() {
        let late = LateMoves { on: true, first: 3, from: 4, noisy: |_: &Idle, mv| mv == 9 };
        for (rank, depth, reduction) in [(2, 9, 0), (3, 3, 0), (3, 4, 1), (6, 7, 1), (5, 8, 1), (6, 8, 2)] {
            assert_eq!(late.reduction(&Idle, 0, rank, depth), reduction, "rank {rank}, depth {depth}");
            assert_eq!(late.reduction(&Idle, 9, rank, depth), 0, "a noisy move");
            assert_eq!(LateMoves { on: false, ..late }.reduction(&Idle, 0, rank, depth), 0);
        }
        // The first move is never late.
        assert_eq!(LateMoves { first: 0, ..late }.reduction(&Idle, 0, 0, 4), 0);
    }

    #[test]
    fn a_cut_asks_of_the_shallow_search_what_the_deep_one_would_need() {
        // Deep = 2 shallow + 10, give or take 6 (margin 12 of the deep scale).
        let cut = ProbCut { shallow: 2, slope: 2.0, offset: 10.0, margin: 12.0 };
        assert_eq!(cut.high(Score::heuristic(100)), Some(Score::heuristic(51)));
        assert_eq!(cut.low(Score::heuristic(100)), Some(Score::heuristic(39)));
        assert_eq!(cut.high(Score::heuristic(-30)), Some(Score::heuristic(-14)));
        assert_eq!(
            (cut.high(Score::won_in(3)), cut.low(Score::lost_in(3))),
            (None, None),
            "no guess about proofs"
        );
        let steep = ProbCut { slope: 1e-9, ..cut };
        assert_eq!(steep.high(Score::heuristic(100)), None, "no score is that high");
    }
}
