//! How a game comes in: what lists show of it, and what opens it.

pub mod command;
pub mod lesson;
pub mod measurement;
pub mod problem;
pub mod recover;
pub mod referee;

use std::borrow::Cow;

use plywise::{Bench, Seat, TextError};

use crate::kind::Kind;
use crate::live::LiveGame;
use crate::spec::{Named, Spec, SpecError};

/// A game as lists show it.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Its name and options.
    pub named: Named,
    /// How its positions are written.
    pub positions: &'static str,
    /// How its moves are written.
    pub moves: &'static str,
    /// What its files of games are.
    pub files: &'static str,
}

/// A game's picture on a page: texts that go to the browser as they are. The README of the crate `web` says what is in them.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// A module of JavaScript: how positions are read and drawn, and what the page tells and offers of the game.
    pub module: &'static str,
    /// Styles of what it draws.
    pub style: &'static str,
    /// Words to choose from for an option whose values are a list of names: its key, and they.
    pub choices: &'static [(&'static str, &'static [&'static str])],
}

impl Picture {
    /// One without options to choose by name.
    #[must_use]
    pub const fn new(module: &'static str, style: &'static str) -> Self {
        Self { module, style, choices: &[] }
    }
}

/// A finished game, for formats of other programs.
pub struct Finished<'a> {
    /// The game at its start.
    pub start: Box<dyn LiveGame>,
    /// Who sat at each seat.
    pub players: Vec<String>,
    /// What each seat got; empty of a game without an end.
    pub payoffs: Cow<'a, [i32]>,
    /// Whether a seat lost before the rules ended the game.
    pub forfeited: bool,
    /// Why the game ended, if the rules did not end it.
    pub why: Option<&'a str>,
    /// The game in its own notation.
    pub text: &'a str,
    /// What agents said of their moves, in order.
    pub moves: Vec<Said<'a>>,
}

/// What an agent said of its move.
pub struct Said<'a> {
    /// Its seat.
    pub seat: Seat,
    /// The move.
    pub mv: &'a str,
    /// The value that it found, as text, if it searched.
    pub value: Option<Cow<'a, str>>,
    /// Its time, where it is known.
    pub seconds: Option<f64>,
    /// What else is to be said of the move.
    pub note: Option<String>,
}

/// A format that finished games can be written in besides those that every game has.
#[derive(Clone, Copy, Debug)]
pub struct Export {
    /// What it is called.
    pub name: &'static str,
    /// Writes a game on one line. None: the name is another one for the game's own files.
    pub write: Option<fn(Finished<'_>) -> String>,
}

/// Whole files of games that are no text. Inside the house they are text that the game's reader of files takes.
#[derive(Clone, Copy, Debug)]
pub struct Binary {
    /// What the format is called.
    pub name: &'static str,
    /// How its files' names end, without the dot.
    pub ending: &'static str,
    /// The endings of the files that stand beside one, such as lists of players.
    pub beside: &'static [&'static str],
    /// The text of a file, and of those beside it that there are; a game a line.
    pub read: ReadBytes,
    /// The name of the [`Export`] whose lines [`write`](Self::write) takes.
    pub of: &'static str,
    /// The file of such games, and those beside it, made on a day: year, month, day.
    pub write: WriteBytes,
}

/// From a file's bytes, and those of the files beside it, to text.
pub type ReadBytes = fn(&[u8], &[Option<Vec<u8>>]) -> Result<String, TextError>;
/// From text and a day to the bytes of a file and of those beside it.
pub type WriteBytes = fn(&str, (u16, u8, u8)) -> Result<Vec<Vec<u8>>, TextError>;

/// Opens a game under the options of a spec, whose names of options are known to be right.
pub type Open = fn(&Spec) -> Result<Box<dyn Kind>, SpecError>;

/// A game's door: all that the rest of the house knows of it before it is opened.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    /// What lists show.
    pub info: GameInfo,
    /// Positions by which a change of the searches' behaviour is seen: the game and its options, an agent, and how many plies
    /// into random games the positions lie.
    pub signature: &'static [(&'static str, &'static str, &'static [u32])],
    /// The work on it that can be timed.
    pub benches: fn() -> Vec<Bench>,
    /// The commands of its own.
    pub commands: &'static [&'static command::Command],
    /// What it has of commands that several games may offer: each a `const`, so that what is generic of it is compiled where the games
    /// are listed, barely optimised, and not with what searches.
    pub verbs: &'static [&'static command::Verb],
    /// What experiments can measure of it besides matches.
    pub measurements: &'static [&'static measurement::Measurement],
    /// How its files of problems are read.
    pub problems: problem::Problems,
    /// Positions that a page sets to whoever wants to learn the game.
    pub lessons: lesson::Lessons,
    /// Formats of finished games.
    pub exports: &'static [Export],
    /// Formats of whole files that are no text.
    pub binaries: &'static [Binary],
    /// How a page shows it; without one it is shown as text.
    pub picture: Option<Picture>,
    /// What players of a published course stand on, in Python.
    pub course: Course,
}

/// What a course gave its students' players to stand on, written anew: files in Python by their paths, which the players
/// import. The module `adapter` among them seats a player of the course's shape; the README of the crate `contest` says how.
pub type Course = &'static [(&'static str, &'static str)];

impl Door {
    /// The least: what lists show.
    #[must_use]
    pub const fn new(info: GameInfo) -> Self {
        Self {
            info,
            signature: &[],
            benches: Vec::new,
            commands: &[],
            verbs: &[],
            measurements: &[],
            problems: problem::POSITIONS,
            lessons: lesson::NONE,
            exports: &[],
            binaries: &[],
            picture: None,
            course: &[],
        }
    }
}
