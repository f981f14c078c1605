//! One row slid: the obvious way, and tables of every row made from it at first use.
//!
//! A row is four ranks (log2 of the tile, 0 for an empty cell). Its index has the low four bits of each rank in
//! four nibbles, the left cell in the lowest, and, for a row that holds a tile of rank 16 or more, the fifth bits
//! in four bits above: `low nibbles | fifth bits << 16`.
//!
//! Boards below 65536 need the first 65,536 rows only, and those have small tables of their own: the slid row of
//! both ways side by side in 32 bits (256 KiB) and the points in 16 (128 KiB), so that a search's working set
//! stays in the second-level cache. The others share one table of 64 bits per row (8 MiB, of which 840 KiB are
//! ever touched), made when the first such board slides.

use std::sync::LazyLock;

/// The largest rank on any board: 131072.
pub(crate) const MAX_RANK: u8 = 17;

/// The obvious slide: the row after its tiles went towards index 0, and the sum of the merged tiles.
///
/// Equal neighbours merge from index 0 on; a merged tile does not merge again. Ranks are at most 17.
#[must_use]
pub(crate) fn slide_row(row: [u8; 4]) -> ([u8; 4], u32) {
    let mut slid = [0; 4];
    let mut gain = 0;
    let mut filled = 0;
    let mut may_merge = false;
    for rank in row.into_iter().filter(|&rank| rank != 0) {
        if may_merge && slid[filled - 1] == rank {
            slid[filled - 1] += 1;
            gain += 1 << (rank + 1);
            may_merge = false;
        } else {
            slid[filled] = rank;
            filled += 1;
            may_merge = true;
        }
    }
    (slid, gain)
}

/// The tables of the rows whose ranks are all 15 or less.
pub(crate) struct Narrow {
    /// The row slid left in the low half, slid right in the high half. Valid for rows without two tiles of
    /// rank 15: the merged tile would not fit.
    both: Box<[u32; 1 << 16]>,
    /// A quarter of the points, the same for both ways: merged tiles are multiples of 4, and four tiles of rank 15
    /// earn 131072.
    quarter_gain: Box<[u16; 1 << 16]>,
}

impl Narrow {
    /// The row slid left in the low half, slid right in the high half.
    #[inline]
    pub(crate) fn both(&self, row: u16) -> u32 {
        self.both[usize::from(row)]
    }

    /// The points that the row earns, slid left or right.
    #[inline]
    pub(crate) fn gain(&self, row: u16) -> u32 {
        u32::from(self.quarter_gain[usize::from(row)]) * 4
    }
}

/// The tables of the rows whose ranks are all 15 or less.
#[inline]
pub(crate) fn narrow() -> &'static Narrow {
    static TABLE: LazyLock<Narrow> = LazyLock::new(|| {
        let mut both = vec![0; 1 << 16];
        let mut quarter_gain = vec![0; 1 << 16];
        for row in 0..=u16::MAX {
            let slid = Slid::of(unpack(u32::from(row)));
            let index = usize::from(row);
            both[index] = u32::from(slid.left as u16) | u32::from(slid.right as u16) << 16;
            quarter_gain[index] = (slid.gain / 4) as u16;
        }
        Narrow { both: boxed(both), quarter_gain: boxed(quarter_gain) }
    });
    &TABLE
}

fn boxed<T, const N: usize>(table: Vec<T>) -> Box<[T; N]> {
    table.into_boxed_slice().try_into().ok().expect("the table was made with this length")
}

/// Both slides of a row, as row indices of 20 bits, and the points of either.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slid {
    pub(crate) left: u32,
    pub(crate) right: u32,
    pub(crate) gain: u32,
}

impl Slid {
    /// The obvious way.
    fn of(row: [u8; 4]) -> Self {
        let (left, gain) = slide_row(row);
        let (right, _) = slide_row(reversed(row));
        Self { left: pack(left), right: pack(reversed(right)), gain }
    }

    const INDEX: u64 = (1 << 20) - 1;

    fn to_bits(self) -> u64 {
        u64::from(self.left) | u64::from(self.right) << 20 | u64::from(self.gain) << 40
    }

    fn from_bits(bits: u64) -> Self {
        Self {
            left: (bits & Self::INDEX) as u32,
            right: (bits >> 20 & Self::INDEX) as u32,
            gain: (bits >> 40) as u32,
        }
    }
}

/// The slides of any row of ranks up to 17.
pub(crate) fn wide(row: u32) -> Slid {
    static TABLE: LazyLock<Box<[u64]>> = LazyLock::new(|| {
        let mut table = vec![0; 1 << 20];
        for row in 0..1 << 20 {
            let ranks = unpack(row);
            if ranks.iter().all(|&rank| rank <= MAX_RANK) {
                table[row as usize] = Slid::of(ranks).to_bits();
            }
        }
        table.into_boxed_slice()
    });
    Slid::from_bits(TABLE[row as usize])
}

/// The index of a row.
pub(crate) fn pack(row: [u8; 4]) -> u32 {
    row.iter().enumerate().fold(0, |index, (column, &rank)| {
        let rank = u32::from(rank);
        index | (rank & 15) << (4 * column) | (rank >> 4) << (16 + column)
    })
}

/// The ranks of the row with this index.
pub(crate) fn unpack(index: u32) -> [u8; 4] {
    std::array::from_fn(|column| ((index >> (4 * column) & 15) | (index >> (16 + column) & 1) << 4) as u8)
}

fn reversed([a, b, c, d]: [u8; 4]) -> [u8; 4] {
    [d, c, b, a]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_obvious_slide_follows_the_original_game() {
        assert_eq!(slide_row([1, 1, 1, 1]), ([2, 2, 0, 0], 8));
        assert_eq!(slide_row([2, 1, 1, 0]), ([2, 2, 0, 0], 4));
        assert_eq!(slide_row([1, 1, 1, 0]), ([2, 1, 0, 0], 4), "the pair nearest to the wall merges first");
        assert_eq!(slide_row([1, 1, 2, 3]), ([2, 2, 3, 0], 4), "a merged tile does not merge again");
        assert_eq!(slide_row([0, 3, 0, 3]), ([4, 0, 0, 0], 16), "empty cells do not part a pair");
        assert_eq!(slide_row([1, 2, 1, 2]), ([1, 2, 1, 2], 0));
        assert_eq!(slide_row([16, 0, 0, 16]), ([17, 0, 0, 0], 131_072));
    }

    /// A second, different reading of the rules: the array is compacted, pairs are merged in place, and it is
    /// compacted again.
    fn slide_by_passes(row: [u8; 4]) -> ([u8; 4], u32) {
        let mut tiles: Vec<u32> = row.iter().filter(|&&r| r > 0).map(|&r| 1 << r).collect();
        let mut gain = 0;
        for i in 1..tiles.len() {
            if tiles[i] == tiles[i - 1] {
                tiles[i - 1] *= 2;
                tiles[i] = 0;
                gain += tiles[i - 1];
            }
        }
        let mut left: Vec<u8> =
            tiles.into_iter().filter(|&t| t > 0).map(|t| t.trailing_zeros() as u8).collect();
        left.resize(4, 0);
        (left.try_into().unwrap(), gain)
    }

    fn slide_right_by_passes(row: [u8; 4]) -> ([u8; 4], u32) {
        let (slid, gain) = slide_by_passes(reversed(row));
        (reversed(slid), gain)
    }

    #[test]
    fn the_wide_table_is_right_on_every_row() {
        let mut rows = 0;
        for index in 0..1 << 20 {
            let row = unpack(index);
            assert_eq!(pack(row), index);
            if row.iter().any(|&rank| rank > MAX_RANK) {
                continue;
            }
            rows += 1;
            let (slid, (left, gain)) = (wide(index), slide_by_passes(row));
            assert_eq!((unpack(slid.left), slid.gain), (left, gain), "{row:?} left");
            assert_eq!((unpack(slid.right), slid.gain), slide_right_by_passes(row), "{row:?} right");
            assert_eq!(slide_row(row), (left, gain), "{row:?}");
        }
        assert_eq!(rows, 18u32.pow(4));
    }

    #[test]
    fn the_narrow_tables_are_right_on_every_row() {
        for index in 0..=u16::MAX {
            let row = unpack(u32::from(index));
            let (left, gain) = slide_by_passes(row);
            assert_eq!(narrow().gain(index), gain, "{row:?}");
            if row.iter().filter(|&&rank| rank == 15).count() < 2 {
                let both = narrow().both(index);
                assert_eq!(unpack(both & 0xFFFF), left, "{row:?} left");
                assert_eq!(unpack(both >> 16), slide_right_by_passes(row).0, "{row:?} right");
            }
        }
    }
}
