//! Exact negamax to the end of the game: Knuth & Moore 1975 with fail-soft bounds, in null windows but for the principal
//! variation (Reinefeld 1983, "An improvement to the scout tree search algorithm").

use plywise::Meter;

use super::kernel::Kernel;
use super::last::NONE;
use super::lines::neighbours;
use super::order::{Child, children, next_best};
use super::stability::stable;
use super::table::{Known, NOWHERE, Table};
use super::{Board, Rule};
use crate::flips::moves;
use crate::patterns::Patterns;

/// Up to so many empty squares moves are tried by the parity of their quarters alone.
const FEW: u32 = 6;

/// From so many empty squares on patterns have a say in the order of moves.
const FORETOLD_FROM: u32 = 11;

/// Below this stable discs hardly ever settle a position, and are not counted.
const HOPELESS: i32 = -20;

/// Values that matter: more than `.0`, less than `.1`.
pub(super) type Window = (i32, i32);

/// One search: what it may use, and what it has used.
pub(super) struct Search<'a> {
    pub(super) board: &'static Board,
    pub(super) rule: Rule,
    pub(super) table: &'a Table,
    /// What foretells values, on the board that it knows.
    pub(super) patterns: Option<Patterns>,
    pub(super) meter: &'a mut Meter,
    /// Positions entered.
    pub(super) nodes: u64,
    /// How many of them the meter knows of, and how many it allows.
    pub(super) told: u64,
    pub(super) allowed: u64,
    /// The meter's last word: values are void.
    pub(super) stopped: bool,
}

impl Search<'_> {
    /// The value of a game that is over with so many empty squares.
    #[inline(always)]
    pub(super) fn over(&self, own: u64, other: u64, empty: i32) -> i32 {
        self.rule.over(own.count_ones() as i32 - other.count_ones() as i32, empty)
    }

    /// Tells the meter; whether the search must stop.
    #[inline(always)]
    fn must_stop(&mut self) -> bool {
        self.stopped || (self.nodes >= self.allowed && self.report())
    }

    /// Tells the meter what was entered and asks for more; whether the search must stop.
    #[cold]
    pub(super) fn report(&mut self) -> bool {
        self.meter.enter_many(self.nodes - self.told);
        self.told = self.nodes;
        let allowed = self.meter.allowance();
        self.allowed = self.nodes + allowed.unwrap_or(0);
        self.stopped = allowed.is_none();
        self.stopped
    }
}

/// The value inside the window, a bound outside.
pub(super) fn value<K: Kernel>(search: &mut Search<'_>, own: u64, other: u64, window: Window) -> i32 {
    let empty = search.board.all & !(own | other);
    let quarter = |at: u8| search.board.quarters[usize::from(at)];
    let odd = crate::squares::indices(empty).fold(0, |odd, at| odd ^ quarter(at));
    K::open(search, own, other, window, odd)
}

/// Five or six empty squares, in a null window above `alpha`: no table, moves by the parity of their quarters.
#[inline(always)]
pub(super) fn few<K: Kernel>(
    search: &mut Search<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    odd: u64,
    passed: bool,
) -> i32 {
    search.nodes += 1;
    let empty = search.board.all & !(own | other);
    let five = empty.count_ones() == 5;
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
pub(super) fn many<K: Kernel>(search: &mut Search<'_>, own: u64, other: u64, alpha: i32, odd: u64) -> i32 {
    search.nodes += 1;
    if search.must_stop() {
        return alpha;
    }
    let empty = search.board.all & !(own | other);
    let empties = empty.count_ones();
    if let Some(bound) = at_most(search, own, other, alpha) {
        return bound;
    }
    let key = Table::key(own, other);
    let known = search.table.get(key).unwrap_or(Known::NOTHING);
    if i32::from(known.low) > alpha {
        return i32::from(known.low);
    }
    if i32::from(known.high) <= alpha {
        return i32::from(known.high);
    }
    let placements = moves(own, other, empty);
    if placements == 0 {
        return if moves(other, own, empty) == 0 {
            search.over(own, other, empties as i32)
        } else {
            -K::many(search, other, own, !alpha, odd)
        };
    }
    let foretold = search.patterns.filter(|_| empties >= FORETOLD_FROM);
    let mut buffer = [Child::NONE; 34];
    let children = children::<K>(
        search.board,
        (own, other),
        placements,
        odd,
        known.best,
        foretold.as_ref(),
        &mut buffer,
    );
    let begun = search.nodes;
    let (mut best, mut best_at) = (NONE, NOWHERE);
    for i in 0..children.len() {
        next_best(&mut children[i..]);
        let child = children[i];
        let odd = odd ^ search.board.quarters[usize::from(child.at)];
        let value = -null::<K>(search, child, !alpha, odd, empties - 1);
        if search.stopped {
            return alpha;
        }
        if value > best {
            (best, best_at) = (value, child.at);
            if best > alpha {
                break;
            }
        }
    }
    let cost = (64 - (search.nodes - begun).leading_zeros()) as u8;
    remember(search, key, known, (alpha, alpha + 1), best, best_at, cost);
    best
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
    search.table.put(key, Known { low, high, best }, cost);
}

/// Any number of empty squares, in any window: the first move with all of it, the others in null windows first.
#[inline(always)]
pub(super) fn open<K: Kernel>(
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
    search.nodes += 1;
    if search.must_stop() {
        return alpha;
    }
    let key = Table::key(own, other);
    let known = if empties > FEW { search.table.get(key) } else { None }.unwrap_or(Known::NOTHING);
    let (low, high) = (i32::from(known.low), i32::from(known.high));
    if low >= beta || low == high {
        return low;
    }
    if high <= alpha {
        return high;
    }
    let placements = moves(own, other, empty);
    if placements == 0 {
        return if moves(other, own, empty) == 0 {
            search.over(own, other, empties as i32)
        } else {
            -K::open(search, other, own, (-beta, -alpha), odd)
        };
    }
    let foretold = search.patterns.filter(|_| empties >= FORETOLD_FROM);
    let mut buffer = [Child::NONE; 34];
    let children = children::<K>(
        search.board,
        (own, other),
        placements,
        odd,
        known.best,
        foretold.as_ref(),
        &mut buffer,
    );
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
        if search.stopped {
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
