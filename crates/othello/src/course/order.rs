//! The order in which CPython lists a set of squares.
//!
//! The published program collects moves in a `set` of tuples `(row, column)` and goes through it as it comes. That order
//! is fixed, since hashes of tuples of whole numbers are not randomised, but it is no order that a board knows. It
//! decides between moves of equal value and how much is cut off, so whoever wants the published counts needs it.
//!
//! From CPython 3.8 on: a tuple is hashed as by `xxHash` (`Objects/tupleobject.c`), a set is an open table that tries
//! nine neighbours before it jumps and grows fourfold at three fifths (`Objects/setobject.c`). Squares are added row by
//! row, as the published program does.

/// In which order a search looks at the squares where a disc may go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// Row by row from the top, each from the left.
    #[default]
    Rows,
    /// As CPython 3.8 and later list a set of `(row, column)`.
    CPython,
}

/// Slots of a new set.
const LEAST: usize = 8;
/// Slots that 64 squares can ever need: a set grows at 5 and at 19 squares, and then not before 77.
const MOST: usize = 128;
/// Neighbours that are tried before a jump.
const PROBES: usize = 9;

/// The hash of `(row, column)`.
const fn hash_of(row: u64, column: u64) -> u64 {
    const PRIME_1: u64 = 11_400_714_785_074_694_791;
    const PRIME_2: u64 = 14_029_467_366_897_019_727;
    const PRIME_5: u64 = 2_870_177_450_012_600_261;
    const SALT: u64 = 3_527_539;
    // The hash of a small whole number is the number.
    let lanes = [row, column];
    let mut sum = PRIME_5;
    let mut lane = 0;
    while lane < lanes.len() {
        sum = sum.wrapping_add(lanes[lane].wrapping_mul(PRIME_2)).rotate_left(31).wrapping_mul(PRIME_1);
        lane += 1;
    }
    sum.wrapping_add(lanes.len() as u64 ^ (PRIME_5 ^ SALT))
}

/// The hash of each square, by bit index.
const HASHES: [u64; 64] = {
    let mut hashes = [0; 64];
    let mut square = 0;
    while square < 64 {
        hashes[square] = hash_of(square as u64 / 8, square as u64 % 8);
        square += 1;
    }
    hashes
};

/// A set under construction. Nothing is ever taken out.
struct Table {
    /// Bit indices of squares; [`EMPTY`] where there is none.
    slots: [u8; MOST],
    /// Slots in use less one: a power of two less one.
    mask: usize,
    filled: usize,
}

const EMPTY: u8 = u8::MAX;

impl Table {
    fn add(&mut self, square: u8) {
        self.put(square);
        self.filled += 1;
        if self.filled * 5 >= self.mask * 3 {
            self.grow();
        }
    }

    fn put(&mut self, square: u8) {
        let hash = HASHES[usize::from(square)];
        let (mut at, mut perturb) = (hash as usize & self.mask, hash);
        loop {
            let probes = if at + PROBES <= self.mask { PROBES } else { 0 };
            if let Some(free) = self.slots[at..=at + probes].iter().position(|&slot| slot == EMPTY) {
                self.slots[at + free] = square;
                return;
            }
            perturb >>= 5;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & self.mask;
        }
    }

    /// Moves all to a table with more than four times as many slots as squares, in the order of the old one.
    fn grow(&mut self) {
        let (old, slots) = (self.slots, self.mask + 1);
        self.mask = (4 * self.filled + 1).next_power_of_two() - 1;
        self.slots[..=self.mask].fill(EMPTY);
        for &square in old[..slots].iter().filter(|&&square| square != EMPTY) {
            self.put(square);
        }
    }
}

/// Calls `each` with the bit index of every square of `set` in this order, until it answers false.
#[inline]
pub(super) fn for_each(order: Order, set: u64, mut each: impl FnMut(u8) -> bool) {
    // One square alone has no order.
    if order == Order::Rows || set & set.wrapping_sub(1) == 0 {
        for square in crate::squares::indices(set) {
            if !each(square) {
                return;
            }
        }
        return;
    }
    let mut table = Table { slots: [EMPTY; MOST], mask: LEAST - 1, filled: 0 };
    crate::squares::indices(set).for_each(|square| table.add(square));
    for &square in table.slots[..=table.mask].iter().filter(|&&square| square != EMPTY) {
        if !each(square) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(order: Order, set: u64) -> Vec<u8> {
        let mut all = Vec::new();
        for_each(order, set, |square| {
            all.push(square);
            true
        });
        all
    }

    /// `hash((0, 0))`, `hash((1, 2))` and `hash((5, 3))` as a CPython 3.11 of 64 bits prints them.
    #[test]
    fn hashes_are_those_of_cpython() {
        let signed = |row, column| hash_of(row, column) as i64;
        assert_eq!(signed(0, 0), -8_458_139_203_682_520_985);
        assert_eq!(signed(1, 2), -3_550_055_125_485_641_917);
        assert_eq!(signed(5, 3), 669_240_982_178_544_184);
    }

    /// `data/othello/cpython_sets.txt`: sets of squares and how CPython 3.11 lists them.
    #[test]
    fn sets_are_listed_as_cpython_lists_them() {
        let text = include_str!("../../../../data/othello/cpython_sets.txt");
        let mut sets = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let squares: Vec<u8> = line
                .split(' ')
                .map(|square| crate::squares::parse(square.as_bytes().try_into().unwrap(), 8).unwrap())
                .collect();
            let set = squares.iter().fold(0, |set, square| set | 1 << square);
            assert_eq!(listed(Order::CPython, set), squares, "{line}");
            sets += 1;
        }
        assert!(sets >= 400, "{sets}");
    }

    #[test]
    fn every_order_lists_every_square_once() {
        let mut rng = plywise::Rng::new(1);
        for _ in 0..200 {
            let set = rng.next_u64() & rng.next_u64();
            let mut cpython = listed(Order::CPython, set);
            cpython.sort_unstable();
            assert_eq!(cpython, listed(Order::Rows, set));
        }
    }
}
