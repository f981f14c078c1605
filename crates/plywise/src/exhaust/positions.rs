//! Positions by number, and numbers by position.

use super::node;
use crate::game::Keyed;
use crate::mapped::fallibly;
use crate::rng::mix;

/// Positions in the order in which they were found, with an index: open addressing, 0 for a free slot and otherwise a number
/// and one.
#[derive(Debug)]
pub(super) struct Positions<G> {
    all: Vec<G>,
    slots: Vec<u32>,
}

impl<G: Keyed + Eq> Positions<G> {
    pub(super) fn new() -> Self {
        Self { all: Vec::new(), slots: vec![0; 64] }
    }

    pub(super) fn all(&self) -> &[G] {
        &self.all
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.all) + size_of_val(&*self.slots)
    }

    pub(super) fn number(&self, position: &G) -> Option<usize> {
        self.look_up(position).ok()
    }

    /// The position's number, which it is given if it has none. None where there is no memory left for it.
    pub(super) fn add(&mut self, position: G) -> Option<u32> {
        let slot = match self.look_up(&position) {
            Ok(number) => return Some(number as u32),
            Err(slot) => slot,
        };
        let number = self.all.len();
        if number == node::MOST {
            return None;
        }
        push(&mut self.all, position)?;
        self.slots[slot] = number as u32 + 1;
        if 3 * self.all.len() > 2 * self.slots.len() {
            self.grow()?;
        }
        Some(number as u32)
    }

    /// The number, or the slot where it would stand.
    fn look_up(&self, position: &G) -> Result<usize, usize> {
        let mut slot = self.home(position);
        loop {
            match self.slots[slot] as usize {
                0 => return Err(slot),
                number if self.all[number - 1] == *position => return Ok(number - 1),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// A game's key need not be spread over all its bits.
    fn home(&self, position: &G) -> usize {
        mix(position.key()) as usize & (self.slots.len() - 1)
    }

    /// Twice the slots, written anew: the old ones have gone by then.
    fn grow(&mut self) -> Option<()> {
        let slots = 2 * std::mem::take(&mut self.slots).len();
        fallibly(|| self.slots.try_reserve_exact(slots)).ok()?;
        self.slots.resize(slots, 0);
        for number in 0..self.all.len() {
            let mut slot = self.home(&self.all[number]);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
        Some(())
    }
}

/// None where there is no memory left.
pub(super) fn push<T>(list: &mut Vec<T>, item: T) -> Option<()> {
    if list.len() == list.capacity() {
        fallibly(|| list.try_reserve(1)).ok()?;
    }
    list.push(item);
    Some(())
}
