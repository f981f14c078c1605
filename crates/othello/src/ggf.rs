//! Games of Othello in the Generic Game Format, as NBoard sends them and servers keep them:
//! `(;GM[Othello]PC[NBoard]TY[8]BO[8 ---…*O… *]B[F5]W[F6/1.2/0.5];)`.

use std::fmt::Write;

use plywise::{Notation, ReplayError, Replayed};

use crate::archive::replay_line;
use crate::{Move, Othello, names};

/// A game as far as a program that is asked to go on needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Where it starts, as a position text.
    pub start: String,
    /// The moves since then: `f5`, `pass`.
    pub moves: Vec<String>,
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
        let end = text[begin..].find(";)").map_or(text.len(), |found| begin + found + 2);
        number += 1;
        each(replayed(start, &text[begin..end], number, line));
        line += text[begin..end].matches('\n').count();
        at = end;
    }
}

fn replayed(start: &Othello, text: &str, number: usize, line: usize) -> Replayed<Move> {
    let side = start.size().side();
    let whole = text.ends_with(";)").then_some(text);
    let read = whole.ok_or_else(|| "the game is cut off: there is no ;) at its end".to_owned());
    let read = read.and_then(self::read).and_then(|game| match names::board_side(&game.start) {
        Some(other) if other != side => {
            Err(format!("a game on a board of {other}x{other}, not {side}x{side}: size={other} reads it"))
        }
        _ => start.read_position(&game.start).map(|from| (from, game)).map_err(|error| error.to_string()),
    });
    match read {
        Ok((from, game)) => {
            let result =
                game.tags.iter().find(|(name, _)| name == "RE").and_then(|(_, result)| score(result));
            let claim = result.map_or_else(String::new, |points| format!(" {points:+}"));
            let replayed = replay_line(&from, &(game.moves.concat() + &claim), number, line);
            Replayed { tags: game.tags, ..replayed }
        }
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

/// Black's points in a result such as `+12.000`, or `-64.000:r` where White did not play on; none in `?`.
fn score(result: &str) -> Option<i32> {
    let points: f64 = result.split(':').next()?.trim().parse().ok()?;
    (points.fract() == 0.0 && points.abs() <= 64.0).then_some(points as i32)
}

/// Writes a game. `start` is a position text of a square board, `minutes` what both players have.
///
/// # Errors
/// When `start` is no such text.
pub fn write(start: &str, moves: &[String], minutes: u64) -> Result<String, String> {
    let Some(side) = names::board_side(start) else {
        return Err(format!("{start:?} is no position of a square board"));
    };
    let board: String = start.trim().chars().map(|c| if c == 'X' { '*' } else { c }).collect();
    let mut text = format!(
        "(;GM[Othello]PC[plywise]PB[black]PW[white]RE[?]TI[{minutes}:00]TY[{side}]BO[{side} {board}]"
    );
    let mut black = names::is_black_to_move(start);
    for mv in moves {
        let _ = write!(text, "{}[{}]", if black { 'B' } else { 'W' }, names::nboard_move(mv));
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
    let body = text.trim();
    if !body.starts_with("(;") {
        return Err("a game in GGF begins with (;".into());
    }
    let (mut start, mut moves, mut tags) = (None, Vec::new(), Vec::new());
    let mut rest = &body[2..];
    while let Some((name, value, after)) = field(rest) {
        match name {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                return Err(format!("GM[{value}]: this is no game of Othello"));
            }
            "BO" => start = Some(board(value)?),
            "B" | "W" => {
                moves.push(names::read_move(value).ok_or_else(|| format!("{name}[{value}] is no move"))?);
            }
            "GM" => {}
            _ => tags.push((name.to_owned(), value.to_owned())),
        }
        rest = after;
    }
    let start = start.ok_or("the game has no BO[…] field, so no board")?;
    Ok(Game { start, moves, tags })
}

/// The next `NAME[value]`, and what follows it.
fn field(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.split_once('[')?;
    let (value, rest) = rest.split_once(']')?;
    Some((name.trim_matches(|c: char| c == ';' || c == '(' || c.is_whitespace()), value, rest))
}

fn board(value: &str) -> Result<String, String> {
    let wrong =
        || format!("BO[{value}]: it should be 8, the squares (* black, O white, - empty), * or O to move");
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
        let text = write(START, &moves, 5).unwrap();
        assert!(text.contains("B[F5]W[PA]B[D6]") && text.contains("TI[5:00]"), "{text}");
        let game = read(&text).unwrap();
        assert_eq!((game.start.as_str(), game.moves), (START, moves.to_vec()));
        assert!(game.tags.contains(&("TI".into(), "5:00".into())), "{:?}", game.tags);
        write("xyz", &moves, 5).unwrap_err();
    }

    #[test]
    fn broken_games_are_refused_in_one_line() {
        for text in [
            "",
            "GM[Othello]",
            "(;GM[Chess];)",
            "(;GM[Othello];)",
            "(;BO[8 --- *];)",
            "(;BO[x];)",
            "(;BO[4 -----*O--O*------ *]B[j9];)",
            "(;BO[4 -----*O--O*----- -];)",
            "(;BO[5 ------------------------- *];)",
        ] {
            let error = read(text).expect_err(text);
            assert!(!error.is_empty() && !error.contains('\n'), "{error}");
        }
    }
}
