//! What games add up to. Everything is a whole number, so that sums do not depend on the order in which games end, on
//! any machine; and they take the same room after ten games as after ten thousand million.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::record::GameRow;
use crate::stats::{Estimate, student, wilson};

/// Sums of a quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sums {
    /// The sum.
    pub sum: i128,
    /// The sum of squares.
    pub squares: u128,
}

impl Sums {
    /// Adds one number.
    pub fn add(&mut self, x: i64) {
        self.sum += i128::from(x);
        self.squares = self.squares.saturating_add(u128::from(x.unsigned_abs()).pow(2));
    }

    /// The mean of `count` numbers; 0 of none.
    #[must_use]
    pub fn mean(&self, count: u64) -> f64 {
        if count == 0 { 0.0 } else { self.sum as f64 / count as f64 }
    }

    /// Their standard deviation, estimated for the population (n - 1); 0 of fewer than two.
    #[must_use]
    pub fn deviation(&self, count: u64) -> f64 {
        if count < 2 {
            return 0.0;
        }
        let n = count as f64;
        // The difference of two whole numbers, n Σx² - (Σx)², so that nothing cancels; in floating point where they
        // are too long for that.
        let whole = u128::from(count).checked_mul(self.squares).zip(self.sum.unsigned_abs().checked_pow(2));
        let spread = match whole {
            Some((squares, square)) => squares.saturating_sub(square) as f64,
            None => (n * self.squares as f64 - (self.sum as f64).powi(2)).max(0.0),
        };
        (spread / n / (n - 1.0)).sqrt()
    }
}

/// Counts different games by the least of their fingerprints.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Distinct {
    least: BTreeSet<u64>,
}

impl Distinct {
    /// Fingerprints that are kept.
    pub const KEPT: usize = 256;

    /// Fewer different games than this are counted exactly.
    pub const EXACT_BELOW: u64 = Self::KEPT as u64;

    /// How many fingerprints it holds.
    #[must_use]
    pub fn held(&self) -> usize {
        self.least.len()
    }

    /// Adds a game.
    pub fn add(&mut self, fingerprint: u64) {
        self.least.insert(fingerprint);
        if self.least.len() > Self::KEPT {
            self.least.pop_last();
        }
    }

    /// How many of `games` games were played differently: exact below 256, beyond with a standard error of about 6 %
    /// (Bar-Yossef et al. 2002, "Counting distinct elements in a data stream", from the least of uniform fingerprints).
    #[must_use]
    pub fn count(&self, games: u64) -> u64 {
        match self.least.last() {
            Some(&greatest) if self.least.len() == Self::KEPT => {
                let share = (greatest as f64 + 1.0) / 2f64.powi(64);
                (((Self::KEPT - 1) as f64 / share) as u64).clamp(Self::KEPT as u64, games)
            }
            _ => self.least.len() as u64,
        }
    }
}

/// One agent's sums.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AgentSums {
    /// Games played.
    pub games: u64,
    /// Games won. In a game of one seat: with more points than every other agent had with the same luck.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points of the game.
    pub payoff: Sums,
    /// The most points in one game.
    pub best: Option<i32>,
    /// The fewest points in one game.
    #[serde(default)]
    pub worst: Option<i32>,
    /// Moves chosen.
    pub moves: u64,
    /// Positions looked at, game by game.
    pub nodes: Sums,
    /// Thinking time.
    #[serde(rename = "time_us", with = "crate::record::micros")]
    pub time: Duration,
    /// Games lost by forfeit.
    pub forfeits: u64,
    /// The first of them by its number, and why.
    pub first_forfeit: Option<(u64, String)>,
    /// How often each milestone was the last one reached.
    pub milestones: BTreeMap<u64, u64>,
}

impl AgentSums {
    /// Adds a game that the agent played on a seat, but for its result.
    pub fn add(&mut self, game: &GameRow, seat: usize) {
        let (payoff, spent) = (game.payoffs[seat], game.spent[seat]);
        self.games += 1;
        self.payoff.add(i64::from(payoff));
        self.best = self.best.max(Some(payoff));
        self.worst = Some(self.worst.map_or(payoff, |worst| worst.min(payoff)));
        self.moves += u64::from(spent.moves);
        self.nodes.add(i64::try_from(spent.nodes).unwrap_or(i64::MAX));
        self.time = self.time.saturating_add(spent.time);
        if let Some(milestone) = game.milestone {
            *self.milestones.entry(milestone).or_default() += 1;
        }
        if game.loser == Some(game.agents[seat]) {
            self.forfeits += 1;
            if self.first_forfeit.as_ref().is_none_or(|(first, _)| game.unit < *first) {
                self.first_forfeit = Some((game.unit, game.why.clone().unwrap_or_default()));
            }
        }
    }

    /// Adds a result: 2 half points for a win, 1 for a draw.
    pub fn count(&mut self, half_points: usize) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The mean points with Student's 95 % interval. Where no game had fewer than 0 points, neither can the mean.
    #[must_use]
    pub fn mean_points(&self) -> Estimate {
        if self.games == 0 {
            return Estimate::UNKNOWN;
        }
        let points = student(self.games, self.payoff.mean(self.games), self.payoff.deviation(self.games));
        let is_low_known = points.low.is_finite() && self.worst.is_none_or(|worst| worst >= 0);
        Estimate { low: if is_low_known { points.low.max(0.0) } else { points.low }, ..points }
    }

    /// The score with its 95 % interval: of one seat the mean points, of more the share of points (Wilson's).
    #[must_use]
    pub fn score(&self, seats: usize) -> Estimate {
        match self.games {
            0 => Estimate::UNKNOWN,
            _ if seats == 1 => self.mean_points(),
            games => wilson(self.wins, self.draws, games),
        }
    }
}
