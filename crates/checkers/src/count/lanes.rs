//! The replies to all moves of a position, eight moves at a time, compiled for the vector units of x86-64, and the choice at run
//! time. What is compiled is plain Rust over arrays, written once.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use plywise::Seat;
#[cfg(target_arch = "x86_64")]
use plywise::processor::has_avx2;

use super::{Down, Sets, Side, Up, Way, both};
use crate::board::Board;
use crate::square::Squares;

/// Moves at a time, one a lane.
const LANES: usize = 8;

/// A set of squares in each lane.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Lanes([u32; LANES]);

impl Lanes {
    const NONE: Self = Self([0; LANES]);

    #[inline(always)]
    fn all(set: Squares) -> Self {
        Self([set.0; LANES])
    }

    #[inline(always)]
    fn zip(mut self, other: Self, of: impl Fn(u32, u32) -> u32) -> Self {
        for lane in 0..LANES {
            self.0[lane] = of(self.0[lane], other.0[lane]);
        }
        self
    }

    /// All squares where this set has any.
    #[inline(always)]
    fn any(self) -> Self {
        self.zip(self, |set, _| if set == 0 { 0 } else { u32::MAX })
    }

    #[inline(always)]
    fn if_or(self, so: Self, otherwise: Self) -> Self {
        self & so | !self & otherwise
    }

    /// How many squares are in each lane.
    #[inline(always)]
    fn counts(self) -> Self {
        self.zip(self, |set, _| set.count_ones())
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_add)
    }
}

impl BitAnd for Lanes {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Lanes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl Not for Lanes {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.zip(self, |a, _| !a)
    }
}

impl Sets for Lanes {
    #[inline(always)]
    fn stepped(self, step: impl Fn(Squares) -> Squares) -> Self {
        self.zip(self, |set, _| step(Squares(set)).0)
    }
}

/// How pieces move that are counted together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// Ahead, without taking anything.
    Ahead,
    /// Kings backwards, without taking anything.
    Back,
    /// Men over one piece.
    Over,
}

/// The other side's views after these moves: by where they lead, or, over a piece, by where they begin; `by35`: whether it is, or
/// begins with, a step of 3 or 5. `KINGS`: whether there may be kings.
#[inline(always)]
fn after<W: Way, const KINGS: bool>(
    side: &Side<W>,
    how: How,
    bit: Lanes,
    by35: Lanes,
) -> Side<W::Back, Lanes> {
    let (from, to, taken) = match how {
        How::Ahead => (by35.if_or(W::Back::by35(bit), W::Back::by4(bit)), bit, Lanes::NONE),
        How::Back => (by35.if_or(W::by35(bit), W::by4(bit)), bit, Lanes::NONE),
        How::Over => {
            let over = by35.if_or(W::by35(bit), W::by4(bit));
            (bit, by35.if_or(W::by4(over), W::by35(over)), over)
        }
    };
    let crowned = Lanes::all(side.crowned);
    let kept = if KINGS { (crowned & from).any() & to } else { Lanes::NONE };
    Side {
        all: Lanes::all(side.enemies) & !taken,
        enemies: Lanes::all(side.all) & !from | to,
        free: Lanes::all(side.free) & !to | from | taken,
        crowned: crowned & !from & !taken | kept | to & Lanes::all(Board::crowning_row(W::SEAT)),
        way: PhantomData,
    }
}

/// The replies to moves of one kind together. `moves`: as [`after`] takes them, those of 3 or 5 above.
#[inline(always)]
fn of_moves<W: Way, const KINGS: bool>(
    side: &Side<W>,
    how: How,
    moves: (Squares, Squares),
    over: u32,
) -> u64 {
    let (mut left, mut leaves) = (both(moves), 0);
    while left != 0 {
        let (mut bit, mut by35) = (Lanes::NONE, Lanes::NONE);
        for lane in 0..LANES {
            let next = left & left.wrapping_neg();
            left ^= next;
            (bit.0[lane], by35.0[lane]) = ((next | next >> 32) as u32, (next >> 32) as u32);
        }
        let child = after::<W, KINGS>(side, how, bit, by35.any());
        let (by4, by35) = child.jumpers_ahead(child.all);
        let ((steps4, steps35), mut jumpers) = (child.targets_ahead(), by4 | by35);
        let mut back = Lanes::NONE;
        if KINGS {
            let (back4, back35) = child.targets_back();
            back = back4.counts().plus(back35.counts());
            jumpers = jumpers | child.jumpers_back();
        }
        let jump = jumpers.any();
        let count =
            jump.if_or(by4, steps4).counts().plus(jump.if_or(by35, steps35).counts()).plus(!jump & back);
        // Who may jump on in two ways has one move more; who may do so after a second jump, and kings that jump, are followed.
        let landed = Side::<W::Back, Lanes>::landed((by4, by35));
        let on = child.jumpers_ahead(landed.0 | landed.1);
        let more = (landed.0 & on.0 & on.1).counts().plus((landed.1 & on.0 & on.1).counts());
        let landed = Side::<W::Back, Lanes>::landed(on);
        let again = child.jumpers_ahead(landed.0 | landed.1);
        let count = count.plus(more).zip(bit, |count, bit| if bit == 0 { 0 } else { count.max(over) });
        let followed = (again.0 | again.1 | jumpers & child.crowned) & bit.any();
        leaves += u64::from(count.0.iter().sum::<u32>());
        if followed != Lanes::NONE {
            for lane in (0..LANES).filter(|&lane| followed.0[lane] != 0) {
                let [all, enemies, free, crowned] =
                    [child.all, child.enemies, child.free, child.crowned].map(|sets| Squares(sets.0[lane]));
                let child = Side::<W::Back> { all, enemies, free, crowned, way: PhantomData };
                leaves += u64::from(child.count_jumps().max(over)) - u64::from(count.0[lane]);
            }
        }
    }
    leaves
}

#[inline(always)]
fn of_side<W: Way, const KINGS: bool>(side: &Side<W>, over: u32) -> u64 {
    let (by4, by35) = side.jumpers_ahead(side.all);
    let jumpers = by4 | by35 | if KINGS { side.jumpers_back() } else { Squares::NONE };
    if jumpers.is_empty() {
        let ahead = of_moves::<W, KINGS>(side, How::Ahead, side.targets_ahead(), over);
        return ahead
            + if KINGS { of_moves::<W, KINGS>(side, How::Back, side.targets_back(), over) } else { 0 };
    }
    if jumpers.meets(side.crowned) || side.jumps_on((by4, by35)) {
        return side.board().replies_to_jumps(over);
    }
    of_moves::<W, KINGS>(side, How::Over, (by4, by35), over)
}

#[inline(always)]
fn count(board: &Board, over: u32) -> u64 {
    let kings = board.kings(Seat::FIRST) | board.kings(Seat::SECOND);
    match (board.to_move(), kings.is_empty()) {
        (Seat::FIRST, true) => of_side::<Down, false>(&Side::of(board), over),
        (Seat::FIRST, false) => of_side::<Down, true>(&Side::of(board), over),
        (_, true) => of_side::<Up, false>(&Side::of(board), over),
        (_, false) => of_side::<Up, true>(&Side::of(board), over),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2(board: &Board, over: u32) -> u64 {
    count(board, over)
}

fn portable(board: &Board, over: u32) -> u64 {
    count(board, over)
}

/// The replies to all moves of a position together, by the fastest way that this processor has; a move without a reply counts
/// `over`.
#[inline]
pub(super) fn replies(board: &Board, over: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the processor has every feature that the function was compiled for.
        return unsafe { avx2(board, over) };
    }
    portable(board, over)
}

#[cfg(test)]
mod tests {
    use plywise::Game;
    use plywise::contract::{Promise, walk};

    use super::*;
    use crate::{Checkers, Rules};

    fn by_playing(board: &Board, over: u32) -> u64 {
        let mut leaves = 0;
        board.visit_moves(|mv| {
            let (mut child, mut replies) = (*board, 0);
            child.play(mv);
            child.visit_moves(|_| replies += 1);
            leaves += u64::from(over.max(replies));
        });
        leaves
    }

    /// The way without vector units gives what playing the moves one by one gives. The one that this processor takes is held to the
    /// same in `tests/perft.rs`.
    #[test]
    fn the_portable_kernel_counts_what_playing_counts() {
        let mut many = 0;
        // Kings from the first ply on, and jumps over many pieces, which random games hardly see.
        let made =
            ["W:WK3,21,22,K30,31:B7,8,14,15,16,K18,23,K24", "B:W6,7,14,15,23,K24,27:B2,K3,10,K11,18,20"];
        let made = made.map(|text| crate::fen::read(text, Rules::Standard).unwrap());
        for board in [Board::start()].into_iter().chain(made) {
            let promise = Promise { games: 200, seed: 3, longest: 600, payoffs: -1..=1 };
            walk(&Checkers::new(Rules::Standard, board), &promise, |position, moves, place| {
                let board = position.board();
                many += u32::from(moves.iter().any(|mv| mv.captured().len() > 2));
                for over in [0, 1] {
                    assert_eq!(portable(board, over), by_playing(board, over), "{over}: {place}");
                }
            });
        }
        assert!(many > 50, "{many} positions with jumps over three pieces or more");
    }
}
