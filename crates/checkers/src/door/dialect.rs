//! Checkers positions and moves as the Hub protocol and DamExchange write them.
//!
//! Squares have the numbers of PDN. A capture is written by its path in PDN (`22x15x8`), and by its first and last
//! square and what it takes in these protocols.

use plywise::Seat;
use registry::dialect::{Dialect, Draughts, Jump, Letters};

use crate::fen;
use crate::{Board, Rules, Square, Squares};

/// English draughts as these protocols have it.
pub const DIALECT: Dialect = Dialect { squares: None, draughts: Some(&ENGLISH) };

static ENGLISH: Draughts = Draughts {
    variant: "english",
    hub_position,
    read_hub_position,
    dxp_position,
    read_dxp_position,
    jump: of_path,
};

/// The letters of both seats' men and kings; `e` is empty.
type Marks = [[u8; 2]; 2];
const HUB: Marks = [*b"bB", *b"wW"];
const DXP: Marks = [*b"zZ", *b"wW"];

/// A board's squares by number.
fn letters(board: &Board, marks: Marks) -> String {
    let mark = |square| {
        board.piece_at(square).map_or('e', |(seat, is_king)| marks[seat.index()][usize::from(is_king)].into())
    };
    (1..=32).filter_map(Square::from_number).map(mark).collect()
}

/// The board of 32 letters. None if it is none.
fn of_letters(text: &str, marks: Marks, to_move: Seat) -> Option<Board> {
    let (mut pieces, mut kings) = ([Squares::NONE; 2], Squares::NONE);
    if text.len() != 32 {
        return None;
    }
    for (number, letter) in (1..).zip(text.bytes()).filter(|(_, letter)| *letter != b'e') {
        let square = Square::from_number(number)?.set();
        let seat = marks.iter().position(|marks| marks.contains(&letter))?;
        pieces[seat] = pieces[seat] | square;
        if marks[seat][1] == letter {
            kings = kings | square;
        }
    }
    Board::new(pieces, kings, to_move).ok()
}

/// A PDN FEN (`B:W18,K24:B12,16`) as a Hub position. None if it is no FEN.
fn hub_position(text: &str, spelling: Letters) -> Option<String> {
    let board = fen::read(text, Rules::Standard).ok()?;
    let is_black = board.to_move() == Seat::FIRST;
    let side = if is_black == (spelling == Letters::Plain) { 'B' } else { 'W' };
    Some(format!("{side}{}", letters(&board, HUB)))
}

/// A Hub position as a PDN FEN, and by which letters it was understood. The start is Black's to move whatever the
/// letter says, and so tells which letters are meant.
fn read_hub_position(text: &str, spelling: Letters) -> Result<(String, Letters), String> {
    let read = || {
        let (side, squares) = text.split_at_checked(1)?;
        let is_start = squares == letters(&Board::start(), HUB);
        let spelling = match side {
            "W" if is_start => Letters::Inverted,
            "B" if is_start => Letters::Plain,
            "W" | "B" => spelling,
            _ => return None,
        };
        let is_black = (side == "B") == (spelling == Letters::Plain);
        let board = of_letters(squares, HUB, if is_black { Seat::FIRST } else { Seat::SECOND })?;
        Some((fen::write(&board, Rules::Standard), spelling))
    };
    read().ok_or_else(|| {
        format!(
            "position {text:?} should be W or B and then 32 squares, each one of w, b, W, B (kings) and e (empty), with at \
             most twelve pieces a side and no man where it would be a king"
        )
    })
}

/// A PDN FEN as a DamExchange position: whose turn it is and the squares, `Z` and `z` for Black.
fn dxp_position(text: &str) -> Option<(char, String)> {
    let board = fen::read(text, Rules::Standard).ok()?;
    Some((if board.to_move() == Seat::FIRST { 'Z' } else { 'W' }, letters(&board, DXP)))
}

/// A DamExchange position as a PDN FEN. Squares may be followed by blanks.
fn read_dxp_position(side: char, squares: &str) -> Result<String, String> {
    let to_move = if side == 'Z' { Seat::FIRST } else { Seat::SECOND };
    let board = of_letters(squares.trim_end(), DXP, to_move).filter(|_| matches!(side, 'W' | 'Z'));
    board.map(|board| fen::write(&board, Rules::Standard)).ok_or_else(|| {
        format!(
            "position {side}{squares} should be W or Z and then 32 squares, each one of w, z, W, Z (kings) and e (empty), \
             with at most twelve pieces a side and no man where it would be a king"
        )
    })
}

/// A move in PDN, every square of its path named: `11-15`, `22x15x8`. None if it is no such move.
fn of_path(text: &str) -> Option<Jump> {
    let square = |part: &str| part.trim().parse().ok().and_then(Square::from_number);
    let path = text.split(['-', 'x']).map(square).collect::<Option<Vec<Square>>>()?;
    let is_capture = text.contains('x');
    let mut taken = Vec::new();
    if is_capture {
        for step in path.windows(2) {
            taken.push(between(step[0], step[1])?.number());
        }
    } else if path.len() != 2 {
        return None;
    }
    taken.sort_unstable();
    Some(Jump { from: path.first()?.number(), to: path.last()?.number(), taken })
}

/// The square that a jump passes over.
fn between(from: Square, to: Square) -> Option<Square> {
    let is_jump = from.row().abs_diff(to.row()) == 2 && from.column().abs_diff(to.column()) == 2;
    let (row, column) = (u8::midpoint(from.row(), to.row()), u8::midpoint(from.column(), to.column()));
    let all = (1..=32).filter_map(Square::from_number);
    all.filter(|_| is_jump).find(|square| (square.row(), square.column()) == (row, column))
}
