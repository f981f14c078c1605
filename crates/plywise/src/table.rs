//! The transposition table: what is known of positions, shared by all threads of a search.
//!
//! Greenblatt, Eastlake & Crocker 1967, "The Greenblatt chess program" (the idea). All words are atomics, so that a race is harmless
//! and defined (`slots`).

mod slots;

use std::sync::atomic::{AtomicU8, AtomicU64 as Word, Ordering};

use prefetch_index::prefetch_index;

use crate::mapped::{self, Line, OutOfMemory, SharedLines};
use crate::score::Score;
use slots::{Slot, enter, find};

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is at least the value.
    Lower,
    /// It is at most the value.
    Upper,
    /// It is the value.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value for the side to move. A proven result's distance counts from this position.
    pub value: Score,
    /// What the value says.
    pub bound: Bound,
    /// Plies searched below the position; [`Entry::SOLVED`] if no line was cut short by the depth.
    pub depth: u32,
    /// The best move, as its place in the list of legal moves; none if no move was better than another.
    pub best: Option<u32>,
}

impl Entry {
    /// The depth of an entry that no deeper search can change.
    pub const SOLVED: u32 = DEPTH_LIMIT - 1;
    /// Searches that look further ahead than this are stored as if they looked this far.
    pub const DEEPEST: u32 = Self::SOLVED - 1;
}

const DEPTH_LIMIT: u32 = 1 << 10;
const NO_MOVE: u32 = (1 << 12) - 1;

/// Slots that share a cache line.
type Bucket = Line;

const WAYS: usize = size_of::<Bucket>() / size_of::<Slot>();

fn slots(bucket: &Bucket) -> &[Slot] {
    bucket.as_chunks().0
}

/// The table.
#[derive(Debug)]
pub struct Table {
    buckets: SharedLines,
    generation: AtomicU8,
}

impl Table {
    /// An empty table of `mib` MiB (1 at least), 65,536 entries in each.
    ///
    /// # Panics
    /// When there is no such memory: [`of_mib`](Self::of_mib) says so instead.
    #[must_use]
    pub fn new(mib: usize) -> Self {
        Self::of_mib(mib).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same. Its memory is taken from the system where entries are stored, and given back with the table.
    ///
    /// # Errors
    /// When the system has no such memory.
    pub fn of_mib(mib: usize) -> Result<Self, OutOfMemory> {
        let count = mapped::mib(mib.max(1))? / size_of::<Bucket>();
        Ok(Self { buckets: SharedLines::new(count)?, generation: AtomicU8::new(1) })
    }

    /// A new search begins: what earlier ones stored is the first to be replaced.
    pub fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for bucket in self.buckets.all() {
            // Memory that was never written to is not taken for this either.
            let any = bucket.iter().fold(0, |any, word| any | word.load(Ordering::Relaxed));
            if any != 0 {
                bucket.iter().for_each(|word| word.store(0, Ordering::Relaxed));
            }
        }
    }

    /// The share of a sample of entries that belong to this search, in `[0, 1]`.
    #[must_use]
    pub fn fullness(&self) -> f64 {
        let now = self.now();
        let buckets = self.buckets.all();
        let sample = &buckets[..buckets.len().min(1000)];
        let used = sample.iter().flat_map(slots);
        let used = used.filter(|[_, data]| generation(data.load(Ordering::Relaxed)) == now).count();
        used as f64 / (sample.len() * WAYS) as f64
    }

    fn now(&self) -> u64 {
        u64::from(self.generation.load(Ordering::Relaxed)) & 0x3F
    }

    /// What is known of the position with this key, `ply` plies from the root.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64, ply: u32) -> Option<Entry> {
        find(slots(self.bucket(key)), key).map(|data| unpack(data, ply))
    }

    /// Remembers a position. Replaces what is known of the same position, else the shallowest entry of its bucket,
    /// older searches' first.
    #[inline]
    pub fn put(&self, key: u64, ply: u32, entry: Entry) {
        let now = self.now();
        // Empty before old, old before this search's, shallow before deep: what is dear to find again stays.
        let worth = |data| {
            let fresh = data != 0 && generation(data) == now;
            u32::from(data != 0) + u32::from(fresh) * DEPTH_LIMIT + depth(data)
        };
        // All slots of a bucket share one cache line: looking at four costs as much as looking at one.
        enter(slots(self.bucket(key)), key, pack(entry, ply, now), worth);
    }

    /// Has the memory on its way where this key will be asked for: that takes as long as a hundred instructions.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch_index(self.buckets.all(), self.index(key));
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets.all()[self.index(key)]
    }

    /// The high half of key times count: uniform over the buckets, and no division.
    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.all().len() as u128) >> 64) as usize
    }
}

/// From the low end: value 32 bits, depth 10, best move 12, bound 2 (never 0), generation 6.
#[inline]
fn pack(entry: Entry, ply: u32, generation: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    let best = entry.best.filter(|&best| best < NO_MOVE).unwrap_or(NO_MOVE);
    // A proven result is stored by its distance from here, since the position is met at other distances from the
    // root.
    u64::from(entry.value.from_here(ply).raw() as u32)
        | u64::from(entry.depth.min(Entry::SOLVED)) << 32
        | u64::from(best) << 42
        | bound << 54
        | generation << 56
}

#[inline]
fn unpack(data: u64, ply: u32) -> Entry {
    let best = (data >> 42) as u32 & NO_MOVE;
    Entry {
        value: Score::from_raw(data as u32 as i32).from_root(ply),
        bound: match data >> 54 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        depth: depth(data),
        best: (best != NO_MOVE).then_some(best),
    }
}

#[inline]
fn depth(data: u64) -> u32 {
    (data >> 32) as u32 & (DEPTH_LIMIT - 1)
}

#[inline]
fn generation(data: u64) -> u64 {
    data >> 56 & 0x3F
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use slots::belongs;

    fn entry(value: i32, depth: u32) -> Entry {
        Entry { value: Score::heuristic(value), bound: Bound::Lower, depth, best: Some(7) }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = Table::new(1);
        let mut rng = Rng::new(1);
        for _ in 0..10_000 {
            let value = match rng.below(4) {
                0 => Score::won_in(10 + rng.below(50) as u32),
                1 => Score::lost_in(10 + rng.below(50) as u32),
                _ => Score::heuristic(rng.below(2_000_000_001) as i32 - 1_000_000_000),
            };
            let bound = [Bound::Lower, Bound::Upper, Bound::Exact][rng.index(3)];
            let best = (rng.below(3) > 0).then(|| rng.below(u64::from(NO_MOVE)) as u32);
            let stored = Entry { value, bound, depth: rng.below(1024) as u32, best };
            let (key, ply) = (rng.next_u64(), rng.below(10) as u32);
            table.put(key, ply, stored);
            assert_eq!(table.get(key, ply), Some(stored));
            assert_eq!(table.get(key ^ 1 << rng.below(64), ply), None, "another key never matches");
        }
    }

    #[test]
    fn nothing_is_known_of_the_key_0_before_it_is_stored() {
        let table = Table::new(1);
        assert_eq!(table.get(0, 3), None, "an empty slot holds this key's pattern");
        table.put(0, 3, entry(5, 1));
        assert_eq!(table.get(0, 3), Some(entry(5, 1)));
    }

    #[test]
    fn a_proven_result_keeps_its_distance_from_the_position_not_from_the_root() {
        let table = Table::new(1);
        table.put(5, 4, Entry { value: Score::won_in(10), ..entry(0, 6) });
        assert_eq!(table.get(5, 0).unwrap().value, Score::won_in(6));
        table.put(6, 4, Entry { value: Score::lost_in(10), ..entry(0, 6) });
        assert_eq!(table.get(6, 7).unwrap().value, Score::lost_in(13));
    }

    #[test]
    fn deep_entries_of_this_search_stay_and_old_ones_go_first() {
        let table = Table::new(1);
        // Keys with the same high bits share a bucket.
        for low in 1..=4 {
            table.put(low, 0, entry(0, 10 * low as u32));
        }
        table.put(5, 0, entry(0, 1));
        assert_eq!(table.get(1, 0), None, "the shallowest of four made room");
        assert!((2..=5).all(|key| table.get(key, 0).is_some()));
        table.age();
        table.put(6, 0, entry(0, 1));
        table.put(7, 0, entry(0, 1));
        assert!(table.get(6, 0).is_some() && table.get(7, 0).is_some() && table.get(4, 0).is_some());
        assert!(table.get(5, 0).is_none() && table.get(2, 0).is_none());
        table.clear();
        assert!((1..=7).all(|key| table.get(key, 0).is_none()));
        assert_eq!(table.fullness(), 0.0);
    }

    /// The words are atomics without ordering: a reader may meet any value that a word ever had together with any of the other
    /// word's. So all pairs of what was written, zeros included, are all that can happen, whatever the threads and the machine.
    #[test]
    fn no_pair_of_words_is_an_entry_that_nobody_wrote() {
        let mut rng = Rng::new(1);
        let keys: Vec<u64> = (0..8).map(|_| rng.next_u64()).collect();
        let mut written = Vec::new();
        for &key in &keys {
            for depth in 0..12 {
                let value = rng.below(2001) as i32 - 1000;
                written.push((key, pack(entry(value, depth), 0, rng.below(64))));
            }
        }
        let mut checks: Vec<u64> = written.iter().map(|(key, data)| key ^ data).collect();
        checks.push(0);
        let mut found = 0;
        for &check in &checks {
            for data in written.iter().map(|&(_, data)| data).chain([0]) {
                for &key in keys.iter().filter(|&&key| belongs(check, data, key)) {
                    assert!(written.contains(&(key, data)), "{key:x} {data:x}");
                    found += 1;
                }
            }
        }
        assert_eq!(found, written.len());
    }
}
