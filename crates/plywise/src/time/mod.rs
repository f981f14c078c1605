//! Time policies: how long to think about a move, and when to stop deepening before that.
//!
//! A policy is asked once before each move ([`TimePolicy::start`]) and once after each completed iteration
//! ([`TimePolicy::after_iteration`]). It never sees the game: the number of turns to come and whether a move is noisy
//! are the caller's opinions ([`Timed`]). It never looks at a clock either: it is told what has elapsed, by whatever
//! [`TimeSource`](crate::TimeSource) the caller uses. Its answers reach the search through a [`Pace`](crate::Pace) in the
//! [`Limits`](crate::Limits): a deadline that can be moved, which every thread's meter looks at, and a flag that a
//! deepening search looks at between two iterations.

mod elastic;
mod share;
mod stability;
mod thrift;
mod timed;

use std::time::Duration;

pub use elastic::{Elastic, ElasticOptions};
pub use share::{EvenShare, Naive};
pub use stability::{Stability, StabilityOptions, Stable};
pub use thrift::{Thrift, ThriftOptions};
pub use timed::{Decision, Thought, Timed};

use crate::clock::Clock;
use crate::score::Score;
use crate::stop::Stop;

/// What is known before a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// What is left on the clock. A move that takes longer loses.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// Own moves until the clock is full again, this one included; None if it never is.
    pub round: Option<u32>,
    /// Own moves to the end of the game, this one included, as the caller expects; None without an opinion.
    pub turns: Option<u32>,
    /// Legal moves.
    pub moves: usize,
}

impl Moment {
    /// The moment before a move with this clock.
    #[must_use]
    pub fn new(clock: &Clock, turns: Option<u32>, moves: usize) -> Self {
        let (left, increment) = (clock.left(), clock.increment());
        Self { left, increment, round: clock.moves_left(), turns, moves }
    }

    /// Own moves that what is left must last for, this one included: to the end of the round or of the game,
    /// whichever comes first; 25 if neither is known.
    #[must_use]
    pub fn turns_to_pay(&self) -> u32 {
        let known = match (self.round, self.turns) {
            (Some(round), Some(turns)) => Some(round.min(turns)),
            (round, turns) => round.or(turns),
        };
        // A game that goes on longer than expected still has this move to pay for.
        known.unwrap_or(Clock::MOVES_TO_COME).max(1)
    }

    /// All that can be spent on the moves to pay for: the increments after all of them but the last are income.
    #[must_use]
    pub(crate) fn income(&self) -> Duration {
        self.left.saturating_add(self.increment.saturating_mul(self.turns_to_pay() - 1))
    }

    /// Whether unused time is lost after this move.
    #[must_use]
    pub fn ends_round(&self) -> bool {
        self.round == Some(1)
    }
}

/// How long a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// What the move should take.
    pub slot: Duration,
    /// When the search is stopped, unless the policy moves this after an iteration.
    pub deadline: Duration,
}

/// A completed iteration, as a policy sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its depth, in plies.
    pub depth: u32,
    /// Its value for the seat to move.
    pub value: Score,
    /// Whether its best move is the one of the iteration before; false for the first.
    pub same_move: bool,
    /// Whether its best move leaves things unsettled, in the caller's opinion: a capture, say.
    pub noisy: bool,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// What a policy says to a completed iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Search on.
    GoOn,
    /// Search on, until this long after the search began.
    Until(Duration),
    /// That is enough.
    Stop(Why),
}

/// Why a move was given no more time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Only one move was legal: no search, or a glance.
    NoChoice,
    /// Value and move have not changed for a while.
    Stable,
    /// The next iteration would not have ended in time.
    TooLong,
    /// The slot was used up when an iteration ended.
    Slot,
    /// The search itself ended.
    Search(Stop),
}

impl Why {
    /// A word or two for reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoChoice => "no choice",
            Self::Stable => "stable",
            Self::TooLong => "next iteration too long",
            Self::Slot => "slot used up",
            Self::Search(stop) => stop.word(),
        }
    }
}

/// Divides a clock over moves and iterations.
pub trait TimePolicy: Send {
    /// A new game begins.
    fn new_game(&mut self) {}

    /// How long the next move may take.
    fn start(&mut self, moment: &Moment) -> Plan;

    /// Whether an iteration that was completed was the last one.
    fn after_iteration(&mut self, _step: &Step) -> Verdict {
        Verdict::GoOn
    }
}

impl<P: TimePolicy + ?Sized> TimePolicy for Box<P> {
    fn new_game(&mut self) {
        (**self).new_game();
    }
    fn start(&mut self, moment: &Moment) -> Plan {
        (**self).start(moment)
    }
    fn after_iteration(&mut self, step: &Step) -> Verdict {
        (**self).after_iteration(step)
    }
}
