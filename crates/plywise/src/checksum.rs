//! Checksums of what is kept in files.

/// A sum of bytes that no change of a single byte leaves as it was: variant 1a of Fowler, Noll & Vo with 64 bits
/// (<http://www.isthe.com/chongo/tech/comp/fnv>). It finds damage, not malice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Checksum {
    /// The sum of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut sum = Self::default();
        sum.add(bytes);
        sum
    }

    /// These bytes follow.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    /// The sum so far.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test values of its authors.
    #[test]
    fn sums_are_those_of_the_authors() {
        assert_eq!(Checksum::of(b"").get(), 0xCBF2_9CE4_8422_2325);
        assert_eq!(Checksum::of(b"a").get(), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(Checksum::of(b"foobar").get(), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn no_changed_bit_goes_unnoticed() {
        let bytes: Vec<u8> = (0..200).collect();
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(Checksum::of(&changed), Checksum::of(&bytes), "{bit}");
        }
    }
}
