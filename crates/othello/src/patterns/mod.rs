//! What discs on lines, edges and corners are worth, as games told (Buro 1999, "How machines have learned to play Othello").
//!
//! On the board of 8x8 eleven shapes, each seen from every side, 46 instances in all, on that of 6x6 nine and 38; for each shape
//! a weight for every way in which its squares can be filled, and these every five discs, between which they go over into one
//! another.

mod along;
mod file;
mod shapes;
mod tables;

use std::fmt;
use std::sync::OnceLock;

use plywise::{Evaluate, Game, PathState, Score, Seat};

use crate::{Othello, Size};
pub use file::packed;
pub use shapes::STEP;
pub(crate) use shapes::images;
use shapes::{NAMES, Shapes, shared, visit};
pub(crate) use tables::{Adds, After, Numbered, adds_8};

const UNIT: i32 = 100;

/// Weights of a stage on a board of 6x6 or 8x8.
#[must_use]
pub const fn size<const SIDE: u32>() -> usize {
    Shapes::<SIDE>::SIZE
}

/// Stages whose weights are learned, every [`STEP`] discs.
#[must_use]
pub const fn stages<const SIDE: u32>() -> usize {
    Shapes::<SIDE>::STAGES
}

/// The places of all weights that count at a position, as the seat to move sees it; of weights that are shared the first.
pub fn active<const SIDE: u32>(position: &Othello, out: &mut Vec<u32>) {
    let (mover, shared) = (position.mover(), shared::<SIDE>());
    visit::<SIDE>(position.discs(mover), position.discs(mover.other()), |at| out.push(shared[at]));
}

/// The stage before, and so many [`STEP`]ths of the way to the next.
#[inline(always)]
#[must_use]
pub fn stage(position: &Othello) -> (usize, u32) {
    stage_of(position.discs(Seat::FIRST) | position.discs(Seat::SECOND))
}

#[inline(always)]
fn stage_of(discs: u64) -> (usize, u32) {
    let placed = discs.count_ones().saturating_sub(4);
    ((placed / STEP) as usize, placed % STEP)
}

/// Discs at the end, as patterns of the board foretell. In hundredths; at the end what was reached.
#[derive(Clone, Copy)]
pub struct Patterns {
    size: Size,
    /// For each stage but the last the weights of it and of the next, in one word.
    pairs: &'static [i32],
    tables: &'static tables::Tables,
}

impl fmt::Debug for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Patterns").field("size", &self.size).finish_non_exhaustive()
    }
}

impl Patterns {
    /// The weights that come along (`weights/SOURCE.md`); None on the board of 4x4.
    #[must_use]
    pub fn learned(size: Size) -> Option<Self> {
        static LEARNED: [OnceLock<Patterns>; 2] = [OnceLock::new(), OnceLock::new()];
        let (learned, bytes): (_, &[u8]) = match size {
            Size::Four => return None,
            Size::Six => (&LEARNED[0], include_bytes!("../../weights/patterns-6.bin")),
            Size::Eight => (&LEARNED[1], include_bytes!("../../weights/patterns.bin")),
        };
        let of_bytes = || Self::of_bytes(size, bytes).expect("weights for every place and stage");
        Some(*learned.get_or_init(of_bytes))
    }

    /// No weight is larger: all that count together stay within 16 bits.
    pub const LARGEST: i32 = 690;

    /// Of weights in 16 bits each, for every place those of all stages, within ±[`Self::LARGEST`]; None if they are too many or
    /// too few, or the board is of 4x4.
    #[must_use]
    pub fn of_bytes(size: Size, bytes: &[u8]) -> Option<Self> {
        match size {
            Size::Four => None,
            Size::Six => Self::read::<6>(size, bytes),
            Size::Eight => Self::read::<8>(size, bytes),
        }
    }

    fn read<const SIDE: u32>(size: Size, bytes: &[u8]) -> Option<Self> {
        let (places, stages) = (Shapes::<SIDE>::SIZE, Shapes::<SIDE>::STAGES);
        let weights: Vec<i32> = bytes
            .as_chunks()
            .0
            .iter()
            .map(|half| i32::from(i16::from_le_bytes(*half)).clamp(-Self::LARGEST, Self::LARGEST))
            .collect();
        (bytes.len() == 2 * places * stages).then(|| {
            let mut pairs = Vec::with_capacity((stages - 1) * places);
            for stage in 0..stages - 1 {
                pairs.extend(shared::<SIDE>().iter().map(|&at| {
                    let at = at as usize * stages + stage;
                    // The lower half may be negative and borrow one from the upper: sums of pairs are pairs of sums all the same.
                    weights[at] + weights[at + 1] * (1 << 16)
                }));
            }
            Self { size, pairs: pairs.leak(), tables: tables::tables() }
        })
    }
}

impl Patterns {
    /// The weights of the stage before and of the next, in one word each, and so many [`STEP`]ths of the way, with so many
    /// discs on the board.
    #[inline(always)]
    fn pairs<const SIDE: u32>(&self, discs: u64) -> (&[i32], i32) {
        let (places, stages) = (Shapes::<SIDE>::SIZE, Shapes::<SIDE>::STAGES);
        let (stage, step) = stage_of(discs);
        let (stage, step) = if stage == stages - 1 { (stage - 1, STEP) } else { (stage, step) };
        (&self.pairs[stage * places..][..places], step as i32)
    }

    /// The value of a position for the side with `own`, which is to move, in hundredths of a disc.
    #[inline(always)]
    pub(crate) fn value(&self, own: u64, other: u64) -> i32 {
        if self.size == Size::Eight { self.sum::<8>(own, other) } else { self.sum::<6>(own, other) }
    }

    #[inline(always)]
    fn sum<const SIDE: u32>(&self, own: u64, other: u64) -> i32 {
        let (pairs, step) = self.pairs::<SIDE>(own | other);
        let mut sum = 0_i32;
        visit::<SIDE>(own, other, |at| sum = sum.wrapping_add(pairs[at]));
        discs::<SIDE>(sum, step)
    }

    /// What each kind of shape adds for `seat`, in discs.
    #[must_use]
    pub fn parts(&self, position: &Othello, seat: Seat) -> Vec<(&'static str, f64)> {
        if self.size == Size::Eight {
            self.terms::<8>(position, seat)
        } else {
            self.terms::<6>(position, seat)
        }
    }

    fn terms<const SIDE: u32>(&self, position: &Othello, seat: Seat) -> Vec<(&'static str, f64)> {
        let mover = position.mover();
        let (own, other) = (position.discs(mover), position.discs(mover.other()));
        let (pairs, step) = self.pairs::<SIDE>(own | other);
        let sign = if seat == mover { 1.0 } else { -1.0 };
        let (from, mut sums) = (Shapes::<SIDE>::FROM, [None; NAMES.len()]);
        visit::<SIDE>(own, other, |at| {
            let shape = (1..12).find(|&shape| at < from[shape]).unwrap_or(12) - 1;
            *sums[shape].get_or_insert(0) += between(pairs[at], step);
        });
        let discs = |sum: i32| sign * f64::from(sum) / f64::from(UNIT * STEP as i32);
        NAMES.into_iter().zip(sums).filter_map(|(name, sum)| Some((name, discs(sum?)))).collect()
    }
}

/// What a pair stands for so many [`STEP`]ths of the way, times [`STEP`].
#[inline(always)]
fn between(pair: i32, step: i32) -> i32 {
    let (here, next) = (i32::from(pair as i16), pair.wrapping_add(1 << 15) >> 16);
    here * (STEP as i32 - step) + next * step
}

/// A sum of pairs as the value of a position, in hundredths of a disc.
#[inline(always)]
fn discs<const SIDE: u32>(sum: i32, step: i32) -> i32 {
    let most = (SIDE * SIDE) as i32 * UNIT;
    (between(sum, step) / STEP as i32).clamp(-most, most)
}

impl Evaluate<Othello> for Patterns {
    fn evaluate(&self, position: &Othello, seat: Seat) -> Score {
        let mover = position.mover();
        let value = self.value(position.discs(mover), position.discs(mover.other()));
        Score::heuristic(if seat == mover { value } else { -value })
    }

    fn bounds(&self) -> (Score, Score) {
        let most = self.size.squares() as i32 * UNIT;
        (Score::heuristic(-most), Score::heuristic(most))
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
    use plywise::{Checksum, Game, Rng};

    use super::shapes::{sides, transposed};
    use super::*;

    #[test]
    fn every_square_of_every_shape_is_seen_once_from_each_side() {
        // A disc alone shows in the shapes that hold its square: as often as the literature draws them there.
        let seen = |row: u32, column: u32| {
            let mut shapes = [0; 11];
            let from = Shapes::<8>::FROM;
            visit::<8>(1 << (8 * row + column), 0, |at| {
                if let Some(shape) = (0..11).find(|&shape| from[shape] < at && at < from[shape + 1]) {
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
    fn shipped_weights_are_those_that_were_measured() {
        let told = include_str!("../../weights/SOURCE.md");
        let files: [&[u8]; 2] =
            [include_bytes!("../../weights/patterns.bin"), include_bytes!("../../weights/patterns-6.bin")];
        for file in files {
            let sum = format!("`{:016x}`", Checksum::of(file).get());
            assert!(told.contains(&sum), "{sum}");
        }
    }

    #[test]
    fn weights_of_another_size_are_none() {
        for size in [Size::Four, Size::Six, Size::Eight] {
            assert!(Patterns::of_bytes(size, &[]).is_none());
        }
        assert!(Patterns::of_bytes(Size::Six, &vec![0; 2 * stages::<8>() * size::<8>()]).is_none());
        assert!(Patterns::of_bytes(Size::Eight, &vec![0; 2 * size::<8>()]).is_none());
    }

    #[test]
    fn a_board_in_a_mirror_is_worth_the_same() {
        worth_the_same::<8>(Size::Eight, &mut Rng::new(3));
        worth_the_same::<6>(Size::Six, &mut Rng::new(3));
    }

    fn worth_the_same<const SIDE: u32>(size: Size, rng: &mut Rng) {
        let (mut moves, patterns) = (Vec::new(), Patterns::learned(size).unwrap());
        for _ in 0..20 {
            let mut position = Othello::start_with(size, Seat::FIRST);
            while !position.is_over() {
                moves.clear();
                position.moves(&mut moves);
                position.play(moves[rng.index(moves.len())]);
                let value = patterns.evaluate(&position, Seat::FIRST);
                for image in [transposed, |discs| sides::<SIDE>(discs)[1], |discs| sides::<SIDE>(discs)[2]] {
                    let discs = [Seat::FIRST, Seat::SECOND].map(|seat| image(position.discs(seat)));
                    let seen = Othello::new(size, discs[0], discs[1], position.mover()).unwrap();
                    assert_eq!(patterns.evaluate(&seen, Seat::FIRST), value, "{position:?}");
                }
                assert_eq!(patterns.evaluate(&position, Seat::SECOND), -value, "{position:?}");
                let parts: f64 =
                    patterns.parts(&position, Seat::FIRST).iter().map(|part| 100.0 * part.1).sum();
                let most = 100.0 * f64::from(SIDE * SIDE);
                let parts = parts.clamp(-most, most);
                assert!((parts - f64::from(value.raw())).abs() < 1.0, "{position:?}: {parts}, not {value:?}");
            }
        }
    }
}
