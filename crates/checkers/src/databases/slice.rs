//! Slices: all positions with the same pieces, numbered without gaps.

use std::fmt;

use plywise::Seat;

use super::ranking::{CHOOSE, around, rank, unrank, without};
use crate::board::Board;
use crate::square::Squares;

/// The most pieces that are indexed.
pub const MOST_PIECES: usize = 7;

/// How many men and kings the side to move has, and how many the other.
///
/// A position with its colours exchanged and turned by half a turn is the same position, so that the side to move is always the
/// one that moves down the board. Both sides have at least one piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slice {
    /// Men of the side to move.
    pub men: u8,
    /// Kings of the side to move.
    pub kings: u8,
    /// Men of the other side.
    pub other_men: u8,
    /// Kings of the other side.
    pub other_kings: u8,
}

impl Slice {
    /// The slice of a board whose first seat is to move.
    #[inline]
    pub(super) fn of(board: &Board) -> Self {
        let count = |set: Squares| set.len() as u8;
        Self {
            men: count(board.men(Seat::FIRST)),
            kings: count(board.kings(Seat::FIRST)),
            other_men: count(board.men(Seat::SECOND)),
            other_kings: count(board.kings(Seat::SECOND)),
        }
    }

    /// The slice that a plain move leads to as long as it crowns nobody.
    #[must_use]
    pub const fn turned(self) -> Self {
        let Self { men, kings, other_men, other_kings } = self;
        Self { men: other_men, kings: other_kings, other_men: men, other_kings: kings }
    }

    /// How many pieces there are.
    #[must_use]
    pub const fn pieces(self) -> usize {
        (self.men + self.kings + self.other_men + self.other_kings) as usize
    }

    /// How many of them are men.
    pub(super) const fn all_men(self) -> u8 {
        self.men + self.other_men
    }

    /// Whether a game may come from here to a slice with fewer pieces or fewer men: of each side some are gone or crowned.
    pub(super) const fn leads_to(self, later: Self) -> bool {
        later.men <= self.men
            && later.men + later.kings <= self.men + self.kings
            && later.other_men <= self.other_men
            && later.other_men + later.other_kings <= self.other_men + self.other_kings
    }

    /// All slices with so many pieces, each behind those that its moves lead to, its turned one aside: a crowned man is one
    /// less. A slice and its turned one are neighbours.
    pub(super) fn all(pieces: usize) -> Vec<Self> {
        let pieces = pieces as u8;
        let mut all = Vec::new();
        for own in 1..pieces {
            for men in 0..=own {
                for other_men in 0..=pieces - own {
                    let (kings, other_kings) = (own - men, pieces - own - other_men);
                    all.push(Self { men, kings, other_men, other_kings });
                }
            }
        }
        all.sort_by_key(|slice| (slice.all_men(), *slice.min(&slice.turned()), *slice));
        all
    }

    /// The same in pairs that are solved together; a slice that is its own turned one stands alone.
    pub(super) fn pairs(pieces: usize) -> Vec<Vec<Self>> {
        let all = Self::all(pieces);
        all.chunk_by(|a, b| a.turned() == *b).map(<[Self]>::to_vec).collect()
    }

    /// Its number among all slices of at most [`MOST_PIECES`] pieces, below [`NUMBERS`](Self::NUMBERS), with gaps.
    #[inline]
    pub(super) const fn number(self) -> usize {
        const BASE: usize = MOST_PIECES + 1;
        ((self.men as usize * BASE + self.kings as usize) * BASE + self.other_men as usize) * BASE
            + self.other_kings as usize
    }

    /// Above all numbers of slices.
    pub(super) const NUMBERS: usize = (MOST_PIECES + 1).pow(4);
}

/// Men, kings, the other's men, the other's kings: `0211`.
impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}{}", self.men, self.kings, self.other_men, self.other_kings)
    }
}

/// Squares on which a man of the side to move does not stand in the way of the other's men: those are kings there.
const OUT_OF_WAY: u32 = 0xF;
/// Squares that men of both sides can stand on.
const SHARED: usize = 24;
/// Squares that men of one side can stand on.
const MEN: usize = 28;

/// The numbering of a slice's positions.
///
/// From the left: the men of the side to move, by how many of them stand on squares 1-4; the other's men on what these leave
/// free; kings on what all men leave free; the other's kings on the rest. Each is the number of a set of squares. Cf. Lake, Schaeffer
/// & Lu 1994, "Solving large retrograde analysis problems using a network of workstations".
#[derive(Clone, Debug)]
pub struct Index {
    slice: Slice,
    /// `[men on squares 1-4]`.
    rows: [Row; 5],
    /// Ways to place the kings, and the other's.
    kings: [usize; 2],
    len: usize,
}

/// Positions with equally many men on squares 1-4.
#[derive(Clone, Copy, Default, Debug)]
struct Row {
    begin: usize,
    /// Ways to place the men on the other squares.
    men: usize,
    /// Ways to place the other's men.
    other: usize,
}

impl Index {
    /// The numbering of a slice with at most [`MOST_PIECES`] pieces.
    #[must_use]
    pub fn new(slice: Slice) -> Self {
        let choose = |n: usize, k: u8| CHOOSE[usize::from(k)][n] as usize;
        let [men, kings, other_men, other_kings] =
            [slice.men, slice.kings, slice.other_men, slice.other_kings];
        let free = 32 - usize::from(slice.all_men());
        let kings = [choose(free, kings), choose(free - usize::from(kings), other_kings)];
        let (mut rows, mut len) = ([Row::default(); 5], 0);
        for (low, row) in (0..=men.min(4)).zip(&mut rows) {
            let high = men - low;
            let other = choose(MEN - usize::from(high), other_men);
            *row = Row { begin: len, men: choose(SHARED, high), other };
            len += choose(4, low) * row.men * other * kings[0] * kings[1];
        }
        Self { slice, rows, kings, len }
    }

    /// The slice.
    #[must_use]
    pub const fn slice(&self) -> Slice {
        self.slice
    }

    /// How many positions there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// A slice has positions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The number of a position of the slice, in `0..len`; the first seat is to move.
    #[inline]
    #[must_use]
    pub fn number(&self, board: &Board) -> usize {
        let men = [board.men(Seat::FIRST).0, board.men(Seat::SECOND).0];
        let kings = [board.kings(Seat::FIRST).0, board.kings(Seat::SECOND).0];
        let (low, high) = (men[0] & OUT_OF_WAY, men[0] >> 4);
        let row = &self.rows[low.count_ones() as usize];
        let own = rank(low) as usize * row.men + rank(high) as usize;
        let all = men[0] | men[1];
        let placed = (own * row.other + rank(without(men[1] >> 4, high)) as usize) * self.kings[0]
            + rank(without(kings[0], all)) as usize;
        row.begin + placed * self.kings[1] + rank(without(kings[1], all | kings[0])) as usize
    }

    /// The position with a number in `0..len`, the first seat to move.
    #[inline]
    #[must_use]
    pub fn board(&self, number: usize) -> Board {
        let Slice { men, kings, other_men, other_kings } = self.slice;
        let low = (1..=men.min(4) as usize).rev().find(|&low| self.rows[low].begin <= number).unwrap_or(0);
        let row = &self.rows[low];
        let (rest, last) = ((number - row.begin) / self.kings[1], (number - row.begin) % self.kings[1]);
        let (rest, own_kings) = (rest / self.kings[0], rest % self.kings[0]);
        let (rest, others) = (rest / row.other, rest % row.other);
        let high = unrank(usize::from(men) - low, (rest % row.men) as u32);
        let own = unrank(low, (rest / row.men) as u32) | high << 4;
        let other = around(unrank(usize::from(other_men), others as u32), high) << 4;
        let own_kings = around(unrank(usize::from(kings), own_kings as u32), own | other);
        let other_kings = around(unrank(usize::from(other_kings), last as u32), own | other | own_kings);
        Board::of([Squares(own), Squares(other)], [Squares(own_kings), Squares(other_kings)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_position_has_its_number() {
        for slice in (2..=3).flat_map(Slice::all) {
            let index = Index::new(slice);
            let mut seen = HashSet::new();
            for number in 0..index.len() {
                let board = index.board(number);
                assert_eq!((index.number(&board), Slice::of(&board)), (number, slice), "{board:?}");
                let men = [board.men(Seat::FIRST), board.men(Seat::SECOND)];
                let kings = board.kings(Seat::FIRST) | board.kings(Seat::SECOND);
                let pieces = [board.pieces(Seat::FIRST), board.pieces(Seat::SECOND)];
                assert_eq!(Board::new(pieces, kings, Seat::FIRST), Ok(board), "{men:?}");
                assert!(seen.insert(board));
            }
        }
    }

    #[test]
    fn larger_slices_are_numbered_both_ways() {
        for slice in (4..=MOST_PIECES).flat_map(Slice::all) {
            let index = Index::new(slice);
            for number in (0..index.len()).step_by(index.len() / 1000 + 1).chain([index.len() - 1]) {
                let board = index.board(number);
                assert_eq!((index.number(&board), Slice::of(&board)), (number, slice), "{board:?}");
            }
        }
    }

    /// Chinook's table of sizes counts every placement of the pieces, those of one side alone too (the sizes that the Chinook project
    /// published with its databases).
    #[test]
    fn there_are_as_many_positions_as_the_literature_counts() {
        let one_side = |pieces: usize| -> usize {
            let choose = |n: usize, k: usize| CHOOSE[k][n] as usize;
            2 * (0..=pieces).map(|men| choose(MEN, men) * choose(32 - men, pieces - men)).sum::<usize>()
        };
        let count = |pieces| {
            one_side(pieces)
                + Slice::all(pieces).into_iter().map(|slice| Index::new(slice).len()).sum::<usize>()
        };
        assert_eq!(
            [1, 2, 3, 4, 5, 6, 7].map(count),
            [120, 6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964, 34_779_531_480]
        );
    }

    #[test]
    fn a_slice_comes_behind_those_that_its_moves_lead_to() {
        for pieces in 2..=MOST_PIECES {
            let pairs = Slice::pairs(pieces);
            let place =
                |slice: Slice| pairs.iter().position(|pair| pair.contains(&slice)).expect("it is there");
            for slice in Slice::all(pieces) {
                assert_eq!(place(slice), place(slice.turned()), "{slice}");
                if slice.men > 0 {
                    let crowned = Slice { men: slice.men - 1, kings: slice.kings + 1, ..slice };
                    assert!(place(crowned) < place(slice), "{slice}");
                }
            }
        }
    }
}
