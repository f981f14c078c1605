//! The learning curve.

use std::time::{Duration, Instant};

use super::learner::Outcome;

/// Some consecutive games of a training run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// Games that were finished before.
    pub before: u64,
    /// Games in this block.
    pub games: u64,
    /// Slides.
    pub moves: u64,
    /// The sum of the scores.
    pub score: u64,
    /// The sum of their squares.
    pub squares: f64,
    /// The highest score.
    pub highest: u32,
    /// How many games had a largest tile of each rank (log2 of the tile).
    pub ranks: [u64; 18],
    /// How long the block took, by the clock on the wall.
    pub elapsed: Duration,
}

impl Block {
    pub(super) fn add(&mut self, outcome: Outcome) {
        self.games += 1;
        self.moves += u64::from(outcome.moves);
        self.score += u64::from(outcome.score);
        self.squares += f64::from(outcome.score).powi(2);
        self.highest = self.highest.max(outcome.score);
        self.ranks[usize::from(outcome.rank)] += 1;
    }

    /// The mean score, 0 without games.
    #[must_use]
    pub fn mean_score(&self) -> f64 {
        self.score as f64 / self.games.max(1) as f64
    }

    /// The standard error of the mean score. Games of a block are played by a player that learns: it also holds how
    /// much they differ for that.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        let games = self.games.max(2) as f64;
        let variance = (self.squares - games * self.mean_score().powi(2)) / (games - 1.0);
        (variance.max(0.0) / games).sqrt()
    }

    /// The share of games with a tile of this size or more, 0 to 1.
    #[must_use]
    pub fn reached(&self, tile: u32) -> f64 {
        let rank = tile.checked_ilog2().unwrap_or(0) as usize;
        let games: u64 = self.ranks.iter().skip(rank).sum();
        games as f64 / self.games.max(1) as f64
    }

    /// Slides in a second by the clock on the wall, all threads together.
    #[must_use]
    pub fn moves_per_second(&self) -> f64 {
        self.moves as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// The learning curve as the threads write it.
pub(super) struct Book<'a> {
    open: &'a mut Block,
    curve: &'a mut Vec<Block>,
    /// Games in a block.
    size: u64,
    /// When the open block began, or went on.
    opened: Instant,
    on_block: &'a mut (dyn FnMut(&Block) + Send),
}

impl<'a> Book<'a> {
    /// Goes on with a curve and its open block.
    pub(super) fn open(
        open: &'a mut Block,
        curve: &'a mut Vec<Block>,
        size: u64,
        on_block: &'a mut (dyn FnMut(&Block) + Send),
    ) -> Self {
        Self { open, curve, size, opened: Instant::now(), on_block }
    }

    /// Adds a game that has ended.
    pub(super) fn enter(&mut self, outcome: Outcome) {
        self.open.add(outcome);
        if self.open.games < self.size {
            return;
        }
        self.pause();
        let before = self.open.before + self.open.games;
        let full = std::mem::replace(self.open, Block { before, ..Block::default() });
        (self.on_block)(&full);
        self.curve.push(full);
    }

    /// Adds the time that has gone by to the open block.
    pub(super) fn pause(&mut self) {
        let now = Instant::now();
        self.open.elapsed += now - self.opened;
        self.opened = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_sums_up_its_games() {
        let mut block = Block { elapsed: Duration::from_secs(2), ..Block::default() };
        for (score, rank, moves) in [(1_000, 7, 100), (3_000, 8, 200), (20_000, 11, 900)] {
            block.add(Outcome { score, rank, moves });
        }
        assert_eq!((block.games, block.moves, block.score, block.highest), (3, 1_200, 24_000, 20_000));
        assert!((block.mean_score() - 8_000.0).abs() < 1e-9);
        // Deviations -7000, -5000, 12000: variance 109e6, divided by three games.
        assert!((block.standard_error() - (109e6f64 / 3.0).sqrt()).abs() < 1e-6);
        let reached = [128, 256, 2048, 4096].map(|tile| block.reached(tile) * 3.0);
        assert_eq!(reached, [3.0, 2.0, 1.0, 0.0]);
        assert!((block.moves_per_second() - 600.0).abs() < 1e-9);
    }
}
