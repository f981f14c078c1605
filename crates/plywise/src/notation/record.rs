//! Whole games as plain text: what [`Archive`](crate::notation::Archive) provides.
//!
//! ```text
//! [Event "plywise match"]
//! [Start "......./......./......./......./......./......."]
//! d1 d2 c1 …
//! result 1:-1
//! ```
//!
//! Tags in brackets, one a line, a quote or backslash inside them after a backslash; `Start` is the position, `Forfeit` the
//! seat from 1 and why. Then the moves between blanks, then the result: the points of each seat, or `unfinished`. A tag after
//! a result begins the next game; what follows a `#` at the start of a line is passed over.

use super::{GameRecord, Notation, Note, ReplayError, Replayed, TextError, quote};
use crate::game::{Seat, Turn};

const START: &str = "Start";
const FORFEIT: &str = "Forfeit";
const RESULT: &str = "result ";
/// Moves go on a new line beyond this many characters.
const WIDTH: usize = 60;

/// A game from `start` as it stands in a file.
pub(crate) fn game_text<G: Notation>(start: &G, record: &GameRecord<G::Move>) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text += &format!("[{} \"{}\"]\n", name_of(name), escaped(value));
    record
        .tags
        .iter()
        .filter(|(name, _)| ![START, FORFEIT].contains(&name.as_str()))
        .for_each(|(name, value)| tag(name, value));
    tag(START, &start.position_text());
    if let Some((seat, why)) = &record.forfeit {
        tag(FORFEIT, &format!("{} {why}", seat.0 + 1));
    }
    let (mut end, mut width) = (start.clone(), 0);
    for &mv in &record.moves {
        let word = end.move_text(mv);
        end.play(mv);
        let wraps = width + word.len() > WIDTH;
        text += if width == 0 {
            ""
        } else if wraps {
            "\n"
        } else {
            " "
        };
        width = if wraps { 0 } else { width } + word.len() + 1;
        text += &word;
    }
    if width > 0 {
        text.push('\n');
    }
    text + RESULT + &result(&end) + "\n\n"
}

/// A line for each move that something is said of: `# 12. Black d3?? …`, its number that of the ply, from 1.
pub(crate) fn remarks<G: Notation>(start: &G, record: &GameRecord<G::Move>, notes: &[Note]) -> String {
    let (mut position, mut text, mut notes) = (start.clone(), String::new(), notes.iter().peekable());
    for (ply, &mv) in record.moves.iter().enumerate() {
        while let Some(note) = notes.next_if(|note| note.ply <= ply) {
            let seat = match position.turn() {
                Turn::Seat(seat) if G::SEATS > 1 => position.seat_name(seat) + " ",
                _ => String::new(),
            };
            let (mv, said) = (position.move_text(mv), note.text.replace(['\n', '\r'], " "));
            text += &format!("# {}. {seat}{mv}{} {said}\n", ply + 1, note.mark.sign());
        }
        position.play(mv);
    }
    text
}

/// A tag's name is one word.
fn name_of(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("_").replace(['[', ']', '"'], "_")
}

fn escaped(value: &str) -> String {
    value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"")
}

/// The points of each seat, or that there are none yet.
fn result<G: Notation>(end: &G) -> String {
    if !end.is_over() {
        return String::from("unfinished");
    }
    let points = (0..G::SEATS as u8).map(|seat| end.payoff(Seat(seat)).to_string());
    points.collect::<Vec<_>>().join(":")
}

/// Reads such games, each played by the rules of `start`.
pub(crate) fn replay<G: Notation>(
    start: &G,
    text: &str,
    each: &mut dyn FnMut(Replayed<G::Move>),
) -> Result<(), TextError> {
    let (mut number, mut game): (usize, Option<Reading<G>>) = (0, None);
    for (index, line) in text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if game.as_ref().is_none_or(|game| game.claim.is_some() || game.is_stray) {
            let is_stray = !line.starts_with('[');
            let wrong = format!(
                "{} stands outside a game; each begins with a tag such as [Start \"…\"]",
                quote(line)
            );
            match &game {
                None if is_stray => return Err(TextError::new(format!("line {}: {wrong}", index + 1))),
                Some(game) if is_stray && game.is_stray => continue,
                _ => number += 1,
            }
            let mut next = Reading::new(number, index + 1, start);
            if is_stray {
                next.is_stray = true;
                next.wrong(&wrong);
            }
            if let Some(game) = game.replace(next) {
                each(game.finish());
            }
            if is_stray {
                continue;
            }
        }
        if let Some(game) = &mut game {
            game.line(line);
        }
    }
    game.map(|game| each(game.finish())).ok_or_else(|| {
        TextError::new("no game; each begins with tags such as [Start \"…\"], then its moves and a line such as result 1:-1")
    })
}

/// A game of which some lines have been read.
struct Reading<G: Notation> {
    told: Replayed<G::Move>,
    now: G,
    forfeit: bool,
    /// The result that the file gives.
    claim: Option<String>,
    /// Lines between games, told as one that breaks before its first move.
    is_stray: bool,
}

impl<G: Notation> Reading<G> {
    fn new(number: usize, line: usize, start: &G) -> Self {
        let told = Replayed {
            number,
            line,
            tags: Vec::new(),
            start: start.position_text(),
            moves: Vec::new(),
            result: String::new(),
            error: None,
        };
        Self { told, now: start.clone(), forfeit: false, claim: None, is_stray: false }
    }

    fn line(&mut self, line: &str) {
        if let Some(tag) = line.strip_prefix('[') {
            self.tag(tag, line);
        } else if let Some(claim) = line.strip_prefix(RESULT) {
            self.claim = Some(claim.trim().to_owned());
        } else {
            line.split_whitespace().for_each(|word| self.word(word));
        }
    }

    fn tag(&mut self, tag: &str, line: &str) {
        let parts = tag.strip_suffix("\"]").and_then(|tag| tag.split_once(" \""));
        let Some((name, value)) = parts.map(|(name, value)| (name, plain(value))) else {
            return self.wrong(&format!("{} is no tag; one is like [Event \"a match\"]", quote(line)));
        };
        match name {
            START if self.told.moves.is_empty() => match self.now.read_position(&value) {
                Ok(start) => (self.told.start, self.now) = (start.position_text(), start),
                Err(error) => self.wrong(&error.message),
            },
            START => self.wrong("the start is told after the first move"),
            FORFEIT => self.forfeit = true,
            _ => self.told.tags.push((name.to_owned(), value)),
        }
    }

    fn word(&mut self, word: &str) {
        if self.told.error.is_some() {
            return;
        }
        match self.now.read_move(word) {
            Ok(mv) => {
                self.now.play(mv);
                self.told.moves.push(mv);
            }
            Err(error) => {
                let ply = self.told.moves.len() + 1;
                self.told.error = Some(ReplayError { ply, message: error.to_string() });
            }
        }
    }

    fn wrong(&mut self, message: &str) {
        let ply = self.told.moves.len();
        let error = ReplayError { ply, message: TextError::new(message).message };
        self.told.error.get_or_insert(error);
    }

    fn finish(mut self) -> Replayed<G::Move> {
        let played = result(&self.now);
        let claim = self.claim.take().unwrap_or_else(|| played.clone());
        if claim != played && !self.forfeit && self.now.is_over() {
            self.wrong(&format!("the result is given as {}, but the moves end {played}", quote(&claim)));
        }
        self.told.result = if self.forfeit { format!("{played}, forfeited") } else { claim };
        self.told
    }
}

/// A tag's value without the backslashes that guard quotes and themselves.
fn plain(value: &str) -> String {
    let (mut text, mut guarded) = (String::new(), false);
    for c in value.chars() {
        guarded = c == '\\' && !guarded;
        if !guarded {
            text.push(c);
        }
    }
    text
}
