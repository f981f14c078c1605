//! Looking boards up in tables that learn or that have learned.

use super::tuples::{Shape, Sight, indices};
use crate::board::Board;
use crate::moves::Direction;

/// What a table holds for one pattern.
pub(super) trait Weight {
    fn value(&self) -> f32;
}

impl Weight for f32 {
    #[inline(always)]
    fn value(&self) -> f32 {
        *self
    }
}

/// The sum of the weights at these places; those of each tuple are summed up apart.
#[inline(always)]
pub(super) fn expectation<W: Weight, const T: usize>(tables: [&[W]; T], indices: &[[u32; T]; 8]) -> f32 {
    let mut sums = [0.0; T];
    for image in indices {
        for tuple in 0..T {
            sums[tuple] += tables[tuple][image[tuple] as usize].value();
        }
    }
    sums.iter().sum()
}

/// A board after a slide, and where its value is kept.
#[derive(Clone, Copy)]
pub(super) struct Afterstate<const T: usize> {
    pub(super) board: Board,
    pub(super) way: Direction,
    /// The points of the slide.
    pub(super) gain: f32,
    /// The points expected from here on.
    pub(super) value: f32,
    pub(super) indices: [[u32; T]; 8],
}

/// The afterstate with the highest sum of gain and value, the first of equals. None where the game is over.
#[inline(always)]
pub(super) fn best<S: Shape<T>, const T: usize, W: Weight>(
    tables: [&[W]; T],
    sight: Sight,
    board: Board,
) -> Option<Afterstate<T>> {
    // All indices come first, so that the table lookups, which mostly wait for memory, overlap.
    let (vertical, horizontal) = board.gains();
    let slides = board.slides();
    let mut afters = Direction::ALL.map(|way| {
        let after = slides[way as usize];
        let gain = if matches!(way, Direction::Up | Direction::Down) { vertical } else { horizontal };
        Afterstate {
            board: after,
            way,
            gain: gain as f32,
            value: 0.0,
            indices: indices::<S, T>(sight, after),
        }
    });
    for after in &mut afters {
        let illegal = after.board == board;
        after.value = if illegal { f32::NEG_INFINITY } else { expectation(tables, &after.indices) };
    }
    let mut best = 0;
    for way in 1..4 {
        if afters[way].gain + afters[way].value > afters[best].gain + afters[best].value {
            best = way;
        }
    }
    (afters[best].board != board).then_some(afters[best])
}
