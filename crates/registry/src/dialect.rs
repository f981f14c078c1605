//! How a game is written in the protocols of other programs.

pub use engines::dialect::{Dialect, Draughts, Squares};
pub use engines::protocol::draughts::{Jump, Letters};
