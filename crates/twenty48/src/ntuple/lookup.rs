//! Looking boards up in tables that learn or that have learned.

use std::ops::AddAssign;

use prefetch_index::prefetch_index;

use super::tuples::{Shape, Sight, find_places};
use crate::board::Board;
use crate::moves::Direction;

/// What a table holds for one pattern.
pub(super) trait Weight {
    /// What weights of one tuple are summed up in.
    type Sum: Copy + Default + AddAssign;

    fn value(&self) -> Self::Sum;

    /// A sum in points, where one step of a weight is worth so many.
    fn points(sum: Self::Sum, step: f32) -> f32;
}

/// In points.
impl Weight for f32 {
    type Sum = f32;

    #[inline(always)]
    fn value(&self) -> f32 {
        *self
    }

    #[inline(always)]
    fn points(sum: f32, _: f32) -> f32 {
        sum
    }
}

/// In steps.
impl Weight for i16 {
    type Sum = i32;

    #[inline(always)]
    fn value(&self) -> i32 {
        i32::from(*self)
    }

    #[inline(always)]
    fn points(sum: i32, step: f32) -> f32 {
        sum as f32 * step
    }
}

/// The tables of `T` tuples.
pub(super) struct Tables<'a, W, const T: usize> {
    pub(super) of: [&'a [W]; T],
    /// Points in one step of a weight of each, where weights are in steps.
    pub(super) step: [f32; T],
}

impl<W, const T: usize> Clone for Tables<'_, W, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W, const T: usize> Copy for Tables<'_, W, T> {}

/// The sum of the weights at these places in points; those of each tuple are summed up apart.
// Once for each kind of tables and not wherever it is asked: a twelfth of what the crate takes to build, and no slower.
#[inline(never)]
pub(super) fn expectation<W: Weight, const T: usize>(
    tables: Tables<'_, W, T>,
    indices: &[[u32; T]; 8],
) -> f32 {
    let mut sums = [W::Sum::default(); T];
    for image in indices {
        for tuple in 0..T {
            sums[tuple] += tables.of[tuple][image[tuple] as usize].value();
        }
    }
    sums.into_iter().zip(tables.step).map(|(sum, step)| W::points(sum, step)).sum()
}

/// Where the values of the boards after the four slides are kept, in the order of [`Direction::ALL`]: `[slide][image]
/// [tuple]`. It is large, so it is written in place and never moved.
pub(super) struct Places<const T: usize>([[[u32; T]; 8]; 4]);

impl<const T: usize> Places<T> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self([[[0; T]; 8]; 4])
    }

    /// Finds those of the board after one slide, and has the weights fetched from memory.
    #[inline(always)]
    pub(super) fn find<S: Shape<T>, W>(
        &mut self,
        tables: Tables<'_, W, T>,
        sight: Sight,
        after: Board,
        way: Direction,
    ) {
        let places = &mut self.0[way as usize];
        find_places::<S, T>(sight, after, places);
        for image in &*places {
            for (table, &index) in tables.of.iter().zip(image) {
                prefetch_index(table, index as usize);
            }
        }
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
    tables: Tables<'_, W, T>,
    sight: Sight,
    board: Board,
    places: &mut Places<T>,
) -> Option<Choice> {
    // All indices come first, so that the table lookups, which mostly wait for memory, overlap.
    let slides = board.slides();
    for way in Direction::ALL {
        if slides[way as usize] != board {
            places.find::<S, W>(tables, sight, slides[way as usize], way);
        }
    }
    best_by(board, &slides, |way| expectation(tables, places.after(way)))
}

/// Of `slides`, the boards after the four of `board`, the one with the highest sum of gain and `value`, the first of equals;
/// `value` is asked of those that change the board. None where none does.
#[inline(always)]
pub(super) fn best_by(
    board: Board,
    slides: &[Board; 4],
    mut value: impl FnMut(Direction) -> f32,
) -> Option<Choice> {
    let (vertical, horizontal) = board.gains();
    let mut best: Option<Choice> = None;
    for way in Direction::ALL {
        let after = slides[way as usize];
        if after == board {
            continue;
        }
        let gain = if matches!(way, Direction::Up | Direction::Down) { vertical } else { horizontal } as f32;
        let value = value(way);
        if best.is_none_or(|best| gain + value > best.gain + best.value) {
            best = Some(Choice { board: after, way, gain, value });
        }
    }
    best
}
