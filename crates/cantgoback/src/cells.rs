//! Cells of the board and sets of them.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

/// The longest side of a board, in cells.
pub(crate) const MAX_SIDE: usize = 16;

/// A cell: row 0 is the bottom row, column 0 the leftmost. Its text is column letter and row number from 1: `c3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell at `row` and `column`, both in `0..16`.
    ///
    /// # Panics
    /// If either is 16 or more.
    #[inline]
    #[must_use]
    pub const fn new(row: usize, column: usize) -> Self {
        assert!(row < MAX_SIDE && column < MAX_SIDE);
        Self((row * MAX_SIDE + column) as u8)
    }

    /// Row from the bottom, in `0..16`.
    #[inline]
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / MAX_SIDE
    }

    /// Column from the left, in `0..16`.
    #[inline]
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % MAX_SIDE
    }

    /// Position in a list with one entry for each of 256 cells.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The neighbour in a direction, if it lies inside 16x16 cells.
    #[inline]
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (inside, to) = match direction {
            Direction::Up => (self.row() + 1 < MAX_SIDE, self.0.wrapping_add(16)),
            Direction::Right => (self.column() + 1 < MAX_SIDE, self.0.wrapping_add(1)),
            Direction::Down => (self.row() > 0, self.0.wrapping_sub(16)),
            Direction::Left => (self.column() > 0, self.0.wrapping_sub(1)),
        };
        if inside { Some(Self(to)) } else { None }
    }

    /// Reads `c3`: a letter from `a` to `p` of either case, a row from 1 to 16; none if it is anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (&letter, row) = text.as_bytes().split_first()?;
        let column = usize::from(letter.to_ascii_lowercase().checked_sub(b'a')?);
        let row = match row {
            [ones @ b'1'..=b'9'] => usize::from(ones - b'0'),
            [b'1', ones @ b'0'..=b'6'] => 10 + usize::from(ones - b'0'),
            _ => return None,
        };
        (column < MAX_SIDE).then(|| Self::new(row - 1, column))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_letter(self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The letter of a column in `0..16`.
pub(crate) fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// A step's direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// One row up.
    Up,
    /// One column to the right.
    Right,
    /// One row down.
    Down,
    /// One column to the left.
    Left,
}

impl Direction {
    /// All four in the order in which the rules try them.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
        }
    }

    /// `up`, `right`, `down` or `left`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Right => "right",
            Self::Down => "down",
            Self::Left => "left",
        }
    }
}

/// A set of cells: four rows to a word, the bottom row in the lowest 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells([u64; 4]);

/// Column 0 of four rows.
const LEFT_EDGE: u64 = 0x0001_0001_0001_0001;
/// Column 15 of four rows.
const RIGHT_EDGE: u64 = LEFT_EDGE << 15;

impl Cells {
    /// No cell.
    pub const EMPTY: Self = Self([0; 4]);

    /// The cells of a board with so many rows and columns.
    #[must_use]
    pub fn rectangle(rows: usize, columns: usize) -> Self {
        let mut all = Self::EMPTY;
        for row in 0..rows {
            for column in 0..columns {
                all.insert(Cell::new(row, column));
            }
        }
        all
    }

    /// The set of one cell.
    #[inline]
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.0[cell.index() / 64] = 1 << (cell.index() % 64);
        set
    }

    /// Whether `cell` is a member.
    #[inline]
    #[must_use]
    pub const fn has(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    /// Puts `cell` in.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Takes `cell` out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// How many cells there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The members from the bottom left: row by row, each from the left.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        (0..4).flat_map(move |word| {
            let mut left = self.0[word];
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    Cell((word as u32 * 64 + bit) as u8)
                })
            })
        })
    }

    /// Member number `n` in the order of [`iter`](Self::iter), from 0; none if there are not so many.
    #[must_use]
    pub fn nth(self, n: usize) -> Option<Cell> {
        self.iter().nth(n)
    }

    /// The members and their neighbours in the four directions, inside 16x16 cells.
    #[inline]
    #[must_use]
    pub fn spread(self) -> Self {
        Self(spread(self.0))
    }

    /// The words of the lowest 4 x `W` rows.
    #[inline]
    pub(crate) fn words<const W: usize>(self) -> [u64; W] {
        std::array::from_fn(|i| self.0[i])
    }
}

/// [`Cells::spread`] on boards of at most 4 x `W` rows; what would leave them upwards is lost.
#[inline]
pub(crate) fn spread<const W: usize>(w: [u64; W]) -> [u64; W] {
    std::array::from_fn(|i| {
        let below = if i > 0 { w[i - 1] >> 48 } else { 0 };
        let above = if i + 1 < W { w[i + 1] << 48 } else { 0 };
        let sideways = (w[i] & !RIGHT_EDGE) << 1 | (w[i] & !LEFT_EDGE) >> 1;
        w[i] | sideways | w[i] << 16 | w[i] >> 16 | below | above
    })
}

impl BitAnd for Cells {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Cells {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Cells {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
