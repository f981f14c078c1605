//! Mean values over all tiles that may appear after a slide, of many boards side by side.

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

/// The number of empty cells in a lane's content.
#[inline]
pub(crate) fn count_empty(content: u32) -> u32 {
    content >> 16 & 31
}

/// What the means over new tiles need of boards after a slide: what rows and columns add together, and the swings of
/// both axes. Rank sums are in the low 16 bits of `content`, the numbers of empty cells in the next 8; above, bit 0 where a
/// 2 ends the game, and bit 1 where a 4 does.
pub(crate) struct Lanes<const N: usize> {
    both: [u32; N],
    moments: [i32; N],
    tilts: [i32; N],
    pub(crate) content: [u32; N],
}

impl<const N: usize> Lanes<N> {
    /// No boards.
    pub(crate) const NONE: Self = Self { both: [0; N], moments: [0; N], tilts: [0; N], content: [0; N] };

    /// Takes a board by the sums of its rows and of its columns.
    #[inline]
    pub(crate) fn set(&mut self, lane: usize, rows: Sum, columns: Sum, content: u32) {
        self.both[lane] = (rows as u32).wrapping_add(columns as u32);
        [self.moments[lane], self.tilts[lane]] = swings((rows >> 32) as u32, (columns >> 32) as u32);
        self.content[lane] = content;
    }
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

    /// Twice the mean value over all new tiles on boards after a slide, WIDTH of them.
    #[inline]
    pub(crate) fn doubled<const N: usize, const WIDTH: usize>(
        &self,
        lanes: &Lanes<N>,
        from: usize,
    ) -> [f64; WIDTH] {
        let part = from..from + WIDTH;
        let (both, content) = (&lanes.both[part.clone()], &lanes.content[part.clone()]);
        let (moments, tilts) = (&lanes.moments[part.clone()], &lanes.tilts[part]);
        let mut means = [0.0; WIDTH];
        for i in 0..WIDTH {
            let both = Both::of(both[i]);
            let sure = 8.0 * self.h1 * f64::from((content[i] & 0xFFFF) as i32)
                + self.pairs * f64::from(both.pairs())
                + self.empties * f64::from(count_empty(content[i]) as i32)
                + self.steps * f64::from(both.steps());
            let by_tile = self.h1 * f64::from(moments[i])
                + self.pairs * f64::from(both.new_pairs())
                + self.steps * f64::from(both.new_steps() - tilts[i]);
            means[i] = self.constant + sure + by_tile * PER_TILE[count_empty(content[i]) as usize]
                - self.loss[(content[i] >> 24 & 3) as usize];
        }
        means
    }
}
