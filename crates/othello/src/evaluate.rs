//! Opinions about positions. All count a disc, or what stands for one, as 100.

use plywise::{Evaluate, Game, Score, Seat};

use crate::{Othello, Size, flips};

/// Discs on the largest board: the bounds of all values hold on every board.
const MOST: i32 = 64;

/// One disc, or one point of another count.
const UNIT: i32 = 100;

/// Own discs less the other's, before the end and at it alike: it plays for as many discs as it can get.
///
/// The heuristic of the course's published program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Discs;

impl Evaluate<Othello> for Discs {
    #[inline]
    fn evaluate(&self, position: &Othello, seat: Seat) -> Score {
        Score::heuristic(UNIT * position.difference(seat))
    }

    fn bounds(&self) -> (Score, Score) {
        within(MOST)
    }

    fn unit(&self) -> i32 {
        UNIT
    }

    #[inline]
    fn finished(&self, position: &Othello, seat: Seat, _: u32) -> Score {
        Score::heuristic(UNIT * position.payoff(seat))
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
    pub const fn held(position: &Othello, seat: Seat) -> i32 {
        (position.discs(seat) & position.size().corners()).count_ones() as i32
    }
}

impl Evaluate<Othello> for Corners {
    #[inline]
    fn evaluate(&self, position: &Othello, seat: Seat) -> Score {
        let ahead = Self::held(position, seat) - Self::held(position, seat.other());
        Score::heuristic(UNIT * (position.difference(seat) + Self::WORTH * ahead))
    }

    fn bounds(&self) -> (Score, Score) {
        within(MOST + 4 * Self::WORTH)
    }

    fn unit(&self) -> i32 {
        UNIT
    }
}

/// The squares where one could move less those where the other could, whoever is to move. Won is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mobility;

impl Evaluate<Othello> for Mobility {
    #[inline]
    fn evaluate(&self, position: &Othello, seat: Seat) -> Score {
        let (own, other, empty) = (position.discs(seat), position.discs(seat.other()), position.empty());
        let own_moves = flips::moves(own, other, empty).count_ones() as i32;
        let other_moves = flips::moves(other, own, empty).count_ones() as i32;
        Score::heuristic(UNIT * (own_moves - other_moves))
    }

    fn bounds(&self) -> (Score, Score) {
        // A move needs an empty square, and at least one disc of each side beside it.
        within(MOST - 2)
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
    /// Worth of a square in discs. `row` and `column` are below the side of the board.
    #[must_use]
    pub const fn worth(size: Size, row: usize, column: usize) -> i32 {
        // Distances from the nearest edges; the smaller one first, since the board is symmetric in its diagonals.
        let (row, column) = (nearest(row, size.side()), nearest(column, size.side()));
        let (near, far) = if row < column { (row, column) } else { (column, row) };
        match size {
            Size::Eight => [[20, -4, 4, 3], [0, -8, -2, -1], [0, 0, 1, 1], [0, 0, 0, 1]][near][far],
            Size::Six => [[16, -4, 3], [0, -6, -1], [0, 0, 1]][near][far],
            Size::Four => [[8, 1], [0, 1]][near][far],
        }
    }

    /// The worth of all discs of a set, by the eight squares of a row at once.
    #[inline]
    fn sum(size: Size, set: u64) -> i32 {
        // Rows beyond the board hold no disc.
        let row_sums = &ROW_SUMS[size as usize];
        (0..8).map(|row| i32::from(row_sums[row][(set >> (8 * row)) as usize & 0xFF])).sum()
    }
}

const fn nearest(line: usize, size: usize) -> usize {
    if line < size - 1 - line { line } else { size - 1 - line }
}

/// `[size][row][discs of the row]`, worth in discs.
static ROW_SUMS: [[[i16; 256]; 8]; 3] = [row_sums(Size::Four), row_sums(Size::Six), row_sums(Size::Eight)];

const fn row_sums(size: Size) -> [[i16; 256]; 8] {
    let mut sums = [[0; 256]; 8];
    let mut row = 0;
    while row < size.side() {
        let mut discs = 0;
        while discs < 1 << size.side() {
            let mut column = 0;
            while column < size.side() {
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

impl Evaluate<Othello> for Weighted {
    #[inline]
    fn evaluate(&self, position: &Othello, seat: Seat) -> Score {
        let own = Self::sum(position.size(), position.discs(seat));
        let other = Self::sum(position.size(), position.discs(seat.other()));
        Score::heuristic(UNIT * (own - other))
    }

    fn bounds(&self) -> (Score, Score) {
        // Every square with the side whom it serves.
        let worth = |square: usize| Self::worth(Size::Eight, square / 8, square % 8).abs();
        within((0..64).map(worth).sum())
    }

    fn unit(&self) -> i32 {
        UNIT
    }
}

/// From `-most` to `most` points.
fn within(most: i32) -> (Score, Score) {
    (Score::heuristic(-UNIT * most), Score::heuristic(UNIT * most))
}
