//! Sets of squares: one bit a square, a1 the lowest, b1 the next, a2 eight further.
//!
//! Boards of 4x4 and 6x6 are the upper left corner of the same layout. Their other squares are always empty, so
//! that a run of discs which leaves the board ends there as it would at the edge.

/// The steps towards higher squares: right, down left, down, down right. The other four are their opposites.
pub(crate) const STEPS: [u32; 4] = [1, 7, 8, 9];

/// Every square but those of the first and the last column: a run along a row or a diagonal may only continue
/// from these, or it would come out at the other side.
pub(crate) const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The squares of the board of `size` by `size`, `size` at most 8.
pub(crate) const fn board(size: usize) -> u64 {
    assert!(size >= 1 && size <= 8);
    let row = (1u64 << size) - 1;
    let mut all = 0;
    let mut i = 0;
    while i < size {
        all |= row << (8 * i);
        i += 1;
    }
    all
}

/// The corners of the same board.
pub(crate) const fn corners(size: usize) -> u64 {
    let last = size - 1;
    square(0, 0) | square(0, last) | square(last, 0) | square(last, last)
}

/// The set of one square.
#[inline]
pub(crate) const fn square(row: usize, column: usize) -> u64 {
    1 << (8 * row + column)
}

/// Name of a square by its bit index: column letter, row number from the top.
pub(crate) fn name(index: u8) -> String {
    let bytes = name_bytes(index);
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The two letters of [`name`].
#[inline]
pub(crate) const fn name_bytes(index: u8) -> [u8; 2] {
    [b'a' + index % 8, b'1' + index / 8]
}

/// Bit index of a square from its two letters in either case, if it lies on the board of `size`.
#[inline]
pub(crate) const fn parse(letters: [u8; 2], size: usize) -> Option<u8> {
    let column = (letters[0] | 0x20).wrapping_sub(b'a');
    let row = letters[1].wrapping_sub(b'1');
    if letters[0].is_ascii_alphabetic() && (column as usize) < size && (row as usize) < size {
        Some(8 * row + column)
    } else {
        None
    }
}

/// The bit indices of a set, in ascending order.
#[inline]
pub(crate) fn indices(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let index = set.trailing_zeros() as u8;
            set &= set - 1;
            index
        })
    })
}

/// Upside down, on a board of `size` rows.
pub(crate) const fn flip_rows(set: u64, size: usize) -> u64 {
    set.swap_bytes() >> (8 * (8 - size))
}

/// Rows become columns: mirrored in the diagonal through a1. Three exchanges of ever smaller blocks
/// (Warren, "Hacker's Delight", section 7-3).
pub(crate) const fn transpose(mut set: u64) -> u64 {
    let mut swap = (set ^ (set >> 28)) & 0x0000_0000_F0F0_F0F0;
    set ^= swap ^ (swap << 28);
    swap = (set ^ (set >> 14)) & 0x0000_CCCC_0000_CCCC;
    set ^= swap ^ (swap << 14);
    swap = (set ^ (set >> 7)) & 0x00AA_00AA_00AA_00AA;
    set ^ swap ^ (swap << 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_belong_together() {
        for size in [4, 6, 8] {
            for index in indices(board(size)) {
                assert_eq!(parse(name_bytes(index), size), Some(index));
                assert_eq!(
                    parse(name(index).to_uppercase().as_bytes().try_into().unwrap(), size),
                    Some(index)
                );
            }
        }
        assert_eq!(name(0), "a1");
        assert_eq!(name(7), "h1");
        assert_eq!(parse(*b"f5", 8), Some(37));
        for (bad, size) in [(*b"g1", 6), (*b"a7", 6), (*b"a0", 8), (*b"i1", 8), (*b"11", 8), (*b"!1", 8)] {
            assert_eq!(parse(bad, size), None, "{bad:?}");
        }
    }

    #[test]
    fn mirrors_do_to_each_square_what_they_say() {
        for size in [4, 6, 8] {
            for row in 0..size {
                for column in 0..size {
                    let set = square(row, column);
                    assert_eq!(transpose(set), square(column, row));
                    assert_eq!(flip_rows(set, size), square(size - 1 - row, column));
                }
            }
        }
    }
}
