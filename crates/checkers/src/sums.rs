//! The weights of [`Positional`](crate::Positional) added up beforehand, for each byte of a set of squares: what is counted
//! square by square then costs four looks into a table instead of twenty counts of bits.

use crate::positional::{Camp, Positional, TERMS, facing, mobile, steps};
use crate::square::Squares;

/// Two weights in one word, the one with all pieces on the board in the lower half: both are added at once, and neither
/// half overflows, for twelve men of the dearest kind weigh less than 2^15.
#[derive(Clone, Copy)]
pub(super) struct Pair(pub(super) i32);

impl Pair {
    const NONE: Self = Self(0);

    const fn of(term: usize) -> Self {
        let [early, late] = TERMS[term].1;
        Self(early + late * (1 << 16))
    }

    #[inline(always)]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    #[inline(always)]
    pub(super) const fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    #[inline(always)]
    pub(super) const fn times(self, count: i32) -> Self {
        Self(self.0 * count)
    }

    /// The lower half may be negative: it has then borrowed one of the upper.
    #[inline(always)]
    pub(super) const fn weights(self) -> [i32; 2] {
        [self.0 as i16 as i32, (self.0 + (1 << 15)) >> 16]
    }
}

/// The sum over the squares of each byte.
type Bytes = [[Pair; 256]; 4];

static MEN: Bytes = bytes(&squares(0, Some((2, 7)), Some(19)));
static KINGS: Bytes = bytes(&squares(1, None, Some(20)));
static RUNNERS: Bytes = bytes(&squares(8, Some((9, 13)), None));
/// What is behind the men that guard the home row, by the first four squares.
static HOME: [Pair; 16] = home();
const STEPS: Pair = Pair::of(21);
const CAGED: Pair = Pair::of(22);

/// What a piece weighs on each square: a term for the piece, one for its row from the second (or the third) on, one for the
/// centre.
const fn squares(piece: usize, rows: Option<(usize, usize)>, centre: Option<usize>) -> [Pair; 32] {
    let mut weights = [Pair::of(piece); 32];
    let mut at = 0;
    while at < 32 {
        let row = at / 4;
        if let Some((first, last)) = rows {
            // The last of them is the seventh row, of which a man steps up to be crowned.
            let term = last + row;
            if row <= 6 && term >= first + 6 {
                weights[at] = weights[at].plus(Pair::of(term - 6));
            }
        }
        if let Some(term) = centre
            && Positional::CENTRE.0 & 1 << at != 0
        {
            weights[at] = weights[at].plus(Pair::of(term));
        }
        at += 1;
    }
    weights
}

const fn bytes(squares: &[Pair; 32]) -> Bytes {
    let mut sums = [[Pair::NONE; 256]; 4];
    let mut byte = 0;
    while byte < 4 {
        let mut set = 1_usize;
        while set < 256 {
            // One square more than a set that came before.
            let at = set.trailing_zeros() as usize;
            sums[byte][set] = sums[byte][set & (set - 1)].plus(squares[8 * byte + at]);
            set += 1;
        }
        byte += 1;
    }
    sums
}

const fn home() -> [Pair; 16] {
    let mut sums = [Pair::NONE; 16];
    let mut set = 1_usize;
    while set < 16 {
        let at = set.trailing_zeros() as usize;
        sums[set] = sums[set & (set - 1)].plus(Pair::of(14 + at));
        set += 1;
    }
    let mut set = 0;
    while set < 16 {
        if set as u32 & Positional::BRIDGEHEADS.0 == Positional::BRIDGEHEADS.0 {
            sums[set] = sums[set].plus(Pair::of(18));
        }
        set += 1;
    }
    sums
}

#[inline(always)]
fn sum(table: &Bytes, squares: Squares) -> Pair {
    let [a, b, c, d] = squares.0.to_le_bytes().map(usize::from);
    table[0][a].plus(table[1][b]).plus(table[2][c]).plus(table[3][d])
}

/// What one side's squares weigh, its home row at the top.
#[inline(always)]
pub(super) fn weigh(camp: &Camp) -> Pair {
    let &Camp { men, kings, enemies, enemy_has_men } = camp;
    let mut all = sum(&MEN, men).plus(sum(&RUNNERS, men & !facing(enemies)));
    if enemy_has_men {
        all = all.plus(HOME[(men.0 & 15) as usize]);
    }
    if !kings.is_empty() {
        let free = !(men | kings | enemies);
        let caged = kings & !mobile(free);
        all = all.plus(sum(&KINGS, kings)).plus(STEPS.times(steps(kings, free)));
        all = all.plus(CAGED.times(caged.len() as i32));
    }
    all
}

#[cfg(test)]
mod tests {
    use plywise::{Evaluate, Rng, Seat};

    use super::*;
    use crate::Board;

    /// Any placement at all, men on their crowning rows aside: twelve pieces a side at most, any of them kings.
    fn scattered(rng: &mut Rng) -> Board {
        let mut squares: Vec<u32> = (0..32).collect();
        let mut take = |most: usize| {
            let count = rng.index(most + 1);
            (0..count).fold(0_u32, |set, _| set | 1 << squares.swap_remove(rng.index(squares.len())))
        };
        let pieces = [take(12), take(12)];
        let crowned = pieces[0] & Squares::LAST_ROW.0 | pieces[1] & Squares::FIRST_ROW.0;
        let chosen = [0, 1, rng.next_u64() as u32][rng.index(3)];
        let kings = crowned | (pieces[0] | pieces[1]) & chosen;
        let turn = [Seat::FIRST, Seat::SECOND][rng.index(2)];
        Board::new(pieces.map(Squares), Squares(kings), turn).unwrap_or_else(|_| Board::start())
    }

    #[test]
    fn sums_by_bytes_are_the_sums_of_all_that_is_counted() {
        let mut rng = Rng::new(26);
        for _ in 0..20_000 {
            let board = scattered(&mut rng);
            for seat in [Seat::FIRST, Seat::SECOND] {
                let parts = Positional::components(&board, seat);
                let sum: f64 = parts.iter().map(|part| f64::from(part.value) * part.weight * 100.0).sum();
                let value = f64::from(Positional.evaluate(&board, seat).raw());
                assert!(
                    (sum - value).abs() < 1.0 - 1e-9 || value.abs() == f64::from(Positional::LIMIT),
                    "{board:?}: {sum} {value}"
                );
            }
        }
    }
}
