//! The best places found, and what is known of their scores.
//!
//! The greatest of many noisy scores belongs to the luckiest point, not to the best one. So the hall keeps a few
//! points, every iteration plays each of them again, and the leader is the one whose mean stands highest after a
//! standard error has been taken off: a newcomer has to prove itself.

use crate::search::is_row;
use serde::{Deserialize, Serialize};

/// Mean and scatter of scores: Welford 1962, "Note on a method for calculating corrected sums of squares and
/// products".
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) count: u32,
    pub(crate) mean: f64,
    squares: f64,
}

impl Tally {
    /// Takes one score in.
    pub(crate) fn add(&mut self, score: f64) {
        self.count += 1;
        let off = score - self.mean;
        self.mean += off / f64::from(self.count);
        self.squares += off * (score - self.mean);
    }

    /// The tally of all of `scores`.
    pub(crate) fn of(scores: impl IntoIterator<Item = f64>) -> Self {
        let mut tally = Self::default();
        scores.into_iter().for_each(|score| tally.add(score));
        tally
    }

    /// Standard deviation of one score; 0 of a single one.
    pub(crate) fn deviation(&self) -> f64 {
        (self.squares / f64::from(self.count.saturating_sub(1).max(1))).sqrt()
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.count > 0 && self.mean.is_finite() && self.squares.is_finite() && self.squares >= 0.0
    }
}

/// A place that is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Elite {
    pub(crate) place: Vec<f64>,
    pub(crate) tally: Tally,
}

/// The places kept, at most `size` of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Hall {
    size: usize,
    pub(crate) elites: Vec<Elite>,
}

impl Hall {
    pub(crate) fn new(size: usize) -> Self {
        Self { size, elites: Vec::new() }
    }

    /// Standard deviation of one score, from all places scored twice or more; none before there is one.
    pub(crate) fn noise(&self) -> Option<f64> {
        let (squares, freedom) = (self.elites.iter()).fold((0.0, 0), |(s, f), elite| {
            (s + elite.tally.squares, f + elite.tally.count.saturating_sub(1))
        });
        (freedom > 0).then(|| (squares / f64::from(freedom)).sqrt())
    }

    /// A mean less its standard error.
    fn rank(tally: &Tally, noise: Option<f64>) -> f64 {
        tally.mean - noise.unwrap_or(0.0) / f64::from(tally.count.max(1)).sqrt()
    }

    /// The place that stands highest, the earliest of equals, among those that have a score.
    pub(crate) fn leader(&self) -> Option<&Elite> {
        let noise = self.noise();
        let higher =
            |a: &&Elite, b: &&Elite| Self::rank(&a.tally, noise).total_cmp(&Self::rank(&b.tally, noise));
        self.elites.iter().rev().filter(|elite| elite.tally.count > 0).max_by(higher)
    }

    /// Lets a place in if there is room, or if its mean is above that of the place that stands lowest.
    pub(crate) fn admit(&mut self, place: &[f64], tally: Tally) {
        if let Some(same) = self.elites.iter_mut().find(|elite| elite.place == place) {
            // Seen before: nothing new to play again, and its own tally has more scores.
            if tally.count > same.tally.count {
                same.tally = tally;
            }
            return;
        }
        let newcomer = Elite { place: place.to_vec(), tally };
        if self.elites.len() < self.size {
            self.elites.push(newcomer);
            return;
        }
        let noise = self.noise();
        let rank = |elite: &Elite| Self::rank(&elite.tally, noise);
        let Some(lowest) = self.elites.iter_mut().min_by(|a, b| rank(a).total_cmp(&rank(b))) else { return };
        if newcomer.tally.mean > lowest.tally.mean {
            *lowest = newcomer;
        }
    }

    /// A place that is kept whatever its rank, beyond the hall's size: for the last comparison.
    pub(crate) fn invite(&mut self, place: &[f64]) {
        if self.elites.iter().all(|elite| elite.place != place) {
            self.elites.push(Elite { place: place.to_vec(), tally: Tally::default() });
        }
    }

    pub(crate) fn fits(&self, dimensions: usize) -> bool {
        let sound = |elite: &Elite| {
            is_row(&elite.place, dimensions) && (elite.tally.is_sound() || elite.tally == Tally::default())
        };
        self.size > 0 && self.elites.len() <= self.size + 1 && self.elites.iter().all(sound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lucky_score_does_not_lead_until_it_is_confirmed() {
        let mut hall = Hall::new(2);
        hall.admit(&[0.0], Tally::of([10.0, 12.0, 8.0, 10.0, 11.0, 9.0]));
        hall.admit(&[1.0], Tally::of([10.5]));
        assert_eq!(hall.leader().unwrap().place, [0.0]);
        for _ in 0..5 {
            hall.elites[1].tally.add(10.5);
        }
        assert_eq!(hall.leader().unwrap().place, [1.0]);
    }

    #[test]
    fn the_lowest_place_makes_room() {
        let mut hall = Hall::new(2);
        for (x, score) in [(0.0, 1.0), (1.0, 3.0), (2.0, 2.0), (3.0, 0.0)] {
            hall.admit(&[x], Tally::of([score]));
        }
        let kept: Vec<f64> = hall.elites.iter().map(|elite| elite.place[0]).collect();
        assert_eq!(kept, [2.0, 1.0]);
    }

    #[test]
    fn a_tally_is_mean_and_sample_deviation() {
        let tally = Tally::of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!((tally.count, tally.mean), (8, 5.0));
        assert!((tally.deviation() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
    }
}
