//! Opinions about positions. All count a disc, or what stands for one, as 100.

use plywise::{Evaluate, Score, Seat};

use crate::{Othello, flips};

/// One disc, or one point of another count.
const UNIT: i32 = 100;

/// Own discs less the other's, before the end and at it alike: it plays for as many discs as it can get.
///
/// The heuristic of the course's published program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Discs;

impl<const N: usize> Evaluate<Othello<N>> for Discs {
    #[inline]
    fn evaluate(&self, position: &Othello<N>, seat: Seat) -> Score {
        Score::heuristic(UNIT * position.difference(seat))
    }

    fn bounds(&self) -> (Score, Score) {
        within((N * N) as i32)
    }

    fn unit(&self) -> i32 {
        UNIT
    }

    #[inline]
    fn finished(&self, position: &Othello<N>, seat: Seat, _: u32) -> Score {
        self.evaluate(position, seat)
    }
}

/// [`Discs`], with each corner worth [`Corners::WORTH`] more: a disc there can never be flipped. Won is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Corners;

impl Corners {
    /// What a corner is worth besides its own disc, in discs.
    pub const WORTH: i32 = 10;

    /// The corners that a seat has, 0 to 4.
    #[inline]
    #[must_use]
    pub const fn held<const N: usize>(position: &Othello<N>, seat: Seat) -> i32 {
        let corners = const { 1 | 1 << (N - 1) | 1 << (8 * (N - 1)) | 1 << (9 * (N - 1)) };
        (position.discs(seat) & corners).count_ones() as i32
    }
}

impl<const N: usize> Evaluate<Othello<N>> for Corners {
    #[inline]
    fn evaluate(&self, position: &Othello<N>, seat: Seat) -> Score {
        let ahead = Self::held(position, seat) - Self::held(position, seat.other());
        Score::heuristic(UNIT * (position.difference(seat) + Self::WORTH * ahead))
    }

    fn bounds(&self) -> (Score, Score) {
        within((N * N) as i32 + 4 * Self::WORTH)
    }

    fn unit(&self) -> i32 {
        UNIT
    }
}

/// The squares where one could move less those where the other could, whoever is to move. Won is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mobility;

impl<const N: usize> Evaluate<Othello<N>> for Mobility {
    #[inline]
    fn evaluate(&self, position: &Othello<N>, seat: Seat) -> Score {
        let (own, other) = (position.discs(seat), position.discs(seat.other()));
        let own_moves = (flips::moves(own, other) & Othello::<N>::BOARD).count_ones() as i32;
        let other_moves = (flips::moves(other, own) & Othello::<N>::BOARD).count_ones() as i32;
        Score::heuristic(UNIT * (own_moves - other_moves))
    }

    fn bounds(&self) -> (Score, Score) {
        // A move needs an empty square, and at least one disc of each side beside it.
        within((N * N) as i32 - 2)
    }

    fn unit(&self) -> i32 {
        UNIT
    }
}

/// Each disc counts what its square is worth: corners much, the squares that give them away less than nothing,
/// edges more than the middle. Won is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Weighted;

impl Weighted {
    /// Worth of a square in discs. `row` and `column` are below `size`, which is 4, 6 or 8.
    #[must_use]
    pub const fn worth(size: usize, row: usize, column: usize) -> i32 {
        // Distances from the nearest edges; the smaller one first, since the board is symmetric in its diagonals.
        let (row, column) = (nearest(row, size), nearest(column, size));
        let (near, far) = if row < column { (row, column) } else { (column, row) };
        match size {
            8 => [[20, -4, 4, 3], [0, -8, -2, -1], [0, 0, 1, 1], [0, 0, 0, 1]][near][far],
            6 => [[16, -4, 3], [0, -6, -1], [0, 0, 1]][near][far],
            4 => [[8, 1], [0, 1]][near][far],
            _ => panic!("the board has size 4, 6 or 8"),
        }
    }

    /// The worth of all discs of a set, by the eight squares of a row at once.
    #[inline]
    fn sum<const N: usize>(set: u64) -> i32 {
        let rows = const { &row_sums(N) };
        let mut sum = 0;
        for row in 0..N {
            sum += i32::from(rows[nearest(row, N)][(set >> (8 * row)) as usize & 0xFF]);
        }
        sum
    }
}

const fn nearest(line: usize, size: usize) -> usize {
    if line < size - 1 - line { line } else { size - 1 - line }
}

/// `[distance of the row from the nearest edge][discs of the row]`, worth in discs.
const fn row_sums(size: usize) -> [[i16; 256]; 4] {
    let mut sums = [[0; 256]; 4];
    let mut row = 0;
    while row < size / 2 {
        let mut discs = 0;
        while discs < 1 << size {
            let mut column = 0;
            while column < size {
                if discs >> column & 1 == 1 {
                    sums[row][discs] += Weighted::worth(size, row, column) as i16;
                }
                column += 1;
            }
            discs += 1;
        }
        row += 1;
    }
    sums
}

impl<const N: usize> Evaluate<Othello<N>> for Weighted {
    #[inline]
    fn evaluate(&self, position: &Othello<N>, seat: Seat) -> Score {
        let own = Self::sum::<N>(position.discs(seat));
        let other = Self::sum::<N>(position.discs(seat.other()));
        Score::heuristic(UNIT * (own - other))
    }

    fn bounds(&self) -> (Score, Score) {
        // Every square with the side whom it serves.
        let all = (0..N * N).map(|square| Self::worth(N, square / N, square % N).abs()).sum();
        within(all)
    }

    fn unit(&self) -> i32 {
        UNIT
    }
}

/// From `-most` to `most` points.
fn within(most: i32) -> (Score, Score) {
    (Score::heuristic(-UNIT * most), Score::heuristic(UNIT * most))
}
