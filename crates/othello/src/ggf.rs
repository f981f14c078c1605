//! Games of Othello in the Generic Game Format, as NBoard sends them and servers keep them:
//! `(;GM[Othello]PC[NBoard]TY[8]BO[8 ---…*O… *]B[F5]W[F6/1.2/0.5];)`.

mod clocks;

use std::fmt::Write;
use std::time::Duration;

pub use clocks::{clocks, taken};
use plywise::notation::quote;
use plywise::{Game as _, Notation, ReplayError, Replayed, Seat};

use crate::archive::replay_line;
use crate::notation::seat_name;
use crate::{Move, Othello, names};

/// A game as far as a program that is asked to go on needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Where it starts, as a position text.
    pub start: String,
    /// The moves since then: `f5`, `pass`.
    pub moves: Vec<String>,
    /// Whether the file says that Black made the move, for each.
    pub blacks: Vec<bool>,
    /// All other fields, such as `PB` and `RE`, and what they hold.
    pub tags: Vec<(String, String)>,
}

/// Whether a text is a file of such games: whatever stands in front, as the count of games does in servers' archives.
pub(crate) fn is_file(text: &str) -> bool {
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| line.contains("(;"))
}

/// Reads every game of a file and plays it by the rules of `start`; see [`plywise::Archive::replay`].
pub(crate) fn replay(start: &Othello, text: &str, each: &mut dyn FnMut(Replayed<Move>)) {
    let (mut at, mut number, mut line) = (0, 0, 1);
    while let Some(begin) = text[at..].find("(;").map(|found| at + found) {
        line += text[at..begin].matches('\n').count();
        let mut fields = Fields { text, at: begin + 2 };
        number += 1;
        each(replayed(start, read_fields(&mut fields), number, line));
        at = fields.at;
        line += text[begin..at].matches('\n').count();
    }
}

fn replayed(start: &Othello, read: Result<Game, String>, number: usize, line: usize) -> Replayed<Move> {
    let side = start.size().side();
    let read = read.and_then(|game| match names::board_side(&game.start) {
        Some(other) if other != side => {
            Err(format!("a game on a board of {other}x{other}, not {side}x{side}: size={other} reads it"))
        }
        _ => start.read_position(&game.start).map(|from| (from, game)).map_err(|error| error.to_string()),
    });
    match read {
        Ok((from, game)) => played(&from, game, number, line),
        Err(message) => Replayed {
            number,
            line,
            tags: Vec::new(),
            start: start.position_text(),
            moves: Vec::new(),
            result: "broken off".into(),
            error: Some(ReplayError { ply: 0, message }),
        },
    }
}

fn played(from: &Othello, mut game: Game, number: usize, line: usize) -> Replayed<Move> {
    let result = game.tags.iter().find(|(name, _)| name == "RE").and_then(|(_, result)| score(result));
    let claim = result.map_or_else(String::new, |points| format!(" {points:+}"));
    let out_of_turn = out_of_turn(from, &game);
    let claim = if let Some((place, _)) = &out_of_turn {
        game.moves.truncate(*place);
        ""
    } else {
        &claim
    };
    let mut replayed = replay_line(from, &(game.moves.concat() + claim), number, line);
    if let (Some((_, message)), None) = (out_of_turn, &replayed.error) {
        replayed.result = "broken off".into();
        replayed.error = Some(ReplayError { ply: replayed.moves.len() + 1, message });
    }
    let named = |(name, value): (String, String)| {
        let name = TAGS.iter().find(|(ours, _)| *ours == name).map_or(name, |(_, tag)| (*tag).to_owned());
        (name, value)
    };
    Replayed { tags: game.tags.into_iter().map(named).collect(), ..replayed }
}

/// Fields that say what every game's tags say, and the tags' names.
const TAGS: [(&str, &str); 5] =
    [("PB", "Black"), ("PW", "White"), ("EV", "Event"), ("PC", "Site"), ("DT", "Date")];

/// The first move of a colour that is not to move: its place among the moves, and what is wrong. A pass that the file leaves
/// out is no fault.
fn out_of_turn(from: &Othello, game: &Game) -> Option<(usize, String)> {
    let mut position = *from;
    for (place, (mv, &black)) in game.moves.iter().zip(&game.blacks).enumerate() {
        let seat = if black { Seat::FIRST } else { Seat::SECOND };
        if position.mover() != seat
            && let Ok(pass) = position.read_move("pass")
        {
            position.play(pass);
        }
        if position.mover() != seat {
            let letter = if black { 'B' } else { 'W' };
            let mover = seat_name(position.mover());
            return Some((place, format!("{letter}[{}], but {mover} is to move", names::nboard_move(mv))));
        }
        // Whatever is not legal is told where the moves are played.
        position.play(position.read_move(mv).ok()?);
    }
    None
}

/// Black's points in a result such as `+12.000`, or `-64.000:r` where White did not play on; none in `?`.
fn score(result: &str) -> Option<i32> {
    let points: f64 = result.split(':').next()?.trim().parse().ok()?;
    (points.fract() == 0.0 && points.abs() <= 64.0).then_some(points as i32)
}

/// Writes a game. `start` is a position text of a square board, `left` what who is to move has left: both players' time is in
/// whole seconds, what there is too much of it stands behind the last move of who is to move.
///
/// # Errors
/// When `start` is no such text.
pub fn write(start: &str, moves: &[String], left: Duration) -> Result<String, String> {
    let Some(side) = names::board_side(start) else {
        return Err(format!("{start:?} is no position of a square board"));
    };
    let board: String = start.trim().chars().map(|c| if c == 'X' { '*' } else { c }).collect();
    let whole = Duration::from_secs(left.as_millis().div_ceil(1000).max(1) as u64);
    let (minutes, seconds, used) = (whole.as_secs() / 60, whole.as_secs() % 60, whole.saturating_sub(left));
    let mut text = format!(
        "(;GM[Othello]PC[plywise]PB[black]PW[white]RE[?]TI[{minutes}:{seconds:02}]TY[{side}]BO[{side} {board}]"
    );
    let mut black = names::is_black_to_move(start);
    for (place, mv) in moves.iter().enumerate() {
        let _ = write!(text, "{}[{}", if black { 'B' } else { 'W' }, names::nboard_move(mv));
        if place + 2 == moves.len() && !used.is_zero() {
            let _ = write!(text, "//{:.3}", used.as_secs_f64());
        }
        text.push(']');
        black = !black;
    }
    text.push_str(";)");
    Ok(text)
}

/// Reads a game. Fields that say nothing about the position are skipped; evaluations and times behind moves too.
///
/// # Errors
/// One line that says what is missing or cannot be read.
pub fn read(text: &str) -> Result<Game, String> {
    let body = text.trim().strip_prefix("(;").ok_or("a game in GGF begins with (;")?;
    read_fields(&mut Fields { text: body, at: 0 })
}

/// Reads the fields of a game to its end, whatever is wrong with them.
fn read_fields(fields: &mut Fields<'_>) -> Result<Game, String> {
    let mut game = Game { start: String::new(), moves: Vec::new(), blacks: Vec::new(), tags: Vec::new() };
    let mut wrong = None;
    loop {
        match fields.next() {
            Token::Field(name, value) => {
                if let Err(error) = game.take(name, value) {
                    wrong.get_or_insert(error);
                }
            }
            Token::End => break,
            Token::Cut => {
                wrong.get_or_insert_with(|| "the game is cut off: there is no ;) at its end".to_owned());
                break;
            }
        }
    }
    if game.start.is_empty() {
        wrong.get_or_insert_with(|| "the game has no BO[…] field, so no board".to_owned());
    }
    wrong.map_or(Ok(game), Err)
}

impl Game {
    fn take(&mut self, name: &str, value: String) -> Result<(), String> {
        match name {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                return Err(format!("{}: this is no game of Othello", told(name, &value)));
            }
            "BO" => self.start = board(&value)?,
            "B" | "W" => {
                let mv = names::read_move(&value)
                    .ok_or_else(|| format!("{} is no move; one is like d6 or PA", told(name, &value)))?;
                self.moves.push(mv);
                self.blacks.push(name == "B");
            }
            "GM" => {}
            // What stands between fields, or a bracket that nothing escapes, would hide a move.
            _ if name.is_empty() || !name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()) => {
                return Err(format!(
                    "{} is no field; a field is NAME[value], such as B[F5]",
                    told(name, &value)
                ));
            }
            _ => self.tags.push((name.to_owned(), value)),
        }
        Ok(())
    }
}

/// What a game goes on with.
enum Token<'a> {
    /// `NAME[value]`: what a `]` or `\` follows a backslash for is undone.
    Field(&'a str, String),
    /// `;)`
    End,
    /// The text ends, or the next game begins.
    Cut,
}

/// Walks through a game's fields. A `;)` inside a value ends no game.
struct Fields<'a> {
    text: &'a str,
    /// Bytes read.
    at: usize,
}

impl<'a> Fields<'a> {
    fn next(&mut self) -> Token<'a> {
        let skipped = |c: char| c.is_whitespace() || c == ';';
        let rest = self.text[self.at..].trim_start_matches(skipped);
        self.at = self.text.len() - rest.len();
        let name = &rest[..rest.find(['[', ')', '(']).unwrap_or(rest.len())];
        self.at += name.len();
        match self.text.as_bytes().get(self.at) {
            Some(b'[') => {
                self.at += 1;
                self.value().map_or(Token::Cut, |value| Token::Field(name.trim(), value))
            }
            Some(b')') => {
                self.at += 1;
                Token::End
            }
            _ => Token::Cut,
        }
    }

    /// A value up to its bracket; none where none comes before the head of another game.
    fn value(&mut self) -> Option<String> {
        let (rest, mut value) = (&self.text[self.at..], String::new());
        let mut chars = rest.char_indices().peekable();
        while let Some((place, c)) = chars.next() {
            match c {
                ']' => {
                    self.at += place + 1;
                    return Some(value);
                }
                '(' if rest[place..].starts_with("(;GM[") => {
                    self.at += place;
                    return None;
                }
                '\\' => value
                    .push(chars.next_if(|(_, next)| [']', '\\'].contains(next)).map_or(c, |(_, next)| next)),
                c => value.push(c),
            }
        }
        self.at = self.text.len();
        None
    }
}

/// A field inside a message: one line, cut where it is long.
fn told(name: &str, value: &str) -> String {
    format!("{}[{}]", quote(name).trim_matches('"'), quote(value).trim_matches('"'))
}

fn board(value: &str) -> Result<String, String> {
    let wrong = || {
        let field = told("BO", value);
        format!("{field}: it should be 8, the squares (* black, O white, - empty), * or O to move")
    };
    let (side, squares) = value.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
    let side: usize = side.parse().ok().filter(|side| [4, 6, 8].contains(side)).ok_or_else(wrong)?;
    let mut squares: String =
        squares.chars().filter(|c| !c.is_whitespace()).map(|c| if c == '*' { 'X' } else { c }).collect();
    if squares.chars().count() != side * side + 1 || squares.contains(|c| !matches!(c, 'X' | 'O' | '-')) {
        return Err(wrong());
    }
    let mover = squares.pop().filter(|c| *c != '-').ok_or_else(wrong)?;
    Ok(format!("{squares} {mover}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    /// The example of the NBoard protocol's page.
    #[test]
    fn what_nboard_sends_is_read() {
        let text = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]BO[8 \
                    ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5/1.2/3];)";
        let game = read(text).unwrap();
        assert_eq!(game.start, START);
        assert_eq!(game.moves, ["f5", "f6", "d3", "c5"]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let moves = ["f5", "pass", "d6"].map(String::from);
        let text = write(START, &moves, Duration::from_secs(300)).unwrap();
        assert!(text.contains("B[F5]W[PA]B[D6]") && text.contains("TI[5:00]"), "{text}");
        let game = read(&text).unwrap();
        assert_eq!((game.start.as_str(), game.moves), (START, moves.to_vec()));
        assert!(game.tags.contains(&("TI".into(), "5:00".into())), "{:?}", game.tags);
        write("xyz", &moves, Duration::ZERO).unwrap_err();
    }

    /// White is to move after three moves.
    #[test]
    fn what_is_left_is_read_as_it_was_written() {
        let moves = ["f5", "d6", "c3"].map(String::from);
        for left in [1, 50, 999, 1000, 1001, 59_999, 61_234, 3_600_000].map(Duration::from_millis) {
            let text = write(START, &moves, left).unwrap();
            assert_eq!(clocks(&text).unwrap().expect("a time")[1].0, left, "{text}");
        }
        let text = write(START, &moves[..1], Duration::from_millis(1500)).unwrap();
        assert_eq!(
            clocks(&text).unwrap().expect("a time")[1].0,
            Duration::from_secs(2),
            "no move of White's to put it behind"
        );
    }

    #[test]
    fn a_comment_may_hold_what_ends_games_elsewhere() {
        let text = "(;GM[Othello]C[B[f5\\] ;) (; \\\\]BO[4 -----*O--O*----- *]B[A2//0.5]C[fine ;)]W[b1] ;)";
        let game = read(text).unwrap();
        assert_eq!((game.moves.join(" "), &game.blacks[..]), ("a2 b1".into(), &[true, false][..]));
        let comments: Vec<&str> = game.tags.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(comments, ["B[f5] ;) (; \\", "fine ;)"]);
    }

    #[test]
    fn broken_games_are_refused_in_one_line() {
        for text in [
            "",
            "GM[Othello]",
            "(;GM[Chess];)",
            "(;GM[Othello]BO[4 -----*O--O*----- *]B[a2]",
            "(;GM[Othello]BO[4 -----*O--O*----- *]C[no end ;)",
            "(;GM[Othello];)",
            "(;BO[8 --- *];)",
            "(;BO[x];)",
            "(;BO[4 -----*O--O*----- *]B[j9];)",
            "(;BO[4 -----*O--O*----- -];)",
            "(;BO[5 ------------------------- *];)",
            "(;BO[4 -----*O--O*----- *]B[a2] rubbish W[b1];)",
            "(;BO[4 -----*O--O*----- *]B[a2]w[b1];)",
            "(;BO[4 -----*O--O*----- *]C[a ] b]B[a2];)",
        ] {
            let error = read(text).expect_err(text);
            assert!(!error.is_empty() && !error.contains('\n'), "{error}");
        }
    }
}
