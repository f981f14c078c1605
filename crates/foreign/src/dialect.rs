//! What protocols must know of a game's own notation: small functions without memory that the game brings.

use std::time::Duration;

use crate::protocol::Protocol;
use crate::protocol::draughts::{Jump, Letters};

/// A game as it was told of: the text of the position where it starts, and the moves since then.
pub type Told = (String, Vec<String>);

/// What both players have left, the first one's first, and what each move adds.
pub type Clocks = [(Duration, Duration); 2];

/// A position text, and the spelling by which it was understood.
pub type Spelt = (String, Letters);

/// A game on a square board whose moves are squares or passes, for GTP and NBoard.
#[derive(Debug)]
pub struct Squares {
    /// What GTP's `set_game` calls the game.
    pub game: &'static str,
    /// Squares along a side of the board of a position text.
    pub side: fn(&str) -> Option<usize>,
    /// The position that `clear_board` sets up on a board with so many squares along a side.
    pub start: fn(usize) -> Option<String>,
    /// Our name of the game on a board with so many squares along a side.
    pub sized: fn(usize) -> String,
    /// A move in our notation from any spelling that programs use; a pass is `pass`.
    pub read_move: fn(&str) -> Option<String>,
    /// A move of ours as NBoard writes it.
    pub write_move: fn(&str) -> String,
    /// A game as NBoard is told of it: from its start, the moves since then, and what who is to move has left.
    pub write_game: fn(&str, &[String], Duration) -> Result<String, String>,
    /// Such a game, read: where it starts and the moves since then.
    pub read_game: fn(&str) -> Result<Told, String>,
    /// What its players have left; none where it has no time.
    pub read_clocks: fn(&str) -> Result<Option<Clocks>, String>,
    /// How long a move took, as the other side writes it.
    pub taken: fn(&str) -> Duration,
}

/// A game of the draughts family, for the Hub protocol and DamExchange.
#[derive(Debug)]
pub struct Draughts {
    /// What the Hub protocol calls the variant.
    pub variant: &'static str,
    /// A position text as a Hub position.
    pub hub_position: fn(&str, Letters) -> Option<String>,
    /// A Hub position as a position text, and by which letters it was understood.
    pub read_hub_position: fn(&str, Letters) -> Result<Spelt, String>,
    /// A position text as a DamExchange position: whose turn it is, and the squares.
    pub dxp_position: fn(&str) -> Option<(char, String)>,
    /// A DamExchange position as a position text.
    pub read_dxp_position: fn(char, &str) -> Result<String, String>,
    /// A move of ours by its ends and what it takes.
    pub jump: fn(&str) -> Option<Jump>,
}

/// The protocols that a game can be played in besides our own line protocol, as far as they depend on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dialect {
    /// For GTP and NBoard.
    pub squares: Option<&'static Squares>,
    /// For Hub and DamExchange.
    pub draughts: Option<&'static Draughts>,
}

impl Dialect {
    /// Whether the game can be played in `protocol`.
    #[must_use]
    pub const fn has(&self, protocol: Protocol) -> bool {
        match protocol {
            Protocol::Gtp | Protocol::NBoard => self.squares.is_some(),
            Protocol::Hub | Protocol::Dxp => self.draughts.is_some(),
            Protocol::Line => true,
        }
    }

    /// The protocols that the game can be played in.
    #[must_use]
    pub fn protocols(&self) -> Vec<Protocol> {
        Protocol::ALL.into_iter().filter(|&protocol| self.has(protocol)).collect()
    }
}
