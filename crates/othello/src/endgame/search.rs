//! Exact negamax to the end of the game: Knuth & Moore 1975 with fail-soft bounds, in null windows but for the principal
//! variation (Reinefeld 1983, "An improvement to the scout tree search algorithm").

use super::last::NONE;
use super::lines::neighbours;
use super::order::{Child, children, next_best};
use super::stability::stable;
use super::{Board, Rule};
use crate::kernel::Kernel;
use crate::patterns::Patterns;
use crate::table::{NOWHERE, Table};
use crate::tally::Tally;

/// Up to so many empty squares moves are tried by the parity of their quarters alone.
const FEW: u32 = 6;

/// From so many empty squares on the table is asked about all children before one of them is searched.
pub(super) const ENHANCED_FROM: u32 = 9;

/// Below this stable discs hardly ever settle a position, and are not counted.
const HOPELESS: i32 = -20;

/// Values that matter: more than `.0`, less than `.1`.
pub(crate) type Window = (i32, i32);

/// What is known of a position: bounds of its value, and the two moves that were best last.
#[derive(Clone, Copy)]
struct Known {
    low: i8,
    high: i8,
    best: [u8; 2],
}

impl Known {
    const NOTHING: Self = Self { low: -127, high: 127, best: [NOWHERE; 2] };

    #[inline(always)]
    fn of(table: &Table, key: u64) -> Self {
        let Some([low, high, a, b, ..]) = table.get(key) else { return Self::NOTHING };
        Self { low: low as i8, high: high as i8, best: [a, b] }
    }
}

/// One search: what it may use, and what it has used.
pub(crate) struct Search<'a> {
    pub(super) board: &'static Board,
    pub(super) rule: Rule,
    pub(super) table: &'a Table,
    /// What foretells values, on the board that it knows.
    pub(super) patterns: Option<Patterns>,
    pub(super) tally: Tally<'a>,
}

impl Search<'_> {
    /// The value of a game that is over with so many empty squares.
    #[inline(always)]
    pub(super) fn over(&self, own: u64, other: u64, empty: i32) -> i32 {
        self.rule.over(own.count_ones() as i32 - other.count_ones() as i32, empty)
    }
}

/// The value inside the window, a bound outside.
pub(crate) fn value<K: Kernel>(search: &mut Search<'_>, own: u64, other: u64, window: Window) -> i32 {
    let empty = search.board.all & !(own | other);
    let quarter = |at: u8| search.board.quarters[usize::from(at)];
    let odd = crate::squares::indices(empty).fold(0, |odd, at| odd ^ quarter(at));
    K::open(search, own, other, window, odd)
}

/// Five or six empty squares, in a null window above `alpha`: no table, moves by the parity of their quarters.
#[inline(always)]
pub(crate) fn few<K: Kernel>(
    search: &mut Search<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    odd: u64,
    passed: bool,
) -> i32 {
    search.tally.nodes += 1;
    let empty = search.board.all & !(own | other);
    let five = empty.count_ones() == 5;
    if let Some(bound) = at_most(search, own, other, alpha) {
        return bound;
    }
    let mut best = NONE;
    for mut part in [empty & odd, empty & !odd] {
        while part != 0 {
            let here = part.trailing_zeros() as u8;
            part &= part - 1;
            if neighbours(here) & other == 0 {
                continue;
            }
            let flips = K::flips(here, own, other);
            if flips == 0 {
                continue;
            }
            let (own, other) = (other ^ flips, own | flips | 1 << here);
            let odd = odd ^ search.board.quarters[usize::from(here)];
            let value = if five {
                -K::four(search, own, other, !alpha, odd, false)
            } else {
                -K::few(search, own, other, !alpha, odd, false)
            };
            best = best.max(value);
            if best > alpha {
                return best;
            }
        }
    }
    if best > NONE {
        best
    } else if passed {
        search.over(own, other, empty.count_ones() as i32)
    } else {
        -K::few(search, other, own, !alpha, odd, true)
    }
}

/// Any number of empty squares, in a null window above `alpha`.
#[inline(always)]
fn null<K: Kernel>(search: &mut Search<'_>, child: Child, alpha: i32, odd: u64, empties: u32) -> i32 {
    let Child { own, other, .. } = child;
    match empties {
        // Each of the last steps has its number of squares.
        0..=3 => K::open(search, own, other, (alpha, alpha + 1), odd),
        4 => K::four(search, own, other, alpha, odd, false),
        5..=FEW => K::few(search, own, other, alpha, odd, false),
        _ => K::many(search, own, other, alpha, odd),
    }
}

/// More than [`FEW`] empty squares, in a null window above `alpha`: stability, the table, moves in order.
#[inline(always)]
pub(crate) fn many<K: Kernel>(search: &mut Search<'_>, own: u64, other: u64, alpha: i32, odd: u64) -> i32 {
    search.tally.nodes += 1;
    if search.tally.must_stop() {
        return alpha;
    }
    let empty = search.board.all & !(own | other);
    let empties = empty.count_ones();
    if let Some(bound) = at_most(search, own, other, alpha) {
        return bound;
    }
    let key = Table::key(own, other);
    let known = Known::of(search.table, key);
    if i32::from(known.low) > alpha {
        return i32::from(known.low);
    }
    if i32::from(known.high) <= alpha {
        return i32::from(known.high);
    }
    let placements = K::moves(own, other, empty);
    if placements == 0 {
        return if K::moves(other, own, empty) == 0 {
            search.over(own, other, empties as i32)
        } else {
            -K::many(search, other, own, !alpha, odd)
        };
    }
    let mut buffer = [Child::NONE; 34];
    let children = children::<K>(search, (own, other), placements, odd, known.best, &mut buffer);
    if empties >= ENHANCED_FROM
        && let Some(bound) = at_least(search, children, alpha)
    {
        return bound;
    }
    let begun = search.tally.nodes;
    let (mut best, mut best_at) = (NONE, NOWHERE);
    for i in 0..children.len() {
        next_best(&mut children[i..]);
        let child = children[i];
        let odd = odd ^ search.board.quarters[usize::from(child.at)];
        let value = -null::<K>(search, child, !alpha, odd, empties - 1);
        if search.tally.stopped {
            return alpha;
        }
        if value > best {
            (best, best_at) = (value, child.at);
            if best > alpha {
                break;
            }
        }
    }
    let cost = (64 - (search.tally.nodes - begun).leading_zeros()) as u8;
    remember(search, key, known, (alpha, alpha + 1), best, best_at, cost);
    best
}

/// What the value is at least, if that is more than `alpha`: what the table knows of one of the children (Plaat et al. 1996,
/// "Exploiting graph properties of game trees": enhanced transposition cut-offs).
#[inline(always)]
fn at_least(search: &Search<'_>, children: &[Child], alpha: i32) -> Option<i32> {
    // No closures: they would not be compiled for the processor for which the search is.
    for child in children {
        let bound = -i32::from(Known::of(search.table, Table::key(child.own, child.other)).high);
        if bound > alpha {
            return Some(bound);
        }
    }
    None
}

/// What the value is at most, if that is no more than `alpha`: discs that nothing turns over stay the other side's.
#[inline(always)]
fn at_most(search: &Search<'_>, own: u64, other: u64, alpha: i32) -> Option<i32> {
    // Of a small board the edges are not known; and there must be discs enough.
    let squares = search.board.squares;
    if squares != 64 || squares - 2 * other.count_ones() as i32 > alpha || alpha < HOPELESS {
        return None;
    }
    let most = squares - 2 * stable(other, own).count_ones() as i32;
    (most <= alpha).then_some(most)
}

/// Stores what was found of a position with this window.
#[inline(always)]
fn remember(search: &Search<'_>, key: u64, known: Known, window: Window, value: i32, best: u8, cost: u8) {
    let (low, high) = (known.low, known.high);
    let (low, high) = if value >= window.1 {
        (low.max(value as i8), high)
    } else if value <= window.0 {
        (low, high.min(value as i8))
    } else {
        (value as i8, value as i8)
    };
    let best = if best == known.best[0] || best == NOWHERE { known.best } else { [best, known.best[0]] };
    search.table.put(key, [low as u8, high as u8, best[0], best[1], 0, 0], cost);
}

/// Any number of empty squares, in any window: the first move with all of it, the others in null windows first.
#[inline(always)]
pub(crate) fn open<K: Kernel>(
    search: &mut Search<'_>,
    own: u64,
    other: u64,
    window: Window,
    odd: u64,
) -> i32 {
    let (mut alpha, beta) = window;
    let empty = search.board.all & !(own | other);
    let empties = empty.count_ones();
    if alpha + 1 >= beta && empties > FEW {
        return K::many(search, own, other, alpha, odd);
    }
    search.tally.nodes += 1;
    if search.tally.must_stop() {
        return alpha;
    }
    let key = Table::key(own, other);
    let known = if empties > FEW { Known::of(search.table, key) } else { Known::NOTHING };
    let (low, high) = (i32::from(known.low), i32::from(known.high));
    if low >= beta || low == high {
        return low;
    }
    if high <= alpha {
        return high;
    }
    let placements = K::moves(own, other, empty);
    if placements == 0 {
        return if K::moves(other, own, empty) == 0 {
            search.over(own, other, empties as i32)
        } else {
            -K::open(search, other, own, (-beta, -alpha), odd)
        };
    }
    let mut buffer = [Child::NONE; 34];
    let children = children::<K>(search, (own, other), placements, odd, known.best, &mut buffer);
    let (mut best, mut best_at) = (NONE, NOWHERE);
    for i in 0..children.len() {
        next_best(&mut children[i..]);
        let child = children[i];
        let odd = odd ^ search.board.quarters[usize::from(child.at)];
        let mut value = alpha + 1;
        if i > 0 {
            value = -null::<K>(search, child, -alpha - 1, odd, empties - 1);
        }
        if i == 0 || (value > alpha && value < beta) {
            value = -K::open(search, child.own, child.other, (-beta, -alpha), odd);
        }
        if search.tally.stopped {
            return alpha;
        }
        if value > best {
            (best, best_at) = (value, child.at);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
    }
    if empties > FEW {
        remember(search, key, known, window, best, best_at, u8::MAX);
    }
    best
}
