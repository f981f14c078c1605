//! One named generator for everything that is drawn: xoshiro256++ (Blackman & Vigna 2021, "Scrambled linear
//! pseudorandom number generators"), seeded through SplitMix64. The sequence is part of the interface: the same
//! seed gives the same games on any machine and in any later version.

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of all random choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The generator that belongs to `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// An independent generator for part number `index` of the work that belongs to `seed`: game number,
    /// seat, particle. Parts can then be done in any order, by any number of threads.
    #[must_use]
    pub fn derive(seed: u64, index: u64) -> Self {
        Self::new(mix(seed ^ mix(index.wrapping_add(0x9E37_79B9_7F4A_7C15))))
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number in `0..bound`, without bias: Lemire 2019, "Fast random integer generation in an
    /// interval", algorithm 5, on 64 bits.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "an empty range has no numbers to draw");
        let mut wide = u128::from(self.next_u64()) * u128::from(bound);
        if (wide as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (wide as u64) < threshold {
                wide = u128::from(self.next_u64()) * u128::from(bound);
            }
        }
        (wide >> 64) as u64
    }

    /// A uniform index in `0..len`.
    ///
    /// # Panics
    /// If `len` is 0.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A uniform number in `[0, 1)` with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

/// Scrambles 64 bits so that each input bit reaches every output bit: the finaliser of SplitMix64
/// (Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators"). A bijection.
#[inline]
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sequences are a promise: recorded once, they may never change.
    #[test]
    fn sequences_are_golden() {
        let mut rng = Rng::new(1);
        let drawn: Vec<u64> = (0..4).map(|_| rng.next_u64()).collect();
        assert_eq!(drawn, GOLDEN_WORDS);
        let mut rng = Rng::derive(2026, 7);
        let drawn: Vec<u64> = (0..10).map(|_| rng.below(10)).collect();
        assert_eq!(drawn, GOLDEN_DIGITS);
    }
    const GOLDEN_WORDS: [u64; 4] = [
        14_971_601_782_005_023_387,
        13_781_649_495_232_077_965,
        1_847_458_086_238_483_744,
        13_765_271_635_752_736_470,
    ];
    const GOLDEN_DIGITS: [u64; 10] = [5, 7, 8, 6, 5, 4, 3, 6, 8, 8];

    /// xoshiro256++ from the state (1, 2, 3, 4): the reference implementation's first outputs.
    #[test]
    fn the_generator_is_the_published_one() {
        let mut state = [0u8; 32];
        for (i, word) in [1u64, 2, 3, 4].into_iter().enumerate() {
            state[8 * i..8 * i + 8].copy_from_slice(&word.to_le_bytes());
        }
        let mut rng = Rng(Xoshiro256PlusPlus::from_seed(state));
        let first: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(first, [41_943_041, 58_720_359, 3_588_806_011_781_223]);
    }

    #[test]
    fn below_is_uniform_and_in_range() {
        let mut rng = Rng::new(3);
        for bound in [1, 2, 3, 7, 10, 63] {
            let n = 20_000 * bound;
            let mut count = vec![0u64; bound as usize];
            for _ in 0..n {
                count[rng.below(bound) as usize] += 1;
            }
            // Chi-square with `bound - 1` degrees of freedom; six standard deviations above its mean.
            let chi: f64 = count.iter().map(|&c| (c as f64 - 20_000.0).powi(2) / 20_000.0).sum();
            let freedom = bound as f64 - 1.0;
            assert!(chi <= freedom + 6.0 * (2.0 * freedom).sqrt(), "{bound}: {chi}");
        }
        // A bound just above 2^63 rejects nearly half of all draws.
        let bound = (1 << 63) + 1;
        assert!((0..1000).all(|_| rng.below(bound) < bound));
    }

    #[test]
    fn unit_stays_below_one() {
        let mut rng = Rng::new(5);
        let mean =
            (0..100_000).map(|_| rng.unit()).inspect(|u| assert!((0.0..1.0).contains(u))).sum::<f64>() / 1e5;
        assert!((mean - 0.5).abs() < 0.01);
    }
}
