//! Sets of squares as numbers: the combinatorial number system in colexicographic order (Knuth, "The Art of Computer
//! Programming" 4A, 7.2.1.3).

/// `[k][n]`: in how many ways `k` of `n` squares can be chosen, `k` at most 7.
pub(super) const CHOOSE: [[u32; 33]; 8] = {
    let mut table = [[0; 33]; 8];
    let mut n = 0;
    while n < 33 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 8 && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of a set of at most seven squares among all sets of as many; sets of lower squares come first.
#[inline]
pub(super) fn rank(mut set: u32) -> u32 {
    let (mut rank, mut k) = (0, 1);
    while set != 0 {
        rank += CHOOSE[k][set.trailing_zeros() as usize & 31];
        set &= set - 1;
        k = (k + 1) % 8;
    }
    rank
}

/// The set of `k` squares with a number.
#[inline]
pub(super) fn unrank(k: usize, mut rank: u32) -> u32 {
    let mut set = 0;
    for k in (2..=k).rev() {
        let row = &CHOOSE[k];
        // The last square whose row is not above the rank, bit by bit.
        let mut square = 0;
        for bit in [16, 8, 4, 2, 1] {
            square += if row[square + bit] <= rank { bit } else { 0 };
        }
        rank -= row[square];
        set |= 1 << square;
    }
    // One square has its own number.
    if k > 0 { set | 1 << rank } else { set }
}

/// The set counted among the squares outside `holes`, which it does not meet.
#[inline]
pub(super) fn without(mut set: u32, mut holes: u32) -> u32 {
    while holes != 0 {
        let low = (0x8000_0000 >> holes.leading_zeros()) - 1;
        set = set & low | set >> 1 & !low;
        holes &= low;
    }
    set
}

/// The inverse of [`without`].
#[inline]
pub(super) fn around(mut set: u32, mut holes: u32) -> u32 {
    while holes != 0 {
        let low = (1 << holes.trailing_zeros()) - 1;
        set = set & low | (set & !low) << 1;
        holes &= holes - 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_without_gaps() {
        for (k, row) in CHOOSE[..=4].iter().enumerate() {
            for number in 0..row[32] {
                let set = unrank(k, number);
                assert_eq!((set.count_ones() as usize, rank(set)), (k, number));
            }
        }
        let last = unrank(6, CHOOSE[6][32] - 1);
        assert_eq!((last, rank(last)), (0xFC00_0000, 906_191));
    }

    #[test]
    fn holes_are_taken_out_and_put_in_again() {
        assert_eq!(without(0b1000_0010, 0b0101_0001), 0b1_0001);
        for (set, holes) in [(0x8000_0001, 0x7000_0000), (0x10, 0), (0, 0xF), (0x8010_0200, 0x0008_0171)] {
            assert_eq!(around(without(set, holes), holes), set);
        }
    }
}
