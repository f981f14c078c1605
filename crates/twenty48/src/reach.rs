//! What a board can become: bounds that need no search.

use crate::board::Board;
use crate::moves::Cell;
use crate::rows::MAX_RANK;

const RANKS: usize = MAX_RANK as usize + 2;

/// What holds for a board and every board that can follow within some turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reach {
    /// The ranks of all tiles never sum to less.
    pub(crate) least_rank_sum: i32,
    /// There are never fewer tiles.
    pub(crate) fewest_tiles: u32,
    /// There are never more tiles.
    pub(crate) most_tiles: u32,
    /// There are never more pairs of equal neighbours.
    pub(crate) most_pairs: i32,
}

impl Reach {
    const MOST_TURNS: u32 = 16;

    /// The bounds for `turns` slides and the new tile after each of them, besides one before the first if `spawns`.
    ///
    /// Tiles count by their ranks alone: in each slide every two tiles of equal rank may merge, and a new tile
    /// counts as a 2 and as a 4, which allows the most merges. To merge sooner never leaves less to merge later, so
    /// merging all that can be merged in each slide leaves the fewest tiles and the least sum. A merge takes two
    /// ranks r and gives one r + 1; a new tile adds 1 at least.
    ///
    /// None for more than [`Self::MOST_TURNS`]: by then the bounds say nothing.
    pub(crate) fn of(board: Board, spawns: bool, turns: u32) -> Option<Self> {
        if turns > Self::MOST_TURNS {
            return None;
        }
        let mut free = [0u32; RANKS];
        for cell in Cell::all() {
            free[usize::from(board.rank(cell))] += 1;
        }
        let tiles = 16 - free[0];
        let mut sum: i32 = (1..).zip(&free[1..]).map(|(rank, &count)| rank * count as i32).sum();
        let mut ever = free;
        let mut left = tiles as i32;
        if spawns {
            (sum, left) = (sum + 1, left + 1);
            spawn(&mut free, &mut ever);
        }
        let mut reach = Self {
            least_rank_sum: sum,
            fewest_tiles: left.max(0) as u32,
            most_tiles: (tiles + turns + u32::from(spawns)).min(16),
            most_pairs: 0,
        };
        for _ in 0..turns {
            let mut merged = [0; RANKS];
            for rank in 1..RANKS - 1 {
                let merges = free[rank] / 2;
                free[rank] -= 2 * merges;
                merged[rank + 1] = merges;
                sum -= merges as i32 * (rank as i32 - 1);
                left -= merges as i32;
            }
            for rank in 1..RANKS {
                free[rank] += merged[rank];
                ever[rank] += merged[rank];
            }
            spawn(&mut free, &mut ever);
            (sum, left) = (sum + 1, left + 1);
            reach.least_rank_sum = reach.least_rank_sum.min(sum);
            reach.fewest_tiles = reach.fewest_tiles.min(left.max(1) as u32);
        }
        reach.most_pairs = ever[1..].iter().map(|&count| most_pairs_of(count.min(16))).sum();
        Some(reach)
    }
}

fn spawn(free: &mut [u32; RANKS], ever: &mut [u32; RANKS]) {
    for rank in [1, 2] {
        free[rank] += 1;
        ever[rank] += 1;
    }
}

/// The most pairs of neighbours among `tiles` cells of the board: 2n - ⌈2 √n⌉ (Harary & Harborth 1976, "Extremal
/// animals").
pub(crate) fn most_pairs_of(tiles: u32) -> i32 {
    const PAIRS: [i32; 17] = [0, 0, 1, 2, 4, 5, 7, 8, 10, 12, 13, 15, 17, 18, 20, 22, 24];
    PAIRS[tiles as usize]
}
