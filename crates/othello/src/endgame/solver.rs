//! The search above the finisher: what is worth trying first where there is time to find out.

use plywise::alphabeta::{AlphaBeta, LEARNED, Rank, Settings};
use plywise::{Evaluate, Game, Score, Seat};

use super::Finisher;
use crate::kernel;
use crate::patterns::Patterns;
use crate::probcut::{self, Cuts};
use crate::rules::Move;
use crate::{FewestReplies, Othello, Size, flips, squares};

/// Discs at the end, in hundredths, by the rule of the position; before it what patterns foretell, on the board of 4x4 nothing.
#[derive(Clone, Copy, Debug)]
pub struct Final {
    patterns: Option<Patterns>,
}

/// One disc.
const UNIT: i32 = 100;

impl Final {
    fn new(size: Size) -> Self {
        Self { patterns: Patterns::learned(size) }
    }
}

impl Evaluate<Othello> for Final {
    fn evaluate(&self, position: &Othello, seat: Seat) -> Score {
        self.patterns.map_or(Score::ZERO, |patterns| patterns.evaluate(position, seat))
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-64 * UNIT), Score::heuristic(64 * UNIT))
    }

    fn unit(&self) -> i32 {
        UNIT
    }

    fn finished(&self, position: &Othello, seat: Seat, _: u32) -> Score {
        Score::heuristic(UNIT * position.payoff(seat))
    }
}

/// The move after which the other side has few replies and, as patterns foretell some plies later, few discs.
#[derive(Clone, Copy, Debug)]
pub struct Foretold(Option<Patterns>);

impl Rank<Othello> for Foretold {
    fn rank(&self, position: &Othello, mv: Move, left: i32) -> i32 {
        let fewest = FewestReplies.rank(position, mv, left);
        let Some(patterns) = &self.0 else { return fewest };
        let sees_the_end = left >= position.empty().count_ones() as i32;
        if !sees_the_end && left < SHALLOW {
            return fewest;
        }
        let mut child = *position;
        child.play(mv);
        let (own, other) = (child.discs(child.mover()), child.discs(child.mover().other()));
        // The dearer the subtree, the more it pays to know which move is best there.
        let depth = (child.empty().count_ones().saturating_sub(HANDS_OVER) / 2).min(DEEPEST);
        let depth = if sees_the_end { depth } else { 0 };
        let value = if position.size() == Size::Eight {
            -(kernel::fastest().shallow)(patterns, own, other, depth)
        } else {
            -foretell(patterns, position.size().board(), (own, other), depth, -MOST, MOST)
        };
        fewest + value * (2 * LEARNED / DISCS)
    }

    fn height(&self, position: &Othello) -> i32 {
        FewestReplies.height(position)
    }
}

/// The search leaves positions with so many empty squares to the finisher.
pub const HANDS_OVER: u32 = 13;
/// A shallow search orders the moves of its last plies by their replies alone.
const SHALLOW: i32 = 3;
/// Plies that are looked ahead for the order of moves, at most.
const DEEPEST: u32 = 3;
/// Hundredths of a disc that weigh as much as a reply.
const DISCS: i32 = 200;

/// Above every value, in hundredths.
const MOST: i32 = 64 * UNIT + 1;

/// What patterns foretell so many plies later, in hundredths; on the board of 8x8 the slow twin of `ahead::shallow`.
pub(crate) fn foretell(
    patterns: &Patterns,
    board: u64,
    (own, other): (u64, u64),
    depth: u32,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    if depth == 0 {
        return patterns.value(own, other);
    }
    let empty = board & !(own | other);
    let placements = flips::moves(own, other, empty);
    if placements == 0 {
        return match flips::moves(other, own, empty) {
            0 => UNIT * (own.count_ones() as i32 - other.count_ones() as i32),
            _ => -foretell(patterns, board, (other, own), depth, -beta, -alpha),
        };
    }
    let mut best = -MOST;
    for at in squares::indices(placements) {
        let flips = flips::flips(at, own, other);
        let child = (other ^ flips, own | flips | 1 << at);
        let value = foretell(patterns, board, child, depth - 1, -beta, -alpha);
        best = best.max(-value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// How endgames are solved: some plies by what patterns foretell, then straight to the end, with many empty squares by stages.
#[must_use]
pub fn solving() -> Settings {
    const ABOVE: i32 = HANDS_OVER as i32 + 1;
    Settings { leap_from: 4, enhanced_from: ABOVE, split_from: ABOVE, ..Settings::fast() }
}

/// A search that finds the exact value of a position on a board of this size, by the rule of the position; the table and the number of threads are for
/// whoever has them.
#[must_use]
pub fn solver(size: Size) -> AlphaBeta<Final, Foretold, Cuts, Finisher> {
    let (eval, select) = (Final::new(size), probcut::of_ends(size));
    let probe = Finisher::new(HANDS_OVER, UNIT).once();
    let probe = match eval.patterns.filter(|_| size == Size::Eight) {
        Some(patterns) => probe.seeing(select.clone(), patterns),
        None => probe,
    };
    AlphaBeta { rank: Foretold(eval.patterns), eval, select, probe, settings: solving(), table: None }
}
