//! Problems of Othello: OBF, as the field's engines have it, and the table of the federation's suite.
//!
//! OBF, one position a line: the squares row by row and the side to move, `;`, then any number of moves with their values to
//! the side to move, `H4:+38;`. `%` begins a comment. Values give the empty squares to the winner.

use plywise::TextError;
use plywise::notation::quote;
use registry::door::problem::{Custom, Known, Problem, Problems, lines};

const FILES: &str = "OBF, one position a line: SQUARES SIDE; MOVE:+VALUE; …";

pub(super) const PROBLEMS: Problems =
    Problems { files: FILES, custom: Some(Custom { option: "score", usual: "wof", other: "discs" }), read };

fn read(text: &str) -> Result<Vec<Problem>, TextError> {
    lines(text)
        .map(|(number, line)| {
            problem(number, line).map_err(|wrong| TextError::new(format!("line {number}: {wrong}")))
        })
        .collect()
}

fn problem(number: usize, line: &str) -> Result<Problem, String> {
    let line = line.split('%').next().unwrap_or_default().trim();
    let name = format!("line {number}");
    match line.split_once(';') {
        Some((position, rest)) => obf(name, position.trim(), rest),
        None => Ok(tabled(name, line)),
    }
}

/// What stands behind the position's semicolon: the values of moves.
fn obf(name: String, position: &str, rest: &str) -> Result<Problem, String> {
    // The smallest board has sixteen squares and its side to move; what is wrong with more is said where it is set up.
    if position.len() < 17 {
        return Err(format!("{} is no position; a file of problems is {FILES}", quote(position)));
    }
    let mut values = Vec::new();
    for part in rest.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let wrong = || format!("{} is no move with its value, such as H4:+38", quote(part));
        let (mv, value) = part.split_once(':').ok_or_else(wrong)?;
        let value: i32 =
            value.trim().parse().ok().filter(|value| (-64..=64).contains(value)).ok_or_else(wrong)?;
        values.push((crate::names::read_move(mv.trim()).ok_or_else(wrong)?, value));
    }
    let best = values.iter().map(|(_, value)| *value).max();
    let moves = values.into_iter().filter(|(_, value)| Some(*value) == best).map(|(mv, _)| mv).collect();
    let known = best.map(|value| Known::Points(value.into()));
    Ok(Problem { name, position: position.to_owned(), known, moves })
}

/// `[NUMBER] SQUARES SIDE [VALUE]`.
fn tabled(name: String, line: &str) -> Problem {
    let (name, rest) = match line.split_once(char::is_whitespace) {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => (number.to_owned(), rest),
        _ => (name, line),
    };
    let (position, known) = match rest.rsplit_once(char::is_whitespace) {
        Some((position, value)) if value.parse::<i32>().is_ok() => (position, value.parse().ok()),
        _ => (rest, None),
    };
    Problem { name, position: position.trim().to_owned(), known: known.map(Known::Points), moves: Vec::new() }
}
