//! Counting pieces.

use plywise::{Evaluate, Score, Seat};

use crate::board::Board;

/// Men count 1 and kings 1.5, own minus other: the course's simple heuristic. In hundredths of a man, within ±18.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material;

const MAN: i32 = 100;
const KING: i32 = 150;

impl Evaluate<Board> for Material {
    fn evaluate(&self, board: &Board, seat: Seat) -> Score {
        let worth = |seat| MAN * board.men(seat).len() as i32 + KING * board.kings(seat).len() as i32;
        Score::heuristic(worth(seat) - worth(seat.other()))
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-12 * KING), Score::heuristic(12 * KING))
    }

    /// A capture is pending, and captures are forced.
    fn is_noisy(&self, board: &Board) -> bool {
        !board.jumpers().is_empty()
    }
}
