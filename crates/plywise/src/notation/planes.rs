//! A board as numbers, for who learns from positions.

use crate::game::{Game, Seat, Turn};

/// Boards as planes of numbers, one for each kind of thing that may stand on a square; row 0 is the top one.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Planes {
    /// Rows of each plane; 0 where a game has none.
    pub rows: usize,
    /// Columns of each plane.
    pub columns: usize,
    /// What each plane shows.
    pub names: Vec<String>,
    /// Plane by plane, row by row, of one board after another: `names.len() * rows * columns` numbers for each.
    pub values: Vec<f32>,
    /// Whether nobody asks for names any more.
    nameless: bool,
}

impl Planes {
    /// Forgets the numbers and keeps the names: those of other boards of the same kind can be drawn.
    pub fn again(&mut self) {
        (self.nameless, _) = (true, self.values.clear());
    }

    /// Whoever draws says first how large each plane is.
    pub fn of(&mut self, rows: usize, columns: usize) -> &mut Self {
        (self.rows, self.columns) = (rows, columns);
        self
    }

    /// One plane more: the number of each row and column.
    #[inline]
    pub fn with(&mut self, name: impl FnOnce() -> String, number: impl Fn(usize, usize) -> f32) -> &mut Self {
        for row in 0..self.rows {
            self.values.extend((0..self.columns).map(|column| number(row, column)));
        }
        if !self.nameless {
            self.names.push(name());
        }
        self
    }

    /// One more: 1 on the squares where something is, else 0.
    #[inline]
    pub fn marking(
        &mut self,
        name: impl FnOnce() -> String,
        is_there: impl Fn(usize, usize) -> bool,
    ) -> &mut Self {
        self.with(name, |row, column| f32::from(u8::from(is_there(row, column))))
    }

    /// The last: 1 everywhere at the first seat's turn, else 0, as once the game is over.
    #[inline]
    pub fn and_turn<G: Game>(&mut self, position: &G) {
        let is_first = position.turn() == Turn::Seat(Seat::FIRST) && !position.is_over();
        self.marking(|| "first to move".to_owned(), |_, _| is_first);
    }
}
