//! Text at the border: positions, moves, whole games and boards, in each game's standard notation.

mod planes;
mod record;

pub use planes::Planes;

use crate::game::{Game, Seat};

/// Positions and moves to text and back.
///
/// Methods that read take `self` as the pattern: its rules and size hold for what is read.
pub trait Notation: Game {
    /// The position in the game's standard notation. Reading it back gives the same text and key.
    fn position_text(&self) -> String;

    /// Reads a position under this position's rules. Takes the common variants besides the standard form.
    ///
    /// # Errors
    /// One line that says what is wrong, where, and what would have been right.
    fn read_position(&self, text: &str) -> Result<Self, TextError>;

    /// Reads positions, one on each line; empty lines count for nothing.
    ///
    /// # Errors
    /// One line with the number of the first line that is none.
    fn read_positions(&self, text: &str) -> Result<Vec<Self>, TextError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let read = |(index, line): (usize, &str)| {
            let wrong = |error: TextError| TextError::new(format!("line {}: {}", index + 1, error.message));
            self.read_position(line).map_err(wrong)
        };
        lines.map(read).collect()
    }

    /// A legal move of this position, in standard notation, without blanks.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move, which must be legal in this position: as provided, in its own text, letters of either case.
    ///
    /// # Errors
    /// What was given and what is legal here.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        let (given, mut moves) = (text.trim(), Vec::new());
        self.moves(&mut moves);
        let meant = moves.into_iter().find(|&mv| self.move_text(mv).eq_ignore_ascii_case(given));
        meant.ok_or_else(|| MoveError::new(self, given, "is not legal here"))
    }

    /// What the game calls a seat: `Black`; as provided `player 1`.
    fn seat_name(&self, seat: Seat) -> String {
        format!("player {}", u32::from(seat.0) + 1)
    }

    /// Why a game that is over has ended, in the game's own words: as provided, that no move is left.
    fn ending(&self) -> String {
        "no move is left".to_owned()
    }

    /// The board as several lines of text for people, `last` (the move that led here) marked: as provided the position, a
    /// line for each part between `/`.
    fn diagram(&self, _last: Option<Self::Move>, _ink: Ink) -> String {
        self.position_text().replace('/', "\n") + "\n"
    }

    /// Draws the board as numbers, which are added to those of `planes`; as provided there are none.
    fn draw(&self, _planes: &mut Planes) {}

    /// The board as numbers, from games that [`draw`](Self::draw) it.
    fn planes(&self) -> Option<Planes> {
        let mut planes = Planes::default();
        self.draw(&mut planes);
        (planes.rows > 0).then_some(planes)
    }

    /// How many numbers there are for what seats choose, from 0, the same at every position of a game; as provided none.
    fn actions(&self) -> usize {
        0
    }

    /// The number of part `part`, from 0, of a move of this position; none beyond its last. A move may have several, such as the
    /// jumps of a capture, and is what all of them say: no two moves of a position have the same, nor one the beginning of
    /// another's. Outcomes of chance and passes have none.
    fn action(&self, _mv: Self::Move, _part: usize) -> Option<usize> {
        None
    }
}

/// Whether a drawing may use terminal colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Text only.
    Plain,
    /// Text with ANSI escape sequences.
    Color,
}

/// Whole games to text and back, in the format that the game's own community uses; as provided, in the plain one that
/// `[Event "a match"]` begins: tags, the start, the moves, the result.
pub trait Archive: Notation {
    /// Ending of a file of games, without the dot: `pdn`.
    const EXTENSION: &'static str = "games";

    /// One finished game as it stands in a file, its last line ended. `self` is the start.
    fn game_text(&self, record: &GameRecord<Self::Move>) -> String {
        record::game_text(self, record)
    }

    /// The same with what is said of moves: as provided, lines in front of the game that `#` begins, which readers pass over.
    fn annotated_text(&self, record: &GameRecord<Self::Move>, notes: &[Note]) -> String {
        record::remarks(self, record, notes) + &self.game_text(record)
    }

    /// Reads a file of games under the rules of `self` (the start position), plays each by the rules, and hands
    /// each to `each` as soon as it has been played. A game that breaks does not stop those after it.
    ///
    /// # Errors
    /// When the text as a whole is no file of games.
    fn replay(&self, text: &str, each: &mut dyn FnMut(Replayed<Self::Move>)) -> Result<(), TextError> {
        record::replay(self, text, each)
    }
}

/// A game that was played, for [`Archive::game_text`].
#[derive(Clone, Debug)]
pub struct GameRecord<M> {
    /// What the file should say of the game, in order: `("Event", "plywise match")`, `("Black", "alphabeta")`.
    /// Formats without such fields leave them out.
    pub tags: Vec<(String, String)>,
    /// Every move, outcomes of chance included.
    pub moves: Vec<M>,
    /// Why the game ended before the rules ended it (time, an illegal move, a crash), and whom it cost the game.
    pub forfeit: Option<(Seat, String)>,
}

impl<M> Default for GameRecord<M> {
    fn default() -> Self {
        Self { tags: Vec::new(), moves: Vec::new(), forfeit: None }
    }
}

/// What is said of one move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The moves of the game before it, outcomes of chance included.
    pub ply: usize,
    /// How bad it is.
    pub mark: Mark,
    /// What was better, or anything else, on one line.
    pub text: String,
}

/// How bad a move is, as the marks of annotated games have it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Dubious, Self::Mistake, Self::Blunder];

    /// The mark behind a move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        ["?!", "?", "??"][self as usize]
    }

    /// Its number among the Numeric Annotation Glyphs (Portable Game Notation, 1994, section 10), which PDN shares.
    #[must_use]
    pub const fn glyph(self) -> u8 {
        [6, 2, 4][self as usize]
    }

    /// In words, of one move.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["dubious", "mistake", "blunder"][self as usize]
    }
}

/// A game that was read and played again.
#[derive(Clone, Debug)]
pub struct Replayed<M> {
    /// Its place in the file, from 1.
    pub number: usize,
    /// The line of the file that it starts on, from 1.
    pub line: usize,
    /// What the file says of it that is no fact of the game: who played, where and when. Names and values.
    pub tags: Vec<(String, String)>,
    /// The position that it starts from, in the game's notation.
    pub start: String,
    /// The moves that were legal, up to the end or the first that was not.
    pub moves: Vec<M>,
    /// The result that the file claims, or that the rules give where the file claims none; in the game's own terms.
    pub result: String,
    /// Where the game breaks the rules or contradicts itself.
    pub error: Option<ReplayError>,
}

/// Where and why a game in a file breaks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ply {ply}: {message}")]
pub struct ReplayError {
    /// The ply that could not be played, from 1 (0: the fault is in the game's head).
    pub ply: usize,
    /// What is wrong.
    pub message: String,
}

/// Text that is not what it should be: a position, a file of games, a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct TextError {
    /// One line: what was given, where, what is wrong with it and what would have been right.
    pub message: String,
}

impl TextError {
    /// An error of one line; line breaks in `message` become blanks, so that quoted input cannot break it up.
    #[must_use]
    pub fn new(message: impl AsRef<str>) -> Self {
        Self { message: one_line(message.as_ref()) }
    }
}

/// A move that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct MoveError {
    /// What was given.
    pub given: String,
    /// What is wrong with it.
    pub wrong: String,
    /// What would have been legal.
    pub legal: Vec<String>,
}

impl MoveError {
    /// The error of `given` in `position`, with everything that would have been legal there.
    #[must_use]
    pub fn new<G: Notation>(position: &G, given: &str, wrong: &str) -> Self {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let legal = moves.into_iter().map(|mv| position.move_text(mv)).collect();
        Self { given: given.to_owned(), wrong: one_line(wrong), legal }
    }

    fn message(&self) -> String {
        let given = quote(&self.given);
        match self.legal.len() {
            0 => format!("{given} {}; the game is over, no move is legal", self.wrong),
            1..=40 => format!("{given} {}; legal: {}", self.wrong, self.legal.join(" ")),
            n => format!("{given} {}; legal: {} … ({n} in all)", self.wrong, self.legal[..40].join(" ")),
        }
    }
}

/// Quotes input for an error message: one line, control characters escaped, long input cut.
#[must_use]
pub fn quote(given: &str) -> String {
    const LONGEST: usize = 60;
    let mut shown: String = given.chars().take(LONGEST).collect();
    if given.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("{shown:?}")
}

/// What a reader of JSON or TOML complains about, without the words of the program that it serves.
#[must_use]
pub fn in_words(error: impl std::fmt::Display) -> String {
    let mut text = one_line(&error.to_string());
    for (inner, outer) in [
        ("expected usize", "expected a whole number of at least 0"),
        ("expected u64", "expected a whole number of at least 0"),
        ("expected u32", "expected a whole number of at least 0"),
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected i64", "expected a whole number"),
        ("expected i32", "expected a whole number"),
        ("expected f64", "expected a number"),
        ("EOF while parsing", "the text ends too early, in"),
        ("expected a sequence", "expected a list"),
        ("sequence", "list"),
    ] {
        text = text.replace(inner, outer);
    }
    text.replace('`', "")
}

fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
