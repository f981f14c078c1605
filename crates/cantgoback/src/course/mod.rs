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
mod punctual;
mod race;

use plywise::{Either, Evaluate, FinalPoints, Game, Score, Seat};

pub use heavy::{Components, Heavy};
pub use light::{Light, NearestFruit};
#[cfg(feature = "door")]
pub(crate) use players::{CONTEST_TABLE, LAST_TURNS, foreseeing};
pub use players::{Division, Player, PlayerOptions};
pub use print::plain_board;

use crate::eval::{ScoreDifference, Territory};
use crate::visible::Visible;

/// Units of a value that make one point.
pub(crate) const UNIT: i32 = 100;

/// One of the course's heuristics, or one of the game's own evaluators.
pub(crate) type Eval = Either<Heuristic, Either<ScoreDifference, Territory>>;

/// Whatever a search of this game values positions by: one search is compiled for all.
pub(crate) type AnyEval = Either<Eval, FinalPoints>;

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

impl Heuristic {
    /// The value of a position that is not over, in points.
    fn points(&self, position: &Visible, seat: Seat) -> f64 {
        match self {
            Self::Heavy(heavy) => heavy.sum(&heavy.components(position, seat)),
            Self::Light(light) => f64::from(light.sum(position, seat)),
            Self::NearestFruit(_) => NearestFruit::nearness(position, seat),
        }
    }

    /// No value lies outside ± this, in units.
    const fn limit(&self) -> i32 {
        match self {
            Self::Heavy(Heavy { limit, .. })
            | Self::Light(Light { limit, .. })
            | Self::NearestFruit(NearestFruit { limit }) => *limit,
        }
    }

    /// Points that winning counts extra.
    const fn win(&self) -> i32 {
        if let Self::Heavy(heavy) = self { heavy.win } else { 0 }
    }
}

impl Evaluate<Visible> for Heuristic {
    fn evaluate(&self, position: &Visible, seat: Seat) -> Score {
        let value = (self.points(position, seat) * f64::from(UNIT)).round() as i32;
        Score::heuristic(value.clamp(-self.limit(), self.limit()))
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-self.limit()), Score::heuristic(self.limit()))
    }

    fn unit(&self) -> i32 {
        UNIT
    }

    /// A valuable fruit (a quarter of the most that one is worth) lies beside a player, or a player has one way on or
    /// none. The nearest fruit's heuristic is blind for both.
    fn is_noisy(&self, position: &Visible) -> bool {
        !matches!(self, Self::NearestFruit(_)) && heavy::is_unsettled(position)
    }

    /// The final points, and those for winning.
    fn finished(&self, position: &Visible, seat: Seat, _: u32) -> Score {
        let points = position.payoff(seat);
        let value = (points + points.signum() * self.win()).saturating_mul(UNIT);
        Score::heuristic(value.clamp(-self.limit(), self.limit()))
    }
}
