//! The mean value over all tiles that may appear after a slide.

use crate::evaluators::Published;
use crate::sums::{Both, Sum, swings};

/// The weights as the means need them, twice the value in all.
pub(crate) struct Means {
    h1: f64,
    pairs: f64,
    empties: f64,
    steps: f64,
    constant: f64,
    /// What is lost where no new tile, a 2, a 4, or either ends the game.
    loss: [f64; 4],
}

/// One over ten times the number of empty cells.
const PER_TILE: [f64; 32] = {
    let mut per_tile = [0.0; 32];
    let mut empty = 1;
    while empty <= 16 {
        per_tile[empty] = 1.0 / (10 * empty) as f64;
        empty += 1;
    }
    per_tile
};

/// The number of empty cells in a board's content.
#[inline]
pub(crate) fn count_empty(content: u32) -> u32 {
    content >> 16 & 31
}

impl Means {
    /// For an evaluation under the default reading.
    pub(crate) fn new(eval: &Published) -> Self {
        let [w1, w2, w3, w4] = eval.weights_in_parts().map(f64::from);
        let loss = f64::from(eval.loss());
        Self {
            h1: w1,
            pairs: 2.0 * w2,
            empties: 2.0 * w3,
            steps: w4,
            constant: 8.8 * w1 - 2.0 * w3,
            loss: [0.0, 1.8 * loss, 0.2 * loss, 2.0 * loss],
        }
    }

    /// Twice the mean value over all new tiles on a board after a slide, by the sums of its rows and of its columns. Its rank
    /// sum is in the low 16 bits of `content`, the number of its empty cells in the next 8; above, bit 0 where a 2 ends the
    /// game, and bit 1 where a 4 does.
    #[inline]
    pub(crate) fn doubled(&self, rows: Sum, columns: Sum, content: u32) -> f64 {
        let both = Both::of((rows as u32).wrapping_add(columns as u32));
        let [moments, tilts] = swings((rows >> 32) as u32, (columns >> 32) as u32);
        let empty = count_empty(content);
        let sure = 8.0 * self.h1 * f64::from((content & 0xFFFF) as i32)
            + self.pairs * f64::from(both.pairs())
            + self.empties * f64::from(empty as i32)
            + self.steps * f64::from(both.steps());
        let by_tile = self.h1 * f64::from(moments)
            + self.pairs * f64::from(both.new_pairs())
            + self.steps * f64::from(both.new_steps() - tilts);
        self.constant + sure + by_tile * PER_TILE[empty as usize] - self.loss[(content >> 24 & 3) as usize]
    }
}
