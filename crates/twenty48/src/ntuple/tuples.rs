//! Which cells a network looks at, and the index of what it sees there.

use crate::board::Board;

/// A named set of tuples of cells.
///
/// Each tuple is looked up in all eight images of the board, with one table for the eight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TupleSet {
    /// The lines and the squares of four cells that the board's images tell apart, 1.25 MiB of weights, which a
    /// processor's own memory holds: the set of Szubert & Jaśkowski 2014, "Temporal difference learning of n-tuple
    /// networks for the game 2048", with shared images.
    FiveByFour,
    /// Four tuples of five cells: 16 MiB of weights. For quick trials.
    FourByFive,
    /// Four tuples of six cells, 256 MiB: Wu, Yeh, Liang, Chang & Chiang 2014, "Multi-stage temporal difference
    /// learning for 2048".
    FourBySix,
    /// Five of six cells, 320 MiB: the four and one along the third row, as in `moporgic/TDL2048`.
    FiveBySix,
    /// Eight of six cells, 512 MiB: Matsuzaki 2016, "Systematic selection of n-tuple networks with consideration of
    /// interinfluence for game 2048".
    EightBySix,
}

impl TupleSet {
    /// Every set, the smallest first.
    pub const ALL: [Self; 5] =
        [Self::FiveByFour, Self::FourByFive, Self::FourBySix, Self::FiveBySix, Self::EightBySix];

    /// The usual short name: `4x6`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["5x4", "4x5", "4x6", "5x6", "8x6"][self as usize]
    }

    /// The set with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }

    /// The cells of each tuple, as indices row by row from the top left.
    #[must_use]
    pub const fn cells(self) -> &'static [&'static [u8]] {
        match self {
            Self::FiveByFour => FiveByFour::CELLS,
            Self::FourByFive => FourByFive::CELLS,
            Self::FourBySix => FourBySix::CELLS,
            Self::FiveBySix => FiveBySix::CELLS,
            Self::EightBySix => EightBySix::CELLS,
        }
    }

    /// The rate of learning that this set bears ([`Rule::rate`](super::Rule::rate)) with temporal coherence: 1, but 0.25 of
    /// sets of four cells. An empty line is then seen many times on one board; its weight takes as many steps at once,
    /// overshoots, and with coherence freezes there. At rate 1 five of six runs never learned (2,000 games, mean score
    /// of the last 400: 1,777 to 2,937; the sixth 14,969); at 0.5 they came to 9,434 … 13,948, at 0.25 to 14,684 … 21,686,
    /// at 0.1 to 16,260 … 17,568.
    #[must_use]
    pub const fn rate(self) -> f32 {
        match self {
            Self::FiveByFour => 0.25,
            Self::FourByFive | Self::FourBySix | Self::FiveBySix | Self::EightBySix => 1.0,
        }
    }

    /// The weight that gives every board this value if all weights are the same.
    pub(super) fn share(self, value: f32) -> f32 {
        value / (8 * self.cells().len()) as f32
    }

    /// The number of table entries of each tuple: 16 to the number of its cells.
    pub(super) fn table_sizes(self) -> impl Iterator<Item = usize> {
        self.cells().iter().map(|cells| 1 << (4 * cells.len()))
    }
}

/// A set of `T` tuples as a type, so that its cells are constants wherever a board is looked up.
pub(super) trait Shape<const T: usize> {
    const CELLS: &'static [&'static [u8]];

    /// The index of each tuple in one image of a board.
    fn look(image: u64) -> [u32; T];
}

macro_rules! shape {
    ($name:ident, $count:literal: $([$($cell:literal)*])*) => {
        pub(super) struct $name;

        impl Shape<$count> for $name {
            const CELLS: &'static [&'static [u8]] = &[$(&[$($cell),*]),*];

            #[inline(always)]
            fn look(image: u64) -> [u32; $count] {
                [$(index(image, [$($cell),*])),*]
            }
        }
    };
}
// The literature lists the same tuples turned by half a turn, which changes nothing but the order of a table. The first cell has the
// lowest four bits of an index, so that patterns which differ in it alone lie in one line of memory. The boards of 100 slides of one
// game ask for 8 to 15 % fewer lines of each tuple of `4x6` than in the order of the literature.
shape!(FiveByFour, 5: [12 13 14 15] [8 9 10 11] [10 11 14 15] [9 10 13 14] [5 6 9 10]);
shape!(FourByFive, 4: [11 12 13 14 15] [7 8 9 10 11] [10 11 13 14 15] [6 7 9 10 11]);
shape!(FourBySix, 4: [10 11 12 13 14 15] [6 7 8 9 10 11] [9 10 11 13 14 15] [5 6 7 9 10 11]);
shape!(FiveBySix, 5: [10 11 12 13 14 15] [6 7 8 9 10 11] [2 3 4 5 6 7] [9 10 11 13 14 15] [5 6 7 9 10 11]);
shape!(EightBySix, 8:
    [9 10 11 13 14 15] [6 7 8 9 10 11] [10 11 12 13 14 15] [6 9 10 11 12 13]
    [5 6 10 13 14 15] [7 8 9 10 11 12] [8 9 10 11 12 14] [5 6 7 11 14 15]);

/// How a network sees the ranks of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Sight {
    /// As they are.
    #[default]
    Plain,
    /// Tile-downgrading (Guei, Chen & Wu 2021, "Optimistic temporal difference learning for 2048", section V): from
    /// a 16384 on, tiles above the largest missing one of 256 and more look half as large. A player that has seldom
    /// been there then knows the position by its smaller likeness.
    Downgraded,
    /// Tiles above this rank look half as large, on every board alike: the gap of a position at the root of a search, so
    /// that the boards below it are compared by one measure.
    Above(u8),
}

impl Sight {
    /// The sight for a search from this board: plain without a 16384 and without a gap, else downgraded by the largest
    /// tile that is missing below the largest.
    #[must_use]
    pub fn from_root(board: Board) -> Self {
        let ranks = board.ranks();
        let largest = board.max_rank();
        let gap = (1..largest).rev().find(|rank| !ranks.contains(rank));
        gap.filter(|_| u32::from(largest) >= Self::FROM).map_or(Self::Plain, Self::Above)
    }

    /// The rank from which on, and only with which, tiles look smaller.
    const FROM: u32 = 14;
    /// The smallest rank whose absence counts.
    const LEAST: u32 = 8;

    /// The board as it is seen, up to rank 15.
    #[inline(always)]
    pub(super) fn of(self, board: Board) -> Board {
        // Four bits hold a rank up to 15, so 65536 and 131072 look like 32768.
        let capped = board.low() | (board.high() << 4).wrapping_sub(board.high());
        match self {
            Self::Plain => Board::from_low(capped),
            Self::Downgraded => Board::from_low(downgraded(capped)),
            Self::Above(gap) => Board::from_low(lowered(capped, u64::from(gap))),
        }
    }
}

#[inline]
fn downgraded(ranks: u64) -> u64 {
    let nibbles = (0..16).map(|cell| 4 * cell);
    let set = nibbles.clone().fold(0u32, |set, shift| set | 1 << (ranks >> shift & 15));
    if set >> Sight::FROM == 0 {
        return ranks;
    }
    let largest = 31 - set.leading_zeros();
    let missing = !set & ((1 << largest) - 1) & !((1 << Sight::LEAST) - 1);
    if missing == 0 {
        return ranks;
    }
    lowered(ranks, u64::from(31 - missing.leading_zeros()))
}

/// Ranks above a gap less one.
#[inline]
fn lowered(ranks: u64, gap: u64) -> u64 {
    let ones = (0..16)
        .map(|cell| 4 * cell)
        .fold(0, |ones, shift| ones | u64::from(ranks >> shift & 15 > gap) << shift);
    ranks - ones
}

/// The cells of one tuple side by side, the first in the lowest nibble. Where the cells are constants, those that
/// follow each other come out together, by one shift and one mask.
#[inline(always)]
fn index<const CELLS: usize>(image: u64, cells: [u32; CELLS]) -> u32 {
    let mut index = 0;
    let mut place = 0;
    while place < CELLS {
        index |= (image >> (4 * cells[place]) & 15) << (4 * place);
        place += 1;
    }
    index as u32
}

/// Finds out where the eight images of a board are in the tables.
// Once for each set and not wherever it is asked: a tenth of what the crate takes to build, and no slower.
#[inline(never)]
pub(super) fn find_places<S: Shape<T>, const T: usize>(
    sight: Sight,
    board: Board,
    places: &mut [[u32; T]; 8],
) {
    let images = images_of(sight.of(board));
    for (image, places) in images.iter().zip(places) {
        *places = S::look(image.low());
    }
}

/// The board's images in the order in which what is seen in them is summed up. It is that of [`Board::images`] for the tuples as
/// the literature lists them: the image that is turned by half a turn is as far from the end as the other from the beginning.
#[inline(always)]
pub(super) fn images_of(board: Board) -> [Board; 8] {
    let [a, b, c, d, e, f, g, h] = board.images();
    [h, g, f, e, d, c, b, a]
}

/// Calls a function that is generic over a [`Shape`] for the set at hand.
macro_rules! for_set {
    ($set:expr, $function:ident, ($($argument:expr),*)) => {{
        use $crate::ntuple::tuples::{EightBySix, FiveByFour, FiveBySix, FourByFive, FourBySix, TupleSet};
        match $set {
            TupleSet::FiveByFour => $function::<FiveByFour, 5>($($argument),*),
            TupleSet::FourByFive => $function::<FourByFive, 4>($($argument),*),
            TupleSet::FourBySix => $function::<FourBySix, 4>($($argument),*),
            TupleSet::FiveBySix => $function::<FiveBySix, 5>($($argument),*),
            TupleSet::EightBySix => $function::<EightBySix, 8>($($argument),*),
        }
    }};
}
pub(super) use for_set;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Cell;
    use plywise::Rng;

    /// What [`find_places`] should give for one set, the obvious way and in any order of the images.
    fn by_definition(set: TupleSet, board: Board) -> Vec<Vec<u32>> {
        let index = |image: Board, cells: &[u8]| {
            let ranks = cells.iter().map(|&cell| u32::from(image.rank(Cell::new(cell.into())).min(15)));
            ranks.enumerate().map(|(place, rank)| rank << (4 * place)).sum()
        };
        let tuples = set.cells().iter();
        tuples.map(|cells| board.images().map(|image| index(image, cells)).into()).collect()
    }

    #[test]
    fn indices_are_the_ranks_in_the_cells_of_all_images() {
        fn check<S: Shape<T>, const T: usize>(set: TupleSet, board: Board) {
            let sorted = |mut indices: Vec<u32>| {
                indices.sort_unstable();
                indices
            };
            let mut fast = [[0; T]; 8];
            find_places::<S, T>(Sight::Plain, board, &mut fast);
            let fast: Vec<_> = (0..T).map(|tuple| sorted(fast.map(|image| image[tuple]).into())).collect();
            let slow: Vec<_> = by_definition(set, board).into_iter().map(sorted).collect();
            assert_eq!(fast, slow, "{set:?} {board:?}");
        }
        let mut rng = Rng::new(1);
        let mut boards = 0;
        while boards < 2000 {
            let most = rng.below(17) + 2;
            let ranks = std::array::from_fn(|_| (rng.below(most) * rng.below(2)) as u8);
            let Ok(board) = Board::from_ranks(ranks) else { continue };
            boards += 1;
            for set in TupleSet::ALL {
                for_set!(set, check, (set, board));
            }
        }
    }

    #[test]
    fn large_tiles_above_a_gap_look_half_as_large() {
        let seen = |ranks: [u8; 16]| Sight::Downgraded.of(Board::from_ranks(ranks).unwrap()).ranks();
        let board = |ranks: &[u8]| std::array::from_fn(|cell| ranks.get(cell).copied().unwrap_or(0));
        for (ranks, look) in [
            // Without a 16384, and with no gap, nothing changes.
            (&[13, 11, 9, 2][..], &[13, 11, 9, 2][..]),
            (&[14, 13, 12, 11, 10, 9, 8, 1], &[14, 13, 12, 11, 10, 9, 8, 1]),
            // The largest gap counts, and what lies below it stays.
            (&[14, 12, 10, 3, 1], &[13, 12, 10, 3, 1]),
            (&[14, 13, 12, 10, 9, 1], &[13, 12, 11, 10, 9, 1]),
            (&[3, 14, 14, 13, 7, 9], &[3, 13, 13, 12, 7, 9]),
            (&[15, 14, 13, 12, 11, 10, 9], &[14, 13, 12, 11, 10, 9, 8]),
            // 65536 looks like 32768 before.
            (&[16, 13, 2], &[14, 13, 2]),
        ] {
            assert_eq!(seen(board(ranks)), board(look), "{ranks:?}");
        }
    }

    #[test]
    fn the_gap_of_the_root_holds_for_all_boards_below() {
        let board = |ranks: &[u8]| {
            Board::from_ranks(std::array::from_fn(|cell| ranks.get(cell).copied().unwrap_or(0))).unwrap()
        };
        assert_eq!(Sight::from_root(board(&[13, 11, 9])), Sight::Plain);
        assert_eq!(Sight::from_root(board(&[14, 12, 10, 3])), Sight::Above(13));
        assert_eq!(Sight::from_root(board(&[14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1])), Sight::Above(2));
        let all = board(&[14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
        assert_eq!(Sight::from_root(all), Sight::Plain);
        let seen = Sight::Above(12).of(board(&[14, 13, 12, 5]));
        assert_eq!(seen, board(&[13, 12, 12, 5]));
    }

    #[test]
    fn sets_are_named_and_well_formed() {
        for set in TupleSet::ALL {
            assert_eq!(TupleSet::by_name(set.name()), Some(set));
            for cells in set.cells() {
                assert!(cells.is_sorted_by(|a, b| a < b) && cells.iter().all(|&cell| cell < 16));
            }
        }
        assert_eq!(TupleSet::by_name("9x9"), None);
    }
}
