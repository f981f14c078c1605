//! Whole games as lines of text: `2048 v1; Event="evening"; moves b2=2 c4=2 L a1=4 U; score 4`.
//!
//! The grammar is in the README.

use std::fmt::Write;

use plywise::notation::quote;
use plywise::{Archive, Game, GameRecord, Notation, ReplayError, Replayed, TextError};

use crate::game::Twenty48;
use crate::moves::Move;

const HEAD: &str = "2048 v1";

impl Archive for Twenty48 {
    const EXTENSION: &'static str = "2048";

    fn game_text(&self, record: &GameRecord<Move>) -> String {
        let mut text = HEAD.to_owned();
        for (name, value) in &record.tags {
            write!(text, "; {}={}", tag_name(name), quoted(value)).expect("a string takes all text");
        }
        if *self != Self::START {
            write!(text, "; start {}", self.position_text()).expect("a string takes all text");
        }
        text.push_str("; moves");
        let mut position = *self;
        for &mv in &record.moves {
            debug_assert!(position.is_legal(mv), "{mv} is not legal in {position:?}");
            text.push(' ');
            text.push_str(&short(mv));
            position.play(mv);
        }
        if let Some((_, reason)) = &record.forfeit {
            write!(text, "; forfeit {}", quoted(reason)).expect("a string takes all text");
        }
        writeln!(text, "; score {}", position.score()).expect("a string takes all text");
        text
    }

    /// A game without `start` begins on the empty board, whatever `self` is.
    fn replay(&self, text: &str, each: &mut dyn FnMut(Replayed<Move>)) -> Result<(), TextError> {
        let mut number = 0;
        for (line, content) in text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())) {
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            if number == 0 && !content.starts_with("2048") {
                return Err(TextError::new(format!(
                    "line {line}: {} is no game of 2048; each line is a game and begins with \"{HEAD};\"",
                    quote(content)
                )));
            }
            number += 1;
            let mut game = Playing::default();
            let error = game.play(content).err();
            let (start, result) = (game.start.position_text(), game.result());
            each(Replayed { number, line, tags: game.tags, start, result, moves: game.moves, error });
        }
        Ok(())
    }
}

/// Directions as one letter.
fn short(mv: Move) -> String {
    match mv {
        Move::Slide(way) => way.letter().to_string(),
        spawn @ Move::Spawn { .. } => spawn.to_string(),
    }
}

/// A name that the reader takes for one: letters, digits, `_` and `-`.
fn tag_name(name: &str) -> String {
    let fit = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    if name.is_empty() { "_".to_owned() } else { name.chars().map(fit).collect() }
}

/// What stands between the quotation marks of a text that [`is_quoted`].
fn unquoted(text: &str) -> String {
    let mut chars = text[1..text.len() - 1].chars();
    let next = || chars.next().and_then(|c| if c == '\\' { chars.next() } else { Some(c) });
    std::iter::from_fn(next).collect()
}

fn quoted(value: &str) -> String {
    let mut text = String::from("\"");
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text + "\""
}

/// One line on its way through the rules.
struct Playing {
    tags: Vec<(String, String)>,
    start: Twenty48,
    position: Twenty48,
    moves: Vec<Move>,
    claim: Option<u32>,
    /// How far the fixed order of the parts has come.
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Tags,
    Started,
    Moved,
    Forfeited,
    Scored,
}

impl Default for Playing {
    fn default() -> Self {
        Self {
            tags: Vec::new(),
            start: Twenty48::START,
            position: Twenty48::START,
            moves: Vec::new(),
            claim: None,
            stage: Stage::Tags,
        }
    }
}

impl Playing {
    /// The score that the line claims, else the one that was reached; the largest tile that was reached.
    fn result(&self) -> String {
        let score = self.claim.unwrap_or_else(|| self.position.score());
        let end = if self.position.is_over() { "" } else { ", unfinished" };
        format!("score {score}, tile {}{end}", self.position.board().max_tile())
    }

    fn play(&mut self, line: &str) -> Result<(), ReplayError> {
        let mut parts = parts(line);
        let head = parts.next().unwrap_or_default().trim();
        if head != HEAD {
            return Err(self.wrong(format!("{} is no game of 2048; it begins with \"{HEAD};\"", quote(head))));
        }
        for part in parts {
            self.part(part.trim())?;
        }
        if self.stage < Stage::Moved {
            return Err(
                self.wrong("the game has no moves; after the head comes \"moves\" and what was played")
            );
        }
        match self.claim {
            Some(claim) if claim != self.position.score() => {
                let score = self.position.score();
                Err(self.wrong(format!("the line claims score {claim}, but its moves score {score}")))
            }
            _ => Ok(()),
        }
    }

    fn part(&mut self, part: &str) -> Result<(), ReplayError> {
        let (word, rest) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        let stage = match word {
            "start" => Stage::Started,
            "moves" => Stage::Moved,
            "forfeit" => Stage::Forfeited,
            "score" => Stage::Scored,
            _ => Stage::Tags,
        };
        let out_of_order = if stage == Stage::Tags { self.stage > stage } else { self.stage >= stage };
        if out_of_order || (stage > Stage::Moved && self.stage < Stage::Moved) {
            let order = "tags, start, moves, forfeit, score, each part once";
            return Err(
                self.wrong(format!("{} stands in the wrong place; the order is {order}", quote(part)))
            );
        }
        self.stage = stage;
        match stage {
            Stage::Tags => self.tag(part),
            Stage::Started => {
                self.position = self.position.read_position(rest).map_err(|e| self.wrong(e.message))?;
                self.start = self.position;
                Ok(())
            }
            Stage::Moved => self.moves(rest),
            Stage::Forfeited if is_quoted(rest.trim()) => Ok(()),
            Stage::Forfeited => {
                Err(self.wrong("a forfeit gives its reason in quotes: forfeit \"out of time\""))
            }
            Stage::Scored => self.score(rest.trim()),
        }
    }

    fn tag(&mut self, part: &str) -> Result<(), ReplayError> {
        let is_name = |name: &str| {
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
        };
        match part.split_once('=') {
            Some((name, value)) if is_name(name) && is_quoted(value) => {
                self.tags.push((name.to_owned(), unquoted(value)));
                Ok(())
            }
            _ => Err(self.wrong(format!("{} is no tag; a tag is Name=\"value\"", quote(part)))),
        }
    }

    fn moves(&mut self, text: &str) -> Result<(), ReplayError> {
        for token in text.split_whitespace() {
            let mv = self
                .position
                .read_move(token)
                .map_err(|e| ReplayError { ply: self.moves.len() + 1, message: e.to_string() })?;
            self.position.play(mv);
            self.moves.push(mv);
        }
        Ok(())
    }

    fn score(&mut self, text: &str) -> Result<(), ReplayError> {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        self.claim = text.parse().ok().filter(|_| digits);
        match self.claim {
            Some(_) => Ok(()),
            None => Err(self.wrong(format!("{} is no score; right would be a number", quote(text)))),
        }
    }

    /// A fault behind the last move that was played.
    fn wrong(&self, message: impl Into<String>) -> ReplayError {
        ReplayError { ply: self.moves.len(), message: message.into() }
    }
}

/// The parts of a line: it is cut at every `;` outside quotes.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    let mut in_quotes = false;
    let mut escaped = false;
    line.split(move |c: char| {
        let cut = c == ';' && !in_quotes;
        match c {
            '"' if !escaped => in_quotes = !in_quotes,
            _ => {}
        }
        escaped = in_quotes && c == '\\' && !escaped;
        cut
    })
}

/// Whether the whole text is one string in quotes.
fn is_quoted(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else { return false };
    let mut escaped = false;
    for c in inner.chars() {
        match c {
            '"' if !escaped => return false,
            c => escaped = c == '\\' && !escaped,
        }
    }
    !escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replay(text: &str) -> Vec<Replayed<Move>> {
        let mut games = Vec::new();
        Twenty48::START.replay(text, &mut |game| games.push(game)).unwrap();
        games
    }

    #[test]
    fn a_game_is_written_and_replayed() {
        let moves: Vec<Move> = "a1=2 b1=2 left b1=4".split(' ').map(|t| Move::read(t).unwrap()).collect();
        let tags = vec![
            ("Event".to_owned(), "a \"quoted; one\" \\ two\nlines".to_owned()),
            ("odd name; x".to_owned(), String::new()),
        ];
        let record = GameRecord { tags, moves, forfeit: None };
        let text = Twenty48::START.game_text(&record);
        assert_eq!(
            text,
            "2048 v1; Event=\"a \\\"quoted; one\\\" \\\\ two lines\"; odd_name__x=\"\"; moves a1=2 b1=2 L b1=4; score 4\n"
        );
        let games = replay(&text);
        assert_eq!((games.len(), &games[0].error), (1, &None));
        assert_eq!(games[0].moves, record.moves);
        assert_eq!(games[0].tags[0], ("Event".to_owned(), "a \"quoted; one\" \\ two lines".to_owned()));
        assert_eq!(games[0].result, "score 4, tile 4, unfinished");
    }

    #[test]
    fn a_game_from_another_start_and_a_forfeit_are_written_and_replayed() {
        let start = Twenty48::START.read_position("2 2 4 8/4 8 2 4/2 4 8 2/8 2 4 8").unwrap();
        let moves: Vec<Move> = ["left", "d1=2"].map(|t| Move::read(t).unwrap()).into();
        let forfeit = Some((plywise::Seat::FIRST, "out of time".to_owned()));
        let text = start.game_text(&GameRecord { tags: vec![], moves: moves.clone(), forfeit });
        let expected = "2048 v1; start 2 2 4 8/4 8 2 4/2 4 8 2/8 2 4 8; moves L d1=2; forfeit \"out of time\"; score 4\n";
        assert_eq!(text, expected);
        let game = &replay(&text)[0];
        assert_eq!((game.error.clone(), game.moves.clone()), (None, moves));
    }

    #[test]
    fn a_broken_game_is_named_to_the_ply_and_does_not_stop_the_others() {
        let text = "# a comment\n\n2048 v1; moves a1=2 b1=2 L a1=4\n2048 v1; moves a1=2 b1=2 L; score 8\n2048 v1; moves a1=2 b1=2";
        let games = replay(text);
        let error = games[0].error.as_ref().unwrap();
        assert_eq!((games[0].line, games[0].number, error.ply, games[0].moves.len()), (3, 1, 4, 3));
        assert!(error.message.starts_with("\"a1=4\" puts a tile on another one; legal: b1=2"), "{error}");
        let error = games[1].error.as_ref().unwrap();
        assert_eq!(error.to_string(), "ply 3: the line claims score 8, but its moves score 4");
        assert_eq!(games[2].error, None);
        assert_eq!(games[2].result, "score 0, tile 2, unfinished");
    }

    #[test]
    fn faults_in_the_head_are_named() {
        for (line, part) in [
            ("2048 v2; moves", "begins with \"2048 v1;\""),
            ("2048 v1", "the game has no moves"),
            ("2048 v1; score 0", "stands in the wrong place"),
            ("2048 v1; moves; moves", "stands in the wrong place"),
            ("2048 v1; moves; Event=\"x\"", "stands in the wrong place"),
            ("2048 v1; Event=x; moves", "is no tag"),
            ("2048 v1; Event=\"x; moves", "is no tag"),
            ("2048 v1; =\"x\"; moves", "is no tag"),
            ("2048 v1; start 1; moves", "row 1, column 1: \"1\" is no tile"),
            ("2048 v1; moves; score", "is no score"),
            ("2048 v1; moves; score +0", "is no score"),
            ("2048 v1; moves; forfeit time", "in quotes"),
        ] {
            let error = replay(line)[0].error.clone().expect(line);
            assert_eq!(error.ply, 0, "{line}");
            assert!(error.message.contains(part), "{line}: {error}");
        }
        let error = Twenty48::START.replay("[Event \"?\"]\n1. e4", &mut |_| ()).unwrap_err();
        assert!(error.message.starts_with("line 1: "), "{error}");
    }
}
