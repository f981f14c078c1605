//! What can be chosen about a game.

use std::fmt;

use plywise::TextError;
use plywise::notation::quote;

use crate::board::Board;

/// The fewest points a fruit is worth.
pub(crate) const MIN_FRUIT_SCORE: u16 = 3;
/// The most that [`Options::max_fruit_score`] may be.
pub(crate) const MAX_FRUIT_SCORE: u16 = 10_000;
/// The most that [`Options::max_fruit_time`] may be, in plies.
pub(crate) const MAX_FRUIT_TIME: u8 = 200;
/// The most that [`Options::penalty`] may be, in points.
pub(crate) const MAX_PENALTY: i32 = 100_000;

/// How fruits come and go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Fruits {
    /// The last release of the course's engine: all fruits lie there from the start, each for 2 x short side
    /// plies, and the game ends after a ply of player 2 once somebody was found stuck on its turn.
    #[default]
    Once,
    /// Its first release: none at the start, at most one more after each ply, each for a time of its own; the game
    /// ends after a ply of player 2 as soon as either player has no legal step, which costs nothing by itself.
    Respawn,
    /// Its second release, which is what the handout describes: fruits come and go as in the first, and the game ends as
    /// in the last, so that who is stuck pays.
    RespawnCharged,
}

impl Fruits {
    /// Every rule set.
    pub const ALL: [Self; 3] = [Self::Once, Self::Respawn, Self::RespawnCharged];

    /// Whether fruits appear while the game goes on; else all lie there from the start.
    #[must_use]
    pub const fn respawn(self) -> bool {
        !matches!(self, Self::Once)
    }
}

/// What happens to the penalties when both players are found stuck in the same round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BothStuck {
    /// As the handout says: nothing is deducted.
    #[default]
    Document,
    /// As every release of the engine does: both pay.
    Deduct,
}

/// What a timeout or an illegal move costs, besides the penalty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Forfeit {
    /// The game: the other player wins by one point at least.
    #[default]
    Loss,
    /// Nothing more: after the penalty the higher score wins, as in the engine.
    Score,
}

/// Implements the writing of an option's value by its name.
macro_rules! named {
    ($type:ident, $($name:literal => $value:ident),+) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$value => $name,)+ })
            }
        }
    };
}
named!(Fruits, "once" => Once, "respawn" => Respawn, "v2" => RespawnCharged);
named!(BothStuck, "document" => Document, "deduct" => Deduct);
named!(Forfeit, "loss" => Loss, "score" => Score);

/// Everything that can be chosen about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The board. Default: the built-in `default_board`.
    pub board: Board,
    /// How fruits come and go. Default: [`Fruits::Once`].
    pub fruits: Fruits,
    /// What both stuck in one round costs. Default: [`BothStuck::Document`].
    pub both_stuck: BothStuck,
    /// Points that a stuck player pays, in `0..=100_000`. Default: 300.
    pub penalty: i32,
    /// The most points of a fruit, in `3..=10_000`. Default: 300.
    pub max_fruit_score: u16,
    /// The longest life of a fruit, in `1..=200` plies; only where fruits [respawn](Fruits::respawn). A time that is not
    /// longer than the board's short side counts as short side + 1, as in the engine. Default: 15.
    pub max_fruit_time: u8,
    /// What a timeout or an illegal move costs. Default: [`Forfeit::Loss`].
    pub forfeit: Forfeit,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            board: Board::default(),
            fruits: Fruits::default(),
            both_stuck: BothStuck::default(),
            penalty: 300,
            max_fruit_score: 300,
            max_fruit_time: 15,
            forfeit: Forfeit::default(),
        }
    }
}

impl Options {
    /// Whether a game can be played under these options.
    ///
    /// # Errors
    /// One line that names the option, its value and what would be right.
    pub fn check(&self) -> Result<(), TextError> {
        let (penalty, score, time) = (self.penalty, self.max_fruit_score, self.max_fruit_time);
        if !(0..=MAX_PENALTY).contains(&penalty) {
            return Err(TextError::new(format!(
                "penalty={penalty}: a penalty is 0 to {MAX_PENALTY} points, to be deducted"
            )));
        }
        if !(MIN_FRUIT_SCORE..=MAX_FRUIT_SCORE).contains(&score) {
            return Err(TextError::new(format!(
                "max_fruit_score={score}: a fruit is worth {MIN_FRUIT_SCORE} to {MAX_FRUIT_SCORE} points"
            )));
        }
        if !(1..=MAX_FRUIT_TIME).contains(&time) {
            return Err(TextError::new(format!(
                "max_fruit_time={time}: a fruit stays 1 to {MAX_FRUIT_TIME} plies"
            )));
        }
        match self.board.fruits().iter().find(|fruit| fruit.1 > score) {
            Some((cell, value)) => Err(TextError::new(format!(
                "max_fruit_score={score}: the board {} has a fruit of {value} at {cell}; it takes at least {value}",
                quote(self.board.name())
            ))),
            None => Ok(()),
        }
    }

    /// The rules that these options make.
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            rows: self.board.rows() as u8,
            columns: self.board.columns() as u8,
            fruits: self.fruits,
            both_stuck: self.both_stuck,
            forfeit: self.forfeit,
            penalty: self.penalty,
            max_fruit_score: self.max_fruit_score,
            max_fruit_time: self.max_fruit_time,
        }
    }
}

/// The rules of one game: its options, the board's cells apart. Part of every position, hence small.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Rows of the board, in `1..=16`.
    pub rows: u8,
    /// Columns of the board, in `1..=16`.
    pub columns: u8,
    /// [`Options::fruits`].
    pub fruits: Fruits,
    /// [`Options::both_stuck`].
    pub both_stuck: BothStuck,
    /// [`Options::forfeit`].
    pub forfeit: Forfeit,
    /// [`Options::max_fruit_time`].
    pub max_fruit_time: u8,
    /// [`Options::max_fruit_score`].
    pub max_fruit_score: u16,
    /// [`Options::penalty`].
    pub penalty: i32,
}

impl Rules {
    /// The board's shorter side, in cells: the measure of a fruit's life.
    #[must_use]
    pub fn short_side(&self) -> u8 {
        self.rows.min(self.columns)
    }

    /// The lives, in plies, that a new fruit may have.
    #[must_use]
    pub fn lives(&self) -> std::ops::RangeInclusive<u8> {
        let short = self.short_side();
        match self.fruits {
            Fruits::Once => 2 * short..=2 * short,
            Fruits::Respawn | Fruits::RespawnCharged => short..=self.max_fruit_time.max(short + 1),
        }
    }

    /// The points that a fruit may be worth.
    #[must_use]
    pub fn values(&self) -> std::ops::RangeInclusive<u16> {
        MIN_FRUIT_SCORE..=self.max_fruit_score
    }

    /// More than one player can gain or lose in one game, in points; readers refuse scores beyond ± this.
    #[must_use]
    pub(crate) fn score_limit(&self) -> i32 {
        i32::from(self.rows) * i32::from(self.columns) * i32::from(self.max_fruit_score) + self.penalty
    }

    /// The difference of the scores never lies outside ± this, in points: two scores at the limit that a reader
    /// takes, and another game on top.
    #[must_use]
    pub(crate) fn difference_limit(&self) -> i32 {
        3 * self.score_limit()
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fruits={} both_stuck={} penalty={}", self.fruits, self.both_stuck, self.penalty)?;
        write!(f, " max_fruit_score={} max_fruit_time={}", self.max_fruit_score, self.max_fruit_time)?;
        write!(f, " forfeit={}", self.forfeit)
    }
}
