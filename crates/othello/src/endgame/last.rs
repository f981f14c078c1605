//! The last four empty squares, unrolled: no lists of moves, no table, and the last disc is counted, not placed.

use super::lines::{closed, neighbours};
use super::search::Search;
use crate::kernel::Kernel;

/// Below every value.
pub(super) const NONE: i32 = -128;

/// One empty square, `at`: the value for the side with `own`. The other side holds all the rest.
#[inline(always)]
fn one<K: Kernel>(search: &mut Search<'_>, own: u64, at: u8) -> i32 {
    search.tally.nodes += 1;
    let board = search.board;
    let held = own.count_ones() as i32;
    let gained = closed(at, own);
    if gained > 0 {
        return 2 * (held + gained + 1) - board.squares;
    }
    let lost = closed(at, board.all & !own & !(1 << at));
    if lost > 0 {
        2 * (held - lost) - board.squares
    } else {
        search.rule.over(2 * held - board.squares + 1, 1)
    }
}

/// Two empty squares: more than `alpha`, or not; fail-soft.
#[inline(always)]
pub(crate) fn two<K: Kernel>(search: &mut Search<'_>, own: u64, other: u64, alpha: i32, at: [u8; 2]) -> i32 {
    search.tally.nodes += 1;
    let [a, b] = at;
    let mut best = NONE;
    for (here, there) in [(a, b), (b, a)] {
        let flips = if neighbours(here) & other == 0 { 0 } else { K::flips(here, own, other) };
        if flips != 0 {
            best = best.max(-one::<K>(search, other ^ flips, there));
            if best > alpha {
                return best;
            }
        }
    }
    if best > NONE {
        return best;
    }
    let mut worst = -NONE;
    for (here, there) in [(a, b), (b, a)] {
        let flips = K::flips(here, other, own);
        if flips != 0 {
            worst = worst.min(one::<K>(search, own ^ flips, there));
            if worst <= alpha {
                return worst;
            }
        }
    }
    if worst < -NONE { worst } else { search.over(own, other, 2) }
}

/// Three: the square that is alone in its quarter of the board first (`odd`: squares of quarters with an odd number).
#[inline(always)]
pub(crate) fn three<K: Kernel>(
    search: &mut Search<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    at: [u8; 3],
    odd: u64,
    passed: bool,
) -> i32 {
    search.tally.nodes += 1;
    let [mut a, mut b, mut c] = at;
    if odd >> a & 1 == 0 {
        if odd >> b & 1 == 1 {
            (a, b) = (b, a);
        } else {
            (a, c) = (c, a);
        }
    }
    let mut best = NONE;
    for (here, left) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if neighbours(here) & other == 0 {
            continue;
        }
        let flips = K::flips(here, own, other);
        if flips != 0 {
            let value = -K::two(search, other ^ flips, own | flips | 1 << here, !alpha, left);
            best = best.max(value);
            if best > alpha {
                return best;
            }
        }
    }
    if best > NONE {
        best
    } else if passed {
        search.over(own, other, 3)
    } else {
        -K::three(search, other, own, !alpha, [a, b, c], odd, true)
    }
}

/// Four: those of quarters with an odd number first.
#[inline(always)]
pub(crate) fn four<K: Kernel>(
    search: &mut Search<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    odd: u64,
    passed: bool,
) -> i32 {
    search.tally.nodes += 1;
    let empty = search.board.all & !(own | other);
    let mut best = NONE;
    for mut part in [empty & odd, empty & !odd] {
        while part != 0 {
            let here = part.trailing_zeros() as u8;
            part &= part - 1;
            if neighbours(here) & other == 0 {
                continue;
            }
            let flips = K::flips(here, own, other);
            if flips != 0 {
                let odd = odd ^ search.board.quarters[usize::from(here)];
                let mut rest = empty ^ 1 << here;
                let mut left = [0; 3];
                for square in &mut left {
                    *square = rest.trailing_zeros() as u8;
                    rest &= rest.wrapping_sub(1);
                }
                let value =
                    -K::three(search, other ^ flips, own | flips | 1 << here, !alpha, left, odd, false);
                best = best.max(value);
                if best > alpha {
                    return best;
                }
            }
        }
    }
    if best > NONE {
        best
    } else if passed {
        search.over(own, other, 4)
    } else {
        -K::four(search, other, own, !alpha, odd, true)
    }
}
