//! What the finisher has found out, near the leaves: small, so that it stays in the processor's cache.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What is known of a position: bounds of its value, and the two moves that were best last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) low: i8,
    pub(super) high: i8,
    pub(super) best: [u8; 2],
}

/// No square.
pub(super) const NOWHERE: u8 = 64;

impl Known {
    pub(super) const NOTHING: Self = Self { low: -127, high: 127, best: [NOWHERE; 2] };
}

/// The key, scrambled with the data, and the data: a torn entry is found by nobody (Hyatt & Mann 2002, "A lock-less
/// transposition-table implementation for parallel search").
type Slot = [AtomicU64; 2];

/// Slots that share a cache line.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([Slot; 4]);

/// A table of positions, shared by the threads of a search.
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    generation: AtomicU8,
}

impl Table {
    /// One of 2^`bits` buckets of four entries, 64 bytes each.
    pub(super) fn new(bits: u32) -> Self {
        let buckets = (0..1_usize << bits).map(|_| Bucket::default()).collect();
        Self { buckets, generation: AtomicU8::new(0) }
    }

    /// A new search begins: what earlier ones stored is the first to be replaced.
    pub(super) fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Of a position a number that hardly another one has.
    #[inline(always)]
    pub(super) fn key(own: u64, other: u64) -> u64 {
        let half = own.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let all = (half ^ half >> 32 ^ other).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        all ^ all >> 32
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Slot; 4] {
        &self.buckets[key as usize & (self.buckets.len() - 1)].0
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let [low, high, a, b, ..] = data.to_le_bytes();
                return Some(Known { low: low as i8, high: high as i8, best: [a, b] });
            }
        }
        None
    }

    /// Remembers a position whose search took about 2^`cost` nodes, in the place of what is known of it, or of the cheapest
    /// of four others.
    #[inline(always)]
    pub(super) fn put(&self, key: u64, known: Known, cost: u8) {
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
        let [a, b] = known.best;
        let data = u64::from_le_bytes([known.low as u8, known.high as u8, a, b, 0, 0, now, cost.max(1)]);
        let [check, stored] = &bucket[chosen];
        check.store(key ^ data, Ordering::Relaxed);
        stored.store(data, Ordering::Relaxed);
    }
}
