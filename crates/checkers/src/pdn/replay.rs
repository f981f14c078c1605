//! From words to games that have been played.

use plywise::notation::quote;
use plywise::{Game, MoveError, Notation, ReplayError, Replayed, TextError};

use super::Outcome;
use super::lexer::{Lexer, Token};
use crate::moves::Move;
use crate::movetext::{self, SEPARATORS, Spelling};
use crate::rules::Checkers;

/// Reads every game of `text`; see [`plywise::Archive::replay`].
pub(super) fn replay(
    start: &Checkers,
    text: &str,
    each: &mut dyn FnMut(Replayed<Move>),
) -> Result<(), TextError> {
    let mut lexer = Lexer::new(text);
    let mut reader = Reader { start, each, games: 0, current: None, over: true };
    while let Some((line, token)) = lexer.next() {
        reader.take(line, token);
    }
    reader.finish();
    if reader.games > 0 {
        return Ok(());
    }
    let seen = quote(text.trim_start().lines().next().unwrap_or(""));
    Err(TextError::new(format!(
        "no game of checkers in a text that starts with {seen}; a game in PDN is tags such as [Black \"…\"], then \
         moves such as 1. 11-15 23-18, then a result such as 1-0"
    )))
}

struct Reader<'a> {
    start: &'a Checkers,
    each: &'a mut dyn FnMut(Replayed<Move>),
    /// Handed on so far.
    games: usize,
    current: Option<Reading>,
    /// Whether the last thing read was a game's result.
    over: bool,
}

impl Reader<'_> {
    fn take(&mut self, line: usize, token: Token<'_>) {
        // What stood before the first tag was prose, or a game without a head.
        let new_head = |game: &Reading, name: &str| {
            game.in_moves || game.opener.as_deref().is_none_or(|opener| opener == name)
        };
        match &token {
            Token::Tag(name, _) if self.current.as_ref().is_some_and(|game| new_head(game, name)) => {
                self.finish();
            }
            Token::BrokenTag(_) if self.current.as_ref().is_some_and(|game| game.in_moves) => self.finish(),
            // Some files end a game twice: `1-0 *`.
            Token::Word(word, _) if self.over && self.games > 0 && Outcome::read(word).is_some() => return,
            _ => {}
        }
        let game = self.current.get_or_insert_with(|| Reading::new(line, self.start));
        self.over = false;
        match token {
            Token::Tag(name, value) => game.tag(line, name, &value),
            Token::BrokenTag(text) => {
                game.opener.get_or_insert_default();
                game.fault(0, format!("line {line}: {} is no tag; a tag is [Name \"value\"]", quote(text)));
            }
            Token::Word(word, numbered) => {
                if game.word(line, word, numbered) {
                    self.finish();
                    self.over = true;
                }
            }
            Token::Open => game.open(line),
            Token::Close => game.close(line),
            Token::OpenComment => {
                game.fault_here(format!("line {line}: a comment opens with {{ and no }} closes it"));
            }
        }
    }

    /// Hands on the game that is being read, if it is one.
    fn finish(&mut self) {
        if let Some(game) = self.current.take().filter(Reading::is_game) {
            self.games += 1;
            (self.each)(game.replayed(self.games));
        }
    }
}

/// A game that is being read.
struct Reading {
    line: usize,
    /// The name of its first tag: where that comes again, the next game begins.
    opener: Option<String>,
    tags: Vec<(String, String)>,
    /// What the head claims.
    head_result: Option<Outcome>,
    /// What stands behind the moves.
    end_result: Option<Outcome>,
    set_up: bool,
    fen: bool,
    in_moves: bool,
    /// Whether anything in it was a word of checkers: it is prose otherwise.
    serious: bool,
    /// Open variations, and the line of the outermost.
    depth: usize,
    opened: usize,
    start: String,
    position: Checkers,
    moves: Vec<Move>,
    error: Option<ReplayError>,
    /// Whether the fault lets no move be played any more.
    broken: bool,
}

impl Reading {
    fn new(line: usize, start: &Checkers) -> Self {
        Self {
            line,
            opener: None,
            tags: Vec::new(),
            head_result: None,
            end_result: None,
            set_up: false,
            fen: false,
            in_moves: false,
            serious: false,
            depth: 0,
            opened: 0,
            start: start.position_text(),
            position: start.clone(),
            moves: Vec::new(),
            error: None,
            broken: false,
        }
    }

    fn is_game(&self) -> bool {
        self.opener.is_some() || self.serious
    }

    /// Keeps the first fault.
    fn fault(&mut self, ply: usize, message: impl AsRef<str>) {
        let message = TextError::new(message).message;
        self.error.get_or_insert(ReplayError { ply, message });
    }

    /// Ends the game with a fault at the ply that would come next.
    fn fault_here(&mut self, message: String) {
        self.broken = true;
        self.fault(self.moves.len() + 1, message);
    }

    fn tag(&mut self, line: usize, name: &str, value: &str) {
        self.opener.get_or_insert_with(|| name.to_owned());
        if !["GameType", "SetUp", "FEN"].contains(&name) {
            self.tags.push((name.to_owned(), value.trim().to_owned()));
        }
        match name {
            "Result" => match Outcome::read(value.trim()) {
                Some(outcome) => self.head_result = Some(outcome),
                None => self
                    .fault(0, format!("line {line}: result {} is none of 1-0 0-1 1/2-1/2 *", quote(value))),
            },
            "GameType" if value.split([',', ' ']).next() != Some("21") => {
                let wrong = format!("game type {} is not English checkers, which is 21", quote(value));
                self.broken = true;
                self.fault(0, format!("line {line}: {wrong}"));
            }
            "SetUp" => self.set_up = value.trim() == "1",
            "FEN" => {
                self.fen = true;
                match self.position.read_position(value) {
                    Ok(position) => {
                        self.start = position.position_text();
                        self.position = position;
                    }
                    Err(error) => {
                        self.broken = true;
                        self.fault(0, format!("line {line}: {error}"));
                    }
                }
            }
            _ => {}
        }
    }

    fn start_moves(&mut self) {
        if !std::mem::replace(&mut self.in_moves, true) && self.set_up && !self.fen {
            self.fault(0, "the head says SetUp \"1\" but gives no FEN to start from");
        }
    }

    /// Takes a move or a result; whether it was the game's result. `numbered`: the number of a move stands before it.
    fn word(&mut self, line: usize, word: &str, numbered: bool) -> bool {
        if self.depth > 0 {
            return false;
        }
        if let Some(outcome) = Outcome::read(word) {
            self.end_result = Some(outcome);
            return self.is_game();
        }
        let starts_with_a_digit = word.starts_with(|c: char| c.is_ascii_digit());
        let (has_digits, is_joined) =
            (word.contains(|c: char| c.is_ascii_digit()), word.contains(SEPARATORS));
        // A list in prose may be numbered, too, and so are moves of chess.
        self.serious |=
            (starts_with_a_digit && (is_joined || numbered)) || (numbered && has_digits && is_joined);
        if !self.is_game() {
            return false;
        }
        self.start_moves();
        if self.broken {
            return false;
        }
        // The board's rules alone: players may go on after a draw that nobody claimed.
        match movetext::read(self.position.board(), word, Spelling::Numbers) {
            Ok(mv) => {
                self.position.play(mv);
                self.moves.push(mv);
            }
            Err(wrong) => {
                let error = MoveError::new(self.position.board(), word, &wrong);
                self.fault_here(format!("line {line}: {error}"));
            }
        }
        false
    }

    fn open(&mut self, line: usize) {
        if self.depth == 0 {
            self.opened = line;
        }
        self.depth += 1;
    }

    fn close(&mut self, line: usize) {
        match self.depth {
            0 if self.is_game() => self.fault_here(format!("line {line}: a ) that no ( opens")),
            0 => {}
            _ => self.depth -= 1,
        }
    }

    /// Looks for contradictions between head, moves and end.
    fn check_results(&mut self) -> Outcome {
        let claims =
            [self.end_result, self.head_result].map(|claim| claim.filter(|&c| c != Outcome::Unknown));
        if let [Some(end), Some(head)] = claims
            && end != head
        {
            self.fault(0, format!("the head says {head}, the end of the moves {end}"));
        }
        let ruled = Outcome::of(&self.position);
        let Some(claim) = claims[0].or(claims[1]) else { return ruled };
        if matches!(ruled, Outcome::Won(_)) && ruled != claim {
            self.fault_here(format!(
                "the result is given as {claim}, but the side to move has lost: {ruled}"
            ));
        }
        claim
    }

    fn replayed(mut self, number: usize) -> Replayed<Move> {
        self.start_moves();
        if self.depth > 0 {
            let line = self.opened;
            self.fault_here(format!("line {line}: a variation opens with ( and no ) closes it"));
        }
        let result = self.check_results().to_string();
        let (line, start) = (self.line, self.start);
        Replayed { number, line, tags: self.tags, start, moves: self.moves, result, error: self.error }
    }
}
