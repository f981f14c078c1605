//! What becomes of a game after each move, beyond the value that a search gives the move.

use crate::analysis::MoveValue;

/// Random continuations after a move, and how many of them ended the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Risk {
    /// Those that ended it: at most `lines`.
    pub ended: u32,
    /// Continuations that were played: at least 1.
    pub lines: u32,
    /// Turns of the player that each had at most.
    pub turns: u32,
}

impl Risk {
    /// The share that ended the game, 0 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        f64::from(self.ended) / f64::from(self.lines)
    }
}

/// What a game tells of every move of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Prospects<M> {
    /// Whether the asked agent's values are the final scores that it expects.
    pub values_are_scores: bool,
    /// Each legal move's risk.
    pub risks: Vec<(M, Risk)>,
}

/// What a game tells of one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prospect {
    /// The final score to expect, the score so far included; none from an agent whose values are no scores.
    pub expected_score: Option<f64>,
    /// The danger that the game is over soon.
    pub risk: Risk,
}

impl Prospects<String> {
    /// What is told of the move that an agent values so. None if it is not one of the position's.
    #[must_use]
    pub fn of(&self, value: &MoveValue) -> Option<Prospect> {
        let (_, risk) = self.risks.iter().find(|(mv, _)| *mv == value.mv)?;
        let expected_score = self.values_are_scores.then(|| value.value.as_f64());
        Some(Prospect { expected_score, risk: *risk })
    }
}
