//! Means with error bars.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Of nothing: no mean, and an interval without ends.
    pub(crate) const UNKNOWN: Self = Self { mean: f64::NAN, low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// The ends of the interval, where both are known.
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        (self.low.is_finite() && self.high.is_finite()).then_some((self.low, self.high))
    }
}

/// The 97.5 % quantile of the standard normal distribution: two-sided 95 %.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Mean score of a match (win 1, draw ½, loss 0) with Wilson's score interval: Wilson 1927, "Probable inference,
/// the law of succession, and statistical inference", with the score taken as a proportion of `games`. Draws make
/// the true variance smaller than a proportion's, so with draws the interval errs on the wide side.
///
/// Without games the mean is ½ and the interval is everything.
#[must_use]
pub fn wilson(wins: u64, draws: u64, games: u64) -> Estimate {
    if games == 0 {
        return Estimate { mean: 0.5, low: 0.0, high: 1.0 };
    }
    wilson_share((wins as f64 + draws as f64 / 2.0) / games as f64, games as f64)
}

/// Wilson's interval of the proportion `p` (0 to 1) among `n` (more than 0) independent observations.
pub(crate) fn wilson_share(p: f64, n: f64) -> Estimate {
    let z2 = Z95 * Z95;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    // At p = 0 and p = 1 an end meets the mean exactly; rounding must not push it past.
    Estimate { mean: p, low: (centre - half).clamp(0.0, p), high: (centre + half).clamp(p, 1.0) }
}

/// Count, mean and spread of a stream of numbers: Welford 1962, "Note on a method for calculating corrected sums
/// of squares and products".
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sample {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Sample {
    /// Adds one number.
    pub fn add(&mut self, x: f64) {
        self.count += 1;
        let before = x - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (x - self.mean);
    }

    /// How many numbers there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 if there are none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Their standard deviation, estimated for the population (n - 1); 0 for fewer than two.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.squares / (self.count - 1) as f64).sqrt() }
    }

    /// The mean with Student's 95 % interval: see [`student`].
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        student(self.count, self.mean, self.deviation())
    }
}

/// The 95 % interval of a mean of `count` numbers with this standard deviation ("Student" 1908, "The probable error of a
/// mean"). It has no ends for fewer than three: of one number no spread is known, and that of two says next to nothing
/// (Student's factor is 12.7).
#[must_use]
pub fn student(count: u64, mean: f64, deviation: f64) -> Estimate {
    if count < 3 {
        return Estimate { mean, ..Estimate::UNKNOWN };
    }
    let t = StudentsT::new(0.0, 1.0, (count - 1) as f64).map_or(Z95, |t| t.inverse_cdf(0.975));
    let half = t * deviation / (count as f64).sqrt();
    Estimate { mean, low: mean - half, high: mean + half }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Self {
        let mut sample = Self::default();
        numbers.into_iter().for_each(|x| sample.add(x));
        sample
    }
}
