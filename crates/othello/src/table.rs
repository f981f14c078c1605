//! What a search of the game's own has found out.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use prefetch_index::prefetch_index;

/// No square.
pub(crate) const NOWHERE: u8 = 64;

/// What a search keeps of a position.
pub(crate) type Kept = [u8; 6];

/// The key, scrambled with the data, and the data: a torn entry is found by nobody (Hyatt & Mann 2002, "A lock-less
/// transposition-table implementation for parallel search").
type Slot = [AtomicU64; 2];

/// Slots that share a cache line.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([Slot; 4]);

/// A table of positions, shared by the threads of a search.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    generation: AtomicU8,
}

impl Table {
    /// One of 2^`bits` buckets of four entries, 64 bytes each.
    pub(crate) fn new(bits: u32) -> Self {
        let buckets = (0..1_usize << bits).map(|_| Bucket::default()).collect();
        Self { buckets, generation: AtomicU8::new(0) }
    }

    /// A new search begins: what earlier ones stored is the first to be replaced.
    pub(crate) fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Of a position a number that hardly another one has.
    #[inline(always)]
    pub(crate) fn key(own: u64, other: u64) -> u64 {
        let half = own.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let all = (half ^ half >> 32 ^ other).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        all ^ all >> 32
    }

    /// Has what is kept of this position brought nearer while something else is done.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch_index(&self.buckets, key as usize & (self.buckets.len() - 1));
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Slot; 4] {
        &self.buckets[key as usize & (self.buckets.len() - 1)].0
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<Kept> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let [kept @ .., _, _] = data.to_le_bytes();
                return Some(kept);
            }
        }
        None
    }

    /// Remembers a position, the dearer the higher `cost`, in the place of what is known of it, or of the cheapest
    /// of four others.
    #[inline(always)]
    pub(crate) fn put(&self, key: u64, kept: Kept, cost: u8) {
        let (mut chosen, mut least) = (0, u8::MAX);
        let now = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        for (i, [check, data]) in bucket.iter().enumerate() {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key {
                chosen = i;
                break;
            }
            let [.., generation, cost] = data.to_le_bytes();
            let cost = if generation == now { cost } else { 0 };
            if cost < least {
                (chosen, least) = (i, cost);
            }
        }
        let [a, b, c, d, e, f] = kept;
        let data = u64::from_le_bytes([a, b, c, d, e, f, now, cost.max(1)]);
        let [check, stored] = &bucket[chosen];
        check.store(key ^ data, Ordering::Relaxed);
        stored.store(data, Ordering::Relaxed);
    }
}
