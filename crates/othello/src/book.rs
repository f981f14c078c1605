//! Positions as they stand in opening books.

use plywise::book::BookGame;
use plywise::{Game, Score, Seat};

use crate::Othello;
use crate::patterns::images;

/// Values are hundredths of a disc; the eight images of a board are one position.
impl BookGame for Othello {
    const UNIT: i32 = 100;

    fn canonical(&self) -> Self {
        let (black, white) = (images(self.size(), self.black()), images(self.size(), self.white()));
        let least = black.into_iter().zip(white).min().unwrap_or((self.black(), self.white()));
        let image = Self::new(self.size(), least.0, least.1, self.mover()).unwrap_or(*self);
        image.scored(self.rule())
    }

    fn finished(&self, seat: Seat) -> Score {
        Score::heuristic(Self::UNIT * self.payoff(seat))
    }
}
