//! What can be chosen about a game, and the start that follows from it.

use std::str::FromStr;

use plywise::notation::quote;
use plywise::{Rng, Seat, TextError};

use crate::Othello;

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

/// The options of a game of Othello.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Rows and columns of the board: 4, 6 or 8.
    pub size: u8,
    /// How it begins.
    pub setup: Setup,
}

impl Default for Options {
    /// 8x8, standard.
    fn default() -> Self {
        Self { size: 8, setup: Setup::Standard }
    }
}

/// The first position of the game number `seed`. The seed matters only to [`Setup::Course`].
///
/// # Errors
/// When the size is none of 4, 6 and 8.
pub fn start(options: &Options, seed: u64) -> Result<AnySize, TextError> {
    let setup = options.setup;
    match options.size {
        4 => Ok(AnySize::Four(Othello::start(setup, seed))),
        6 => Ok(AnySize::Six(Othello::start(setup, seed))),
        8 => Ok(AnySize::Eight(Othello::start(setup, seed))),
        size => Err(TextError::new(format!("size {size} is not offered; the board has size 4, 6 or 8"))),
    }
}

impl<const N: usize> Othello<N> {
    /// The first position of the game number `seed`, on a board whose size is known when compiling.
    #[must_use]
    pub fn start(setup: Setup, seed: u64) -> Self {
        Self::start_with(match setup {
            Setup::Standard => Seat::FIRST,
            Setup::Course => Seat(Rng::new(seed).below(2) as u8),
        })
    }
}

/// A position of a size that is known only at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnySize {
    /// 4x4.
    Four(Othello<4>),
    /// 6x6.
    Six(Othello<6>),
    /// 8x8.
    Eight(Othello<8>),
}

/// Something to do with a position of any size: a closure that is generic over the size.
pub trait Visit {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<const N: usize>(self, position: Othello<N>) -> Self::Output;
}

impl AnySize {
    /// Hands the position to `visitor`, compiled for its size.
    pub fn visit<V: Visit>(self, visitor: V) -> V::Output {
        match self {
            Self::Four(position) => visitor.visit(position),
            Self::Six(position) => visitor.visit(position),
            Self::Eight(position) => visitor.visit(position),
        }
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
        for size in 0..=u8::MAX {
            let start = start(&Options { size, setup: Setup::Standard }, 1);
            assert_eq!(start.is_ok(), [4, 6, 8].contains(&size), "{size}");
            if let Err(error) = start {
                assert_eq!(
                    error.message,
                    format!("size {size} is not offered; the board has size 4, 6 or 8")
                );
            }
        }
    }

    #[test]
    fn the_course_draws_the_first_mover_evenly_and_by_the_seed() {
        let black =
            (0..1000).filter(|&seed| Othello::<6>::start(Setup::Course, seed).mover() == Seat::FIRST).count();
        // Six standard deviations of a fair coin, either way.
        assert!((405..=595).contains(&black), "{black}");
        assert_eq!(Othello::<6>::start(Setup::Course, 7), Othello::<6>::start(Setup::Course, 7));
        assert!((0..100).all(|seed| Othello::<8>::start(Setup::Standard, seed).mover() == Seat::FIRST));
    }
}
