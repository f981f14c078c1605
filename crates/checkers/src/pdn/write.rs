//! A game as PDN.

use plywise::{Game, GameRecord, Notation, Note, Seat};

use super::Outcome;
use crate::board::Board;
use crate::diagram::seat_name;
use crate::moves::Move;
use crate::rules::Checkers;

const COLUMNS: usize = 80;

/// The game that starts from `start`: head, moves with what is said of them, result and a blank line.
pub(super) fn game(start: &Checkers, record: &GameRecord<Move>, notes: &[Note]) -> String {
    let mut position = start.clone();
    let mut lines = Lines::default();
    let black_first = start.board().to_move() == Seat::FIRST;
    let (mut notes, mut interrupted) = (notes.iter().peekable(), true);
    for (played, &mv) in record.moves.iter().enumerate() {
        let ply = played + usize::from(!black_first);
        match (ply % 2, interrupted) {
            (0, _) => lines.add(&format!("{}.", ply / 2 + 1)),
            (_, true) => lines.add(&format!("{}...", ply / 2 + 1)),
            (..) => {}
        }
        lines.add(&mv.to_string());
        interrupted = false;
        while let Some(note) = notes.next_if(|note| note.ply <= played) {
            lines.add(&format!("${}", note.mark.glyph()));
            lines.comment(&note.text);
            interrupted = true;
        }
        position.play(mv);
    }
    let claimed =
        record.tags.iter().find(|(name, _)| name == "Result").and_then(|(_, text)| Outcome::read(text));
    let outcome = match (&record.forfeit, Outcome::of(&position)) {
        (Some((seat, _)), _) => Outcome::Won(seat.other()),
        (None, Outcome::Unknown) => claimed.unwrap_or(Outcome::Unknown),
        (None, ruled) => ruled,
    };
    if let Some((seat, reason)) = &record.forfeit {
        let comment = format!("{} forfeits: {reason}", seat_name(start.rules(), *seat));
        lines.comment(&comment);
    }
    lines.add(&outcome.to_string());
    head(start, record, outcome) + "\n" + &lines.text + "\n\n"
}

/// The tags: seven that every game has, what else a reader needs, then the record's others, in its order.
fn head(start: &Checkers, record: &GameRecord<Move>, outcome: Outcome) -> String {
    let mut text = String::new();
    let mut add = |name: &str, value: &str| text.push_str(&tag(name, value));
    let mut known: Vec<&str> = Vec::new();
    for (name, default) in [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        (seat_name(start.rules(), Seat::FIRST), "?"),
        (seat_name(start.rules(), Seat::SECOND), "?"),
    ] {
        let given = record.tags.iter().find(|(given, _)| given == name);
        add(name, given.map_or(default, |(_, value)| value));
        known.push(name);
    }
    add("Result", &outcome.to_string());
    add("GameType", "21");
    if *start.board() != Board::start() {
        add("SetUp", "1");
        add("FEN", &start.position_text());
    }
    known.extend(["Result", "GameType", "SetUp", "FEN"]);
    for (name, value) in &record.tags {
        let clean = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') && !name.is_empty();
        if clean && !known.contains(&name.as_str()) {
            add(name, value);
            known.push(name);
        }
    }
    text
}

fn tag(name: &str, value: &str) -> String {
    let value = value.replace(['\r', '\n'], " ").replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

/// Words, filled into lines.
#[derive(Default)]
struct Lines {
    text: String,
    /// Characters on the last line.
    width: usize,
}

impl Lines {
    fn add(&mut self, word: &str) {
        let width = word.chars().count();
        if self.width > 0 {
            let fits = self.width + 1 + width <= COLUMNS;
            self.text.push(if fits { ' ' } else { '\n' });
            self.width = if fits { self.width + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.width += width;
    }

    fn comment(&mut self, text: &str) {
        let plain = text.replace('{', "(").replace('}', ")");
        for word in format!("{{{plain}}}").split_whitespace() {
            self.add(word);
        }
    }
}
