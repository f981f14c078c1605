//! Counts of results, by game or by pair of games.

use std::ops::AddAssign;

use super::elo::elo_of_score;
use super::means::{Estimate, Z95, wilson_share};
use super::normal_below;

/// How often each result came up, from one side's view, worst first: with 3 results lost, drawn, won games; with 5
/// results pairs of games by the half points won in them, 0 to 4. Result `i` of `N` scores `i / (N - 1)`.
///
/// The two games of a pair share an opening with seats swapped, so their results hang together: an opening that
/// favours one seat gives both sides a win. Only the pair is independent of the others, and counting pairs gives the
/// true error (Van den Bergh, "Normalized Elo", <https://www.cantate.be/Fishtest/normalized_elo.pdf>).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally<const N: usize>(pub [u64; N]);

/// Counts of games: lost, drawn, won.
pub type GameTally = Tally<3>;

/// Counts of pairs of games, by half points: 0 (both lost) to 4 (both won).
pub type PairTally = Tally<5>;

impl<const N: usize> Default for Tally<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> AddAssign for Tally<N> {
    fn add_assign(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }
}

impl<const N: usize> Tally<N> {
    /// Games in one observation: 1 in a game, 2 in a pair.
    const GAMES: f64 = (N - 1) as f64 / 2.0;

    /// Adds one observation of `half_points`, 0 to `N - 1`; more counts as the best result.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(N - 1)] += 1;
    }

    /// How many observations there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same results from the other side.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// Mean (0 to 1; ½ without observations) and variance of one observation's score.
    #[must_use]
    pub fn moments(&self) -> (f64, f64) {
        let n = self.count() as f64;
        if n == 0.0 {
            return (0.5, 0.0);
        }
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            self.0.iter().enumerate().map(|(i, &count)| count as f64 * of(i as f64 / (N - 1) as f64)).sum()
        };
        let mean = sum(&|x| x) / n;
        (mean, sum(&|x| (x - mean) * (x - mean)) / n)
    }

    /// The mean score (0 to 1) with its 95 % interval: those means m from which the observations deviate no further than
    /// |Σ(x - m)| / √Σ(x - m)² = 1.96, so that it leaves ½ out just where [`superiority`](Self::superiority) says 97.5 %
    /// (Efron 1969, "Student's t-test under symmetry conditions"). With few observations it is wider than Student's, and
    /// it has no ends with fewer than four. Where every observation is the same the variance says nothing, and Wilson's
    /// interval of that many observations stands in.
    #[must_use]
    pub fn score(&self) -> Estimate {
        let n = self.count() as f64;
        let (mean, variance) = self.moments();
        if n == 0.0 {
            Estimate { mean, low: 0.0, high: 1.0 }
        } else if variance == 0.0 {
            wilson_share(mean, n)
        } else {
            // |n (x̄ - m)| / √(n (s² + (x̄ - m)²)) = z, solved for x̄ - m.
            let half = if n > Z95 * Z95 { Z95 * (variance / (n - Z95 * Z95)).sqrt() } else { 1.0 };
            Estimate { mean, low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
        }
    }

    /// The lead in Elo points with its 95 % interval: the ends of [`score`](Self::score) on the Elo scale. Infinite
    /// where the score is 0 or 1.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        let score = self.score();
        Estimate {
            mean: elo_of_score(score.mean),
            low: elo_of_score(score.low),
            high: elo_of_score(score.high),
        }
    }

    /// Likelihood of superiority: the probability that this side is the stronger one, ½ while nothing speaks for either.
    /// Φ(Σd / √Σd²) with d = score - ½ of each observation; of games that is the usual Φ((won - lost) / √(won + lost))
    /// of engine testers (Coulom and Laskos, <https://www.chessprogramming.org/Match_Statistics>).
    ///
    /// Between equals who swap seats d is as likely as -d: given its size, its sign is a fair coin, and the sum's
    /// variance is Σd², exactly and however few there are (Fisher 1935, "The Design of Experiments", §21; Efron 1969,
    /// "Student's t-test under symmetry conditions"). The spread about the mean would say that three games won leave no
    /// doubt.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let (mut sum, mut squares) = (0.0, 0.0);
        for (i, &count) in self.0.iter().enumerate() {
            let lead = i as f64 / (N - 1) as f64 - 0.5;
            sum += count as f64 * lead;
            squares += count as f64 * lead * lead;
        }
        if squares == 0.0 { 0.5 } else { normal_below(sum / squares.sqrt()) }
    }

    /// Games, in all, after which the 95 % interval should reach no further than `elo` points to either side, if the
    /// results go on as they were: the delta method on the Elo scale. None without a variance to judge by, or if
    /// `elo` is not positive.
    #[must_use]
    pub fn games_for(&self, elo: f64) -> Option<u64> {
        let (mean, variance) = self.moments();
        if variance == 0.0 || elo <= 0.0 || elo.is_nan() {
            return None;
        }
        let slope = 400.0 / std::f64::consts::LN_10 / (mean * (1.0 - mean));
        let observations = (Z95 * slope / elo).powi(2) * variance;
        Some((observations * Self::GAMES).ceil() as u64)
    }
}
