//! Lessons: positions whose value is proven, set to whoever is to move.

use super::problem::Known;

/// The lessons of a game.
#[derive(Clone, Copy, Debug)]
pub struct Lessons {
    /// The agent on the other side: one that plays such positions without a mistake.
    pub against: &'static str,
    /// The lessons, the easier ones first.
    pub all: &'static [Lesson],
}

/// Of a game that has none.
pub const NONE: Lessons = Lessons { against: "", all: &[] };

/// A position with a task.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// What the literature calls it; no other lesson of the game is called so.
    pub name: &'static str,
    /// The position in the game's notation, at a seat's turn.
    pub position: &'static str,
    /// What the side to move is to reach: what the position is worth to it.
    pub task: Known,
    /// What to look for, in a sentence or two.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}
