//! Files of games: tags in brackets, then the moves, then the result. See the crate's documentation.

use std::fmt::Write as _;

use plywise::notation::quote;
use plywise::{Archive, Game, GameRecord, Notation, ReplayError, Replayed, Seat, TextError};

use crate::game::CantGoBack;
use crate::moves::Move;

/// Tags that hold facts of the game; any other is free text.
const GAME: &str = "Game";
const RULES: &str = "Rules";
const START: &str = "Start";
const FORFEIT: &str = "Forfeit";
/// What the `Game` tag says: every game begins with one.
const NAME: &str = "Can't Go Back";
/// Moves go on a new line beyond this many characters.
const LINE_WIDTH: usize = 100;
/// The word before the final scores, and the one in place of a result.
const SCORE: &str = "score";
const UNFINISHED: &str = "unfinished";

impl Archive for CantGoBack {
    const EXTENSION: &'static str = "cgb";

    fn game_text(&self, record: &GameRecord<Move>) -> String {
        let mut text = String::new();
        let rules = self.rules().to_string();
        for (name, value) in [(GAME, NAME), (RULES, &rules), (START, &self.position_text())] {
            write_tag(&mut text, name, value);
        }
        for (name, value) in &record.tags {
            let name = tag_name(name);
            if ![GAME, RULES, START, FORFEIT].contains(&name.as_str()) {
                write_tag(&mut text, &name, value);
            }
        }
        if let Some((seat, reason)) = &record.forfeit {
            write_tag(&mut text, FORFEIT, &format!("{} {reason}", seat.0 + 1));
        }
        let mut end = *self;
        let mut width = 0;
        for &mv in &record.moves {
            let word = end.move_text(mv);
            end.play(mv);
            width = write_word(&mut text, width, &word);
        }
        if width > 0 {
            text.push('\n');
        }
        let _ = writeln!(text, "{}\n", result_text(&end, record.forfeit.as_ref().map(|forfeit| forfeit.0)));
        text
    }

    fn replay(&self, text: &str, each: &mut dyn FnMut(Replayed<Move>)) -> Result<(), TextError> {
        let mut number = 0;
        let mut reading: Option<Reading> = None;
        for (index, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
            let line = line.trim();
            if is_game_tag(line) {
                number += 1;
                if let Some(game) = reading.replace(Reading::new(number, index + 1, self)) {
                    each(game.finish());
                }
            }
            match &mut reading {
                Some(game) => game.line(line, self),
                None if line.is_empty() => {}
                None => {
                    return Err(TextError::new(format!(
                        "line {}: {} stands before the first game, which begins with [{GAME} \"{NAME}\"]",
                        index + 1,
                        quote(line)
                    )));
                }
            }
        }
        match reading {
            Some(game) => {
                each(game.finish());
                Ok(())
            }
            None => Err(TextError::new(format!("no game; each begins with the line [{GAME} \"{NAME}\"]"))),
        }
    }
}

fn write_word(text: &mut String, width: usize, word: &str) -> usize {
    let wrap = width + 1 + word.len() > LINE_WIDTH;
    let divider = match width {
        0 => "",
        _ if wrap => "\n",
        _ => " ",
    };
    let _ = write!(text, "{divider}{word}");
    if wrap || width == 0 { word.len() } else { width + 1 + word.len() }
}

/// `score 120:-180` of a game that is over or was forfeited.
fn result_text(end: &CantGoBack, forfeit: Option<Seat>) -> String {
    let mut scores = [end.score(Seat::FIRST), end.score(Seat::SECOND)];
    match forfeit {
        Some(seat) => scores[seat.index() & 1] -= end.rules().penalty,
        None if !end.is_over() => return UNFINISHED.to_owned(),
        None => {}
    }
    format!("{SCORE} {}:{}", scores[0], scores[1])
}

fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A name that a reader takes: letters, digits and underscores, which replace anything else.
fn tag_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(plain).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}

/// A quoted value escapes quotation marks and backslashes; other control characters become blanks.
fn write_tag(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, "[{name} \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text.push_str("\"]\n");
}

/// Name and value of a line that [`write_tag`] could have written.
fn read_tag(line: &str) -> Option<(&str, String)> {
    let (name, quoted) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(char::is_whitespace)?;
    let inner = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.push(chars.next()?),
            '"' => return None,
            c => value.push(c),
        }
    }
    is_tag_name(name).then_some((name, value))
}

fn is_game_tag(line: &str) -> bool {
    read_tag(line).is_some_and(|(name, _)| name == GAME)
}

/// A game that is being read.
struct Reading {
    number: usize,
    line: usize,
    tags: Vec<(String, String)>,
    start: String,
    position: CantGoBack,
    moves: Vec<Move>,
    forfeit: Option<Seat>,
    /// The words of the result, as the file has them.
    claim: Vec<String>,
    /// Whether the moves have begun, so that tags are at an end.
    in_moves: bool,
    error: Option<ReplayError>,
}

impl Reading {
    fn new(number: usize, line: usize, start: &CantGoBack) -> Self {
        Self {
            number,
            line,
            tags: Vec::new(),
            start: start.position_text(),
            position: *start,
            moves: Vec::new(),
            forfeit: None,
            claim: Vec::new(),
            in_moves: false,
            error: None,
        }
    }

    fn fail(&mut self, ply: usize, message: impl AsRef<str>) {
        if self.error.is_none() {
            self.error = Some(ReplayError { ply, message: TextError::new(message).message });
        }
    }

    fn line(&mut self, line: &str, start: &CantGoBack) {
        if line.starts_with('[') {
            match read_tag(line) {
                _ if self.in_moves => {
                    let ply = self.moves.len() + 1;
                    self.fail(ply, format!("{} stands among the moves; tags come before them", quote(line)));
                }
                Some((name, value)) => self.tag(name, &value, start),
                None => self.fail(0, format!("{} is no tag; one looks like [Name \"value\"]", quote(line))),
            }
        } else {
            for word in line.split_whitespace() {
                self.in_moves = true;
                self.word(word);
            }
        }
    }

    fn tag(&mut self, name: &str, value: &str, start: &CantGoBack) {
        match name {
            GAME if value != NAME => self.fail(0, format!("a game of {}, not of {NAME}", quote(value))),
            RULES => {
                let rules = start.rules().to_string();
                if value.split_whitespace().ne(rules.split_whitespace()) {
                    self.fail(0, format!("played under {}; it is replayed under {rules}", quote(value)));
                }
            }
            START => match start.read_position(value) {
                Ok(position) => {
                    self.start = position.position_text();
                    self.position = position;
                }
                Err(error) => self.fail(0, error.message),
            },
            FORFEIT => match value.split_whitespace().next() {
                Some("1") => self.forfeit = Some(Seat::FIRST),
                Some("2") => self.forfeit = Some(Seat::SECOND),
                _ => {
                    self.fail(0, format!("{FORFEIT} {}: expected the player, 1 or 2, and why", quote(value)));
                }
            },
            GAME => {}
            _ => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// A move, or a word of the result.
    fn word(&mut self, word: &str) {
        if self.error.is_some() {
            return;
        }
        let ply = self.moves.len() + 1;
        match self.claim.len() {
            0 if word == SCORE || word == UNFINISHED => self.claim.push(word.to_owned()),
            0 => match self.position.read_move(word) {
                Ok(mv) => {
                    self.position.play(mv);
                    self.moves.push(mv);
                }
                Err(error) => self.fail(ply, error.to_string()),
            },
            1 if self.claim[0] == SCORE => self.claim.push(word.to_owned()),
            _ => self.fail(
                ply,
                format!("{} stands after the result; the next game begins with [{GAME} …]", quote(word)),
            ),
        }
    }

    fn finish(mut self) -> Replayed<Move> {
        let actual = result_text(&self.position, self.forfeit);
        let claim = self.claim.join(" ");
        let ply = self.moves.len();
        if self.forfeit.is_some() && self.position.is_over() {
            self.fail(ply, "forfeited after the end of the game");
        } else if claim.is_empty() && actual == UNFINISHED {
            let wanted = format!("expected more moves, or the word {UNFINISHED}");
            self.fail(ply + 1, format!("the game is not over, and the file ends it here; {wanted}"));
        } else if !claim.is_empty() && claim != actual {
            self.fail(ply, format!("the file says {}, but the moves lead to {actual}", quote(&claim)));
        }
        Replayed {
            number: self.number,
            line: self.line,
            tags: self.tags,
            start: self.start,
            moves: self.moves,
            result: if claim.is_empty() { actual } else { claim },
            error: self.error,
        }
    }
}
