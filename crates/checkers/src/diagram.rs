//! The board as people draw it.

use std::fmt::Write;

use plywise::{Game, Ink, Seat};

use crate::board::Board;
use crate::moves::Move;
use crate::movetext::course_text;
use crate::rules::{Checkers, Rules};
use crate::square::{Square, Squares};

/// What a seat is called.
pub(crate) const fn seat_name(rules: Rules, seat: Seat) -> &'static str {
    match (rules, seat.index()) {
        (Rules::Standard, 0) | (Rules::Course, 1) => "Black",
        (Rules::Standard, _) => "White",
        (Rules::Course, _) => "Red",
    }
}

/// A man's or king's letter.
const fn piece(rules: Rules, seat: Seat, king: bool) -> char {
    match (seat_name(rules, seat).as_bytes()[0], king) {
        (b'B', false) => 'b',
        (b'B', true) => 'B',
        (b'W', false) => 'w',
        (b'W', true) => 'W',
        (_, false) => 'r',
        (_, true) => 'R',
    }
}

/// The squares a move touched: those the piece stood on, and those it took from.
fn trail(last: Option<Move>) -> (Squares, Squares) {
    last.map_or_else(Default::default, |mv| (mv.path().collect(), mv.captured()))
}

/// The standard picture, square 1 at the top: each row between its lowest and its highest number. Where the last
/// move's piece stood is bracketed, where it took a piece stands `(.)`.
pub(crate) fn standard(board: &Board, last: Option<Move>, ink: Ink) -> String {
    let (stood, taken) = trail(last);
    let mut text = String::new();
    for row in 0..8u8 {
        let _ = write!(text, "{:>2} ", 4 * row + 1);
        for column in 0..8 {
            let square = Some(Square::at(4 * row + column / 2)).filter(|s| s.column() == column);
            let letter =
                square.map_or(' ', |s| board.piece_at(s).map_or('.', |(o, k)| piece(Rules::Standard, o, k)));
            let (stood, taken) = (square.is_some_and(|s| stood.has(s)), square.is_some_and(|s| taken.has(s)));
            match (ink, stood, taken) {
                (Ink::Color, _, _) => text.push_str(&painted(letter, square.is_some(), stood || taken)),
                (Ink::Plain, true, _) => _ = write!(text, "[{letter}]"),
                (Ink::Plain, _, true) => _ = write!(text, "({letter})"),
                (Ink::Plain, _, _) => _ = write!(text, " {letter} "),
            }
        }
        let reset = if ink == Ink::Color { "\u{1b}[0m" } else { "" };
        let _ = writeln!(text, "{reset} {:>2}", 4 * row + 4);
    }
    text
}

/// The course's own print: row and column numbers from 0, cells between bars.
pub(crate) fn course(board: &Board, last: Option<Move>, ink: Ink) -> String {
    let (stood, taken) = trail(last);
    let rule = format!(" {}+\n", "+-".repeat(8));
    let mut text = String::from("  0 1 2 3 4 5 6 7\n") + &rule;
    for row in 0..8 {
        let _ = write!(text, "{row}|");
        for column in 0..8 {
            let square = Square::from_course(row, column);
            let holder = square.and_then(|s| board.piece_at(s));
            let letter = holder.map_or(' ', |(seat, king)| piece(Rules::Course, seat, king));
            let touched = square.is_some_and(|s| (stood | taken).has(s));
            match ink {
                Ink::Plain => text.push(letter),
                Ink::Color => text = text + &painted_cell(letter, square.is_some(), touched) + "\u{1b}[0m",
            }
            text.push('|');
        }
        text = text + "\n" + &rule;
    }
    if let Some(mv) = last {
        let _ = writeln!(text, "last move: {}", course_text(mv));
    }
    text
}

/// Three characters wide.
fn painted(letter: char, playable: bool, touched: bool) -> String {
    let cell = painted_cell(letter, playable, touched);
    // The colours of the cell hold for the blanks on both sides of its letter.
    let colours = cell.strip_suffix(letter).unwrap_or(&cell);
    format!("{colours} {letter} ")
}

/// One character on the square's background, the last move's squares lit, pieces bold.
fn painted_cell(letter: char, playable: bool, touched: bool) -> String {
    let ground = match (playable, touched) {
        (false, _) => "48;5;180",
        (true, false) => "48;5;65",
        (true, true) => "48;5;101",
    };
    let piece = match letter {
        'b' | 'B' => "1;38;5;16",
        'w' | 'W' => "1;38;5;231",
        'r' | 'R' => "1;38;5;160",
        _ => "22;38;5;250",
    };
    format!("\u{1b}[{ground};{piece}m{letter}")
}

/// Whose turn it is or how the game ended, the pieces on both sides, and the counter: where it alone draws always, else once
/// it grows.
pub(crate) fn caption(game: &Checkers) -> String {
    let (board, rules) = (game.board(), game.rules());
    let mover = seat_name(rules, board.to_move());
    let state = if !game.is_over() {
        format!("{mover} to move")
    } else if game.is_drawn() {
        "drawn".to_owned()
    } else {
        format!("{mover} cannot move: {} wins", seat_name(rules, board.to_move().other()))
    };
    let count = |seat| {
        let (men, kings) = (board.men(seat).len(), board.kings(seat).len());
        format!("{} {} ({men} + {kings}K)", seat_name(rules, seat), men + kings)
    };
    let quiet = match game.quiet_plies() {
        0..20 if rules == Rules::Standard => String::new(),
        plies => format!(", {plies} of {} quiet plies", rules.quiet_limit()),
    };
    format!("{state}; {}, {}{quiet}\n", count(Seat::FIRST), count(Seat::SECOND))
}
