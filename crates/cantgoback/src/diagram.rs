//! The board as text for people.

use std::fmt::Write as _;

use plywise::{Game, Ink, Seat};

use crate::cells::{Cell, column_letter};
use crate::moves::Move;
use crate::visible::Visible;

const RESET: &str = "\u{1b}[0m";
/// Backgrounds of cells: grey, white, and the two ends of the last move. 256-colour codes.
const GREY: &str = "\u{1b}[48;5;240m";
const WHITE: &str = "\u{1b}[48;5;254m";
const MARKED: &str = "\u{1b}[48;5;222m";
/// What stands on them: player 1, player 2, a fruit.
const PLAYERS: [&str; 2] = ["\u{1b}[1;38;5;20m", "\u{1b}[1;38;5;124m"];
const FRUIT: &str = "\u{1b}[1;38;5;28m";
const PALE: &str = "\u{1b}[38;5;245m";

/// Draws `position`; `last` is the move that led to it. `before_turn` comes before the name of the mover.
pub(crate) fn diagram(position: &Visible, last: Option<Move>, ink: Ink, before_turn: &str) -> String {
    let rules = position.rules();
    // Room for a fruit's digits and a bracket on each side.
    let width = rules.max_fruit_score.to_string().len().max(1) + 2;
    let marks = Marks::of(position, last);
    let columns = || 0..usize::from(rules.columns);
    let mut letters = "  ".to_owned();
    for column in columns() {
        let _ = write!(letters, " {:^width$}", column_letter(column));
    }
    let letters = letters.trim_end();
    let mut text = format!("{letters}\n");
    for row in (0..usize::from(rules.rows)).rev() {
        let _ = write!(text, "{:>2}", row + 1);
        for column in columns() {
            // In colour the backgrounds of neighbours touch.
            text.push_str(match ink {
                Ink::Plain => " ",
                Ink::Color if column == 0 => " ",
                Ink::Color => "",
            });
            draw_cell(&mut text, position, Cell::new(row, column), marks, width, ink);
        }
        text.push_str(if ink == Ink::Color { RESET } else { "" });
        let _ = writeln!(text, " {}", row + 1);
    }
    let _ = writeln!(text, "{letters}");
    text.push_str(&caption(position, before_turn));
    text
}

/// The ends of the last move.
#[derive(Clone, Copy)]
struct Marks {
    left: Option<Cell>,
    entered: Option<Cell>,
}

impl Marks {
    fn of(position: &Visible, last: Option<Move>) -> Self {
        let previous = position.mover().other();
        match last {
            Some(Move::Step(direction)) => {
                let entered = position.player(previous);
                Self { left: entered.step(direction.opposite()), entered: Some(entered) }
            }
            Some(Move::Stuck) => Self { left: None, entered: Some(position.player(previous)) },
            Some(Move::At(cell)) => Self { left: None, entered: Some(cell) },
            _ => Self { left: None, entered: None },
        }
    }

    fn has(self, cell: Cell) -> bool {
        self.left == Some(cell) || self.entered == Some(cell)
    }
}

fn draw_cell(text: &mut String, position: &Visible, cell: Cell, marks: Marks, width: usize, ink: Ink) {
    let player = [Seat::FIRST, Seat::SECOND].into_iter().find(|&seat| position.player(seat) == cell);
    let grey = position.closed.has(cell) && player.is_none();
    let (symbol, color) = match (player, position.fruit_at(cell)) {
        (Some(seat), _) => ((seat.0 + 1).to_string(), PLAYERS[seat.index()]),
        (None, Some(value)) => (value.to_string(), FRUIT),
        (None, None) if grey => ("#".to_owned(), PALE),
        (None, None) => (".".to_owned(), PALE),
    };
    match ink {
        Ink::Plain => {
            let symbol = if marks.entered == Some(cell) {
                format!("[{symbol}]")
            } else if marks.left == Some(cell) {
                format!("({symbol})")
            } else {
                symbol
            };
            let _ = write!(text, "{symbol:^width$}");
        }
        Ink::Color => {
            let background = match (marks.has(cell), grey) {
                (true, _) => MARKED,
                (false, true) => GREY,
                (false, false) => WHITE,
            };
            // A grey cell is dark enough to need no sign.
            let symbol = if grey { " " } else { &symbol };
            let _ = write!(text, "{RESET}{background}{color}{symbol:^width$}");
        }
    }
}

/// Whose turn it is, the score and the penalty; at the end who has won.
fn caption(position: &Visible, before_turn: &str) -> String {
    let [one, two] = position.scores;
    let turn = if position.is_over() {
        match position.difference(Seat::FIRST) {
            0 => "a tie".to_owned(),
            1.. => "player 1 has won".to_owned(),
            _ => "player 2 has won".to_owned(),
        }
    } else {
        format!("{before_turn}player {} to move", position.mover().0 + 1)
    };
    let mut caption = format!("{turn}, score {one}:{two}, penalty {}\n", position.rules().penalty);
    for seat in [Seat::FIRST, Seat::SECOND].into_iter().filter(|&seat| position.is_stuck(seat)) {
        let _ = writeln!(caption, "player {} was found stuck", seat.0 + 1);
    }
    caption
}
