//! Values of boards that were looked up a moment ago.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How many boards are kept: with 16 bytes each they stay in a core's own cache.
const SLOTS: usize = 1 << 13;

/// The values of boards as a network saw them, each in the one place that its hash says: the newest stays.
///
/// One search comes to the same afterstate again and again: a new tile anywhere in a row slides to the same end of it. Looking
/// here is one read instead of one for each tuple and image. Threads may share it: a value is kept with its board *xor* itself,
/// so that what two threads wrote half each is known by nobody (Hyatt & Mann 2002, "A lock-less transposition table
/// implementation for parallel search chess engines").
#[derive(Debug)]
pub(super) struct Recall(Box<[[AtomicU64; 2]]>);

impl Recall {
    /// Knows nothing: the empty board, which is no afterstate, is what empty slots hold.
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| Default::default()).collect())
    }

    #[inline(always)]
    fn slot(&self, seen: u64) -> &[AtomicU64; 2] {
        // Fibonacci hashing: the upper bits of a product depend on all bits of the board.
        &self.0[(seen.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS.ilog2())) as usize]
    }

    /// The value of a board other than the empty one, seen as 16 ranks of four bits.
    #[inline(always)]
    pub(super) fn get(&self, seen: u64) -> Option<f32> {
        let [key, value] = self.slot(seen);
        let value = value.load(Relaxed);
        (key.load(Relaxed) ^ value == seen).then(|| f32::from_bits(value as u32))
    }

    #[inline(always)]
    pub(super) fn put(&self, seen: u64, value: f32) {
        let value = u64::from(value.to_bits());
        let slot = self.slot(seen);
        slot[0].store(seen ^ value, Relaxed);
        slot[1].store(value, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywise::Rng;

    #[test]
    fn what_it_knows_is_what_was_put_there() {
        let (recall, mut rng) = (Recall::new(), Rng::new(1));
        let boards: Vec<u64> = (0..3 * SLOTS).map(|_| rng.next_u64() | 1).collect();
        assert!(boards.iter().all(|&board| recall.get(board).is_none()));
        let value = |board: u64| (board % 1_000_003) as f32 / 7.0 - 50_000.0;
        for &board in &boards {
            recall.put(board, value(board));
            assert_eq!(recall.get(board), Some(value(board)));
        }
        let known: Vec<u64> = boards.iter().copied().filter(|&board| recall.get(board).is_some()).collect();
        assert!(known.iter().all(|&board| recall.get(board) == Some(value(board))));
        assert!((SLOTS / 2..=SLOTS).contains(&known.len()), "{}", known.len());
    }

    #[test]
    fn halves_of_two_boards_are_nobodys() {
        let recall = Recall::new();
        recall.put(7, 1.5);
        recall.slot(7)[1].store(u64::from(2.5f32.to_bits()), Relaxed);
        assert_eq!(recall.get(7), None);
    }
}
