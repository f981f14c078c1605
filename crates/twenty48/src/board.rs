//! Sixteen cells in 128 bits, and what is known of them without playing: slides, legal directions, symmetries.
//!
//! A cell holds a rank: 0 for empty, else log2 of the tile, 1 (the 2) to 17 (131072). Cell `i`, counted row by row
//! from the top left, has the low four bits of its rank in bits `4i…4i+3` of `low`, and the fifth in bit `4i` of
//! `high`. Below 65536 `high` is zero, and a row of the board is a row of the small tables in `rows`.
//!
//! No board here has tiles that sum to more than 262140, so no tile exceeds 131072 and nothing can overflow. For
//! the sum grows by 2 or 4 with each spawn, slides keep it, and sixteen cells cannot hold 262142 (seventeen powers
//! of two from 2 up). To step over it takes a 4 on top of 262140, which fills all sixteen cells by itself.

use crate::moves::{Cell, Direction, Directions};
use crate::rows::{self, MAX_RANK};

/// Bit 0 of every nibble.
const ONES: u64 = 0x1111_1111_1111_1111;
/// Bit 0 of the nibbles with a right neighbour.
const HAVE_RIGHT: u64 = 0x0111_0111_0111_0111;
/// Bit 0 of the nibbles with a lower neighbour.
const HAVE_BELOW: u64 = 0x0000_1111_1111_1111;

/// The sum of a board's tiles is at most this: one tile each of 4, 8, … 131072.
pub(crate) const MAX_SUM: u32 = 262_140;

/// A 4x4 board of tiles up to 131072.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Board {
    low: u64,
    high: u64,
}

/// Why a board cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// A tile above 131072.
    #[error("{cell}: rank {rank} is no tile; the largest is 17, which is 131072")]
    Rank {
        /// Where it is.
        cell: Cell,
        /// Log2 of its value.
        rank: u8,
    },
    /// More than any game can reach.
    #[error("the tiles sum to {sum}; no game gets beyond {MAX_SUM}, one tile each of 4, 8, … 131072")]
    Sum {
        /// The sum of the tiles.
        sum: u32,
    },
}

impl Board {
    /// No tiles.
    pub const EMPTY: Self = Self { low: 0, high: 0 };

    /// The board with these ranks (0 empty, else log2 of the tile), row by row.
    ///
    /// # Errors
    /// If a rank exceeds 17, or the tiles sum to more than a game can reach.
    pub fn from_ranks(ranks: [u8; 16]) -> Result<Self, BoardError> {
        let mut board = Self::EMPTY;
        for (cell, rank) in Cell::all().zip(ranks) {
            if rank > MAX_RANK {
                return Err(BoardError::Rank { cell, rank });
            }
            board.set(cell, rank);
        }
        match board.tile_sum() {
            sum if sum > MAX_SUM => Err(BoardError::Sum { sum }),
            _ => Ok(board),
        }
    }

    /// The ranks row by row.
    #[must_use]
    pub fn ranks(self) -> [u8; 16] {
        std::array::from_fn(|i| self.rank(Cell::new(i)))
    }

    /// The rank in a cell: 0 for empty, else log2 of the tile.
    #[inline]
    #[must_use]
    pub const fn rank(self, cell: Cell) -> u8 {
        let shift = 4 * cell.index();
        (self.low >> shift & 15 | (self.high >> shift & 1) << 4) as u8
    }

    /// The tile in a cell, 0 for empty.
    #[must_use]
    pub const fn tile(self, cell: Cell) -> u32 {
        match self.rank(cell) {
            0 => 0,
            rank => 1 << rank,
        }
    }

    /// Puts a rank into an empty cell.
    #[inline]
    pub(crate) fn set(&mut self, cell: Cell, rank: u8) {
        debug_assert!(self.rank(cell) == 0 && rank < 32, "{cell} of {self:?} cannot take {rank}");
        let shift = 4 * cell.index();
        self.low |= u64::from(rank & 15) << shift;
        self.high |= u64::from(rank >> 4) << shift;
    }

    /// The low four bits of every rank, the top left cell in the lowest nibble.
    #[inline]
    pub(crate) const fn low(self) -> u64 {
        self.low
    }

    /// The board with these nibbles as ranks.
    #[inline]
    pub(crate) const fn from_low(low: u64) -> Self {
        Self { low, high: 0 }
    }

    /// The fifth bit of every rank, one per nibble.
    #[inline]
    pub(crate) const fn high(self) -> u64 {
        self.high
    }

    /// The sum of the tiles, at most 262140.
    #[must_use]
    pub fn tile_sum(self) -> u32 {
        Cell::all().map(|cell| self.tile(cell)).sum()
    }

    /// The largest tile, 0 on an empty board.
    #[must_use]
    pub fn max_tile(self) -> u32 {
        1 << self.max_rank() & !1
    }

    /// The rank of the largest tile, 0 on an empty board.
    #[must_use]
    pub(crate) fn max_rank(self) -> u8 {
        Cell::all().map(|cell| self.rank(cell)).max().unwrap_or(0)
    }

    /// The points that the tiles would have earned had every one been merged from 2s: a tile `2^r` stands for
    /// `(r - 1) * 2^r` of them. Merging raises it by exactly the points earned, so it tells the score of a game once
    /// the spawned 4s, worth 4 each, are taken off. At most 3,932,164.
    #[inline]
    #[must_use]
    pub fn potential(self) -> u32 {
        const POINTS: [u32; 32] = {
            let mut points = [0; 32];
            let mut rank = 2;
            while rank <= MAX_RANK as usize {
                points[rank] = (rank as u32 - 1) << rank;
                rank += 1;
            }
            points
        };
        Cell::all().map(|cell| POINTS[usize::from(self.rank(cell) & 31)]).sum()
    }

    /// Bit 0 of the nibble of every cell that holds a tile.
    #[inline]
    const fn tiles(self) -> u64 {
        let any = self.low | self.high;
        let any = any | any >> 2;
        (any | any >> 1) & ONES
    }

    /// Bit 0 of the nibble of every empty cell.
    #[inline]
    pub(crate) const fn empties(self) -> u64 {
        self.tiles() ^ ONES
    }

    /// How many cells are empty.
    #[inline]
    #[must_use]
    pub const fn count_empty(self) -> u32 {
        match self.empties() {
            ONES => 16,
            // Each nibble of the product sums those below it, the highest all sixteen: at most 15 here.
            some => (some.wrapping_mul(ONES) >> 60) as u32,
        }
    }

    /// The empty cells row by row.
    #[inline]
    pub(crate) fn empty_cells(self) -> impl Iterator<Item = Cell> {
        let mut left = self.empties();
        std::iter::from_fn(move || {
            let first = (left != 0).then(|| Cell::new(left.trailing_zeros() as usize / 4))?;
            left &= left - 1;
            Some(first)
        })
    }

    /// The empty cell before which `n` others lie, row by row. `n` is less than [`count_empty`](Self::count_empty).
    #[inline]
    #[must_use]
    pub const fn nth_empty(self, n: u32) -> Cell {
        /// Bits 0 and 7 of every byte.
        const BYTES: u64 = 0x0101_0101_0101_0101;
        const TOPS: u64 = 0x8080_8080_8080_8080;
        // Nibble i of `before` counts the empty cells before cell i; they are at most 15. The cell is the last one
        // with at most n before it, so the nibbles that do not exceed n are counted, the even and the odd apart.
        let before = self.empties().wrapping_mul(ONES) << 4;
        let limit = (n as u64 * BYTES) | TOPS;
        let even = (limit - (before & 0x0F0F_0F0F_0F0F_0F0F)) & TOPS;
        let odd = (limit - (before >> 4 & 0x0F0F_0F0F_0F0F_0F0F)) & TOPS;
        let not_above = ((even >> 7) + (odd >> 7)).wrapping_mul(BYTES) >> 56;
        Cell::new(not_above as usize - 1)
    }

    /// Bit 0 of the nibble of every cell that holds the same, tile or not, as the cell `shift` bits above.
    #[inline]
    const fn same(self, shift: u32) -> u64 {
        let differ = (self.low ^ self.low >> shift) | (self.high ^ self.high >> shift);
        let differ = differ | differ >> 2;
        (differ | differ >> 1) & ONES ^ ONES
    }

    /// The directions that change the board.
    #[inline]
    #[must_use]
    pub const fn legal(self) -> Directions {
        let tiles = self.tiles();
        let merge_across = self.same(4) & tiles;
        let merge_along = self.same(16) & tiles;
        // A tile beyond an empty cell moves there; what lies outside the masks has no neighbour.
        let up = (!tiles & tiles >> 16 | merge_along) & HAVE_BELOW;
        let down = (tiles & !(tiles >> 16) | merge_along) & HAVE_BELOW;
        let left = (!tiles & tiles >> 4 | merge_across) & HAVE_RIGHT;
        let right = (tiles & !(tiles >> 4) | merge_across) & HAVE_RIGHT;
        Directions::new([up != 0, right != 0, down != 0, left != 0])
    }

    /// Whether the small tables do not hold every row of this board: it has a tile of 65536 or more, or two tiles
    /// of 32768 that may merge into one.
    #[inline]
    pub(crate) const fn is_wide(self) -> bool {
        let fifteens = self.low & self.low >> 1;
        let fifteens = fifteens & fifteens >> 2 & ONES;
        (fifteens & fifteens.wrapping_sub(1)) | self.high != 0
    }

    /// The board after every tile went in a direction and equal ones merged. The same board if nothing can move.
    #[inline]
    #[must_use]
    pub fn slide(self, way: Direction) -> Self {
        if self.is_wide() {
            return self.slide_wide(way).0;
        }
        let turned = if is_vertical(way) { transposed(self.low) } else { self.low };
        let slid = slide_rows(turned, half(way));
        Self { low: if is_vertical(way) { transposed(slid) } else { slid }, high: 0 }
    }

    /// [`slide`](Self::slide), and the points it earns: the sum of the merged tiles.
    #[inline]
    #[must_use]
    pub fn slide_and_gain(self, way: Direction) -> (Self, u32) {
        if self.is_wide() {
            return self.slide_wide(way);
        }
        let turned = if is_vertical(way) { transposed(self.low) } else { self.low };
        let slid = slide_rows(turned, half(way));
        let gain = gain_of_rows(turned);
        (Self { low: if is_vertical(way) { transposed(slid) } else { slid }, high: 0 }, gain)
    }

    /// The board slid in every direction, in the order of [`Direction::ALL`]. Cheaper than four slides.
    #[inline]
    #[must_use]
    pub fn slides(self) -> [Self; 4] {
        if self.is_wide() {
            return Direction::ALL.map(|way| self.slide_wide(way).0);
        }
        let (left, right) = slide_rows_both(self.low);
        let (up, down) = slide_rows_both(transposed(self.low));
        [transposed(up), right, transposed(down), left].map(|low| Self { low, high: 0 })
    }

    /// The points that a slide up or down earns, and those of a slide left or right.
    #[inline]
    #[must_use]
    pub fn gains(self) -> (u32, u32) {
        if self.is_wide() {
            return (self.slide_wide(Direction::Up).1, self.slide_wide(Direction::Left).1);
        }
        (gain_of_rows(transposed(self.low)), gain_of_rows(self.low))
    }

    #[cold]
    fn slide_wide(self, way: Direction) -> (Self, u32) {
        let turned = if is_vertical(way) { self.transpose() } else { self };
        let mut slid = Self::EMPTY;
        let mut gain = 0;
        for row in 0..4 {
            let result = rows::wide(turned.row(row));
            slid.set_row(row, if half(way) == 0 { result.left } else { result.right });
            gain += result.gain;
        }
        (if is_vertical(way) { slid.transpose() } else { slid }, gain)
    }

    /// The index of a row in the tables of `rows`.
    #[inline]
    pub(crate) const fn row(self, row: u32) -> u32 {
        let low = self.low >> (16 * row) & 0xFFFF;
        let high = self.high >> (16 * row) & 0xFFFF;
        (low | ((high | high >> 3 | high >> 6 | high >> 9) & 15) << 16) as u32
    }

    fn set_row(&mut self, row: u32, index: u32) {
        let (low, high) = (u64::from(index & 0xFFFF), u64::from(index >> 16));
        self.low |= low << (16 * row);
        self.high |= (high & 1 | (high & 2) << 3 | (high & 4) << 6 | (high & 8) << 9) << (16 * row);
    }

    /// Rows and columns exchanged.
    #[inline]
    #[must_use]
    pub const fn transpose(self) -> Self {
        Self { low: transposed(self.low), high: transposed(self.high) }
    }

    /// Left and right exchanged.
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self { low: mirrored(self.low), high: mirrored(self.high) }
    }

    /// The board under all eight symmetries, itself first.
    #[inline]
    #[must_use]
    pub const fn images(self) -> [Self; 8] {
        let (a, b) = (self, self.transpose());
        let (c, d) = (a.mirror(), b.mirror());
        let (e, f) = (c.transpose(), d.transpose());
        [a, b, c, d, e, f, e.mirror(), f.mirror()]
    }
}

#[inline]
const fn is_vertical(way: Direction) -> bool {
    way as u8 & 1 == 0
}

/// Which half of a table's entry the direction takes, as a shift: rows slide right and columns down in the upper.
#[inline]
const fn half(way: Direction) -> u32 {
    ((way as u32 + 1) & 2) << 3
}

#[inline]
fn slide_rows(low: u64, half: u32) -> u64 {
    let table = rows::narrow();
    let row = |row: u32| u64::from(table.both((low >> (16 * row)) as u16) >> half & 0xFFFF) << (16 * row);
    row(0) | row(1) | row(2) | row(3)
}

#[inline]
fn gain_of_rows(low: u64) -> u32 {
    let table = rows::narrow();
    let row = |row: u32| table.gain((low >> (16 * row)) as u16);
    row(0) + row(1) + row(2) + row(3)
}

/// Every row slid left, and slid right.
#[inline]
fn slide_rows_both(low: u64) -> (u64, u64) {
    let table = rows::narrow();
    let row = |row: u32| u64::from(table.both((low >> (16 * row)) as u16));
    let (a, b, c, d) = (row(0), row(1), row(2), row(3));
    let (left, right) = (0xFFFF, 0xFFFF_0000);
    (
        a & left | (b & left) << 16 | (c & left) << 32 | d << 48,
        a >> 16 | b & right | (c & right) << 16 | (d & right) << 32,
    )
}

/// Rows and columns of nibbles exchanged: first within the 2x2 blocks, then the blocks.
#[inline]
pub(crate) const fn transposed(x: u64) -> u64 {
    let swap = (x ^ x >> 12) & 0x0000_F0F0_0000_F0F0;
    let x = x ^ swap ^ swap << 12;
    let swap = (x ^ x >> 24) & 0x0000_0000_FF00_FF00;
    x ^ swap ^ swap << 24
}

/// The four nibbles of every row reversed.
#[inline]
const fn mirrored(x: u64) -> u64 {
    let x = (x & 0x0F0F_0F0F_0F0F_0F0F) << 4 | x >> 4 & 0x0F0F_0F0F_0F0F_0F0F;
    (x & 0x00FF_00FF_00FF_00FF) << 8 | x >> 8 & 0x00FF_00FF_00FF_00FF
}
