//! Negamax in null windows: Knuth & Moore 1975, fail-soft; Multi-ProbCut: Buro 1997.

use plywise::alphabeta::{ProbCut, Siblings};
use plywise::{Score, Seat};

use super::{Ahead, State};
use crate::kernel::Kernel;
use crate::squares::{self, indices};
use crate::table::{NOWHERE, Table};
use crate::{Move, Othello, Size};

/// One disc.
pub(super) const UNIT: i32 = 100;
/// Above every value.
pub(super) const MOST: i32 = 64 * UNIT + 1;
/// What a reply of the other side's is worth in the order of moves.
const REPLY: i32 = 200;
/// From so many plies on patterns have a say in it.
const FORETOLD_FROM: i32 = 3;
/// From so many plies on it is looked whether another thread has made the search pointless.
const LOOKED_FROM: i32 = 5;
/// From so many plies on there is enough to share with an idle thread.
const SHARED_FROM: i32 = 7;
/// From so many plies on it is looked up what is known of the positions after the moves.
const LOOKED_UP_FROM: i32 = 4;
/// What it is worth in the order of moves that the position after one was found, by whatever search, to leave the other side as
/// little as is wanted here, and what the opposite costs.
const WAS_GOOD: i32 = 600;
const WAS_BAD: i32 = 400;
/// What a shallower search may be off by when it says so.
const NEARLY: i32 = 2 * UNIT;
const CORNERS: u64 = squares::corners(8);
/// In which order squares are tried where nothing else is known: corners, what is far from them, what gives them away.
pub(super) const CLASSES: [u64; 4] = {
    let beside = 0x42C3_0000_0000_C342;
    let inner = 0x0000_3C3C_3C3C_0000;
    [CORNERS, inner, !(CORNERS | inner | beside), beside]
};

/// A move, and how soon it is tried.
#[derive(Clone, Copy)]
struct Reply {
    flips: u64,
    rank: i32,
    at: u8,
}

/// What is known of a position from a search of so many plies.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) depth: i32,
    pub(super) best: u8,
}

impl State {
    #[inline(always)]
    fn discs(&self) -> u32 {
        (self.own | self.other).count_ones()
    }

    /// For those who know positions.
    fn position(&self, ahead: &Ahead<'_>) -> Othello {
        let (black, white) =
            if self.mover == Seat::FIRST { (self.own, self.other) } else { (self.other, self.own) };
        let position = Othello::new(Size::Eight, black, white, self.mover);
        position.expect("no square holds two discs").scored(ahead.rule)
    }

    /// The value of the game that ends here.
    #[inline(always)]
    fn over(&self, ahead: &Ahead<'_>) -> i32 {
        let difference = self.own.count_ones() as i32 - self.other.count_ones() as i32;
        UNIT * ahead.rule.over(difference, 64 - self.discs() as i32)
    }
}

/// So many plies, at least one, in a null window above `alpha`.
#[inline(always)]
pub(crate) fn value<K: Kernel>(ahead: &mut Ahead<'_>, state: &State, depth: i32, alpha: i32) -> i32 {
    if depth == 1 { K::nearly(ahead, state, alpha) } else { K::deep(ahead, state, depth, alpha) }
}

/// One ply: the moves lead to leaves.
#[inline(always)]
pub(crate) fn nearly<K: Kernel>(ahead: &mut Ahead<'_>, state: &State, alpha: i32) -> i32 {
    ahead.tally.nodes += 1;
    let (own, other) = (state.own, state.other);
    let empty = !(own | other);
    let placements = K::moves(own, other, empty);
    if placements == 0 {
        ahead.tally.nodes += 1;
        return if K::moves(other, own, empty) == 0 {
            state.over(ahead)
        } else {
            -ahead.patterns.weights(state.discs()).value(&state.facing)
        };
    }
    let weights = ahead.patterns.weights(state.discs() + 1);
    let mut best = -MOST;
    for class in CLASSES {
        for at in indices(placements & class) {
            let flips = K::flips(at, own, other);
            ahead.tally.nodes += 1;
            let value = if flips == other {
                state.after(ahead.adds, at, flips).over(ahead)
            } else {
                weights.value(&state.seen_after(ahead.adds, at, flips))
            };
            best = best.max(-value);
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// Two plies or more.
#[inline(always)]
pub(crate) fn deep<K: Kernel>(ahead: &mut Ahead<'_>, state: &State, depth: i32, alpha: i32) -> i32 {
    ahead.tally.nodes += 1;
    let stops =
        if depth < LOOKED_FROM { ahead.tally.must_stop() } else { ahead.tally.must_stop_or_is_called_off() };
    if stops {
        return alpha;
    }
    let (own, other) = (state.own, state.other);
    let key = Table::key(own, other);
    let known = Known::of(ahead.table, key);
    if known.depth >= depth {
        if known.low > alpha {
            return known.low;
        }
        if known.high <= alpha {
            return known.high;
        }
    }
    let empty = !(own | other);
    let placements = K::moves(own, other, empty);
    if placements == 0 {
        return if K::moves(other, own, empty) == 0 {
            state.over(ahead)
        } else {
            -value::<K>(ahead, &state.passed(), depth - 1, !alpha)
        };
    }
    if let Some(cut) = foretold::<K>(ahead, state, depth, alpha) {
        return cut;
    }
    // Where no move is good enough, what was best before stays so.
    let (mut best, mut best_at) = (-MOST, known.best);
    // What was best before often is enough: then nothing else is ranked.
    let mut left = placements;
    if known.best < NOWHERE && placements >> known.best & 1 != 0 {
        let at = known.best;
        left &= !(1 << at);
        let flips = K::flips(at, own, other);
        best = -value::<K>(ahead, &state.after(ahead.adds, at, flips), depth - 1, !alpha);
        if ahead.tally.stopped {
            return alpha;
        }
    }
    if best <= alpha {
        let mut buffer = [Reply { flips: 0, rank: 0, at: 0 }; 34];
        let replies = replies::<K>(ahead, state, left, depth, &mut buffer);
        if depth >= LOOKED_UP_FROM
            && let Some((value, at)) = look_up(ahead.table, state, replies, depth, alpha)
        {
            known.and(depth, value, alpha, at).put(ahead.table, key);
            return value;
        }
        for i in 0..replies.len() {
            // Young brothers wait (Feldmann et al. 1989).
            if depth >= SHARED_FROM && best > -MOST && i + 1 < replies.len() && ahead.tally.has_idle() {
                let Some((value, at)) = share(ahead, state, depth, alpha, best, &mut replies[i..]) else {
                    return alpha;
                };
                best = value;
                best_at = at.unwrap_or(best_at);
                break;
            }
            next_best(&mut replies[i..]);
            let Reply { at, flips, .. } = replies[i];
            if depth > 2 {
                ahead.table.prefetch(Table::key(other ^ flips, own | flips | 1 << at));
            }
            let found = -value::<K>(ahead, &state.after(ahead.adds, at, flips), depth - 1, !alpha);
            if ahead.tally.stopped {
                return alpha;
            }
            best = best.max(found);
            if best > alpha {
                best_at = at;
                break;
            }
        }
    }
    known.and(depth, best, alpha, best_at).put(ahead.table, key);
    best
}

/// A move that is better than `alpha` by what the table knows, and what it is worth at least (enhanced transposition cut-offs: Plaat et al. 1996,
/// "Exploiting graph properties of game trees"). If there is none, moves rank by what is known of them.
#[inline(always)]
fn look_up(table: &Table, state: &State, replies: &mut [Reply], depth: i32, alpha: i32) -> Option<(i32, u8)> {
    for reply in replies {
        let (own, other) = (state.other ^ reply.flips, state.own | reply.flips | 1 << reply.at);
        let child = Known::of(table, Table::key(own, other));
        // Bounds that were never found lie beyond all values.
        if child.depth >= depth - 1 && -child.high > alpha {
            return Some((-child.high, reply.at));
        } else if -child.high > alpha - NEARLY {
            reply.rank += WAS_GOOD;
        } else if -child.low < alpha {
            reply.rank -= WAS_BAD;
        }
    }
    None
}

/// Has moves searched by all threads that are idle: the best value with that of those `tried` before, and the move that is better
/// than `alpha`, if one is. None if the search must stop.
#[cold]
fn share(
    ahead: &mut Ahead<'_>,
    state: &State,
    depth: i32,
    alpha: i32,
    tried: i32,
    replies: &mut [Reply],
) -> Option<(i32, Option<u8>)> {
    replies.sort_by_key(|reply| std::cmp::Reverse(reply.rank));
    let found = ahead.tally.share(Siblings {
        position: &state.position(ahead),
        depth,
        alpha: Score::heuristic(alpha),
        best: Score::heuristic(tried),
        moves: replies.iter().map(|reply| Move::from_index(reply.at)).collect(),
    });
    let (value, better) = found.filter(|_| !ahead.tally.stopped)?;
    Some((value.raw(), better.and_then(Move::index)))
}

/// What shallower searches foretell, where that lies far enough beyond the window.
#[inline(always)]
fn foretold<K: Kernel>(ahead: &mut Ahead<'_>, state: &State, depth: i32, alpha: i32) -> Option<i32> {
    let cuts = ahead.cuts.of(64 - state.discs(), depth);
    if cuts.is_empty() {
        return None;
    }
    // A shallow search is worth its price on the side of the window on which the position stands already.
    let high = ahead.patterns.weights(state.discs()).value(&state.seen) > alpha;
    for cut in cuts {
        let ProbCut { shallow, .. } = *cut;
        let bound = Score::heuristic(if high { alpha + 1 } else { alpha });
        let Some(bound) = (if high { cut.high(bound) } else { cut.low(bound) }) else { continue };
        // One below the bound that is to be reached, or the bound that is not to be passed.
        let below = bound.raw() - i32::from(high);
        if shallow >= depth || below.abs() >= MOST {
            continue;
        }
        let passes = value::<K>(ahead, state, shallow, below) > below;
        if ahead.tally.stopped {
            return Some(alpha);
        }
        if passes == high {
            return Some(alpha + i32::from(high));
        }
    }
    None
}

/// Lists the moves, ranked.
#[inline(always)]
fn replies<'a, K: Kernel>(
    ahead: &Ahead<'_>,
    state: &State,
    placements: u64,
    depth: i32,
    buffer: &'a mut [Reply; 34],
) -> &'a mut [Reply] {
    let (own, other) = (state.own, state.other);
    let weights = ahead.patterns.weights(state.discs() + 1);
    let mut count = 0;
    for (at, reply) in indices(placements).zip(buffer.iter_mut()) {
        let flips = K::flips(at, own, other);
        let placed = 1 << at;
        let (own, other) = (other ^ flips, own | flips | placed);
        let replies = K::moves(own, other, !(own | other));
        // A reply in a corner weighs as much as two: it cannot be undone.
        let replies = replies.count_ones() + (replies & CORNERS).count_ones();
        let corner = if placed & CORNERS == 0 { 0 } else { 4 };
        let fewest = REPLY * (corner - replies as i32);
        let rank = if depth < FORETOLD_FROM {
            fewest
        } else {
            fewest - weights.value(&state.seen_after(ahead.adds, at, flips))
        };
        *reply = Reply { flips, rank, at };
        count += 1;
    }
    &mut buffer[..count]
}

/// Moves the best to the front.
#[inline(always)]
fn next_best(replies: &mut [Reply]) {
    let mut best = 0;
    for i in 1..replies.len() {
        if replies[i].rank > replies[best].rank {
            best = i;
        }
    }
    replies.swap(0, best);
}

impl Known {
    #[inline(always)]
    fn of(table: &Table, key: u64) -> Self {
        let Some([a, b, c, d, depth, best]) = table.get(key) else {
            return Self { low: -MOST, high: MOST, depth: -1, best: NOWHERE };
        };
        let value = |low: u8, high: u8| i32::from(i16::from_le_bytes([low, high]));
        Self { low: value(a, b), high: value(c, d), depth: i32::from(depth), best }
    }

    /// With what a search of so many plies above `alpha` has found.
    #[inline(always)]
    fn and(self, depth: i32, value: i32, alpha: i32, best: u8) -> Self {
        let (low, high) = if self.depth == depth { (self.low, self.high) } else { (-MOST, MOST) };
        if value > alpha {
            Self { low: low.max(value), high, depth, best }
        } else {
            Self { low, high: high.min(value), depth, best }
        }
    }

    #[inline(always)]
    pub(super) fn put(self, table: &Table, key: u64) {
        let ([a, b], [c, d]) = ((self.low as i16).to_le_bytes(), (self.high as i16).to_le_bytes());
        table.put(key, [a, b, c, d, self.depth as u8, self.best], self.depth as u8);
    }
}
