//! Discs that nothing can turn over any more: what a side is sure of at the end.
//!
//! Edges are read from a table of what remains whatever is played along them. Elsewhere a disc is safe along a line that
//! is full, or beside a safe disc of its own side; safe along all four lines it is stable. Others may be, too: the count is
//! a bound from below.

use std::sync::LazyLock;

use super::lines::ternary;

/// `[edge]`: the stable discs of the side whose discs are the ones of the number to base 3, the other's its twos.
static EDGES: LazyLock<Box<[u8; 6561]>> = LazyLock::new(edges);

fn edges() -> Box<[u8; 6561]> {
    let mut stable = Box::new([0; 6561]);
    // Fuller edges first: their numbers are what a move leads to. Those with few empty squares are done before those with more.
    for empties in 0..=8 {
        for own in 0..256_u32 {
            for other in (0..256_u32).filter(|other| own & other == 0) {
                if (own | other).count_zeros() - 24 == empties {
                    stable[ternary(own as u8, other as u8)] = remaining(own as u8, other as u8, &stable[..]);
                }
            }
        }
    }
    stable
}

/// The discs of `own` that stay whoever plays on the empty squares of an edge, whatever else is turned there or not.
fn remaining(own: u8, other: u8, stable: &[u8]) -> u8 {
    let mut stay = own;
    for at in (0..8).filter(|at| (own | other) >> at & 1 == 0) {
        let place = 1 << at;
        // Along the edge a disc turns what it must; it may also be placed there for what it turns elsewhere.
        let turned = along(at, own, other);
        stay &= stable[ternary(own | place | turned, other & !turned)];
        let turned = along(at, other, own);
        stay &= stable[ternary(own & !turned, other | place | turned)];
    }
    stay
}

/// What a disc of `own` on place `at` of a line turns over.
fn along(at: u32, own: u8, other: u8) -> u8 {
    let mut turned = 0;
    for step in [1, -1] {
        let (mut run, mut next) = (0, at as i32 + step);
        while (0..8).contains(&next) && other >> next & 1 == 1 {
            run |= 1 << next;
            next += step;
        }
        if (0..8).contains(&next) && own >> next & 1 == 1 {
            turned |= run;
        }
    }
    turned
}

const LEFT: u64 = 0x0101_0101_0101_0101;
const INSIDE: u64 = 0x007E_7E7E_7E7E_7E00;

/// A column, lowest row first, and the other way round.
#[inline(always)]
const fn gather(column: u64) -> u8 {
    ((column & LEFT).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

#[inline(always)]
const fn spread(line: u8) -> u64 {
    // Seven copies, each shifted so that its bit of the line falls on the row.
    (((line as u64 & 0x7F).wrapping_mul(0x0002_0408_1020_4081)) & LEFT) | (line as u64 >> 7) << 56
}

/// The lines of each direction without an empty square: rows, columns, falling and rising diagonals.
#[inline(always)]
fn full_lines(discs: u64) -> [u64; 4] {
    let rows = {
        let mut all = discs & (discs >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
        all &= all >> 2;
        all &= all >> 1;
        (all & LEFT).wrapping_mul(255)
    };
    let columns = {
        let mut all = discs & discs.rotate_right(8);
        all &= all.rotate_right(16);
        all & all.rotate_right(32)
    };
    // From an empty square its diagonals are not full, both ways.
    let empty = !discs;
    let (mut falling, mut rising) = (empty, empty);
    const NOT_LEFT: u64 = !LEFT;
    const NOT_RIGHT: u64 = !(LEFT << 7);
    falling |= (falling << 9 & NOT_LEFT) | (falling >> 9 & NOT_RIGHT);
    rising |= (rising << 7 & NOT_RIGHT) | (rising >> 7 & NOT_LEFT);
    const FAR_LEFT: u64 = !(LEFT * 3);
    const FAR_RIGHT: u64 = !(LEFT * 0xC0);
    falling |= (falling << 18 & FAR_LEFT) | (falling >> 18 & FAR_RIGHT);
    rising |= (rising << 14 & FAR_RIGHT) | (rising >> 14 & FAR_LEFT);
    const HALF_LEFT: u64 = !(LEFT * 15);
    const HALF_RIGHT: u64 = !(LEFT * 0xF0);
    falling |= (falling << 36 & HALF_LEFT) | (falling >> 36 & HALF_RIGHT);
    rising |= (rising << 28 & HALF_RIGHT) | (rising >> 28 & HALF_LEFT);
    [rows, columns, !falling, !rising]
}

/// Discs of `own` on the board of 8x8 that stay to the end of the game, as far as is seen here.
#[inline(always)]
pub(super) fn stable(own: u64, other: u64) -> u64 {
    let edges = &**EDGES;
    let edge = |own: u8, other: u8| edges[ternary(own, other)];
    let mut stable = u64::from(edge(own as u8, other as u8))
        | u64::from(edge((own >> 56) as u8, (other >> 56) as u8)) << 56
        | spread(edge(gather(own), gather(other)))
        | spread(edge(gather(own >> 7), gather(other >> 7))) << 7;
    let [rows, columns, falling, rising] = full_lines(own | other);
    stable |= own & rows & columns & falling & rising;
    loop {
        let before = stable;
        let safe = (rows | stable << 1 | stable >> 1)
            & (columns | stable << 8 | stable >> 8)
            & (falling | stable << 9 | stable >> 9)
            & (rising | stable << 7 | stable >> 7);
        stable |= own & INSIDE & safe;
        if stable == before {
            return stable;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Othello, Size};
    use plywise::{Game, Rng, Seat};

    #[test]
    fn lines_are_full_where_no_square_of_theirs_is_empty() {
        let mut rng = Rng::new(9);
        for _ in 0..2000 {
            let discs = !(rng.next_u64() & rng.next_u64() & rng.next_u64() & rng.next_u64());
            let found = full_lines(discs);
            for at in 0..64_i32 {
                let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
                for (line, (down, right)) in found.into_iter().zip(steps) {
                    let full = (-7..8).all(|far| {
                        let (row, column) = (at / 8 + far * down, at % 8 + far * right);
                        let inside = (0..8).contains(&row) && (0..8).contains(&column);
                        !inside || discs >> (8 * row + column) & 1 == 1
                    });
                    assert_eq!(line >> at & 1 == 1, full, "{discs:#x} {at} {down} {right}");
                }
            }
        }
    }

    #[test]
    fn columns_are_spread_as_they_are_gathered() {
        for line in 0..=255 {
            assert_eq!(gather(spread(line)), line);
            assert_eq!(spread(line) & !LEFT, 0);
        }
    }

    /// In random games from each position on, and whoever plays: what was stable is never turned.
    #[test]
    fn what_is_stable_stays() {
        let (mut rng, mut moves, mut seen) = (Rng::new(2), Vec::new(), 0);
        for _ in 0..300 {
            let mut position = Othello::start_with(Size::Eight, Seat::FIRST);
            let mut stay = [0; 2];
            while !position.is_over() {
                moves.clear();
                position.moves(&mut moves);
                position.play(moves[rng.index(moves.len())]);
                for seat in [Seat::FIRST, Seat::SECOND] {
                    let (own, other) = (position.discs(seat), position.discs(seat.other()));
                    assert_eq!(stay[seat.index()] & !own, 0, "{position:?}");
                    stay[seat.index()] |= stable(own, other);
                    seen += stay[seat.index()].count_ones();
                }
            }
        }
        assert!(seen > 50_000, "random games end with many stable discs: {seen}");
    }

    #[test]
    fn an_edge_is_as_safe_as_its_corners() {
        let discs = |own: u8, other: u8| EDGES[ternary(own, other)];
        assert_eq!(discs(0b0000_0111, 0), 0b0000_0111, "from the corner on");
        assert_eq!(discs(0b0111_1110, 0), 0, "with both corners open");
        assert_eq!(discs(0b0101_1010, 0b1010_0101), 0b0101_1010, "a full edge");
        assert_eq!(discs(0b0000_0110, 0b0000_0001), 0, "with an own disc behind it would be turned");
    }
}
