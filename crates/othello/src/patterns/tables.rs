//! The patterns of the board of 8x8 for a search that follows both sides' numbers and asks for one value at a time.

use std::sync::{LazyLock, OnceLock};

use super::along::{Begins, Numbers, adds};
use super::shapes::{LANES, STEP, Shapes};
use super::{Patterns, UNIT, between};
use crate::Size;

/// Whatever 16 bits say, it lies inside: no index needs a look.
const WINDOW: usize = 1 << 16;

/// What each place is worth with so many discs on the board, times [`STEP`].
pub(crate) struct Weights(Box<[i16; Shapes::<8>::SIZE + WINDOW]>);

/// [`Weights`] for every number of discs, made when they are first wanted.
pub(super) type Tables = [OnceLock<Weights>; 65];

/// For each instance the number that reads its squares to base 3: own discs 1, the other's 2.
#[repr(align(32))]
#[derive(Clone, Copy)]
pub(crate) struct Numbered(Numbers);

/// For each square what a disc there adds.
pub(crate) type Adds = [Numbered; 64];

pub(crate) fn adds_8() -> &'static Adds {
    static ADDS: LazyLock<Box<Adds>> = LazyLock::new(|| Box::new(adds::<8>().map(Numbered)));
    &ADDS
}

/// Four squares in a row and the next four …: for each way to fill them what its discs add.
type Quads = [[Numbered; 16]; 16];

fn quads() -> &'static Quads {
    static QUADS: LazyLock<Box<Quads>> = LazyLock::new(|| {
        let none = Numbered([0; LANES]);
        let quad =
            |at: usize| std::array::from_fn(|discs| none.and::<1>(adds_8(), (discs as u64) << (4 * at)));
        Box::new(std::array::from_fn(quad))
    });
    &QUADS
}

impl Numbered {
    /// Of a board, as the side with `own` sees it.
    #[inline(always)]
    pub(crate) fn of(own: u64, other: u64) -> Self {
        let quads = quads();
        let mut all = [0; LANES];
        for (quad, sums) in quads.iter().enumerate() {
            let sum = |discs: u64| &sums[(discs >> (4 * quad)) as usize & 15].0;
            let (own, other) = (sum(own), sum(other));
            for lane in 0..LANES {
                all[lane] += own[lane] + 2 * other[lane];
            }
        }
        Self(all)
    }

    /// With so many (in 16 bits, so that 65,535 takes one away) more of what discs on these squares add.
    #[inline(always)]
    pub(crate) fn and<const TIMES: u16>(mut self, adds: &Adds, mut squares: u64) -> Self {
        while squares != 0 {
            let more = &adds[squares.trailing_zeros() as usize & 63].0;
            for (number, more) in self.0.iter_mut().zip(more) {
                *number = number.wrapping_add(more.wrapping_mul(TIMES));
            }
            squares &= squares - 1;
        }
        self
    }

    /// What the side that is not to move sees, after the other's move that turns `flips`.
    #[inline(always)]
    pub(crate) fn after(self, adds: &Adds, at: u8, flips: u64) -> Self {
        self.and::<1>(adds, flips).and::<2>(adds, 1 << at)
    }
}

/// What the positions after the moves of one are worth; on the board of 8x8 its patterns are numbered once.
pub(crate) struct After<'a> {
    patterns: &'a Patterns,
    own: u64,
    other: u64,
    /// As the side sees them that is not to move, and what they weigh.
    numbered: Option<(Numbered, &'a Weights)>,
}

impl<'a> After<'a> {
    /// After the moves of the side with `own`, weighed on the board of 8x8 as with so many discs.
    #[inline(always)]
    pub(crate) fn of(patterns: &'a Patterns, own: u64, other: u64, discs: u32) -> Self {
        // No closure: it would not be compiled for the processor for which the search is.
        let numbered = if patterns.size == Size::Eight {
            Some((Numbered::of(other, own), patterns.weights(discs)))
        } else {
            None
        };
        Self { patterns, own, other, numbered }
    }

    /// The value of the position after a move that turns `flips`, for the side that is to move there, in hundredths of a disc.
    #[inline(always)]
    pub(crate) fn value(&self, at: u8, flips: u64) -> i32 {
        match self.numbered {
            Some((numbers, weights)) => weights.value(&numbers.after(adds_8(), at, flips)),
            None => self.patterns.value(self.other ^ flips, self.own | flips | 1 << at),
        }
    }
}

impl Weights {
    fn new(patterns: &Patterns, discs: u32) -> Self {
        let (pairs, step) = patterns.pairs::<8>(u64::MAX >> (64 - discs.max(1)));
        let mut all = vec![0; Shapes::<8>::SIZE + WINDOW].into_boxed_slice();
        for (weight, &pair) in all.iter_mut().zip(pairs) {
            *weight = between(pair, step) as i16; // Patterns::LARGEST times STEP at most
        }
        Self(all.try_into().expect("one for each place"))
    }

    /// The value for the side whose numbers these are, in hundredths of a disc.
    #[inline(always)]
    pub(crate) fn value(&self, numbers: &Numbered) -> i32 {
        let mut sums = [i32::from(self.0[Shapes::<8>::SIZE - 1]), 0, 0, 0];
        macro_rules! see {
            ($($instance:literal)*) => {$({
                const FROM: usize = Begins::<8>::ALL[$instance] as usize;
                let weights: &[i16; WINDOW] = self.0[FROM..FROM + WINDOW].try_into().expect("a window");
                sums[$instance % 4] += i32::from(weights[usize::from(numbers.0[$instance])]);
            })*};
        }
        see!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42
            43 44 45);
        let most = 64 * UNIT;
        (sums.iter().sum::<i32>() / STEP as i32).clamp(-most, most)
    }
}

impl Patterns {
    /// What places are worth with so many discs on the board of 8x8.
    #[inline(always)]
    pub(crate) fn weights(&self, discs: u32) -> &'static Weights {
        self.tables[discs as usize].get_or_init(|| Weights::new(self, discs))
    }
}

/// None yet.
pub(super) fn tables() -> &'static Tables {
    Box::leak(Box::new([const { OnceLock::new() }; 65]))
}

const _: () = assert!(Shapes::<8>::INSTANCES == 46 && Patterns::LARGEST * STEP as i32 <= i16::MAX as i32);
