//! Slides and spawns, and how they are written.

use std::fmt;

/// Where the tiles go in one move of the player, numbered as all public environments number them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Towards row 1.
    Up = 0,
    /// Towards column d.
    Right = 1,
    /// Towards row 4.
    Down = 2,
    /// Towards column a.
    Left = 3,
}

impl Direction {
    /// Every direction, in the order of its number: up, right, down, left.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The word: `up`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["up", "right", "down", "left"][self as usize]
    }

    /// The letter that stands for it in a file of games: `U`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['U', 'R', 'D', 'L'][self as usize]
    }

    /// Reads a word in any case, an arrow, a letter of `U R D L` (`u r l` too), or a key of `w a s d`.
    /// A small `d` is the key, right; a capital `D` is down.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "U" | "u" | "w" | "W" | "↑" => Self::Up,
            "R" | "r" | "d" | "→" => Self::Right,
            "D" | "s" | "S" | "↓" => Self::Down,
            "L" | "l" | "a" | "A" | "←" => Self::Left,
            word => return Self::ALL.into_iter().find(|way| way.word().eq_ignore_ascii_case(word)),
        })
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A set of directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Directions(u8);

impl Directions {
    /// The members of every set, in the order of [`Direction::ALL`], and how many they are.
    const MEMBERS: [([Direction; 4], u8); 16] = {
        let mut members = [([Direction::Up; 4], 0); 16];
        let mut set = 0;
        while set < 16 {
            let mut i = 0;
            while i < 4 {
                if set >> i & 1 == 1 {
                    members[set].0[members[set].1 as usize] = Direction::ALL[i];
                    members[set].1 += 1;
                }
                i += 1;
            }
            set += 1;
        }
        members
    };

    /// The set of those whose flag, in the order of [`Direction::ALL`], is set.
    #[inline]
    #[must_use]
    pub const fn new([up, right, down, left]: [bool; 4]) -> Self {
        Self(up as u8 | (right as u8) << 1 | (down as u8) << 2 | (left as u8) << 3)
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        Self::MEMBERS[(self.0 & 15) as usize].1 as usize
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `way` is among them.
    #[inline]
    #[must_use]
    pub const fn contains(self, way: Direction) -> bool {
        self.0 >> way as u8 & 1 == 1
    }

    /// The members in the order of [`Direction::ALL`].
    #[inline]
    #[must_use]
    pub fn as_slice(self) -> &'static [Direction] {
        let (members, len) = &Self::MEMBERS[usize::from(self.0 & 15)];
        &members[..usize::from(*len & 7).min(4)]
    }

    /// The member before which `n` others lie; `n` is less than [`len`](Self::len).
    #[inline]
    #[must_use]
    pub const fn nth(self, n: usize) -> Direction {
        Self::MEMBERS[(self.0 & 15) as usize].0[n & 3]
    }
}

/// One of the sixteen cells: `a1` is the top left corner, `d1` the top right, `d4` the bottom right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index, counted row by row from the top left; only the lowest four bits count.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        Self((index & 15) as u8)
    }

    /// The cells row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..16).map(Self::new)
    }

    /// 0 to 15, row by row.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// 0 (the top) to 3.
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / 4
    }

    /// 0 (the left) to 3.
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() % 4
    }

    /// Reads `b3`: a column letter, then a row number.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let &[letter, number] = text.as_bytes() else { return None };
        let column = letter.to_ascii_lowercase().checked_sub(b'a').filter(|&c| c < 4)?;
        let row = number.checked_sub(b'1').filter(|&r| r < 4)?;
        Some(Self(row * 4 + column))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", ['a', 'b', 'c', 'd'][self.column()], self.row() + 1)
    }
}

/// A move of the player or of chance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// The player shifts every tile.
    Slide(Direction),
    /// Chance puts a tile on an empty cell.
    Spawn {
        /// Where.
        cell: Cell,
        /// The rank of the tile: 1 for a 2, 2 for a 4.
        rank: u8,
    },
}

impl Move {
    /// Reads either kind: `left`, `b3=2`. Not every [`Move`] that can be written is legal somewhere.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if let Some(way) = Direction::read(text) {
            return Some(Self::Slide(way));
        }
        let (cell, tile) = text.split_once('=')?;
        let cell = Cell::read(cell.trim())?;
        let rank = match tile.trim() {
            "2" => 1,
            "4" => 2,
            _ => return None,
        };
        Some(Self::Spawn { cell, rank })
    }
}

/// `left`, `b3=2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slide(way) => way.fmt(f),
            Self::Spawn { cell, rank } => write!(f, "{cell}={}", 1u64 << (rank & 31)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_direction_is_read() {
        let spellings = [
            (Direction::Up, ["up", "Up", "UP", "U", "u", "w", "W", "↑"]),
            (Direction::Right, ["right", "Right", "RIGHT", "R", "r", "d", "rIght", "→"]),
            (Direction::Down, ["down", "Down", "DOWN", "D", "s", "S", "doWn", "↓"]),
            (Direction::Left, ["left", "Left", "LEFT", "L", "l", "a", "A", "←"]),
        ];
        for (way, texts) in spellings {
            for text in texts {
                assert_eq!(Direction::read(text), Some(way), "{text}");
            }
        }
        for text in ["", "x", "upp", "le", "⇐", "0"] {
            assert_eq!(Direction::read(text), None, "{text}");
        }
    }

    #[test]
    fn every_set_of_directions_lists_its_members() {
        for bits in 0..16 {
            let flags = [0, 1, 2, 3].map(|i| bits >> i & 1 == 1);
            let members: Vec<_> = Direction::ALL.into_iter().filter(|&way| flags[way as usize]).collect();
            let set = Directions::new(flags);
            assert_eq!((set.as_slice(), set.len(), set.is_empty()), (&members[..], members.len(), bits == 0));
            assert!(Direction::ALL.iter().all(|&way| set.contains(way) == members.contains(&way)));
            assert!(members.iter().enumerate().all(|(n, &way)| set.nth(n) == way));
        }
    }

    #[test]
    fn cells_and_spawns_are_written_and_read() {
        assert_eq!(Cell::all().map(|c| c.to_string()).collect::<Vec<_>>().join(" "), CELLS);
        for cell in Cell::all() {
            assert_eq!(Cell::read(&cell.to_string()), Some(cell));
            for rank in [1, 2] {
                let mv = Move::Spawn { cell, rank };
                assert_eq!(Move::read(&mv.to_string()), Some(mv));
            }
        }
        for text in ["e1=2", "a5=2", "a0=2", "a1=8", "a1", "=2", "a1=", "a1=2=4", "é=2", "a11=2"] {
            assert_eq!(Move::read(text), None, "{text}");
        }
    }
    const CELLS: &str = "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4";
}
