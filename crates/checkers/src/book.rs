//! Positions as they stand in opening books.

use plywise::book::BookGame;
use plywise::{Game, Score, Seat};

use crate::Checkers;

/// Values are hundredths of a man. A position is its board: neither the past nor the counter of quiet plies is in a book, and the
/// board turned round has the other side to move, which no opening comes to.
impl BookGame for Checkers {
    const UNIT: i32 = 100;

    fn canonical(&self) -> Self {
        Self::new(self.rules(), *self.board())
    }

    fn finished(&self, seat: Seat) -> Score {
        match self.payoff(seat) {
            0 => Score::ZERO,
            1.. => Score::won_in(0),
            _ => Score::lost_in(0),
        }
    }
}
