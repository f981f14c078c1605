//! Moves as text: `11-15`, `22x15x8`; by the course's rules `(2,2)-(3,3)`, `(5,1)x(3,3)x(1,5)`.
//!
//! Written, a capture names every square it lands on. Read, the squares between the first and the last may be left
//! out as long as what is left says which move is meant (or all that it can mean end alike), and either separator
//! does for either kind of move, as real games have it.

use std::fmt::Write;

use plywise::Game;

use crate::board::Board;
use crate::moves::Move;
use crate::square::Square;

/// What stands between the squares of a move that takes nothing: the sign on the keyboard, and what word processors make of it.
pub(crate) const DASHES: [char; 6] = ['-', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', '\u{2212}'];
/// What stands between the squares of any move.
pub(crate) const SEPARATORS: [char; 9] =
    ['x', 'X', '\u{d7}', '-', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', '\u{2212}'];

/// A move in the course's coordinates, row and column from 0.
pub(crate) fn course_text(mv: Move) -> String {
    let mut text = String::new();
    for (i, square) in mv.path().enumerate() {
        let separator = match (i, mv.is_capture()) {
            (0, _) => "",
            (_, true) => "x",
            (_, false) => "-",
        };
        let _ = write!(text, "{separator}({},{})", square.row(), square.course_column());
    }
    text
}

/// How squares may be written in a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spelling {
    /// Standard numbers only.
    Numbers,
    /// The course's coordinates, with or without parentheses, or standard numbers.
    Course,
}

/// The legal move of `board` that `text` means.
///
/// # Errors
/// What is wrong with the text, to be said after it.
pub(crate) fn read(board: &Board, text: &str, spelling: Spelling) -> Result<Move, String> {
    let squares = squares(text, spelling)?;
    let (mut meant, mut exact) = (Vec::new(), None);
    board.visit_moves(|mv| {
        if mv.path().eq(squares.iter().copied()) {
            exact = Some(mv);
        } else if names(mv, &squares) {
            meant.push(mv);
        }
    });
    if let Some(mv) = exact {
        return Ok(mv);
    }
    let after = |mv: Move| {
        let mut child = *board;
        child.play(mv);
        child
    };
    match meant[..] {
        [] => Err("is not a legal move here".to_owned()),
        [first, ref others @ ..] if others.iter().all(|&mv| after(mv) == after(first)) => Ok(first),
        _ => Err(format!("means any of {meant:?}; name the squares between")),
    }
}

/// Whether `squares` are those of the move's path in order, from its first to its last, some between left out.
fn names(mv: Move, squares: &[Square]) -> bool {
    let mut path = mv.path();
    squares.first() == Some(&mv.from())
        && squares.last() == Some(&mv.to())
        && squares.iter().all(|square| path.any(|visited| visited == *square))
}

fn squares(text: &str, spelling: Spelling) -> Result<Vec<Square>, String> {
    let not_a_move = || {
        match spelling {
            Spelling::Numbers => "is not a move; a move looks like 11-15 or 22x15x8",
            Spelling::Course => "is not a move; a move looks like (2,2)-(3,3) or (5,1)x(3,3)x(1,5)",
        }
        .to_owned()
    };
    let squares: Option<Vec<_>> = text.split(SEPARATORS).map(|part| square(part.trim(), spelling)).collect();
    squares.filter(|squares| squares.len() >= 2).ok_or_else(not_a_move)
}

fn square(text: &str, spelling: Spelling) -> Option<Square> {
    let digits = |text: &str| {
        let good = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        good.then(|| text.parse::<u8>().ok()).flatten()
    };
    if spelling == Spelling::Numbers || !text.contains(',') {
        return Square::from_number(digits(text)?);
    }
    let bare = match text.strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')')?,
        None => text,
    };
    let (row, column) = bare.split_once(',')?;
    Square::from_course(digits(row.trim())?, digits(column.trim())?)
}

impl Board {
    /// Whether a move is legal here.
    pub(crate) fn has_move(&self, wanted: Move) -> bool {
        let mut found = false;
        self.visit_moves(|mv| found |= mv == wanted);
        found
    }
}
