//! The players that a university course asked for (Technion 236501, homework 2, winter 2020/21), built from the library's
//! searches: the handout leaves the heuristics and the division of time to the player.
//!
//! | player | search | heuristic | time |
//! |---|---|---|---|
//! | `MinimaxPlayer` | minimax | [`Heavy`] | a limit for each move |
//! | `AlphabetaPlayer` | alpha-beta | [`Heavy`] | a limit for each move |
//! | `GlobalTimeABPlayer` | alpha-beta | [`Heavy`] | one limit for all moves |
//! | `LightABPlayer` | alpha-beta | [`Light`] | none: a fixed depth |
//! | `HeavyABPlayer` | alpha-beta | [`Heavy`] | none: a fixed depth |
//! | `ContestPlayer` | alpha-beta with a table and learned order | [`Heavy`], a win counts extra | one limit for all moves |

mod heavy;
mod light;
mod players;
mod print;
mod race;

use plywise::{Evaluate, Score, Seat};

pub use heavy::{Components, Heavy};
pub use light::{Light, NearestFruit};
pub use players::{Division, Player, PlayerOptions};
pub use print::plain_board;

use crate::visible::Visible;

/// Units of a value that make one point.
pub(crate) const UNIT: i32 = 100;

/// One of the course's heuristics, chosen at run time.
#[derive(Clone, Copy, Debug)]
pub enum Heuristic {
    /// See [`Heavy`].
    Heavy(Heavy),
    /// See [`Light`].
    Light(Light),
    /// See [`NearestFruit`].
    NearestFruit(NearestFruit),
}

macro_rules! whichever {
    ($self:ident, $eval:ident => $call:expr) => {
        match $self {
            Self::Heavy($eval) => $call,
            Self::Light($eval) => $call,
            Self::NearestFruit($eval) => $call,
        }
    };
}

impl Evaluate<Visible> for Heuristic {
    fn evaluate(&self, position: &Visible, seat: Seat) -> Score {
        whichever!(self, eval => eval.evaluate(position, seat))
    }
    fn bounds(&self) -> (Score, Score) {
        whichever!(self, eval => eval.bounds())
    }
    fn proves(&self) -> bool {
        false
    }
    fn unit(&self) -> i32 {
        UNIT
    }
    fn is_noisy(&self, position: &Visible) -> bool {
        whichever!(self, eval => eval.is_noisy(position))
    }
    fn finished(&self, position: &Visible, seat: Seat, ply: u32) -> Score {
        whichever!(self, eval => eval.finished(position, seat, ply))
    }
}
