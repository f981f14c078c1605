//! One finished game as it is kept.

use std::time::Duration;

use registry::{GameSummary, Unit};
use serde::{Deserialize, Serialize};

use crate::setup::Setup;

/// One finished game, in the shape that the store and `plywise unit --json` use.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameRow {
    /// Its number within the experiment.
    pub unit: u64,
    /// Which agent sat on each seat.
    pub agents: Vec<usize>,
    /// What each seat got.
    pub payoffs: Vec<i32>,
    /// The agent that lost by forfeit.
    pub loser: Option<usize>,
    /// Why the game ended, if the rules did not end it.
    pub why: Option<String>,
    /// What each seat spent.
    pub spent: Vec<Spending>,
    /// Turns of seats, passes included.
    pub plies: u32,
    /// Turns with a move that is no pass; 0 where nobody counted them.
    #[serde(default)]
    pub turns: u32,
    /// Legal moves at those turns, summed.
    #[serde(default)]
    pub choices: u64,
    /// What the game counts beside points: the greatest tile of 2048.
    pub milestone: Option<u64>,
    /// Differs between games that were played differently.
    pub fingerprint: u64,
    /// How it began before the agents took over: moves, a position, or nothing.
    #[serde(default)]
    pub opening: String,
    /// The game in its own notation.
    #[serde(default)]
    pub game: String,
    /// What the agents said of their moves.
    #[serde(default)]
    pub moves: Vec<MoveRow>,
}

/// What one seat spent on a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Spending {
    /// Moves that its agent chose.
    pub moves: u32,
    /// Positions that it looked at.
    pub nodes: u64,
    /// Its time, in whole microseconds where it is kept.
    #[serde(rename = "time_us", with = "micros")]
    pub time: Duration,
}

/// A time as whole microseconds.
pub mod micros {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    /// To the nearest, so that the sum of many is right.
    #[must_use]
    pub fn of(time: Duration) -> u64 {
        u64::try_from((time.as_nanos() + 500) / 1000).unwrap_or(u64::MAX)
    }

    pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(of(*time))
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_micros)
    }
}

/// One move that an agent chose: seat, move, value (a number of points or `win in 3`; null without a search or a book), depth in
/// plies, positions looked at, microseconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRow(pub u8, pub String, pub Option<String>, pub u32, pub u64, pub u64);

impl GameRow {
    /// What is kept of a game.
    #[must_use]
    pub fn new(unit: &Unit, game: GameSummary) -> Self {
        let (loser, forfeit) = game.forfeit.map_or((None, None), |(agent, why)| (Some(agent), Some(why)));
        Self {
            unit: game.unit,
            agents: game.agents,
            payoffs: game.payoffs,
            loser,
            why: forfeit.or(game.adjudicated),
            spent: game
                .spent
                .iter()
                .map(|spent| Spending { moves: spent.moves, nodes: spent.nodes, time: spent.time })
                .collect(),
            plies: game.plies,
            turns: game.turns,
            choices: game.choices,
            milestone: game.milestone,
            fingerprint: game.fingerprint,
            opening: unit.opening.text(),
            game: game.text,
            moves: game
                .moves
                .into_iter()
                .map(|mv| {
                    let value = mv.value.map(|value| value.to_string());
                    MoveRow(mv.seat.0, mv.mv, value, mv.depth, mv.nodes, micros::of(mv.time))
                })
                .collect(),
        }
    }

    /// The same with its times as they are kept: what is summed up now is what the file says later.
    #[must_use]
    pub(crate) fn into_kept(mut self) -> Self {
        for spent in &mut self.spent {
            spent.time = Duration::from_micros(micros::of(spent.time));
        }
        self
    }

    /// The same game without opening, moves and notation: all that sums need.
    #[must_use]
    pub(crate) fn without_record(&self) -> Self {
        Self {
            agents: self.agents.clone(),
            payoffs: self.payoffs.clone(),
            why: self.why.clone(),
            spent: self.spent.clone(),
            opening: String::new(),
            game: String::new(),
            moves: Vec::new(),
            ..*self
        }
    }

    /// Half points of the agent on `seat` of a game of two seats: 2 for a win.
    #[must_use]
    pub fn half_points(&self, seat: usize) -> usize {
        match self.payoffs[seat].cmp(&self.payoffs[1 - seat]) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        }
    }
}

/// Whether a game that was read from somewhere can be one of an experiment.
pub(crate) fn check(game: &GameRow, setup: &Setup) -> Result<(), String> {
    if game.unit >= setup.units() {
        return Err(format!(
            "game {} lies beyond the experiment, which has {} games",
            game.unit,
            setup.units()
        ));
    }
    let place = setup.timetable.place(game.unit);
    if game.agents != place.seating {
        return Err(format!(
            "game {} should have agents {:?} in its seats, not {:?}",
            game.unit, place.seating, game.agents
        ));
    }
    let seats = place.seating.len();
    if game.payoffs.len() != seats || game.spent.len() != seats {
        return Err(format!(
            "game {} should have a payoff and a spending for each of {seats} seats",
            game.unit
        ));
    }
    match game.loser {
        Some(agent) if !game.agents.contains(&agent) => {
            Err(format!("agent {agent} cannot have lost game {}", game.unit))
        }
        _ => Ok(()),
    }
}
