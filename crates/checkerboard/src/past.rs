//! How a position came about, so that repetitions are seen.

use checkers::{Board, Move};
use plywise::{Game, Notation};

/// A position, the moves since then, and where they lead.
#[derive(Clone)]
pub(crate) struct Past {
    pub(crate) start: Board,
    pub(crate) moves: Vec<Move>,
    pub(crate) now: Board,
}

impl Past {
    pub(crate) fn at(start: Board) -> Self {
        Self { start, moves: Vec::new(), now: start }
    }

    /// A FEN and moves. None if it is none.
    pub(crate) fn told(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let mut past = Self::at(Board::start().read_position(words.next()?).ok()?);
        for word in words {
            past.play(past.now.read_move(word).ok()?);
        }
        Some(past)
    }

    pub(crate) fn play(&mut self, mv: Move) {
        self.now.play(mv);
        self.moves.push(mv);
    }

    /// The same with the other side's reply, if one leads to `board`.
    pub(crate) fn followed(mut self, board: Board) -> Option<Self> {
        let leads = |mv: &Move| {
            let mut after = self.now;
            after.play(*mv);
            after == board
        };
        let mv = legal(&self.now).into_iter().find(leads)?;
        self.play(mv);
        Some(self)
    }
}

pub(crate) fn legal(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    moves
}
