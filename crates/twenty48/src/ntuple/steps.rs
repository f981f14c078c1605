//! The weights of one tuple as bytes: numbers of steps whose size the weights of similar patterns foretell.
//!
//! A number is a class, its sign and its highest two bits, and the bits below, which are as good as random and stand as they
//! are. Classes are kept apart by the mean magnitude of the patterns that have one cell's rank less by one, and packed by
//! their frequencies (Huffman's code, as a deflate stream without matches).

use miniz_oxide::deflate::core::{CompressionStrategy, CompressorOxide, TDEFLFlush};
use miniz_oxide::deflate::core::{compress_to_output, create_comp_flags_from_zip_params};

use plywise::OutOfMemory;

use super::table::Table;

/// What a pattern without a number has instead.
pub(super) const NONE: i16 = i16::MIN;

/// Kinds of neighbourhood that classes are kept apart by.
pub(super) const KINDS: usize = 16;

/// The numbers of one tuple.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    /// One byte for each number whose neighbourhood is of this kind, in the order of the patterns.
    pub(super) classes: [Vec<u8>; KINDS],
    /// The lower bits, the lowest first, in the order of the patterns.
    pub(super) rest: Vec<u8>,
}

/// The kind of a pattern's neighbourhood in a table of all numbers before it: 0 where no neighbour has one, else by the bits of
/// their mean magnitude. Without branches, for whether a neighbour has a number is as good as chance.
#[inline]
fn kind(before: &[i16], pattern: usize) -> usize {
    let (mut sum, mut count) = (0u32, 0u32);
    let mut one = 1;
    while one < before.len() {
        // A cell that has nothing less leads to the pattern itself, which has no number yet.
        let is_less = usize::from((pattern & (15 * one)) != 0);
        let there = before[pattern - one * is_less];
        let counts = u32::from(there != NONE);
        sum += u32::from(there.unsigned_abs()) * counts;
        count += counts;
        one <<= 4;
    }
    // Division by multiplication, exact for sums of so few numbers of 16 bits; without neighbours all of it is 0.
    let mean = (u64::from(2 * sum) * RECIPROCALS[count as usize]) >> 32;
    let doubled = mean as u32 + count.min(1);
    ((u32::BITS - doubled.leading_zeros()) as usize).min(KINDS - 1)
}

/// 2^32 over each number of neighbours, rounded up.
const RECIPROCALS: [u64; 9] = {
    let (mut reciprocals, mut count) = ([0; 9], 1);
    while count < 9 {
        reciprocals[count] = (1u64 << 32).div_ceil(count as u64);
        count += 1;
    }
    reciprocals
};

/// The class of a number, and how many lower bits follow.
fn class(step: i16) -> (u8, u32) {
    let magnitude = step.unsigned_abs();
    let Some(highest) = magnitude.checked_ilog2() else { return (0, 0) };
    let rest = highest.saturating_sub(1);
    let second = if highest > 0 { magnitude >> rest & 1 } else { 0 };
    (1 + (4 * highest) as u8 + 2 * second as u8 + u8::from(step < 0), rest)
}

/// The magnitude of a class with lower bits of 0, how many of these follow, and whether the number is below 0. None where
/// there is no such class.
fn classified(class: u8) -> Option<(u16, u32, bool)> {
    let Some(class) = class.checked_sub(1) else { return Some((0, 0, false)) };
    let (highest, second) = (u32::from(class / 4), u16::from(class / 2 % 2));
    if highest > 14 || highest == 0 && second > 0 {
        return None;
    }
    let rest = highest.saturating_sub(1);
    Some((1 << highest | second << rest, rest, class % 2 == 1))
}

impl Steps {
    /// Of a table of all patterns of a tuple; none of its numbers but [`NONE`] has a magnitude above `i16::MAX`.
    pub(super) fn of(table: &[i16]) -> Self {
        let mut steps = Self::default();
        let mut before = vec![NONE; table.len()];
        let (mut bits, mut count) = (0u64, 0);
        for (pattern, &step) in table.iter().enumerate().filter(|(_, step)| **step != NONE) {
            let (class, rest) = class(step);
            steps.classes[kind(&before, pattern)].push(class);
            before[pattern] = step;
            bits |= (u64::from(step.unsigned_abs()) & ((1 << rest) - 1)) << count;
            count += rest;
            while count >= 8 {
                steps.rest.push(bits as u8);
                bits >>= 8;
                count -= 8;
            }
        }
        if count > 0 {
            steps.rest.push(bits as u8);
        }
        steps
    }

    /// The table, where `places` has a bit for each pattern with a number. None where it does not fit.
    pub(super) fn table(&self, places: &[u8]) -> Result<Option<Table<i16>>, OutOfMemory> {
        let table = Table::filled(8 * places.len(), NONE)?;
        Ok(self.put_into(table, places))
    }

    fn put_into(&self, mut table: Table<i16>, places: &[u8]) -> Option<Table<i16>> {
        let mut classes = self.classes.each_ref().map(|classes| classes.iter());
        let known: [_; 256] = std::array::from_fn(|class| classified(class as u8));
        let (numbers, mut at) = (&mut *table, 0);
        for (word, eight) in places.chunks(8).enumerate() {
            let mut bytes = [0; 8];
            bytes[..eight.len()].copy_from_slice(eight);
            let mut left = u64::from_le_bytes(bytes);
            while left != 0 {
                let pattern = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                let class = *classes[kind(numbers, pattern)].next()?;
                let (magnitude, lower, negative) = known[usize::from(class)]?;
                let magnitude = (magnitude | self.lower_bits(at, lower)?) as i16;
                at += lower as usize;
                numbers[pattern] = if negative { -magnitude } else { magnitude };
            }
        }
        let nothing_is_left = self.rest.len() == at.div_ceil(8)
            && self.lower_bits(at, (8 * self.rest.len() - at) as u32) == Some(0)
            && classes.iter_mut().all(|classes| classes.next().is_none());
        nothing_is_left.then_some(table)
    }

    /// So many lower bits, at most 16, from this bit on: by one look, as how many follow is as good as chance.
    #[inline]
    fn lower_bits(&self, at: usize, count: u32) -> Option<u16> {
        let four = match self.rest.get(at / 8..at / 8 + 4) {
            Some(four) => u32::from_le_bytes(four.try_into().expect("four of four")),
            None if at + count as usize > 8 * self.rest.len() => return None,
            None => self.rest[at / 8..].iter().rev().fold(0, |four, &byte| four << 8 | u32::from(byte)),
        };
        Some((four >> (at % 8) & ((1 << count) - 1)) as u16)
    }
}

/// As a deflate stream in which every byte has a code by how often it comes, and nothing else is done: repetitions, where deflate
/// looks for them, come by chance here and would cost.
pub(super) fn by_frequency(bytes: &[u8]) -> Vec<u8> {
    let flags = create_comp_flags_from_zip_params(9, 0, CompressionStrategy::HuffmanOnly as i32);
    let mut out = Vec::new();
    compress_to_output(&mut CompressorOxide::new(flags), bytes, TDEFLFlush::Finish, |part| {
        out.extend_from_slice(part);
        true
    });
    out
}

#[cfg(test)]
mod tests {
    use miniz_oxide::inflate::decompress_to_vec;
    use plywise::Rng;

    use super::*;

    #[test]
    fn every_number_has_a_class_of_its_own_sign_and_highest_bits() {
        assert_eq!(
            [0, 1, -1, 2, 3, 5, -7].map(class),
            [(0, 0), (1, 0), (2, 0), (5, 0), (7, 0), (9, 1), (12, 1)]
        );
        for step in -i16::MAX..=i16::MAX {
            let (class, rest) = class(step);
            let (magnitude, lower, negative) = classified(class).unwrap();
            assert_eq!((lower, negative), (rest, step < 0));
            assert_eq!(magnitude, step.unsigned_abs() >> rest << rest, "{step}");
        }
        assert_eq!([3, 4, 61, 255].map(classified), [None; 4]);
    }

    fn some(count: usize, rng: &mut Rng) -> (Vec<i16>, Vec<u8>) {
        let mut table = vec![NONE; 1 << 12];
        let mut places = vec![0; table.len() / 8];
        for _ in 0..count {
            let pattern = rng.index(table.len());
            table[pattern] =
                (rng.below(1 << 16) as i32 - (1 << 15)).clamp(-32_767, 32_767) as i16 >> rng.below(16);
            places[pattern / 8] |= 1 << (pattern % 8);
        }
        (table, places)
    }

    #[test]
    fn a_table_comes_back() {
        let mut rng = Rng::new(1);
        for count in [0, 1, 2, 100, 3_000, 40_000] {
            let (table, places) = some(count, &mut rng);
            assert!(*Steps::of(&table).table(&places).unwrap().unwrap() == *table, "{count} numbers");
        }
    }

    #[test]
    fn neighbours_tell_kinds_apart() {
        let mut table = vec![NONE; 1 << 8];
        assert_eq!(kind(&table, 0x11), 0);
        (table[0x10], table[0x01]) = (0, -3);
        // A mean of 1.5: twice that and one more is 4, of three bits.
        assert_eq!(
            (kind(&table, 0x11), kind(&table, 0x20), kind(&table, 0x12), kind(&table, 0x02)),
            (3, 1, 0, 3)
        );
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut rng = Rng::new(2);
        let (table, places) = some(500, &mut rng);
        let good = Steps::of(&table);
        let longer = |bytes: &Vec<u8>| [&bytes[..], &[1]].concat();
        assert!(Steps { rest: longer(&good.rest), ..good.clone() }.table(&places).unwrap().is_none());
        assert!(Steps { rest: good.rest[1..].to_vec(), ..good.clone() }.table(&places).unwrap().is_none());
        for kind in 0..KINDS {
            let mut wrong = good.clone();
            wrong.classes[kind] = longer(&wrong.classes[kind]);
            assert!(wrong.table(&places).unwrap().is_none());
            if !good.classes[kind].is_empty() {
                wrong.classes[kind] = good.classes[kind][1..].to_vec();
                assert!(wrong.table(&places).unwrap().is_none(), "{kind}");
            }
        }
    }

    #[test]
    fn frequent_bytes_are_short_and_all_come_back() {
        let mut rng = Rng::new(3);
        let bytes: Vec<u8> = (0..100_000).map(|_| (rng.below(256) & rng.below(256)) as u8 & 15).collect();
        let packed = by_frequency(&bytes);
        assert!(packed.len() < 43_000, "{}", packed.len());
        assert!(decompress_to_vec(&packed).unwrap() == bytes);
        assert_eq!(decompress_to_vec(&by_frequency(&[])).unwrap(), [0; 0]);
    }
}
