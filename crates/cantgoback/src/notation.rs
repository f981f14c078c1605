//! [`Notation`] of the whole game and of the view, which share everything but the hidden part of a position.

use plywise::notation::Planes;
use plywise::{Ink, MoveError, Notation, Seat, TextError};

use crate::cells::Cell;
use crate::diagram::diagram;
use crate::game::{CantGoBack, Pending};
use crate::moves::{ACTIONS, Move};
use crate::text;
use crate::visible::Visible;

/// Reads a move and asks `is_legal`.
fn read_move<G>(position: &G, text: &str, is_legal: impl Fn(Move) -> bool) -> Result<Move, MoveError>
where
    G: Notation<Move = Move>,
{
    match Move::parse(text) {
        None => Err(MoveError::new(position, text, "is no move")),
        Some(mv) if is_legal(mv) => Ok(mv),
        Some(_) => Err(MoveError::new(position, text, "is not legal here")),
    }
}

fn seat_name(seat: Seat) -> String {
    format!("player {}", u32::from(seat.0) + 1)
}

impl Notation for Visible {
    /// Rows and fields: see the crate's documentation.
    fn position_text(&self) -> String {
        text::write_visible(self)
    }

    /// Takes besides the standard form rows divided by line breaks, cells divided by commas, and any fields left
    /// out: then the position is a start.
    fn read_position(&self, text: &str) -> Result<Self, TextError> {
        text::read_visible(self.rules(), text)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.text()
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        read_move(self, text, |mv| self.is_legal(mv))
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat_name(seat)
    }

    fn ending(&self) -> String {
        let stuck = |seat| self.is_stuck(seat) || self.exit_count(self.player(seat)) == 0;
        match [Seat::FIRST, Seat::SECOND].map(stuck) {
            [true, true] => "both players are stuck".to_owned(),
            [first, _] => format!("{} is stuck", seat_name(if first { Seat::FIRST } else { Seat::SECOND })),
        }
    }

    fn diagram(&self, last: Option<Move>, ink: Ink) -> String {
        diagram(self, last, ink, "")
    }

    /// Where each player stands, the cells that are closed, the fruits' points, and whose turn it is.
    fn draw(&self, planes: &mut Planes) {
        let (rows, columns) = (usize::from(self.rules().rows), usize::from(self.rules().columns));
        // Rows are counted from the bottom.
        let cell = |row: usize, column: usize| Cell::new(rows - 1 - row, column);
        planes.of(rows, columns);
        for seat in [Seat::FIRST, Seat::SECOND] {
            planes.marking(|| seat_name(seat), |row, column| self.player(seat) == cell(row, column));
        }
        planes.marking(|| "closed".to_owned(), |row, column| self.closed.has(cell(row, column)));
        let fruit = |row, column| self.fruit_at(cell(row, column)).map_or(0.0, f32::from);
        planes.with(|| "fruit".to_owned(), fruit).and_turn(self);
    }

    /// The directions in the order up, right, down, left, and being stuck.
    fn actions(&self) -> usize {
        ACTIONS
    }

    fn action(&self, mv: Move, part: usize) -> Option<usize> {
        mv.number().filter(|_| part == 0)
    }
}

impl Notation for CantGoBack {
    /// Rows and fields: see the crate's documentation.
    fn position_text(&self) -> String {
        text::write_whole(self)
    }

    /// Takes what [`Visible`] takes, and without lives gives each fruit what the rules give it.
    fn read_position(&self, text: &str) -> Result<Self, TextError> {
        text::read_whole(self.rules(), text)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.text()
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        read_move(self, text, |mv| self.is_legal(mv))
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat_name(seat)
    }

    fn ending(&self) -> String {
        self.visible.ending()
    }

    /// The view's board: the fruits' lives are not drawn, since players look at diagrams.
    fn diagram(&self, last: Option<Move>, ink: Ink) -> String {
        let chance = match self.pending {
            Pending::Nothing => "",
            Pending::Fruit => "a fruit may appear, then ",
            Pending::Cell | Pending::Value(_) | Pending::Life(..) => "a fruit appears, then ",
        };
        diagram(self.visible(), last, ink, chance)
    }

    /// The view's: the fruits' lives are not shown.
    fn draw(&self, planes: &mut Planes) {
        self.visible().draw(planes);
    }

    fn actions(&self) -> usize {
        ACTIONS
    }

    fn action(&self, mv: Move, part: usize) -> Option<usize> {
        mv.number().filter(|_| part == 0)
    }
}
