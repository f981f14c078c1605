//! Text at the border: see `fen`, `movetext` and `diagram` for what it looks like.

use plywise::notation::Planes;
use plywise::{Game, Ink, MoveError, Notation, Seat, TextError};

use crate::board::Board;
use crate::moves::Move;
use crate::movetext::{self, Spelling};
use crate::rules::{Checkers, Rules};
use crate::square::Square;
use crate::{diagram, fen};

/// By standard rules, in standard notation.
impl Notation for Board {
    fn position_text(&self) -> String {
        fen::write(self, Rules::Standard)
    }

    fn read_position(&self, text: &str) -> Result<Self, TextError> {
        fen::read(text, Rules::Standard)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        movetext::read(self, text, Spelling::Numbers).map_err(|wrong| MoveError::new(self, text, &wrong))
    }

    fn seat_name(&self, seat: Seat) -> String {
        diagram::seat_name(Rules::Standard, seat).to_owned()
    }

    fn diagram(&self, last: Option<Move>, ink: Ink) -> String {
        Checkers::new(Rules::Standard, *self).diagram(last, ink)
    }

    fn draw(&self, planes: &mut Planes) {
        Checkers::new(Rules::Standard, *self).draw(planes);
    }

    fn actions(&self) -> usize {
        ACTIONS
    }

    fn action(&self, mv: Move, part: usize) -> Option<usize> {
        mv.part(part)
    }
}

/// Steps and jumps: each square in each direction.
const ACTIONS: usize = 4 * 32;

/// The position as PDN FEN, moves by standard numbers or, by the course's rules, in its coordinates; see the
/// crate's front page for all that is read.
impl Notation for Checkers {
    fn position_text(&self) -> String {
        fen::write(self.board(), self.rules())
    }

    fn read_position(&self, text: &str) -> Result<Self, TextError> {
        fen::read(text, self.rules()).map(|board| Self::new(self.rules(), board))
    }

    fn move_text(&self, mv: Move) -> String {
        match self.rules() {
            Rules::Standard => mv.to_string(),
            Rules::Course => movetext::course_text(mv),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let spelling = match self.rules() {
            Rules::Standard => Spelling::Numbers,
            Rules::Course => Spelling::Course,
        };
        if self.is_over() {
            return Err(MoveError::new(self, text, "comes too late"));
        }
        movetext::read(self.board(), text, spelling).map_err(|wrong| MoveError::new(self, text, &wrong))
    }

    fn seat_name(&self, seat: Seat) -> String {
        diagram::seat_name(self.rules(), seat).to_owned()
    }

    fn ending(&self) -> String {
        if !self.is_drawn() {
            let mover = self.seat_name(self.board().to_move());
            return format!("{mover} is to move and cannot");
        }
        let quiet = self.quiet_plies();
        if quiet >= self.rules().quiet_limit() {
            return format!("drawn: {quiet} plies without {}", self.rules().what_is_not_quiet());
        }
        "drawn: the position has come up for the third time".to_owned()
    }

    fn diagram(&self, last: Option<Move>, ink: Ink) -> String {
        let picture = match self.rules() {
            Rules::Standard => diagram::standard(self.board(), last, ink),
            Rules::Course => diagram::course(self.board(), last, ink),
        };
        picture + &diagram::caption(self)
    }

    /// Men and kings of each seat, square 1 at the top, and whose turn it is.
    fn draw(&self, planes: &mut Planes) {
        planes.of(8, 8);
        for seat in [Seat::FIRST, Seat::SECOND] {
            for (what, set) in [("men", self.board().men(seat)), ("kings", self.board().kings(seat))] {
                // Squares that pieces stand on are those whose row and column are not both odd or both even.
                let stands = |row: usize, column: usize| {
                    (row + column) % 2 == 1 && set.has(Square::at((4 * row + column / 2) as u8))
                };
                planes.marking(|| format!("{} {what}", self.seat_name(seat)), stands);
            }
        }
        planes.and_turn(self);
    }

    /// A step or jump each: the square, from 0 for square 1, times four and the direction: up to the left as square 1 is seen
    /// at the top, up to the right, down to the left, down to the right.
    fn actions(&self) -> usize {
        ACTIONS
    }

    fn action(&self, mv: Move, part: usize) -> Option<usize> {
        mv.part(part)
    }
}
