//! Files of games in Portable Draughts Notation.
//!
//! `lexer` cuts the text into words, `replay` makes games of them and plays each by the board's rules, `write`
//! is the way back. What real files do, and what is made of it:
//!
//! - Comments (`{…}`, `;` and `%` lines), variations, `$` and `!?` marks are skipped, move numbers are not believed.
//! - Either separator goes with either kind of move, dashes of all lengths and blanks about them, and the landings of a capture may
//!   be left out.
//! - A game without a head begins with what looks like a move, or what is numbered as one; other words before it are prose.
//! - A draw that the rules would have ended the game with is not held against players who went on.
//! - `1-0` (old files: `2-0`) means that the first mover won: Black, or the course's Red.
//! - A game that breaks off in an open comment or variation is reported; reading goes on at the next head.

mod lexer;
mod replay;
mod write;

use std::fmt;

use plywise::{Archive, Game, GameRecord, Note, Replayed, Seat, TextError};

use crate::moves::Move;
use crate::movetext::DASHES;
use crate::rules::Checkers;

/// How a game ended, as files write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Won(Seat),
    Drawn,
    Unknown,
}

impl Outcome {
    /// A result as any of the customary scores.
    fn read(text: &str) -> Option<Self> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        Some(match text.replace(DASHES, "-").as_str() {
            "1-0" | "2-0" => Self::Won(Seat::FIRST),
            "0-1" | "0-2" => Self::Won(Seat::SECOND),
            "1/2-1/2" | "1-1" | "1/2" => Self::Drawn,
            "*" | "0-0" => Self::Unknown,
            _ => return None,
        })
    }

    /// What the rules say of a position.
    fn of(game: &Checkers) -> Self {
        if !game.is_over() {
            return Self::Unknown;
        }
        match game.payoff(Seat::FIRST) {
            0 => Self::Drawn,
            1.. => Self::Won(Seat::FIRST),
            _ => Self::Won(Seat::SECOND),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Won(Seat::FIRST) => "1-0",
            Self::Won(_) => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

impl Archive for Checkers {
    const EXTENSION: &'static str = "pdn";

    /// The game in PDN: the tags, the moves by standard numbers under both rules, lines of at most 80 columns.
    fn game_text(&self, record: &GameRecord<Move>) -> String {
        write::game(self, record, &[])
    }

    /// What is said of a move stands behind it as a glyph (`$2`, `$4`, `$6`) and a comment.
    fn annotated_text(&self, record: &GameRecord<Move>, notes: &[Note]) -> String {
        write::game(self, record, notes)
    }

    /// Plays every game of a PDN file by the board's rules. A head may set the position (`FEN`) and must not name
    /// another game (`GameType` other than 21). A game is at fault as well where its head and its end claim
    /// different results, or a claim contradicts a side that cannot move.
    fn replay(&self, text: &str, each: &mut dyn FnMut(Replayed<Move>)) -> Result<(), TextError> {
        replay::replay(self, text, each)
    }
}
