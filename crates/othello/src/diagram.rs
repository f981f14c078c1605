//! The board for people.

use std::fmt::Write;

use plywise::{Game, Ink, Seat};

use crate::notation::seat_name;
use crate::{Move, Othello};

const RESET: &str = "\x1b[0m";
/// Background of a square, and of the one that was played last.
const FELT: &str = "\x1b[48;5;28m";
const FELT_LAST: &str = "\x1b[48;5;65m";
const BLACK_DISC: &str = "\x1b[1;38;5;16m●";
const WHITE_DISC: &str = "\x1b[1;38;5;231m●";
const HINT: &str = "\x1b[38;5;22m·";
const HINT_PLAIN: char = '.';

/// Rows from 1 on from the top, three columns a square; the last move between brackets or on a lighter square, the
/// squares where the mover may play dotted. Below, whose turn it is and the discs.
pub(crate) fn draw(position: &Othello, last: Option<Move>, ink: Ink) -> String {
    let side = position.size().side();
    let mut header = String::from("  ");
    for column in 0..side {
        let _ = write!(header, " {} ", char::from(b'a' + column as u8));
    }
    let mut text = header.trim_end().to_owned() + "\n";
    for row in 0..side {
        let _ = write!(text, "{} ", row + 1);
        for column in 0..side {
            let index = (8 * row + column) as u8;
            draw_square(&mut text, position, index, last.and_then(Move::index) == Some(index), ink);
        }
        if ink == Ink::Color {
            text.push_str(RESET);
        } else {
            text.truncate(text.trim_end().len());
        }
        text.push('\n');
    }
    text + &status(position) + "\n"
}

fn draw_square(text: &mut String, position: &Othello, index: u8, last: bool, ink: Ink) {
    let holds = |set: u64| set >> index & 1 == 1;
    let hint = holds(position.placements(position.mover()));
    let (black, white) = (holds(position.black()), holds(position.white()));
    match ink {
        Ink::Plain => {
            let disc = match () {
                () if black => 'X',
                () if white => 'O',
                () if hint => HINT_PLAIN,
                () => '-',
            };
            let (left, right) = if last { ('[', ']') } else { (' ', ' ') };
            text.extend([left, disc, right]);
        }
        Ink::Color => {
            let disc = match () {
                () if black => BLACK_DISC,
                () if white => WHITE_DISC,
                () if hint => HINT,
                () => " ",
            };
            let felt = if last { FELT_LAST } else { FELT };
            let _ = write!(text, "{felt} {disc} {RESET}");
        }
    }
}

/// One line: who is to move, or who has won, and how many discs each has.
fn status(position: &Othello) -> String {
    let (black, white) = (position.black().count_ones(), position.white().count_ones());
    let discs = format!("Black (X) {black}, White (O) {white}");
    if !position.is_over() {
        let mover = seat_name(position.mover());
        let pass = if position.placements(position.mover()) == 0 { ", who must pass" } else { "" };
        return format!("{discs}; {mover} to move{pass}");
    }
    match position.payoff(Seat::FIRST) {
        0 => format!("{discs}; the game is over: a draw"),
        margin => {
            let winner = seat_name(if margin > 0 { Seat::FIRST } else { Seat::SECOND });
            format!("{discs}; the game is over: {winner} wins by {}", margin.abs())
        }
    }
}
