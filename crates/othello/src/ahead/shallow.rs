//! What a position is worth some plies later, exactly: for the order of moves where the end is out of sight.

use super::State;
use super::search::{CLASSES, MOST, UNIT};
use crate::kernel::Kernel;
use crate::patterns::{Adds, Numbered, Patterns, adds_8};
use crate::squares::indices;

/// So many plies ahead on the board of 8x8, for the side with `own`, which is to move, in hundredths of a disc: the value of
/// plain minimax, where a game that is over counts discs.
#[inline(always)]
pub(crate) fn shallow<K: Kernel>(patterns: &Patterns, own: u64, other: u64, depth: u32) -> i32 {
    let adds = adds_8();
    let facing = || Numbered::of(other, own);
    match depth {
        0 => patterns.weights((own | other).count_ones()).value(&Numbered::of(own, other)),
        1 => one::<K>(patterns, adds, (own, other), &facing(), MOST),
        _ => K::plies(patterns, &State::of(own, other), depth, (-MOST, MOST)),
    }
}

fn over(own: u64, other: u64) -> i32 {
    UNIT * (own.count_ones() as i32 - other.count_ones() as i32)
}

/// Two plies or more, in a window; fail-soft.
#[inline(always)]
pub(crate) fn plies<K: Kernel>(patterns: &Patterns, state: &State, depth: u32, window: (i32, i32)) -> i32 {
    let (adds, State { own, other, .. }) = (adds_8(), *state);
    let (mut alpha, beta) = window;
    let empty = !(own | other);
    let placements = K::moves(own, other, empty);
    if placements == 0 {
        return match K::moves(other, own, empty) {
            0 => over(own, other),
            _ => -K::plies(patterns, &state.passed(), depth, (-beta, -alpha)),
        };
    }
    let mut best = -MOST;
    for class in CLASSES {
        for at in indices(placements & class) {
            let flips = K::flips(at, own, other);
            let value = if depth == 2 {
                let child = (other ^ flips, own | flips | 1 << at);
                one::<K>(patterns, adds, child, &state.facing_after(adds, at, flips), -alpha)
            } else {
                K::plies(patterns, &state.after(adds, at, flips), depth - 1, (-beta, -alpha))
            };
            best = best.max(-value);
            alpha = alpha.max(best);
            if alpha >= beta {
                return best;
            }
        }
    }
    best
}

/// One ply, or a bound that is not below `beta`. `facing`: the numbers that the side reads which is not to move.
#[inline(always)]
fn one<K: Kernel>(
    patterns: &Patterns,
    adds: &Adds,
    (own, other): (u64, u64),
    facing: &Numbered,
    beta: i32,
) -> i32 {
    let empty = !(own | other);
    let placements = K::moves(own, other, empty);
    if placements == 0 {
        return match K::moves(other, own, empty) {
            0 => over(own, other),
            // The depth stays where a side passes: one ply of the other's, whole.
            _ => -after_a_pass::<K>(patterns, adds, (other, own)),
        };
    }
    let weights = patterns.weights((own | other).count_ones() + 1);
    let mut best = -MOST;
    for class in CLASSES {
        for at in indices(placements & class) {
            let value = weights.value(&facing.after(adds, at, K::flips(at, own, other)));
            best = best.max(-value);
            if best >= beta {
                return best;
            }
        }
    }
    best
}

#[cold]
#[inline(never)]
fn after_a_pass<K: Kernel>(patterns: &Patterns, adds: &Adds, (own, other): (u64, u64)) -> i32 {
    one::<K>(patterns, adds, (own, other), &Numbered::of(other, own), MOST)
}
