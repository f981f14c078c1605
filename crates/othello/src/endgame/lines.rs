//! Lines of the board: what a last disc turns over, counted by table; which squares touch which.

/// `[place][own discs on the line]`: discs that one at this place turns over where the other side holds all else. A square that
/// is not on the board stands at an end of its line and has no own disc behind it: it counts for nothing.
static CLOSED: [[u8; 256]; 8] = {
    let mut all = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let (mut count, mut run, mut at) = (0, 0, place + 1);
            while at < 8 {
                if own >> at & 1 == 1 {
                    count += run;
                    break;
                }
                run += 1;
                at += 1;
            }
            (run, at) = (0, place);
            while at > 0 {
                at -= 1;
                if own >> at & 1 == 1 {
                    count += run;
                    break;
                }
                run += 1;
            }
            all[place][own] = count;
            own += 1;
        }
        place += 1;
    }
    all
};

const COLUMN: u64 = 0x0101_0101_0101_0101;

/// Of each square both diagonals through it: down to the right, and down to the left.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut all = [[0; 2]; 64];
    let mut at = 0;
    while at < 64 {
        let mut square = 0;
        while square < 64 {
            let (row, column) = (square / 8, square % 8);
            if row + at % 8 == column + at / 8 {
                all[at][0] |= 1 << square;
            }
            if row + column == at / 8 + at % 8 {
                all[at][1] |= 1 << square;
            }
            square += 1;
        }
        at += 1;
    }
    all
};

/// The discs that one on `at` turns over where the side that places it has `own` and the other all the rest.
#[inline(always)]
pub(super) fn closed(at: u8, own: u64) -> i32 {
    let (row, column) = (u32::from(at) / 8, u32::from(at) % 8);
    let across = &CLOSED[column as usize & 7];
    let [falling, rising] = DIAGONALS[usize::from(at & 63)];
    let in_row = own >> (8 * row) & 255;
    // A product with one bit a row gathers a column, one with ones the squares of a diagonal: no two of a column.
    let in_column = (own >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let falling = (own & falling).wrapping_mul(COLUMN) >> 56;
    let rising = (own & rising).wrapping_mul(COLUMN) >> 56;
    i32::from(across[in_row as usize])
        + i32::from(CLOSED[row as usize & 7][in_column as usize])
        + i32::from(across[falling as usize])
        + i32::from(across[rising as usize])
}

/// Of a set of places of a line the number that reads it to base 3.
static TERNARY: [u16; 256] = {
    let mut all = [0; 256];
    let mut set = 1_usize;
    while set < 256 {
        all[set] = all[set & (set - 1)] + 3_u16.pow(set.trailing_zeros());
        set += 1;
    }
    all
};

/// The number to base 3 of a line: ones where `own` stands, twos where `other` does. Below 6561.
#[inline(always)]
pub(super) fn ternary(own: u8, other: u8) -> usize {
    usize::from(TERNARY[usize::from(own)]) + 2 * usize::from(TERNARY[usize::from(other)])
}

/// The squares around each.
static NEIGHBOURS: [u64; 64] = {
    let mut all = [0; 64];
    let mut at = 0;
    while at < 64 {
        all[at] = around(1 << at);
        at += 1;
    }
    all
};

/// The squares around a set, and some of the set itself.
#[inline(always)]
pub(super) const fn around(set: u64) -> u64 {
    let sides = (set << 1 & !COLUMN) | (set >> 1 & !(COLUMN << 7));
    let wide = set | sides;
    sides | wide << 8 | wide >> 8
}

/// The squares around one.
#[inline(always)]
pub(super) fn neighbours(at: u8) -> u64 {
    NEIGHBOURS[usize::from(at & 63)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flips::flips;
    use plywise::Rng;

    #[test]
    fn what_is_counted_is_what_is_turned() {
        let mut rng = Rng::new(4);
        for round in 0..20_000 {
            let at = (round % 64) as u8;
            let own = (rng.next_u64() & if round % 3 == 0 { rng.next_u64() } else { u64::MAX }) & !(1 << at);
            let turned = flips(at, own, !own & !(1 << at)).count_ones() as i32;
            assert_eq!(closed(at, own), turned, "{at} {own:#x}");
        }
        // On the board of 6x6, all other squares empty.
        let board = crate::squares::board(6);
        for at in crate::squares::indices(board) {
            let own = rng.next_u64() & board & !(1 << at);
            let turned = flips(at, own, board & !own & !(1 << at)).count_ones() as i32;
            assert_eq!(closed(at, own), turned, "{at} {own:#x}");
        }
    }

    #[test]
    fn neighbours_are_a_step_away() {
        for at in 0..64 {
            let near = |square: u8| {
                let (rows, columns) = ((at / 8_u8).abs_diff(square / 8), (at % 8).abs_diff(square % 8));
                square != at && rows <= 1 && columns <= 1
            };
            let expected = (0..64).filter(|&square| near(square)).fold(0, |set, square| set | 1 << square);
            assert_eq!(neighbours(at) & !(1 << at), expected, "{at}");
        }
    }
}
