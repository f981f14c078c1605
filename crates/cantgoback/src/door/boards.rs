//! Random boards for Can't Go Back, each its own image when turned by half: neither player starts better placed.

use plywise::Rng;
use registry::opening::{Opening, SuiteLine};

/// What boards are drawn by.
pub(crate) struct Drawing {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Per cent of the cells that are grey, about.
    pub(crate) grey: u64,
    /// Per cent of the other cells that hold a fruit, about.
    pub(crate) fruits: u64,
    /// The most that a fruit is worth.
    pub(crate) most: u64,
}

const GREY: i64 = -1;
const FREE: i64 = 0;

impl Drawing {
    /// `count` boards, the same for the same `seed`. On each the players can reach each other.
    pub(crate) fn boards(&self, count: usize, seed: u64) -> Vec<SuiteLine> {
        let mut rng = Rng::new(seed);
        let board = |rng: &mut Rng| loop {
            let cells = self.draw(rng);
            if self.connected(&cells) {
                return SuiteLine { opening: Opening::Position(self.text(&cells)), value: None };
            }
        };
        (0..count).map(|_| board(&mut rng)).collect()
    }

    fn draw(&self, rng: &mut Rng) -> Vec<i64> {
        let cells = self.rows * self.columns;
        let mut board = vec![FREE; cells];
        let first = rng.index(cells / 2);
        (board[first], board[cells - 1 - first]) = (1, 2);
        for cell in (0..cells / 2).filter(|&cell| cell != first) {
            let drawn = if rng.below(100) < self.grey {
                GREY
            } else if rng.below(100) < self.fruits {
                3 + rng.below(self.most - 2) as i64
            } else {
                FREE
            };
            (board[cell], board[cells - 1 - cell]) = (drawn, drawn);
        }
        board
    }

    /// Whether player 2 stands where player 1 could walk.
    fn connected(&self, board: &[i64]) -> bool {
        let mut seen = vec![false; board.len()];
        let mut open: Vec<usize> = board.iter().position(|&cell| cell == 1).into_iter().collect();
        while let Some(cell) = open.pop() {
            if board[cell] == GREY || std::mem::replace(&mut seen[cell], true) {
                continue;
            }
            let (row, column) = (cell / self.columns, cell % self.columns);
            open.extend((row > 0).then(|| cell - self.columns));
            open.extend((row + 1 < self.rows).then(|| cell + self.columns));
            open.extend((column > 0).then(|| cell - 1));
            open.extend((column + 1 < self.columns).then(|| cell + 1));
        }
        board.iter().zip(seen).any(|(&cell, seen)| cell == 2 && seen)
    }

    fn text(&self, board: &[i64]) -> String {
        let row = |row: &[i64]| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        board.chunks(self.columns).map(row).collect::<Vec<_>>().join("/")
    }
}
