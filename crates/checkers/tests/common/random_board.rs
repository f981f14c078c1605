use checkers::{Board, Square, Squares};
use plywise::{Game, Rng, Seat};

/// So many pieces on random squares: of either side by even chances but at least one of each, men and kings by even chances.
/// The game is not over.
pub(crate) fn random_board(pieces: u32, rng: &mut Rng) -> Board {
    loop {
        let (mut sides, mut kings) = ([Squares::NONE; 2], Squares::NONE);
        while (sides[0] | sides[1]).len() < pieces {
            let square = Square::from_number(1 + rng.below(32) as u8).expect("a square").set();
            if !square.meets(sides[0] | sides[1]) {
                let side = rng.index(2);
                sides[side] = sides[side] | square;
                kings = if rng.below(2) == 0 { kings | square } else { kings };
            }
        }
        let board = Board::new(sides, kings, Seat(rng.below(2) as u8));
        if let Ok(board) = board
            && sides.iter().all(|side| !side.is_empty())
            && !board.is_over()
        {
            return board;
        }
    }
}
