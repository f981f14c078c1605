//! What discs on lines, edges and corners are worth, as games told (Buro 1999, "How machines have learned to play Othello").
//!
//! Eleven shapes, each seen from every side of the board, 46 instances in all; for each shape a weight for every way in
//! which its squares can be filled, and these at thirteen stages of the game between which they go over into one another.
//! On the board of 8x8 only.

mod along;

use std::sync::OnceLock;

use plywise::{Evaluate, Game, PathState, Score, Seat};

use crate::Othello;

/// Squares of each shape: an edge with the two squares beside its corners; a corner of 3x3; of 2x5; the second, third and
/// fourth line; the diagonals of eight to four squares.
const SQUARES: [u32; 11] = [10, 9, 10, 8, 8, 8, 8, 7, 6, 5, 4];
/// Where the weights of each shape begin.
const FROM: [usize; 12] = {
    let mut all = [0; 12];
    let mut shape = 0;
    while shape < 11 {
        all[shape + 1] = all[shape] + 3_usize.pow(SQUARES[shape]);
        shape += 1;
    }
    all
};
/// All weights of a stage: those of the shapes, and what it is worth to be on move.
pub const SIZE: usize = FROM[11] + 1;
/// Stages whose weights were learned, every [`STEP`] discs.
pub const STAGES: usize = 13;
/// Discs from one stage to the next.
pub const STEP: u32 = 5;
const UNIT: i32 = 100;
/// What they are called.
const NAMES: [&str; 12] = [
    "edges",
    "corners, 3x3",
    "corners, 2x5",
    "second lines",
    "third lines",
    "fourth lines",
    "diagonals of 8",
    "diagonals of 7",
    "diagonals of 6",
    "diagonals of 5",
    "diagonals of 4",
    "on move",
];

/// Of up to ten squares with discs the number that reads them to base 3.
static TERNARY: [u16; 1024] = {
    let mut all = [0; 1024];
    let mut set = 1_usize;
    while set < 1024 {
        all[set] = all[set & (set - 1)] + 3_u16.pow(set.trailing_zeros());
        set += 1;
    }
    all
};

/// The board as it is, upside down, in a mirror, and both.
type Sides = [u64; 4];

#[inline(always)]
fn sides(discs: u64) -> Sides {
    let turned = discs.reverse_bits();
    [discs, discs.swap_bytes(), turned.swap_bytes(), turned]
}

/// Rows become columns: Warren, "Hacker's Delight", §7-3.
#[inline(always)]
const fn transposed(x: u64) -> u64 {
    let t = (x ^ x >> 7) & 0x00AA_00AA_00AA_00AA;
    let x = x ^ t ^ t << 7;
    let t = (x ^ x >> 14) & 0x0000_CCCC_0000_CCCC;
    let x = x ^ t ^ t << 14;
    let t = (x ^ x >> 28) & 0x0000_0000_F0F0_F0F0;
    x ^ t ^ t << 28
}

#[inline(always)]
const fn row(x: u64, row: u32) -> usize {
    (x >> (8 * row) & 255) as usize
}

#[inline(always)]
const fn edge(x: u64) -> usize {
    row(x, 0) | (x >> 1 & 0x100 | x >> 5 & 0x200) as usize
}

#[inline(always)]
const fn corner(x: u64) -> usize {
    (x & 7 | x >> 5 & 0o70 | x >> 10 & 0o700) as usize
}

#[inline(always)]
const fn block(x: u64) -> usize {
    (x & 31 | x >> 3 & 0x3E0) as usize
}

/// The squares of the diagonal that begins so many columns from the corner.
#[inline(always)]
const fn diagonal<const OFF: u32>(x: u64) -> usize {
    let squares = x & (0x8040_2010_0804_0201 << OFF) & (u64::MAX >> (8 * OFF));
    (squares.wrapping_mul(0x0101_0101_0101_0101) >> (56 + OFF)) as usize
}

/// Instances of shapes on the board.
const INSTANCES: usize = 46;
/// The shapes of the instances, in the order in which [`visit`] visits them.
const ORDER: [usize; INSTANCES] = {
    const SIDE: [usize; 7] = [1, 2, 2, 7, 8, 9, 10];
    const PAIR: [usize; 9] = [0, 0, 3, 3, 4, 4, 5, 5, 6];
    let mut all = [0; INSTANCES];
    let mut at = 0;
    while at < INSTANCES {
        all[at] = if at < 28 { SIDE[at % 7] } else { PAIR[(at - 28) % 9] };
        at += 1;
    }
    all
};

/// Visits the places of the weights that count, as the side with `own` sees it, which is to move.
#[inline(always)]
fn visit(own: u64, other: u64, mut each: impl FnMut(usize)) {
    let (straight, crossed) = ([own, other].map(sides), [own, other].map(|discs| sides(transposed(discs))));
    let mut see = |shape: usize, own: usize, other: usize| {
        each(FROM[shape] + TERNARY[own] as usize + 2 * TERNARY[other] as usize);
    };
    let [own, other] = straight;
    let [own_crossed, other_crossed] = crossed;
    for side in 0..4 {
        see(1, corner(own[side]), corner(other[side]));
        see(2, block(own[side]), block(other[side]));
        see(2, block(own_crossed[side]), block(other_crossed[side]));
        see(7, diagonal::<1>(own[side]), diagonal::<1>(other[side]));
        see(8, diagonal::<2>(own[side]), diagonal::<2>(other[side]));
        see(9, diagonal::<3>(own[side]), diagonal::<3>(other[side]));
        see(10, diagonal::<4>(own[side]), diagonal::<4>(other[side]));
    }
    for side in 0..2 {
        see(0, edge(own[side]), edge(other[side]));
        see(0, edge(own_crossed[side]), edge(other_crossed[side]));
        for line in 1..4 {
            see(2 + line as usize, row(own[side], line), row(other[side], line));
            see(2 + line as usize, row(own_crossed[side], line), row(other_crossed[side], line));
        }
        see(6, diagonal::<0>(own[2 * side]), diagonal::<0>(other[2 * side]));
    }
    each(SIZE - 1);
}

/// Where each square of a shape lies when the shape is seen from its other side, so that it looks alike; all squares where
/// they are for the block of 2x5, which has no such side.
fn other_side(shape: usize, square: usize) -> usize {
    let last = SQUARES[shape] as usize - 1;
    match shape {
        0 if square < 8 => 7 - square,
        0 => 17 - square,
        1 => square % 3 * 3 + square / 3,
        2 => square,
        _ => last - square,
    }
}

/// For the place of every weight the place of the one that it shares: the same squares from the other side.
fn shared() -> &'static [u32] {
    static SHARED: OnceLock<Vec<u32>> = OnceLock::new();
    SHARED.get_or_init(|| {
        let mut all: Vec<u32> = (0..SIZE as u32).collect();
        for shape in 0..11 {
            for way in 0..FROM[shape + 1] - FROM[shape] {
                let digit = |square: usize| way / 3_usize.pow(square as u32) % 3;
                let squares = 0..SQUARES[shape] as usize;
                let turned: usize =
                    squares.map(|square| digit(square) * 3_usize.pow(other_side(shape, square) as u32)).sum();
                all[FROM[shape] + way] = (FROM[shape] + way.min(turned)) as u32;
            }
        }
        all
    })
}

/// The places of all weights that count at a position, as the seat to move sees it; of weights that are shared the first.
pub fn active(position: &Othello, out: &mut Vec<u32>) {
    let (mover, shared) = (position.mover(), shared());
    visit(position.discs(mover), position.discs(mover.other()), |at| out.push(shared[at]));
}

/// The stage before, and so many [`STEP`]ths of the way to the next.
#[inline(always)]
#[must_use]
pub fn stage(position: &Othello) -> (usize, u32) {
    stage_of(position.empty().count_ones())
}

#[inline(always)]
fn stage_of(empty: u32) -> (usize, u32) {
    let placed = 60 - empty.min(60);
    ((placed / STEP) as usize, placed % STEP)
}

/// Discs at the end, as patterns of the board foretell. In hundredths; at the end what was reached.
#[derive(Clone, Copy, Debug)]
pub struct Patterns {
    /// For each stage but the last the weights of it and of the next, in one word.
    pairs: &'static [i32],
}

impl Patterns {
    /// The weights that come along (`weights/SOURCE.md`).
    #[must_use]
    pub fn learned() -> Self {
        static LEARNED: OnceLock<Patterns> = OnceLock::new();
        *LEARNED.get_or_init(|| {
            Self::of_bytes(include_bytes!("../../weights/patterns.bin"))
                .expect("weights for every place and stage")
        })
    }

    /// No weight is larger: all that count together stay within 16 bits.
    pub const LARGEST: i32 = 690;

    /// Of weights in 16 bits each, for every place those of all stages, within ±[`Self::LARGEST`]; None if they are too many or
    /// too few.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let weights: Vec<i32> = bytes
            .as_chunks()
            .0
            .iter()
            .map(|half| i32::from(i16::from_le_bytes(*half)).clamp(-Self::LARGEST, Self::LARGEST))
            .collect();
        let shared = shared();
        let pair = |stage: usize, at: usize| {
            let at = shared[at] as usize * STAGES + stage;
            // The lower half may be negative and borrow one from the upper: sums of pairs are pairs of sums all the same.
            weights[at] + weights[at + 1] * (1 << 16)
        };
        (bytes.len() == 2 * SIZE * STAGES).then(|| {
            let pairs: Vec<i32> = (0..STAGES - 1)
                .flat_map(|stage| (0..SIZE).map(move |at| (stage, at)))
                .map(|(stage, at)| pair(stage, at))
                .collect();
            Self { pairs: pairs.leak() }
        })
    }
}

impl Patterns {
    /// The weights of the stage before and of the next, in one word each, and so many [`STEP`]ths of the way, where so many
    /// squares are empty.
    #[inline(always)]
    fn pairs(&self, empty: u32) -> (&[i32], i32) {
        let (stage, step) = stage_of(empty);
        let (stage, step) = if stage == STAGES - 1 { (stage - 1, STEP) } else { (stage, step) };
        (&self.pairs[stage * SIZE..][..SIZE], step as i32)
    }

    /// The value of a position for the side with `own`, which is to move, in hundredths of a disc.
    #[inline(always)]
    pub(crate) fn value(&self, own: u64, other: u64) -> i32 {
        let (pairs, step) = self.pairs((!(own | other)).count_ones());
        let mut sum = 0_i32;
        visit(own, other, |at| sum = sum.wrapping_add(pairs[at]));
        (between(sum, step) / STEP as i32).clamp(-64 * UNIT, 64 * UNIT)
    }

    /// What each kind of shape adds for `seat`, in discs.
    #[must_use]
    pub fn parts(&self, position: &Othello, seat: Seat) -> Vec<(&'static str, f64)> {
        let (mover, (pairs, step)) = (position.mover(), self.pairs(position.empty().count_ones()));
        let sign = if seat == mover { 1.0 } else { -1.0 };
        let mut sums = [0; NAMES.len()];
        visit(position.discs(mover), position.discs(mover.other()), |at| {
            let shape = (1..12).find(|&shape| at < FROM[shape]).unwrap_or(12) - 1;
            sums[shape] += between(pairs[at], step);
        });
        let discs = |sum: i32| sign * f64::from(sum) / f64::from(UNIT * STEP as i32);
        NAMES.into_iter().zip(sums.map(discs)).collect()
    }
}

/// What a pair stands for so many [`STEP`]ths of the way, times [`STEP`].
#[inline(always)]
fn between(pair: i32, step: i32) -> i32 {
    let (here, next) = (i32::from(pair as i16), pair.wrapping_add(1 << 15) >> 16);
    here * (STEP as i32 - step) + next * step
}

impl Evaluate<Othello> for Patterns {
    fn evaluate(&self, position: &Othello, seat: Seat) -> Score {
        let mover = position.mover();
        let value = self.value(position.discs(mover), position.discs(mover.other()));
        Score::heuristic(if seat == mover { value } else { -value })
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-64 * UNIT), Score::heuristic(64 * UNIT))
    }

    fn unit(&self) -> i32 {
        UNIT
    }

    #[inline]
    fn path_state(&self) -> Option<&dyn PathState<Othello>> {
        Some(self)
    }

    fn finished(&self, position: &Othello, seat: Seat, _: u32) -> Score {
        Score::heuristic(UNIT * position.payoff(seat))
    }
}

#[cfg(test)]
mod tests {
    use plywise::{Game, Rng};

    use super::*;
    use crate::Size;

    #[test]
    fn every_square_of_every_shape_is_seen_once_from_each_side() {
        // A disc alone shows in the shapes that hold its square: as often as the literature draws them there.
        let seen = |row: u32, column: u32| {
            let mut shapes = [0; 11];
            visit(1 << (8 * row + column), 0, |at| {
                if let Some(shape) = (0..11).find(|&shape| FROM[shape] < at && at < FROM[shape + 1]) {
                    shapes[shape] += 1;
                }
            });
            shapes
        };
        assert_eq!(seen(0, 0), [2, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0], "a corner");
        assert_eq!(seen(1, 1), [2, 1, 2, 2, 0, 0, 1, 0, 0, 0, 0], "the square beside it");
        assert_eq!(seen(0, 3), [1, 0, 2, 0, 0, 1, 0, 0, 0, 1, 1], "the middle of an edge");
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let images = [(row, 7 - column), (7 - row, column), (column, row), (7 - column, 7 - row)];
            assert!(images.iter().all(|&(r, c)| seen(r, c) == seen(row, column)), "{row} {column}");
        }
    }

    #[test]
    fn weights_of_another_size_are_none() {
        assert!(Patterns::of_bytes(&[]).is_none() && Patterns::of_bytes(&[0; 2 * SIZE]).is_none());
    }

    #[test]
    fn a_board_in_a_mirror_is_worth_the_same() {
        let mut rng = Rng::new(3);
        let (mut moves, patterns) = (Vec::new(), Patterns::learned());
        for _ in 0..20 {
            let mut position = Othello::start_with(Size::Eight, Seat::FIRST);
            while !position.is_over() {
                moves.clear();
                position.moves(&mut moves);
                position.play(moves[rng.index(moves.len())]);
                let crossed = [Seat::FIRST, Seat::SECOND].map(|seat| transposed(position.discs(seat)));
                let crossed = Othello::new(Size::Eight, crossed[0], crossed[1], position.mover()).unwrap();
                let mirrored = [Seat::FIRST, Seat::SECOND].map(|seat| sides(position.discs(seat))[2]);
                let mirrored = Othello::new(Size::Eight, mirrored[0], mirrored[1], position.mover()).unwrap();
                let value = patterns.evaluate(&position, Seat::FIRST);
                assert_eq!(patterns.evaluate(&crossed, Seat::FIRST), value, "{position:?}");
                assert_eq!(patterns.evaluate(&mirrored, Seat::FIRST), value, "{position:?}");
                assert_eq!(patterns.evaluate(&position, Seat::SECOND), -value, "{position:?}");
                let parts: f64 =
                    patterns.parts(&position, Seat::FIRST).iter().map(|part| 100.0 * part.1).sum();
                let parts = parts.clamp(-6400.0, 6400.0);
                assert!((parts - f64::from(value.raw())).abs() < 1.0, "{position:?}: {parts}, not {value:?}");
            }
        }
    }
}
