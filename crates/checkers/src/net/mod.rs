//! What a small net learned from games makes of a board: [`SUMS`] sums to which each piece adds what its kind weighs on its
//! square, as the side to move sees it, and one of [`HEADS`] heads, by kings and pieces, that makes a value of them (Nasu 2018,
//! "Efficiently updatable neural-network-based evaluation functions for computer shogi"; Stockfish brought heads by material).
//!
//! All in whole numbers of 16 and 32 bits, so that every machine finds the same value. How the weights came about stands in
//! `weights/SOURCE.md`.

mod kernel;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use plywise::{Evaluate, Score, Seat};

use crate::board::Board;
use crate::{Checkers, Positional};

/// What can stand on a board: own men, own kings, the other's men, the other's kings, on each of 32 squares.
pub const INPUTS: usize = 4 * 32;
/// Sums of the first layer.
pub const SUMS: usize = 128;
/// Sums that a head makes of them.
pub const INNER: usize = 8;
/// Heads: without kings more than 16 pieces, more than 10, fewer; own kings alone, the other's alone, both sides'.
pub const HEADS: usize = 6;
/// So many hundredths of a man are 1 in the net.
pub const UNIT: i32 = 256;

/// A sum of the first layer that counts wholly: the unit of its weights.
const ONE: i32 = 1 << 9;
/// The unit of a head's weights.
const INNER_ONE: i32 = 1 << 8;
/// A head's sum that counts wholly, as it is multiplied with the last weights.
const INNER_KEPT: i32 = 1 << 12;
/// The unit of a head's last weights.
const LAST_ONE: i32 = 1 << 10;

/// The sets of own men, own kings, the other's men and the other's kings, as the side to move sees them.
type Sets = [u32; 4];

/// The sums of a layer, or a row of its weights.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Row([i16; SUMS]);

#[derive(Clone, Copy, Debug)]
struct Head {
    rows: [Row; INNER],
    begin: [i32; INNER],
    last: [i32; INNER],
    last_begin: i32,
}

#[derive(Debug)]
struct Weights {
    pieces: [Row; INPUTS],
    begin: Row,
    heads: [Head; HEADS],
}

/// Numbers of 16 bits of a file, in the order of `learn::Shape`.
const SIZE: usize = (INPUTS + 1) * SUMS + HEADS * (INNER * SUMS + 2 * INNER + 1);

/// The evaluator.
#[derive(Clone, Copy, Debug)]
pub struct Net {
    weights: &'static Weights,
    value: kernel::Value,
}

impl Net {
    /// The net that comes along.
    #[must_use]
    pub fn learned() -> Self {
        static LEARNED: OnceLock<Net> = OnceLock::new();
        *LEARNED.get_or_init(|| {
            Self::of_bytes(include_bytes!("../../weights/net.bin")).expect("a net of this size")
        })
    }

    /// Of weights as [`packed`] writes them. None where these are not as many.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (halves, []) = bytes.as_chunks::<2>() else { return None };
        if halves.len() != SIZE {
            return None;
        }
        let mut next = halves.iter().map(|half| i16::from_le_bytes(*half));
        let mut number = || next.next().expect("so many weights");
        let mut row = || Row(std::array::from_fn(|_| number()));
        let pieces = std::array::from_fn(|_| row());
        let begin = row();
        let heads = std::array::from_fn(|_| Head {
            rows: std::array::from_fn(|_| Row(std::array::from_fn(|_| number()))),
            begin: std::array::from_fn(|_| i32::from(number()) * INNER_ONE),
            last: std::array::from_fn(|_| i32::from(number())),
            last_begin: i32::from(number()) * INNER_KEPT,
        });
        let weights = Box::leak(Box::new(Weights { pieces, begin, heads }));
        Some(Self { weights, value: kernel::fastest() })
    }
}

/// Weights of a net that was fitted, in the order of `learn::Shape`, as they are kept: each a whole number of 16 bits.
#[must_use]
pub fn packed(weights: &[f32]) -> Vec<u8> {
    let (first, heads) = weights.split_at((INPUTS + 1) * SUMS);
    let mut bytes = Vec::with_capacity(2 * SIZE);
    // No sum of so many overflows where none is larger than 8.
    let mut push = |weights: &[f32], unit: i32| {
        bytes.extend(weights.iter().flat_map(|weight| {
            let whole = (weight.clamp(-8.0, 8.0) * unit as f32).round() as i16;
            whole.to_le_bytes()
        }));
    };
    push(first, ONE);
    for head in heads.chunks(INNER * SUMS + 2 * INNER + 1) {
        let (rows, rest) = head.split_at(INNER * SUMS);
        push(rows, INNER_ONE);
        push(&rest[..INNER], ONE);
        push(&rest[INNER..], LAST_ONE);
    }
    bytes
}

/// The head for a board with these pieces.
#[inline]
fn head(sets: &Sets) -> usize {
    match (sets[1] != 0, sets[3] != 0) {
        (false, false) => match sets[0].count_ones() + sets[2].count_ones() {
            17.. => 0,
            11.. => 1,
            _ => 2,
        },
        (true, false) => 3,
        (false, true) => 4,
        (true, true) => 5,
    }
}

/// The pieces of a board as the side to move sees them.
#[inline]
fn sets(board: &Board) -> Sets {
    let (mover, other) = (board.to_move(), board.to_move().other());
    let sets = [board.men(mover), board.kings(mover), board.men(other), board.kings(other)];
    sets.map(|set| if mover == Seat::FIRST { set.0 } else { set.turned().0 })
}

/// Pushes the numbers of the pieces on a board, below [`INPUTS`], as the side to move sees them.
pub fn active(board: &Board, out: &mut Vec<u16>) {
    for (kind, set) in sets(board).into_iter().enumerate() {
        out.extend((0..32).filter(|at| set >> at & 1 == 1).map(|at| (32 * kind + at) as u16));
    }
}

/// The number of the head for a board, below [`HEADS`].
#[must_use]
pub fn kind(board: &Board) -> usize {
    head(&sets(board))
}

impl Evaluate<Board> for Net {
    fn evaluate(&self, board: &Board, seat: Seat) -> Score {
        let sets = sets(board);
        let value = (self.value)(self.weights, &sets, head(&sets));
        let value = if seat == board.to_move() { value } else { -value };
        Score::heuristic(value.clamp(-Positional::LIMIT, Positional::LIMIT))
    }

    fn bounds(&self) -> (Score, Score) {
        Evaluate::<Board>::bounds(&Positional)
    }

    fn is_noisy(&self, board: &Board) -> bool {
        !board.jumpers().is_empty()
    }
}

impl Evaluate<Checkers> for Net {
    fn evaluate(&self, position: &Checkers, seat: Seat) -> Score {
        self.evaluate(position.board(), seat)
    }

    fn bounds(&self) -> (Score, Score) {
        Evaluate::<Board>::bounds(self)
    }

    fn is_noisy(&self, position: &Checkers) -> bool {
        !position.board().jumpers().is_empty()
    }
}
