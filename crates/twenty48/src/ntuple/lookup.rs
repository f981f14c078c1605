//! Looking boards up in tables that learn or that have learned.

use prefetch_index::prefetch_index;

use super::tuples::{Shape, Sight, find_places};
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

/// Where the values of the boards after the four slides are kept, in the order of [`Direction::ALL`]: `[slide][image]
/// [tuple]`. It is large, so it is written in place and never moved.
pub(super) struct Places<const T: usize>([[[u32; T]; 8]; 4]);

impl<const T: usize> Places<T> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self([[[0; T]; 8]; 4])
    }

    #[inline(always)]
    pub(super) fn after(&self, way: Direction) -> &[[u32; T]; 8] {
        &self.0[way as usize]
    }
}

/// A slide, what it leads to, and what that is worth.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// The board after it.
    pub(super) board: Board,
    pub(super) way: Direction,
    /// The points of the slide.
    pub(super) gain: f32,
    /// The points expected from here on.
    pub(super) value: f32,
}

/// The slide with the highest sum of gain and value, the first of equals. None where the game is over.
#[inline(always)]
pub(super) fn best<S: Shape<T>, const T: usize, W: Weight>(
    tables: [&[W]; T],
    sight: Sight,
    board: Board,
    places: &mut Places<T>,
) -> Option<Choice> {
    // All indices come first, so that the table lookups, which mostly wait for memory, overlap.
    let slides = board.slides();
    for (after, places) in slides.iter().zip(&mut places.0) {
        find_places::<S, T>(sight, *after, places);
        for image in &*places {
            for (table, &index) in tables.iter().zip(image) {
                prefetch_index(table, index as usize);
            }
        }
    }
    let (vertical, horizontal) = board.gains();
    let mut best: Option<Choice> = None;
    for way in Direction::ALL {
        let after = slides[way as usize];
        if after == board {
            continue;
        }
        let gain = if matches!(way, Direction::Up | Direction::Down) { vertical } else { horizontal } as f32;
        let value = expectation(tables, places.after(way));
        if best.is_none_or(|best| gain + value > best.gain + best.value) {
            best = Some(Choice { board: after, way, gain, value });
        }
    }
    best
}
