//! What a small net learned from games makes of a board: [`SUMS`] sums to which each piece adds what its kind weighs on its
//! square, as the side to move sees it, and one of [`HEADS`] heads, by kings and pieces, that makes a value of them (Nasu 2018,
//! "Efficiently updatable neural-network-based evaluation functions for computer shogi"; Stockfish brought heads by material).
//!
//! All in whole numbers of 16 and 32 bits, so that every machine finds the same value. How the weights came about stands in
//! `weights/SOURCE.md`.

mod kernel;
#[cfg(test)]
mod tests;

use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use plywise::{Checksum, Evaluate, Score, Seat};

use crate::Positional;
use crate::board::Board;

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

/// No weight of a head is larger, so that no sum of so many overflows.
const HEAD_MOST: i16 = 8 << 10;

/// What a file of a net begins with.
const MAGIC: &[u8; 8] = b"PWCNET1\n";

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Net {
    weights: Arc<Weights>,
    value: kernel::Value,
}

impl Net {
    /// The net that comes along.
    #[must_use]
    pub fn learned() -> Self {
        static LEARNED: OnceLock<Net> = OnceLock::new();
        let read = || Self::of_bytes(include_bytes!("../../weights/net.bin")).expect("a net");
        LEARNED.get_or_init(read).clone()
    }

    /// Of a file that [`packed`] wrote: eight letters, the weights in two bytes each, the lower one first, and the checksum of both.
    ///
    /// # Errors
    /// Why it is none.
    pub fn of_bytes(file: &[u8]) -> Result<Self, &'static str> {
        if !file.starts_with(MAGIC) {
            return Err("is no net for checkers; plywise train checkers writes them");
        }
        if file.len() != MAGIC.len() + 2 * SIZE + 8 {
            return Err("has another length than a net for checkers; was it written to its end?");
        }
        let (content, sum) = file.split_at(file.len() - 8);
        if Checksum::of(content).get().to_le_bytes() != sum {
            return Err("is damaged: its checksum is another");
        }
        let halves = content[MAGIC.len()..].as_chunks::<2>().0;
        let numbers: Vec<i16> = halves.iter().map(|half| i16::from_le_bytes(*half)).collect();
        let heads = &numbers[(INPUTS + 1) * SUMS..];
        if heads.iter().any(|weight| weight.unsigned_abs() > HEAD_MOST as u16) {
            return Err("holds weights that are larger than a fit writes them");
        }
        let mut next = numbers.iter().copied();
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
        Ok(Self { weights: Arc::new(Weights { pieces, begin, heads }), value: kernel::fastest() })
    }

    /// Of the file of this name.
    ///
    /// # Errors
    /// Why there is none.
    pub fn open(path: &Path) -> Result<Self, String> {
        let mut bytes = Vec::new();
        // No more than a net has is read of whatever it is.
        let read = plywise::file::open(path).and_then(|file| file.take(1 << 20).read_to_end(&mut bytes));
        read.map_err(|error| error.to_string())?;
        Self::of_bytes(&bytes).map_err(|why| format!("{} {why}", path.display()))
    }
}

/// Weights of a net that was fitted, in the order of `learn::Shape`, as a file.
#[must_use]
pub fn packed(weights: &[f32]) -> Vec<u8> {
    let (first, heads) = weights.split_at((INPUTS + 1) * SUMS);
    let mut bytes = MAGIC.to_vec();
    let mut push = |weights: &[f32], unit: i32, most: i16| {
        let whole =
            |weight: &f32| (weight * unit as f32).round().clamp(-f32::from(most), f32::from(most)) as i16;
        bytes.extend(weights.iter().flat_map(|weight| whole(weight).to_le_bytes()));
    };
    push(first, ONE, i16::MAX);
    for head in heads.chunks(INNER * SUMS + 2 * INNER + 1) {
        let (rows, rest) = head.split_at(INNER * SUMS);
        push(rows, INNER_ONE, HEAD_MOST);
        push(&rest[..INNER], ONE, HEAD_MOST);
        push(&rest[INNER..], LAST_ONE, HEAD_MOST);
    }
    let sum = Checksum::of(&bytes);
    bytes.extend(sum.get().to_le_bytes());
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
        let value = (self.value)(&self.weights, &sets, head(&sets));
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
