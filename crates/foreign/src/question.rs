//! What an engine is asked, and what it answers, in the game's own notation.

use std::time::Duration;

/// The time of the seat that is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// This long for this move.
    Move(Duration),
    /// A clock that runs down.
    Clock {
        /// What is left.
        left: Duration,
        /// What is added after each move.
        increment: Duration,
        /// Own moves until the clock is full again, this one included; None if it never is.
        moves: Option<u32>,
    },
}

impl Time {
    /// What the move may take at most.
    #[must_use]
    pub fn at_most(&self) -> Duration {
        match *self {
            Self::Move(time) => time,
            Self::Clock { left, .. } => left,
        }
    }
}

/// A position, how it came about, and what may be done about it. Texts are in the game's own notation.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The game and its options: `othello:size=6`.
    pub game: &'a str,
    /// A number that questions share as long as one only adds moves to those of the one before, so that nobody need compare
    /// them; none where it is not known how the position came about.
    pub story: Option<u64>,
    /// Who is asked: 0 for the seat that is listed first.
    pub seat: usize,
    /// Where the game started.
    pub start: &'a str,
    /// The moves of the seats since then, passes included. Where chance has moves too, they are not among these.
    pub moves: &'a [String],
    /// The position now.
    pub position: &'a str,
    /// The legal moves, at least one.
    pub legal: &'a [String],
    /// The time, where it is limited.
    pub time: Option<Time>,
}

/// An engine's answer.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The move: its place among the legal ones.
    pub choice: usize,
    /// What it expects, in the protocol's unit, where it says so.
    pub value: Option<f64>,
    /// The depth it says it reached.
    pub depth: Option<u32>,
    /// The positions it says it looked at.
    pub nodes: Option<u64>,
}
