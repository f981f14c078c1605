//! The leaves two plies below a position: all its moves at once, one a lane.
//!
//! The kernel is plain Rust over arrays, written once ([`count`]). The compiler turns it into vector code for each
//! set of processor features it is compiled for ([`dispatch`]); a processor without any of them runs the same
//! source as scalar code.

mod dispatch;

use crate::flips::{moves, runs_down, runs_up};
use crate::squares::INNER_COLUMNS;

pub(crate) use dispatch::leaves;

/// A position about to be left, and for each direction the discs that some move may flip along it.
///
/// Direction by direction, the runs of `other` that `own` closes at their far end are the same for all moves. So
/// they are found once, and a move flips what it reaches through them, without a look at what closes the run.
struct Parent {
    own: u64,
    other: u64,
    empty: u64,
    /// Runs that a move flips upwards, for the steps 1, 7, 8 and 9.
    up: [u64; 4],
    /// The same downwards.
    down: [u64; 4],
}

impl Parent {
    #[inline(always)]
    fn new(own: u64, other: u64, board: u64) -> Self {
        let inner = other & INNER_COLUMNS;
        let up = [
            runs_down::<1>(own, inner),
            runs_down::<7>(own, inner),
            runs_down::<8>(own, other),
            runs_down::<9>(own, inner),
        ];
        let down = [
            runs_up::<1>(own, inner),
            runs_up::<7>(own, inner),
            runs_up::<8>(own, other),
            runs_up::<9>(own, inner),
        ];
        Self { own, other, empty: board & !(own | other), up, down }
    }

    /// The squares where `own` may move.
    #[inline(always)]
    fn placements(&self) -> u64 {
        let [a, b, c, d] = self.up;
        let up = a >> 1 | b >> 7 | c >> 8 | d >> 9;
        let [a, b, c, d] = self.down;
        let down = a << 1 | b << 7 | c << 8 | d << 9;
        (up | down) & self.empty
    }

    /// What a disc on the one square of `placed` flips.
    #[inline(always)]
    fn flips(&self, placed: u64) -> u64 {
        // To the right an addition clears the run that starts next to the disc, and no other.
        let right = self.up[0] & !(self.up[0] + ((placed << 1) & self.up[0]));
        right
            | runs_up::<7>(placed, self.up[1])
            | runs_up::<8>(placed, self.up[2])
            | runs_up::<9>(placed, self.up[3])
            | runs_down::<1>(placed, self.down[0])
            | runs_down::<7>(placed, self.down[1])
            | runs_down::<8>(placed, self.down[2])
            | runs_down::<9>(placed, self.down[3])
    }

    /// The leaves below the move to the one square of `placed`: the replies, or one where there is none, be it a
    /// pass or the end of the game. Nothing for a lane that stays empty.
    #[inline(always)]
    fn replies(&self, placed: u64) -> u64 {
        let flips = self.flips(placed);
        let replies = moves(self.other & !flips, self.own | flips | placed, self.empty & !placed);
        let leaves = u64::from(replies.count_ones()).max(1);
        if placed == 0 { 0 } else { leaves }
    }
}

/// The leaves two plies below a position, `LANES` moves at a time; 0 if `own` has no move.
#[inline(always)]
fn count<const LANES: usize>(own: u64, other: u64, board: u64) -> u64 {
    let parent = Parent::new(own, other, board);
    let mut left = parent.placements();
    let mut leaves = 0;
    while left != 0 {
        let mut placed = [0u64; LANES];
        for lane in &mut placed {
            *lane = left & left.wrapping_neg();
            left &= left.wrapping_sub(1);
        }
        for lane in &mut placed {
            *lane = parent.replies(*lane);
        }
        leaves += placed.iter().sum::<u64>();
    }
    leaves
}

/// What every processor can run.
fn portable(own: u64, other: u64, board: u64) -> u64 {
    count::<1>(own, other, board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Othello, Size};
    use plywise::contract::{Promise, walk};
    use plywise::{Game, Seat};

    /// All kernels that this processor can run give what playing the moves one by one gives.
    fn check(size: Size) {
        let start = Othello::start_with(size, Seat::FIRST);
        let promise = Promise { games: 400, seed: 11, longest: 120, payoffs: -64..=64 };
        let mut kernels = dispatch::kernels();
        kernels.extend([("1 lane", portable as dispatch::Kernel), ("3 lanes", count::<3>)]);
        walk(&start, &promise, |position, moves, place| {
            if moves.is_empty() || moves[0].is_pass() {
                return;
            }
            let played: usize = moves
                .iter()
                .map(|&mv| {
                    let mut child = *position;
                    child.play(mv);
                    child.move_count().max(1)
                })
                .sum();
            let (own, other) = (position.discs(position.mover()), position.discs(position.mover().other()));
            for (name, kernel) in &kernels {
                assert_eq!(kernel(own, other, size.board()), played as u64, "{name}, {place}");
            }
        });
    }

    #[test]
    fn every_kernel_counts_what_is_played() {
        check(Size::Four);
        check(Size::Six);
        check(Size::Eight);
    }
}
