//! The four features of the published player: "2048 with expectimax and particle swarm optimisation", a B.Sc.
//! project of 2015. Its text leaves a few things open; [`Reading`] names them.

use std::sync::LazyLock;

use crate::board::Board;
use crate::moves::Cell;
use crate::rows::unpack;

/// The values of the four features of one board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Features {
    /// Triangle: the largest of the four sums of `cell * weight`, where the weight is 7 in one corner and falls by 1
    /// with every step away from it, to 1 in the opposite corner. 0 to 903.
    pub h1: i32,
    /// Merges: pairs of equal tiles side by side or one above the other. 0 to 24.
    pub h2: i32,
    /// Empty cells. 0 to 16.
    pub h3: i32,
    /// Broken monotonicity: the rises from left to right, summed over all rows, or the falls, whichever sum is less;
    /// and the same for the columns. 0 to 180.
    pub h4: i32,
}

/// What the published text leaves open. The default is the reading under which the published weights play well;
/// the feature ranges given at [`Features`] hold for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Reading {
    /// Cells count as their tiles (2, 4, 8, …) instead of their ranks (1, 2, 3, …).
    pub tile_values: bool,
    /// In h4 the lesser sum is taken in every row by itself instead of once for the whole board.
    pub minimum_per_row: bool,
    /// In h2 two empty neighbours count as an equal pair.
    pub empty_pairs: bool,
}

impl Reading {
    /// The features of a board under this reading, straight from their definitions. [`Features::of`] is faster.
    #[must_use]
    pub fn features(self, board: Board) -> Features {
        let rows = self.cells(board);
        let columns = self.cells(board.transpose());
        Features {
            h1: (0..4).map(|corner| triangle(&rows, corner)).max().unwrap_or(0),
            h2: self.pairs(&rows) + self.pairs(&columns),
            h3: rows.iter().flatten().filter(|&&cell| cell == 0).count() as i32,
            h4: self.disorder(&rows) + self.disorder(&columns),
        }
    }

    fn cells(self, board: Board) -> [[i32; 4]; 4] {
        std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let cell = Cell::new(4 * row + column);
                if self.tile_values { board.tile(cell) as i32 } else { i32::from(board.rank(cell)) }
            })
        })
    }

    fn pairs(self, rows: &[[i32; 4]; 4]) -> i32 {
        let equal = |pair: &&[i32]| pair[0] == pair[1] && (pair[0] != 0 || self.empty_pairs);
        rows.iter().map(|row| row.windows(2).filter(equal).count() as i32).sum()
    }

    fn disorder(self, rows: &[[i32; 4]; 4]) -> i32 {
        let steps = |row: &[i32; 4]| {
            let step = |i: usize| row[i] - row[i - 1];
            let rises: i32 = (1..4).map(|i| step(i).max(0)).sum();
            let falls: i32 = (1..4).map(|i| (-step(i)).max(0)).sum();
            (rises, falls)
        };
        if self.minimum_per_row {
            rows.iter().map(&steps).map(|(rises, falls)| rises.min(falls)).sum()
        } else {
            let (rises, falls) =
                rows.iter().map(steps).fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
            rises.min(falls)
        }
    }
}

/// The sum of `cell * weight` with the 7 in the top left, top right, bottom left or bottom right corner.
fn triangle(rows: &[[i32; 4]; 4], corner: usize) -> i32 {
    const TOP_LEFT: [[i32; 4]; 4] = [[7, 6, 5, 4], [6, 5, 4, 3], [5, 4, 3, 2], [4, 3, 2, 1]];
    let (right, bottom) = (corner % 2 == 1, corner / 2 == 1);
    let mut sum = 0;
    for (r, row) in rows.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            sum += cell * TOP_LEFT[if bottom { 3 - r } else { r }][if right { 3 - c } else { c }];
        }
    }
    sum
}

/// What one row adds, in five fields of a word. Each has room for the sum over four rows of ranks up to 15, so words
/// are simply added up.
#[derive(Clone, Copy)]
struct Sums(u32);

impl Sums {
    fn of(row: [u8; 4]) -> Self {
        let row = row.map(u32::from);
        let pair = |i: usize| (row[i - 1], row[i]);
        let empty = row.iter().filter(|&&rank| rank == 0).count() as u32;
        let equal = (1..4).filter(|&i| row[i] != 0 && row[i - 1] == row[i]).count() as u32;
        let rises: u32 = (1..4).map(pair).map(|(a, b)| b.saturating_sub(a)).sum();
        let falls: u32 = (1..4).map(pair).map(|(a, b)| a.saturating_sub(b)).sum();
        let moment = row[1] + 2 * row[2] + 3 * row[3];
        Self(empty | equal << 5 | rises << 9 | falls << 16 | moment << 23)
    }

    /// Empty cells: at most 16.
    fn empty(self) -> i32 {
        (self.0 & 31) as i32
    }

    /// Equal pairs of tiles: at most 12.
    fn equal(self) -> i32 {
        (self.0 >> 5 & 15) as i32
    }

    /// The lesser of rises and falls: at most 120 each.
    fn disorder(self) -> i32 {
        (self.0 >> 9 & 127).min(self.0 >> 16 & 127) as i32
    }

    /// Ranks times their distance from the left edge: at most 360.
    fn moment(self) -> i32 {
        (self.0 >> 23) as i32
    }
}

/// What every row of ranks up to 15 adds: 256 KiB.
fn table() -> &'static [u32; 1 << 16] {
    static TABLE: LazyLock<Box<[u32; 1 << 16]>> = LazyLock::new(|| {
        let rows: Vec<u32> = (0..1 << 16).map(|row| Sums::of(unpack(row)).0).collect();
        rows.into_boxed_slice().try_into().expect("the table was made with this length")
    });
    &TABLE
}

impl Features {
    /// The features under the default reading.
    ///
    /// h1 needs no sum per corner: with T the sum of all ranks, R and C the sums of ranks times row and column
    /// number (from 0), the top left corner has 7T - R - C, and mirroring turns R into 3T - R or C into 3T - C.
    #[inline]
    #[must_use]
    pub fn of(board: Board) -> Self {
        if board.high() != 0 {
            return Self::of_wide(board);
        }
        let table = table();
        let sums = |x: u64| {
            let row = |row: u32| table[usize::from((x >> (16 * row)) as u16)];
            Sums(row(0) + row(1) + row(2) + row(3))
        };
        let (across, along) = (sums(board.low()), sums(board.transpose().low()));
        let (total, column, row) = (sum_of_nibbles(board.low()), across.moment(), along.moment());
        Self {
            h1: 7 * total - row.min(3 * total - row) - column.min(3 * total - column),
            h2: across.equal() + along.equal(),
            h3: across.empty(),
            h4: across.disorder() + along.disorder(),
        }
    }

    #[cold]
    fn of_wide(board: Board) -> Self {
        Reading::default().features(board)
    }
}

#[inline]
const fn sum_of_nibbles(x: u64) -> i32 {
    const BYTES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    ((x & BYTES) + (x >> 4 & BYTES)).wrapping_mul(0x0101_0101_0101_0101).wrapping_shr(56) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_a_board_by_hand() {
        // 2 4 8 8 / 0 4 0 16 / … : ranks 1 2 3 3 / 0 2 0 4 / 0 0 0 0 / 0 0 0 1
        let board = Board::from_ranks([1, 2, 3, 3, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1]).unwrap();
        let hand = Features {
            // Top right: 4*1 + 5*2 + 6*3 + 7*3 + 4*2 + 6*4 + 4*1.
            h1: 4 + 10 + 18 + 21 + 8 + 24 + 4,
            // The 8s side by side and the 4s one above the other.
            h2: 2,
            h3: 9,
            // Rows rise by 2 + 2 + 4 + 1 = 9 and fall by 2; columns rise by 1 + 1 = 2 and fall by 1 + 2 + 3 + 4 = 10.
            h4: 2 + 2,
        };
        assert_eq!(Features::of(board), hand);
        assert_eq!(Reading::default().features(board), hand);
        let empties = Reading { empty_pairs: true, ..Reading::default() };
        // Rows 3 and 4 have 3 + 2 empty pairs; columns a, b, c have 2 + 1 + 2.
        assert_eq!(empties.features(board).h2, 2 + 5 + 5);
        let values = Reading { tile_values: true, ..Reading::default() };
        assert_eq!(values.features(board).h1, 4 * 2 + 5 * 4 + 6 * 8 + 7 * 8 + 4 * 4 + 6 * 16 + 4 * 2);
    }

    #[test]
    fn a_minimum_per_row_forgives_rows_that_run_against_each_other() {
        let board = Board::from_ranks([3, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
        // Both rows together rise by 3 and fall by 3; columns a and d fall by 6, column d rises by 3.
        assert_eq!(Features::of(board).h4, 3 + 3);
        let per_row = Reading { minimum_per_row: true, ..Reading::default() };
        assert_eq!(per_row.features(board).h4, 3);
    }
}
