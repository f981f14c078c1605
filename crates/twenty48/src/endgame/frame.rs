//! One table's measures.

use super::halves::{Half, weight};
use super::shape::Shape;

/// What a table is of.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) shape: Shape,
    /// The goal's rank: free cells hold lower ones.
    pub(super) rank: u8,
    /// The largest sum of the free cells that is looked at, in units of 2; beyond it the chance counts as none.
    pub(super) most: usize,
    pub(super) halves: [Half; 2],
}

impl Frame {
    /// A quarter of the goal's tile, and 16 for small goals, may lie around as waste: see the README.
    pub(super) fn new(shape: Shape, rank: u8) -> Self {
        let mut first = shape.free();
        let second = first.split_off(first.len() / 2);
        let halves = [Half::new(first, rank), Half::new(second, rank)];
        let most = weight(rank) + weight(rank) / 4 + 8;
        Self { shape, rank, most: most.min(halves[0].most() + halves[1].most()), halves }
    }

    /// The half that a free cell belongs to, and its place in it.
    pub(super) fn place(&self, cell: usize) -> Option<(usize, usize)> {
        (0..2).find_map(|half| Some((half, self.halves[half].cells.iter().position(|&c| c == cell)?)))
    }
}
