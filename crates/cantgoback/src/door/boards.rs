//! Suites of random boards for Can't Go Back, each its own image when turned by half: neither player starts better placed.

use plywise::Rng;
use registry::capability::Openings;
use registry::opening::{Opening, Suite, SuiteLine};
use registry::spec::{Named, Spec, SpecError};
use registry::{Key, opts, whole};

use super::Rules;

/// What boards are drawn by.
struct Drawing {
    rows: usize,
    columns: usize,
    /// Per cent of the cells that are grey, about.
    grey: u64,
    /// Per cent of the other cells that hold a fruit, about.
    fruits: u64,
    /// The most that a fruit is worth.
    most: u64,
}

const GREY: i64 = -1;
const FREE: i64 = 0;

const OPENINGS: &[Named] = &[Named {
    name: "boards",
    about: "random boards of the board's size, each unchanged when turned by half",
    options: &opts![COUNT, GREY_CELLS, WITH_FRUIT, SEED],
}];
const COUNT: Key<usize> = whole!("count", 1..=100000, "200", "boards");
const GREY_CELLS: Key<u64> = whole!("grey", 0..=60, "15", "per cent of grey cells, about");
const WITH_FRUIT: Key<u64> = whole!("fruits", 0..=20, "10", "per cent of free cells with a fruit, about");
const SEED: Key<u64> = whole!("seed", 0.., "1", "other boards");

impl Openings for Rules {
    fn names(&self) -> &'static [Named] {
        OPENINGS
    }

    fn suite(&self, spec: &Spec) -> Result<Suite<'_>, SpecError> {
        let drawing = Drawing {
            rows: self.options.board.rows(),
            columns: self.options.board.columns(),
            grey: spec.get(&GREY_CELLS)?,
            fruits: spec.get(&WITH_FRUIT)?,
            most: u64::from(self.options.max_fruit_score),
        };
        if drawing.rows * drawing.columns < 4 {
            return Err(SpecError("cantgoback: random boards take a board of at least 4 cells".into()));
        }
        let (count, seed) = (spec.get(&COUNT)?, spec.get(&SEED)?);
        Ok(Box::new(move || Ok(drawing.boards(count, seed))))
    }
}

impl Drawing {
    /// `count` boards, the same for the same `seed`. On each the players can reach each other.
    fn boards(&self, count: usize, seed: u64) -> Vec<SuiteLine> {
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
