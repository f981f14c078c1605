//! A board as numbers, for who learns from positions.

use crate::game::{Game, Seat, Turn};

/// A board as planes of numbers, one for each kind of thing that may stand on a square; row 0 is the top one.
#[derive(Clone, PartialEq, Debug)]
pub struct Planes {
    /// Rows of each plane.
    pub rows: usize,
    /// Columns of each plane.
    pub columns: usize,
    /// What each plane shows.
    pub names: Vec<String>,
    /// Plane by plane, row by row: `names.len() * rows * columns` numbers.
    pub values: Vec<f32>,
}

impl Planes {
    /// A board of this size that shows nothing yet.
    #[must_use]
    pub const fn of(rows: usize, columns: usize) -> Self {
        Self { rows, columns, names: Vec::new(), values: Vec::new() }
    }

    /// One plane more: the number of each row and column.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, number: impl Fn(usize, usize) -> f32) -> Self {
        for row in 0..self.rows {
            self.values.extend((0..self.columns).map(|column| number(row, column)));
        }
        self.names.push(name.into());
        self
    }

    /// One more: 1 on the squares where something is, else 0.
    #[must_use]
    pub fn marking(self, name: impl Into<String>, is_there: impl Fn(usize, usize) -> bool) -> Self {
        self.with(name, |row, column| f32::from(u8::from(is_there(row, column))))
    }

    /// The last: 1 everywhere at the first seat's turn, else 0, as once the game is over.
    #[must_use]
    pub fn and_turn<G: Game>(self, position: &G) -> Self {
        let is_first = position.turn() == Turn::Seat(Seat::FIRST) && !position.is_over();
        self.marking("first to move", |_, _| is_first)
    }
}
