//! How a game is written in the protocols of other programs.

pub use foreign::dialect::{Clocks, Dialect, Draughts, Squares};
pub use foreign::protocol::draughts::{Jump, Letters};
