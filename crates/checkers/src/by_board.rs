//! What a game is worth is what its board is worth: draws by its past are no evaluator's concern.

use plywise::{Evaluate, Score, Seat};

use crate::board::Board;
use crate::net::Net;
use crate::patterns::Patterns;
use crate::{Checkers, Material, Positional};

macro_rules! by_board {
    ($($evaluator:ty),+) => {$(
        impl Evaluate<Checkers> for $evaluator {
            fn evaluate(&self, position: &Checkers, seat: Seat) -> Score {
                Evaluate::<Board>::evaluate(self, position.board(), seat)
            }

            fn bounds(&self) -> (Score, Score) {
                Evaluate::<Board>::bounds(self)
            }

            fn is_noisy(&self, position: &Checkers) -> bool {
                Evaluate::<Board>::is_noisy(self, position.board())
            }
        }
    )+};
}
by_board!(Material, Positional, Patterns, Net);
