//! Tables that lie in large pages of memory where the system has such.
//!
//! Lookups go to places all over a table of 64 MiB and more. Under pages of 4 KiB nearly each of them also waits for the
//! address to be translated.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;
use plywise::{OutOfMemory, mapped};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Some numbers, side by side in memory.
pub(super) trait Number: FromBytes + IntoBytes + Immutable + KnownLayout + Copy + PartialEq {}

impl<T: FromBytes + IntoBytes + Immutable + KnownLayout + Copy + PartialEq> Number for T {}

/// A table of fixed length.
#[derive(Debug)]
pub(super) struct Table<T> {
    memory: MmapMut,
    of: PhantomData<T>,
}

impl<T: Number> Table<T> {
    /// All numbers are zero. Memory is taken when it is first written to.
    pub(super) fn zeros(len: usize) -> Result<Self, OutOfMemory> {
        let memory = mapped::zeros(len * size_of::<T>())?;
        // Where there are no large pages, it works without.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Self { memory, of: PhantomData })
    }

    /// All entries are the same.
    pub(super) fn filled(len: usize, entry: T) -> Result<Self, OutOfMemory> {
        let mut table = Self::zeros(len)?;
        if entry.as_bytes().iter().any(|&byte| byte != 0) {
            table.fill(entry);
        }
        Ok(table)
    }

    /// Entry by entry from another table. Zeros are not written, so that memory which only holds them is not taken.
    pub(super) fn from<U: Number>(other: &Table<U>, entry: impl Fn(U) -> T) -> Result<Self, OutOfMemory> {
        let mut table = Self::zeros(other.len())?;
        for (here, &there) in table.iter_mut().zip(other.iter()) {
            let entry = entry(there);
            if entry.as_bytes().iter().any(|&byte| byte != 0) {
                *here = entry;
            }
        }
        Ok(table)
    }

    /// Puts one entry wherever there is another.
    pub(super) fn replace(&mut self, entry: T, by: T) {
        const LINE: usize = 32;
        let (before, after) = ([entry; LINE], [by; LINE]);
        // Most entries of a table are those that nothing was learned of: they come by the line.
        for line in self.chunks_mut(LINE) {
            if line == before.as_slice() {
                line.copy_from_slice(&after);
            } else {
                line.iter_mut().filter(|here| **here == entry).for_each(|here| *here = by);
            }
        }
    }

    /// Puts the groups of four bits of each index into the opposite order. The table has 16 entries to some power above 1.
    pub(super) fn turn(&mut self) {
        let highest = self.len() / 16;
        debug_assert!(
            self.len().is_power_of_two() && self.len().trailing_zeros().is_multiple_of(4) && highest > 1
        );
        let entries = &mut **self;
        for middle in 0..highest / 16 {
            let opposite = reversed(middle, highest.trailing_zeros() - 4);
            if middle <= opposite {
                // Sixteen by sixteen entries, so that what is read and what is written both lie side by side.
                let [from, to] = [middle, opposite].map(|middle| square(entries, highest, middle));
                put_columns(&from, entries, highest, opposite);
                put_columns(&to, entries, highest, middle);
            }
        }
    }

    /// The same memory seen as other entries.
    pub(super) fn seen_as<U>(&mut self) -> &mut [U]
    where
        [U]: FromBytes + IntoBytes + KnownLayout<PointerMetadata = usize>,
    {
        <[U]>::mut_from_bytes(&mut self.memory).expect("pages are aligned, and entries fill them")
    }
}

/// The groups of four of so many bits in the opposite order.
fn reversed(number: usize, bits: u32) -> usize {
    (0..bits / 4).fold(0, |reversed, group| reversed << 4 | (number >> (4 * group) & 15))
}

/// The entries whose index has this middle, by its highest and its lowest four bits.
fn square<T: Number>(entries: &[T], highest: usize, middle: usize) -> [[T; 16]; 16] {
    let mut square = [[entries[0]; 16]; 16];
    for (i, line) in square.iter_mut().enumerate() {
        line.copy_from_slice(&entries[i * highest + 16 * middle..][..16]);
    }
    square
}

/// Puts such a square there, highest and lowest bits exchanged. What is there already is not written: zeros take no memory.
fn put_columns<T: Number>(square: &[[T; 16]; 16], entries: &mut [T], highest: usize, middle: usize) {
    for i in 0..16 {
        let mut column = [square[0][i]; 16];
        for (entry, line) in column.iter_mut().zip(square) {
            *entry = line[i];
        }
        let line = &mut entries[i * highest + 16 * middle..][..16];
        if *line != column {
            line.copy_from_slice(&column);
        }
    }
}

impl<T: Number> Deref for Table<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        <[T]>::ref_from_bytes(&self.memory).expect("pages are aligned, and entries fill them")
    }
}

impl<T: Number> DerefMut for Table<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.seen_as()
    }
}

/// A copy takes as much memory again; where that cannot be had, it panics.
impl<T: Number> Clone for Table<T> {
    fn clone(&self) -> Self {
        Self::from(self, |entry| entry).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl<T: Number> PartialEq for Table<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    #[test]
    fn a_table_holds_what_is_put_into_it() {
        let mut table = Table::<[f32; 3]>::zeros(100_000).unwrap();
        assert_eq!((table.len(), table[99_999]), (100_000, [0.0; 3]));
        table[7] = [1.0, -2.0, 3.5];
        let weights: Table<f32> = Table::from(&table, |[weight, ..]| weight).unwrap();
        assert_eq!((weights.len(), weights[7], weights[8]), (100_000, 1.0, 0.0));
        assert!(Table::filled(5, 2.5f32).unwrap().iter().all(|&number| number == 2.5));
        assert!(Table::filled(5, 2.5f32) != Table::filled(6, 2.5f32));
    }

    #[test]
    fn every_such_entry_is_replaced() {
        let mut table = Table::<i16>::zeros(1_000).unwrap();
        (500..600).step_by(3).chain([999]).for_each(|index| table[index] = 7);
        let before = table.clone();
        table.replace(0, -5);
        assert!(table.iter().zip(&*before).all(|(&now, &then)| now == if then == 0 { -5 } else { then }));
    }

    #[test]
    fn a_turned_table_has_the_cells_of_its_indices_the_other_way_round() {
        for cells in 2..6 {
            let mut table = Table::<i16>::zeros(1 << (4 * cells)).unwrap();
            table.iter_mut().enumerate().for_each(|(index, entry)| *entry = (index % 30_011) as i16 - 7);
            let mut turned = table.clone();
            turned.turn();
            for (index, entry) in table.iter().enumerate() {
                let opposite = (0..cells).fold(0, |sum, cell| sum << 4 | (index >> (4 * cell) & 15));
                assert_eq!(turned[opposite], *entry, "{index:x}");
            }
            turned.turn();
            assert!(turned == table);
        }
    }

    #[test]
    fn atomics_write_where_numbers_are_read() {
        let mut table = Table::<[f32; 3]>::zeros(10).unwrap();
        let atomics = table.seen_as::<[AtomicU32; 3]>();
        assert_eq!(atomics.len(), 10);
        atomics[4][1].store(0.75f32.to_bits(), Relaxed);
        assert_eq!(table[4], [0.0, 0.75, 0.0]);
    }
}
