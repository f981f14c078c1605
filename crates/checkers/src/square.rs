//! The 32 dark squares: their numbers, sets of them, and the steps between them.
//!
//! Square `n` of the standard numbering is bit `n - 1` of a set. Rows run from the first mover's home row (squares
//! 1-4, row 0) to the second mover's (29-32, row 7); in the standard picture, with square 1 at the top, even rows
//! stand on the columns 1, 3, 5, 7 and odd rows on 0, 2, 4, 6.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, Not};

/// A dark square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with a standard number, 1 to 32.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if number >= 1 && number <= 32 { Some(Self(number - 1)) } else { None }
    }

    /// The square of bit `index`, 0 to 31.
    pub(crate) const fn at(index: u8) -> Self {
        debug_assert!(index < 32);
        Self(index & 31)
    }

    /// The standard number, 1 to 32.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Its bit in a set, 0 to 31.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 (squares 1-4) to 7 (squares 29-32); the same in both pictures of the board.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 4
    }

    /// The column in the standard picture, 0 to 7 from the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        2 * (self.0 % 4) + 1 - self.row() % 2
    }

    /// The column of the course's board, which is the standard one in a mirror: row + column is even there.
    #[must_use]
    pub const fn course_column(self) -> u8 {
        7 - self.column()
    }

    /// The square at `row` and `column` of the course's board, if it is a playable one.
    #[must_use]
    pub const fn from_course(row: u8, column: u8) -> Option<Self> {
        if row > 7 || column > 7 || !(row + column).is_multiple_of(2) {
            return None;
        }
        Some(Self(4 * row + (7 - column) / 2))
    }

    /// The set that holds only this square.
    #[inline]
    #[must_use]
    pub const fn set(self) -> Squares {
        Squares(1 << self.0)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A set of squares, walked in ascending order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(pub u32);

impl Squares {
    /// No square.
    pub const NONE: Self = Self(0);
    /// Squares 1 to 12, where the first mover's men start.
    pub(crate) const FIRST_CAMP: Self = Self(0x0000_0FFF);
    /// Squares 21 to 32, where the second mover's men start.
    pub(crate) const SECOND_CAMP: Self = Self(0xFFF0_0000);
    /// Squares 1 to 4, where the second mover's men are crowned.
    pub(crate) const FIRST_ROW: Self = Self(0x0000_000F);
    /// Squares 29 to 32, where the first mover's men are crowned.
    pub(crate) const LAST_ROW: Self = Self(0xF000_0000);

    /// How many squares there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is one of them.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// Whether both sets share a square.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set turned by half a turn: square `n` becomes `33 - n`.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self(self.0.reverse_bits())
    }

    /// The set with each row read backwards (4 3 2 1 8 7 6 5 …): ascending order then is the course's row-major order.
    #[inline]
    pub(crate) const fn rows_reversed(self) -> Self {
        let x = self.0;
        let pairs = ((x & 0x5555_5555) << 1) | ((x >> 1) & 0x5555_5555);
        Self(((pairs & 0x3333_3333) << 2) | ((pairs >> 2) & 0x3333_3333))
    }

    // A step towards higher numbers is +4 in one direction; in the other it is +3 from odd rows and +5 from even
    // ones, whose targets lie on rows of different parity and so never mix. Upwards it is the same backwards.

    /// Every square one step of 4 towards higher numbers from these.
    #[inline]
    pub(crate) const fn down4(self) -> Self {
        Self(self.0 << 4)
    }

    /// Every square one step of 3 or 5 towards higher numbers from these.
    #[inline]
    pub(crate) const fn down35(self) -> Self {
        Self(((self.0 & 0x00E0_E0E0) << 3) | ((self.0 & 0x0707_0707) << 5))
    }

    /// Every square one step of 4 towards lower numbers from these.
    #[inline]
    pub(crate) const fn up4(self) -> Self {
        Self(self.0 >> 4)
    }

    /// Every square one step of 3 or 5 towards lower numbers from these.
    #[inline]
    pub(crate) const fn up35(self) -> Self {
        Self(((self.0 & 0x0707_0700) >> 3) | ((self.0 & 0xE0E0_E0E0) >> 5))
    }
}

impl BitAnd for Squares {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Squares {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, |set, square| set | square.set())
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The squares of a set, in ascending order.
#[derive(Clone, Debug)]
pub struct Iter(u32);

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter {}
impl FusedIterator for Iter {}

/// A diagonal direction in the standard picture: up is towards square 1, down towards square 32.
///
/// Their order is the order in which moves are listed. In the course's mirrored picture left and right change
/// places, and the same order reads up-right, up-left, down-right, down-left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

impl Direction {
    pub(crate) const ALL: [Self; 4] = [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];
    pub(crate) const UP: [Self; 2] = [Self::UpLeft, Self::UpRight];
    pub(crate) const DOWN: [Self; 2] = [Self::DownLeft, Self::DownRight];

    /// The next square in this direction, if the board goes on there.
    #[inline]
    pub(crate) const fn step(self, from: Square) -> Option<Square> {
        let next = STEPS[self as usize][from.index()];
        if next == EDGE { None } else { Some(Square(next & 31)) }
    }

    /// What a piece jumps over in this direction, and where it lands: both empty where the board ends first.
    #[inline]
    pub(crate) const fn jump(self, from: Square) -> (Squares, Squares) {
        JUMPS[self as usize][from.index()]
    }

    const fn walk(self, from: Square) -> u8 {
        let (up, left) =
            (matches!(self, Self::UpLeft | Self::UpRight), matches!(self, Self::UpLeft | Self::DownLeft));
        let row = if up { from.row().wrapping_sub(1) } else { from.row() + 1 };
        let column = if left { from.column().wrapping_sub(1) } else { from.column() + 1 };
        if row > 7 || column > 7 { EDGE } else { 4 * row + column / 2 }
    }
}

const EDGE: u8 = u8::MAX;

/// `[direction][square]`: the next square's index, or [`EDGE`].
static STEPS: [[u8; 32]; 4] = {
    let mut table = [[EDGE; 32]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut square = 0;
        while square < 32 {
            table[direction][square] = Direction::ALL[direction].walk(Square(square as u8));
            square += 1;
        }
        direction += 1;
    }
    table
};

/// `[direction][square]`: the square jumped over and the square landed on.
static JUMPS: [[(Squares, Squares); 32]; 4] = {
    let mut table = [[(Squares::NONE, Squares::NONE); 32]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut square = 0;
        while square < 32 {
            let over = Direction::ALL[direction].walk(Square(square as u8));
            let to = if over == EDGE { EDGE } else { Direction::ALL[direction].walk(Square(over)) };
            if to != EDGE {
                table[direction][square] = (Square(over).set(), Square(to).set());
            }
            square += 1;
        }
        direction += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Square> {
        Squares(u32::MAX).into_iter()
    }

    #[test]
    fn numbers_rows_and_columns_are_those_of_the_standard_picture() {
        let place = |n| Square::from_number(n).map(|s| (s.row(), s.column())).unwrap();
        assert_eq!([place(1), place(4), place(5), place(8)], [(0, 1), (0, 7), (1, 0), (1, 6)]);
        assert_eq!([place(29), place(32)], [(7, 0), (7, 6)]);
        assert!(all().all(|s| (s.row() + s.column()) % 2 == 1));
        assert_eq!([Square::from_number(0), Square::from_number(33)], [None, None]);
    }

    #[test]
    fn course_coordinates_are_the_mirrored_picture() {
        for square in all() {
            assert_eq!((square.row() + square.course_column()) % 2, 0);
            assert_eq!(Square::from_course(square.row(), square.course_column()), Some(square));
        }
        assert_eq!(Square::from_course(0, 0), Square::from_number(4));
        assert_eq!(Square::from_course(7, 7), Square::from_number(29));
        assert_eq!([Square::from_course(0, 1), Square::from_course(8, 0)], [None, None]);
    }

    #[test]
    fn shifting_a_set_is_stepping_from_each_square() {
        use Direction::{DownLeft, DownRight, UpLeft, UpRight};
        for square in all() {
            let steps = |a: Direction, b: Direction| [a, b].iter().filter_map(|d| d.step(square)).collect();
            let set = square.set();
            assert_eq!(set.down4() | set.down35(), steps(DownLeft, DownRight), "{square:?}");
            assert_eq!(set.up4() | set.up35(), steps(UpLeft, UpRight), "{square:?}");
            assert!(!set.down4().meets(set.down35()) && !set.up4().meets(set.up35()));
        }
    }

    #[test]
    fn turning_and_reversing_rows_move_each_square() {
        for square in all() {
            assert_eq!(square.set().turned(), Square::from_number(33 - square.number()).unwrap().set());
            let there = Square::at(square.0 ^ 3);
            assert_eq!(square.set().rows_reversed(), there.set());
        }
    }
}
