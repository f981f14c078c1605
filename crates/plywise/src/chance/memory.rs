//! What earlier parts of a search found, kept in a table of fixed size.
//!
//! Values here are means, which need 64 bits, and they may depend on how probable the position was; the table of the
//! two-player searches ([`crate::Table`]) has room for neither. One thread uses it, so nothing is shared.

use memmap2::MmapMut;
use zerocopy::FromBytes;

use super::evaluate::Met;
use crate::game::{Game, Keyed};
use crate::mapped::{self, OutOfMemory};
use crate::report::TableUse;
use crate::rng::mix;
use crate::table::Bound;

/// An entry as it lies in memory.
type Packed = [u64; 4];

/// A cache line: what one look costs.
type Bucket = [u64; 8];

const WAYS: usize = size_of::<Bucket>() / size_of::<Packed>();

/// Under what circumstances a value of a position was found, or is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The position's own key, all of it.
    pub(super) key: u64,
    /// Turns of seats that are left to search; `u32::MAX` without limit.
    pub(super) depth: u32,
    /// The distance from the root, where values depend on it; else 0.
    pub(super) ply: u32,
    /// The seat that maximises, and whether chance has the turn: see [`kind`].
    pub(super) kind: u8,
    /// How probable the position is from the root, where values depend on it; else 1.
    pub(super) probability: f32,
}

/// Packs who maximises and whose turn it is.
pub(super) const fn kind(root: u8, chance: bool) -> u8 {
    root << 1 | chance as u8
}

/// A value and what it says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Found {
    pub(super) value: f64,
    pub(super) bound: Bound,
    /// What was met below the position.
    pub(super) seen: Seen,
}

/// What kinds of leaves were met below a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Seen {
    pub(super) met: Met,
    /// The most turns of seats from the root to a valued position (in the table: from the position itself).
    pub(super) deepest: u32,
}

impl Seen {
    pub(super) fn merge(&mut self, other: Self) {
        self.met.merge(other.met);
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// 32 bytes when packed: two to a cache line.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    value: f64,
    probability: f32,
    depth: u32,
    ply: u32,
    deepest: u16,
    kind: u8,
    /// Bits 0-1: 0 for an empty slot, else the bound. Bit 2: horizon, bit 3: improbable. Bits 4-7: generation.
    flags: u8,
}

impl Entry {
    #[inline]
    fn pack(self) -> Packed {
        let small = u64::from(self.deepest) | u64::from(self.kind) << 16 | u64::from(self.flags) << 24;
        [
            self.key,
            self.value.to_bits(),
            u64::from(self.probability.to_bits()) | u64::from(self.depth) << 32,
            u64::from(self.ply) | small << 32,
        ]
    }

    /// An entry of zeros is an empty one.
    #[inline]
    fn unpack(&[key, value, lower, upper]: &Packed) -> Self {
        Self {
            key,
            value: f64::from_bits(value),
            probability: f32::from_bits(lower as u32),
            depth: (lower >> 32) as u32,
            ply: upper as u32,
            deepest: (upper >> 32) as u16,
            kind: (upper >> 48) as u8,
            flags: (upper >> 56) as u8,
        }
    }

    /// Every circumstance but the probability is the same.
    fn is_at(&self, place: &Place) -> bool {
        self.flags != 0
            && self.key == place.key
            && self.depth == place.depth
            && self.ply == place.ply
            && self.kind == place.kind
    }

    fn generation(&self) -> u8 {
        self.flags >> 4
    }

    fn found(&self) -> Found {
        let bound = match self.flags & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        let met = Met { horizon: self.flags & 4 != 0, improbable: self.flags & 8 != 0 };
        let seen = Seen { met, deepest: u32::from(self.deepest) };
        Found { value: self.value, bound, seen }
    }
}

/// A bounded table of values, for one search and those after it, in mapped memory.
#[derive(Debug)]
pub(super) struct Memory<G> {
    key: fn(&G) -> u64,
    memory: MmapMut,
    generation: u8,
    pub(super) uses: TableUse,
}

impl<G: Game> Memory<G> {
    /// An empty table of `mib` MiB (1 at least), 32,768 entries in each.
    pub(super) fn new(mib: usize) -> Result<Self, OutOfMemory>
    where
        G: Keyed,
    {
        let memory = mapped::zeros(mapped::mib(mib.max(1))?)?;
        Ok(Self { key: G::key, memory, generation: 0, uses: TableUse::default() })
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        <[Bucket]>::ref_from_bytes(&self.memory).expect("pages are aligned, and buckets fill them")
    }

    #[inline]
    fn buckets_mut(&mut self) -> &mut [Bucket] {
        <[Bucket]>::mut_from_bytes(&mut self.memory).expect("pages are aligned, and buckets fill them")
    }

    pub(super) fn key(&self, position: &G) -> u64 {
        (self.key)(position)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        // Memory that was never written to is not taken for this either.
        self.buckets_mut().iter_mut().filter(|bucket| **bucket != [0; 8]).for_each(|bucket| *bucket = [0; 8]);
    }

    /// A new search begins: what earlier ones stored is the first to be replaced.
    pub(super) fn begin(&mut self) {
        self.generation = (self.generation + 1) & 15;
        self.uses = TableUse::default();
    }

    /// What was found for the position under the same circumstances, or when it was more probable: then no line
    /// below it was cut off that would not be cut off now.
    pub(super) fn get(&mut self, place: &Place) -> Option<Found> {
        self.uses.probes += 1;
        let bucket = self.buckets()[self.index(place.key)];
        let (slots, _) = bucket.as_chunks();
        // Where lines are cut off by probability, a value that was found when the position was more probable
        // looked at everything that counts now.
        let mut entries = slots.iter().map(Entry::unpack);
        let entry = entries.find(|entry| entry.is_at(place) && entry.probability >= place.probability)?;
        self.uses.hits += 1;
        Some(entry.found())
    }

    /// Keeps a value: in place of one under the same circumstances, else of the shallowest in its bucket, those of
    /// earlier searches first.
    pub(super) fn put(&mut self, place: &Place, found: &Found) {
        self.uses.stores += 1;
        let generation = self.generation;
        let index = self.index(place.key);
        let (slots, _) = self.buckets_mut()[index].as_chunks_mut();
        let bucket: [Entry; WAYS] = std::array::from_fn(|i| Entry::unpack(&slots[i]));
        let slot = bucket.iter().position(|entry| entry.is_at(place)).unwrap_or_else(|| {
            let worth = |entry: &Entry| match entry.flags {
                0 => (0, 0),
                // Deep values are rare and dear. Those of earlier searches go first: the game has moved on.
                _ => (1 + u8::from(entry.generation() == generation), entry.depth),
            };
            (0..WAYS).min_by_key(|&i| worth(&bucket[i])).expect("a bucket has slots")
        });
        let bound = match found.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let Seen { met: Met { horizon, improbable }, deepest } = found.seen;
        let entry = Entry {
            key: place.key,
            value: found.value,
            probability: place.probability,
            depth: place.depth,
            ply: place.ply,
            deepest: deepest.min(u32::from(u16::MAX)) as u16,
            kind: place.kind,
            flags: bound | u8::from(horizon) << 2 | u8::from(improbable) << 3 | generation << 4,
        };
        slots[slot] = entry.pack();
    }

    /// Of all depths of a position the same, so that the deeper ones can outlive the others.
    fn index(&self, key: u64) -> usize {
        // A key need not be a hash: a small board may be its own key, hence the mixing.
        ((u128::from(mix(key)) * self.buckets().len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Seat, Turn};

    /// A position that is nothing but its key.
    #[derive(Clone, Debug)]
    struct Number(u64);

    impl Game for Number {
        type Move = u8;
        fn turn(&self) -> Turn {
            Turn::Chance
        }
        fn moves(&self, _: &mut Vec<u8>) {}
        fn play(&mut self, _: u8) {}
        fn payoff(&self, _: Seat) -> i32 {
            0
        }
    }

    impl Keyed for Number {
        fn key(&self) -> u64 {
            self.0
        }
    }

    fn place(key: u64, depth: u32) -> Place {
        Place { key, depth, ply: 0, kind: 0, probability: 1.0 }
    }

    fn found(value: f64) -> Found {
        let seen = Seen { met: Met { horizon: true, improbable: false }, deepest: 3 };
        Found { value, bound: Bound::Lower, seen }
    }

    #[test]
    fn only_the_same_circumstances_or_a_more_probable_position_answer() {
        let mut memory = Memory::<Number>::new(1).unwrap();
        let stored = Place { key: memory.key(&Number(77)), depth: 4, ply: 2, kind: 1, probability: 0.25 };
        memory.put(&stored, &found(1.5));
        assert_eq!(memory.get(&stored), Some(found(1.5)));
        assert_eq!(memory.get(&Place { probability: 0.125, ..stored }), Some(found(1.5)));
        for other in [
            Place { key: 78, ..stored },
            Place { key: 77 | 1 << 63, ..stored },
            Place { depth: 5, ..stored },
            Place { ply: 3, ..stored },
            Place { kind: 0, ..stored },
            Place { probability: 0.5, ..stored },
        ] {
            assert_eq!(memory.get(&other), None, "{other:?}");
        }
        assert_eq!(memory.uses, TableUse { probes: 8, hits: 2, cuts: 0, stores: 1 });
        memory.clear();
        assert_eq!(memory.get(&stored), None);
    }

    /// Keys that fall into one bucket, found by trying.
    fn neighbours(memory: &Memory<Number>, count: usize) -> Vec<u64> {
        (0..).filter(|&key| memory.index(key) == 0).take(count).collect()
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_and_older_searches_first() {
        let mut memory = Memory::<Number>::new(1).unwrap();
        let keys = neighbours(&memory, 5);
        for (i, depth) in [9, 2].into_iter().enumerate() {
            memory.put(&place(keys[i], depth), &found(i as f64));
        }
        memory.put(&place(keys[2], 5), &found(2.0));
        assert_eq!(memory.get(&place(keys[1], 2)), None, "depth 2 was the shallowest");
        assert_eq!(memory.get(&place(keys[0], 9)), Some(found(0.0)));
        memory.begin();
        memory.put(&place(keys[3], 1), &found(3.0));
        assert_eq!(memory.get(&place(keys[2], 5)), None, "of the last search the shallowest goes first,");
        memory.put(&place(keys[4], 1), &found(4.0));
        assert_eq!(memory.get(&place(keys[0], 9)), None, "then the next");
        assert_eq!(memory.get(&place(keys[3], 1)), Some(found(3.0)), "before anything of this one");
    }

    #[test]
    fn a_place_is_stored_once() {
        let mut memory = Memory::<Number>::new(1).unwrap();
        let here = place(5, 3);
        memory.put(&here, &found(1.0));
        memory.put(&Place { probability: 0.5, ..here }, &found(2.0));
        assert_eq!(memory.get(&here), None, "the less probable value has replaced it");
        assert_eq!(memory.get(&Place { probability: 0.5, ..here }), Some(found(2.0)));
    }
}
