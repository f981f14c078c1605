//! The fruits on the board, small enough to be copied with every position.

use crate::cells::{Cell, Cells};

/// The most fruits that a position can hold. Drawn fruits stay below: 20 % of at most 254 free cells are 50 in one
/// rule set; in the other a fruit comes only while there are fewer than 30 % of the free cells, which 59 fruits
/// with at most 254 - 59 free cells are not.
pub(crate) const MAX_FRUITS: usize = 64;

/// A set of cells with a value each, in slots without gaps. A slot is where further facts of a fruit are kept.
#[derive(Clone, Copy)]
pub(crate) struct FruitList {
    present: Cells,
    len: u8,
    at: [Cell; MAX_FRUITS],
    values: [u16; MAX_FRUITS],
}

impl FruitList {
    pub(crate) const EMPTY: Self =
        Self { present: Cells::EMPTY, len: 0, at: [Cell::new(0, 0); MAX_FRUITS], values: [0; MAX_FRUITS] };

    #[inline]
    pub(crate) fn len(&self) -> usize {
        usize::from(self.len)
    }

    #[inline]
    pub(crate) fn present(&self) -> Cells {
        self.present
    }

    /// Slot, cell and value of each.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Cell, u16)> + '_ {
        (0..self.len()).map(|slot| (slot, self.at[slot], self.values[slot]))
    }

    /// The slot of the fruit at `cell`.
    #[inline]
    pub(crate) fn slot(&self, cell: Cell) -> Option<usize> {
        if self.present.has(cell) { self.at[..self.len()].iter().position(|&at| at == cell) } else { None }
    }

    #[inline]
    pub(crate) fn cell(&self, slot: usize) -> Cell {
        self.at[slot]
    }

    #[inline]
    pub(crate) fn value(&self, slot: usize) -> u16 {
        self.values[slot]
    }

    /// Puts a fruit on a cell that has none, into the last slot.
    pub(crate) fn push(&mut self, cell: Cell, value: u16) {
        debug_assert!(!self.present.has(cell));
        let slot = self.len();
        self.at[slot] = cell;
        self.values[slot] = value;
        self.present.insert(cell);
        self.len += 1;
    }

    /// Takes the fruit of a slot away; the last slot's fruit moves into its place.
    #[inline]
    pub(crate) fn swap_remove(&mut self, slot: usize) {
        let last = self.len() - 1;
        self.present.remove(self.at[slot]);
        self.at[slot] = self.at[last];
        self.values[slot] = self.values[last];
        self.len -= 1;
    }

    /// The same fruits on other cells, slot by slot.
    pub(crate) fn map(&self, image: impl Fn(Cell) -> Cell) -> Self {
        let mut mapped = Self::EMPTY;
        for (_, cell, value) in self.iter() {
            mapped.push(image(cell), value);
        }
        mapped
    }
}
