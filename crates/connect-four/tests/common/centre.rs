//! What benches are held against for years: a simple static value, and an order of moves.
#![allow(dead_code, unreachable_pub)] // the tests, the bench and the example each use some of it

use connect_four::ConnectFour;
use plywise::alphabeta::Rank;
use plywise::{Evaluate, Game, Score, Seat, Turn};

/// Stones of the seat to move minus the other's, each counted once for every column towards the nearer edge.
#[inline]
pub fn centre<const COLUMNS: u32, const ROWS: u32>(position: &ConnectFour<COLUMNS, ROWS>) -> i32 {
    let [own, other] = position.stones();
    let mut value = 0;
    for edge in 1..COLUMNS.div_ceil(2) {
        let columns = (1 << ((COLUMNS - edge) * (ROWS + 1))) - (1 << (edge * (ROWS + 1)));
        value += (own & columns).count_ones() as i32 - (other & columns).count_ones() as i32;
    }
    value
}

/// The columns in the middle first.
#[derive(Clone, Copy, Debug, Default)]
pub struct MiddleFirst;

impl<const COLUMNS: u32, const ROWS: u32> Rank<ConnectFour<COLUMNS, ROWS>> for MiddleFirst {
    fn rank(&self, _: &ConnectFour<COLUMNS, ROWS>, column: u8, _: i32) -> i32 {
        -(2 * i32::from(column) + 1 - COLUMNS as i32).abs()
    }
}

/// [`centre`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Centre;

impl<const COLUMNS: u32, const ROWS: u32> Evaluate<ConnectFour<COLUMNS, ROWS>> for Centre {
    #[inline]
    fn evaluate(&self, position: &ConnectFour<COLUMNS, ROWS>, seat: Seat) -> Score {
        let centre = centre(position);
        Score::heuristic(if position.turn() == Turn::Seat(seat) { centre } else { -centre })
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-256), Score::heuristic(256))
    }

    fn unit(&self) -> i32 {
        1
    }
}
