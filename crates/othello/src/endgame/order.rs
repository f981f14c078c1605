//! Which moves to try first: the fastest first, as long as there is more than parity to go by.

use super::Board;
use super::lines::around;
use super::search::{ENHANCED_FROM, Search};
use crate::kernel::Kernel;
use crate::patterns::After;
use crate::squares::indices;
use crate::table::Table;

/// A move and what it leads to, the other side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) at: u8,
    /// The highest is tried first.
    pub(super) rank: i32,
}

impl Child {
    pub(super) const NONE: Self = Self { own: 0, other: 0, at: 0, rank: 0 };
}

/// From so many empty squares on patterns have a say in the order of moves.
const FORETOLD_FROM: u32 = 10;

/// As with so many discs, whatever number there is: the weights of one number stay nearer to the processor than those of three (0.95 to 0.99
/// of the time, as many positions).
const WEIGHED_AT: u32 = 53;

/// Lists the positions after each of `placements`, ranked.
#[inline(always)]
pub(super) fn children<'a, K: Kernel>(
    search: &Search<'_>,
    (own, other): (u64, u64),
    placements: u64,
    odd: u64,
    known: [u8; 2],
    buffer: &'a mut [Child; 34],
) -> &'a mut [Child] {
    let board = search.board;
    let empties = (board.all & !(own | other)).count_ones();
    // No closures: they would not be compiled for the processor for which the search is.
    let after = match &search.patterns {
        Some(patterns) if empties >= FORETOLD_FROM => Some(After::of(patterns, own, other, WEIGHED_AT)),
        _ => None,
    };
    let in_table = empties >= ENHANCED_FROM;
    let mut count = 0;
    for (at, child) in indices(placements).zip(buffer.iter_mut()) {
        let flips = K::flips(at, own, other);
        let (own, other) = (other ^ flips, own | flips | 1 << at);
        if in_table {
            // It is asked for as soon as all are listed.
            search.table.prefetch(Table::key(own, other));
        }
        let rank = if at == known[0] {
            i32::MAX
        } else if at == known[1] {
            i32::MAX - 1
        } else {
            let foretold = if let Some(after) = &after { after.value(at, flips) } else { 0 };
            rank::<K>(board, own, other, at, odd, foretold)
        };
        *child = Child { own, other, at, rank };
        count += 1;
    }
    &mut buffer[..count]
}

/// How soon the move that led to this position should be tried.
#[inline(always)]
fn rank<K: Kernel>(board: &Board, own: u64, other: u64, at: u8, odd: u64, foretold: i32) -> i32 {
    let empty = board.all & !(own | other);
    let replies = K::moves(own, other, empty);
    // A reply in a corner counts twice: it cannot be undone.
    let replies = replies.count_ones() + (replies & board.corners).count_ones();
    let open = (around(other) & empty).count_ones();
    let corner = board.corners >> at & 1;
    CORNER * corner as i32 + ODD * (odd >> at & 1) as i32
        - REPLY * replies as i32
        - OPEN * open as i32
        - foretold / FORETOLD
}

// Chosen by the nodes that the endgames of `examples/endgames.rs` take.
const REPLY: i32 = 16;
const OPEN: i32 = 4;
const CORNER: i32 = 16;
const ODD: i32 = 8;
/// Hundredths of a disc that weigh one: four discs are as much as a reply.
const FORETOLD: i32 = 25;

/// Moves the best to the front.
#[inline(always)]
pub(super) fn next_best(children: &mut [Child]) {
    let mut best = 0;
    for i in 1..children.len() {
        if children[i].rank > children[best].rank {
            best = i;
        }
    }
    children.swap(0, best);
}
