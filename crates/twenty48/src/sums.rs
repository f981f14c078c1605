//! What every row adds to the mean of the published features over all tiles that may appear next.
//!
//! After a slide a tile appears on one of `e` empty cells, a 2 nine times out of ten. Counting a 2 nine times and a 4
//! once, the features of those `10 e` boards are summed without making the boards: for what a tile changes depends on
//! its row and its column alone. Both are read as rows, the column from the transposed board.
//!
//! With s the rank sum of a line, T that of the board, and v the sum of ranks times -3, -1, 1, 3 by column (u: by row):
//! `h1 = 4T + (|u| + |v|) / 2`. With d the last column's rank sum less the first's, rises less falls of all rows are d, so
//! that the lesser of both sums is `(steps - |d|) / 2`, steps being rises and falls together.

use std::sync::LazyLock;

use crate::rows::{slide_row, unpack};

/// What a line adds: words are added up for the four rows of a board, and for its four columns.
///
/// The low half may also be added for rows and columns together:
/// - bits 0-4: equal pairs of tiles;
/// - bits 5-13: rises and falls;
/// - bits 14-21: equal pairs that a new tile makes, summed over the new tiles;
/// - bits 22-31: by how much it changes rises and falls, summed likewise, and 33 for each line.
///
/// The high half may not:
/// - bits 0-8: ranks times -3, -1, 1, 3, and 60 for each line;
/// - bits 9-15: the last rank less the first, and 15 for each line;
/// - bits 16-27: three bits for each column, whether it is empty; the last column's lowest.
pub(crate) type Sum = u64;

/// The low half for a board, rows and columns together.
#[derive(Clone, Copy)]
pub(crate) struct Both(u32);

impl Both {
    /// The sum of the low halves for the rows and for the columns.
    #[inline]
    pub(crate) fn of(sum: u32) -> Self {
        Self(sum)
    }

    /// Equal pairs: at most 24.
    #[inline]
    pub(crate) fn pairs(self) -> i32 {
        (self.0 & 31) as i32
    }

    /// Rises and falls: at most 360.
    #[inline]
    pub(crate) fn steps(self) -> i32 {
        (self.0 >> 5 & 511) as i32
    }

    /// Equal pairs that new tiles make: at most 216.
    #[inline]
    pub(crate) fn new_pairs(self) -> i32 {
        (self.0 >> 14 & 255) as i32
    }

    /// By how much new tiles change rises and falls: -264 to 528.
    #[inline]
    pub(crate) fn new_steps(self) -> i32 {
        (self.0 >> 22) as i32 - 8 * NEW_STEPS
    }
}

const NEW_STEPS: i32 = 33;
const MOMENT: i32 = 60;
const TILT: i32 = 15;

/// The sums over all new tiles of |v| and of |d|, from the high halves for both axes, together: what remains of the features'
/// minima and maximum.
#[inline]
pub(crate) fn swings(rows: u32, columns: u32) -> [i32; 2] {
    let ((moment, tilt), (other_moment, other_tilt)) = (swings_of(rows), swings_of(columns));
    // At most 59520, as each 16 bits below: nothing is carried over.
    [moment + other_moment, tilt + other_tilt].map(|sum| (sum >> 48) as i32)
}

/// Those for one axis, in the highest 16 bits.
#[inline]
fn swings_of(high: u32) -> (u64, u64) {
    // The numbers of empty cells of the columns, the last column first, 16 bits each: of four copies, 13 bits apart, one each.
    let empty = (u64::from(high >> 16) * 0x0000_0080_0400_2001) & 0x0007_0007_0007_0007;
    // The highest 16 bits of the product sum each column's share times its empty cells: at most 29760. Each 16 bits below sum
    // some of these.
    let sum = |shares: u64| shares.wrapping_mul(empty);
    (sum(MOMENTS[(high & 511) as usize]), sum(TILTS[(high >> 9 & 127) as usize]))
}

/// For each v, what an empty cell adds to the sum of |v|, by column: 16 bits each, the first column's lowest.
static MOMENTS: [u64; 512] = shares([-3, -1, 1, 3], 4 * MOMENT);
/// The same for d.
static TILTS: [u64; 128] = shares([-1, 0, 0, 1], 4 * TILT);

const fn shares<const N: usize>(factors: [i32; 4], bias: i32) -> [u64; N] {
    let mut shares = [0; N];
    let mut i = 0;
    while i < N {
        let mut column = 0;
        while column < 4 {
            // Nine 2s move the value by the column's factor, one 4 by twice that.
            let (value, factor) = (i as i32 - bias, factors[column]);
            let share = 9 * (value + factor).abs() + (value + 2 * factor).abs();
            shares[i] |= (share as u64) << (16 * column);
            column += 1;
        }
        i += 1;
    }
    shares
}

fn sum_of(row: [u8; 4]) -> Sum {
    let ranks = row.map(i32::from);
    let steps = |row: [i32; 4]| (1..4).map(|i| (row[i] - row[i - 1]).abs()).sum::<i32>();
    let pairs = |row: [i32; 4]| (1..4).filter(|&i| row[i] != 0 && row[i - 1] == row[i]).count() as i32;
    let (mut new_pairs, mut new_steps, mut empty) = (0, 0, 0);
    for column in (0..4).filter(|&column| ranks[column] == 0) {
        empty |= 1 << (3 * (3 - column));
        for (rank, times) in [(1, 9), (2, 1)] {
            let mut with = ranks;
            with[column] = rank;
            new_pairs += times * (pairs(with) - pairs(ranks));
            new_steps += times * (steps(with) - steps(ranks));
        }
    }
    let moment = -3 * ranks[0] - ranks[1] + ranks[2] + 3 * ranks[3];
    let low = pairs(ranks) | steps(ranks) << 5 | new_pairs << 14;
    let low = low as u32 | ((new_steps + NEW_STEPS) as u32) << 22;
    let high = (moment + MOMENT) | (ranks[3] - ranks[0] + TILT) << 9 | empty << 16;
    u64::from(low) | (high as u64) << 32
}

/// A row slid: both ways, and what does not depend on the way.
#[derive(Clone, Copy)]
pub(crate) struct Slide(u64);

impl Slide {
    fn of(row: [u8; 4]) -> Self {
        let [a, b, c, d] = row;
        let pack = |row: [u8; 4]| row.iter().rev().fold(0, |index, &rank| index << 4 | u64::from(rank & 15));
        let (left, _) = slide_row(row);
        let ([d, c, b, a], _) = slide_row([d, c, b, a]);
        let empty = left.iter().filter(|&&rank| rank == 0).count() as u64;
        let sum: u64 = left.iter().map(|&rank| u64::from(rank)).sum();
        Self(pack(left) | pack([a, b, c, d]) << 16 | sum << 32 | empty << 48)
    }

    #[inline]
    pub(crate) fn left(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    pub(crate) fn right(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The rank sum in the low 16 bits, the number of empty cells in the next: these add up over rows.
    #[inline]
    pub(crate) fn content(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// Both tables, of 512 KiB each, for rows of ranks up to 15; slides are valid for rows without two tiles of rank 15.
pub(crate) struct Tables {
    sums: Box<[Sum; 1 << 16]>,
    slides: Box<[u64; 1 << 16]>,
}

impl Tables {
    /// What a row adds.
    #[inline]
    pub(crate) fn sum(&self, row: u16) -> Sum {
        self.sums[usize::from(row)]
    }

    /// What the four rows of a board add.
    #[inline]
    pub(crate) fn sum_rows(&self, low: u64) -> Sum {
        let row = |row: u32| self.sum((low >> (16 * row)) as u16);
        row(0) + row(1) + row(2) + row(3)
    }

    /// A row slid.
    #[inline]
    pub(crate) fn slide(&self, row: u16) -> Slide {
        Slide(self.slides[usize::from(row)])
    }
}

/// The tables, made at first use.
pub(crate) fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| {
        let rows = || (0..1 << 16).map(unpack);
        let boxed = |table: Vec<u64>| table.into_boxed_slice().try_into().expect("as many as there are rows");
        Tables {
            sums: boxed(rows().map(sum_of).collect()),
            slides: boxed(rows().map(|row| Slide::of(row).0).collect()),
        }
    });
    &TABLES
}
