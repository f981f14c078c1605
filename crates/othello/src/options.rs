//! What can be chosen about a game, and the start that follows from it.

use std::str::FromStr;

use plywise::notation::quote;
use plywise::{Rng, Seat, TextError};

use crate::{Othello, squares};

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Size {
    /// 4x4.
    Four,
    /// 6x6.
    Six,
    /// 8x8.
    #[default]
    Eight,
}

impl Size {
    /// The size with so many squares along a side: 4, 6 or 8.
    #[must_use]
    pub const fn new(side: usize) -> Option<Self> {
        match side {
            4 => Some(Self::Four),
            6 => Some(Self::Six),
            8 => Some(Self::Eight),
            _ => None,
        }
    }

    /// Squares along a side.
    #[inline]
    #[must_use]
    pub const fn side(self) -> usize {
        4 + 2 * self as usize
    }

    /// Squares of the board.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> usize {
        self.side() * self.side()
    }

    /// The set of all squares of the board.
    #[inline]
    #[must_use]
    pub const fn board(self) -> u64 {
        const BOARDS: [u64; 3] = [squares::board(4), squares::board(6), squares::board(8)];
        BOARDS[self as usize]
    }

    /// The set of its four corners.
    #[inline]
    #[must_use]
    pub const fn corners(self) -> u64 {
        const CORNERS: [u64; 3] = [squares::corners(4), squares::corners(6), squares::corners(8)];
        CORNERS[self as usize]
    }
}

/// As in `6x6`.
impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{0}x{0}", self.side())
    }
}

/// How a game begins. The discs stand the same way in both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Setup {
    /// Black moves first.
    #[default]
    Standard,
    /// The seed draws who moves first, as in the assignment of an artificial intelligence course (University of
    /// Tehran, 2023).
    Course,
}

impl FromStr for Setup {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "standard" => Ok(Self::Standard),
            "course" => Ok(Self::Course),
            _ => Err(TextError::new(format!(
                "setup {} is unknown; there are standard and course",
                quote(text)
            ))),
        }
    }
}

impl std::fmt::Display for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Standard => "standard",
            Self::Course => "course",
        })
    }
}

/// How a game that is over is scored: who gets the squares that stay empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rule {
    /// Nobody: discs are counted.
    #[default]
    Discs,
    /// The winner, as federations have it (World Othello Federation, "World Othello Championship Rules"); of a draw, each half.
    WinnerTakesEmpties,
}

impl Rule {
    /// What the side counts that is ahead by `difference` discs when the game is over, with so many squares empty.
    #[inline(always)]
    pub(crate) const fn over(self, difference: i32, empty: i32) -> i32 {
        match self {
            Self::Discs => difference,
            Self::WinnerTakesEmpties => difference + difference.signum() * empty,
        }
    }
}

impl Othello {
    /// The first position of the game number `seed`. The seed matters only to [`Setup::Course`].
    #[must_use]
    pub fn start(size: Size, setup: Setup, seed: u64) -> Self {
        let mover = match setup {
            Setup::Standard => Seat::FIRST,
            Setup::Course => Seat(Rng::new(seed).below(2) as u8),
        };
        Self::start_with(size, mover)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_are_read_as_they_are_written() {
        for setup in [Setup::Standard, Setup::Course] {
            assert_eq!(setup.to_string().parse(), Ok(setup));
        }
        let error = "Standard\n".parse::<Setup>().unwrap_err();
        assert_eq!(error.message, r#"setup "Standard\n" is unknown; there are standard and course"#);
    }

    #[test]
    fn only_the_three_sizes_are_offered() {
        let sides: Vec<usize> = (0..=300).filter(|&side| Size::new(side).is_some()).collect();
        assert_eq!(sides, [4, 6, 8]);
        for side in sides {
            let size = Size::new(side).unwrap();
            assert_eq!((size.side(), size.squares()), (side, side * side));
            assert_eq!(size.board().count_ones() as usize, side * side);
            assert_eq!(size.corners().count_ones(), 4);
        }
    }

    #[test]
    fn the_course_draws_the_first_mover_evenly_and_by_the_seed() {
        let black = (0..1000)
            .filter(|&seed| Othello::start(Size::Six, Setup::Course, seed).mover() == Seat::FIRST)
            .count();
        // Six standard deviations of a fair coin, either way.
        assert!((405..=595).contains(&black), "{black}");
        assert_eq!(Othello::start(Size::Six, Setup::Course, 7), Othello::start(Size::Six, Setup::Course, 7));
        assert!(
            (0..100).all(|seed| Othello::start(Size::Eight, Setup::Standard, seed).mover() == Seat::FIRST)
        );
    }
}
