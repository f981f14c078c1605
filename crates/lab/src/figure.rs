//! One number out of many observations, with its error.

use crate::claims::Known;
use crate::observe::{Observed, Seen};
use crate::plan::{How, Number, Quantity};

/// A number with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// Observations that it was made of.
    pub n: u64,
    /// Groups of them that are independent of each other.
    pub groups: u64,
    /// The number.
    pub value: f64,
    /// Its standard error; None where there is none, as of a sum.
    pub error: Option<f64>,
    /// Standard deviation of the observations.
    pub spread: f64,
}

impl Quantity {
    /// This quantity of a row. None without observations, or where the series has no such column.
    ///
    /// The standard error counts groups, not observations: games of a pair hang together. With groups of `m_i`
    /// observations whose values sum to `s_i`, the mean `r = Σs/Σm` has the variance `n/(n-1) Σ(s_i - r m_i)² / (Σm)²`
    /// (the ratio estimator: Cochran 1977, "Sampling techniques", §6.3); so has a ratio of two columns.
    #[must_use]
    pub fn of_row(&self, observed: &Observed, row: &str) -> Option<Figure> {
        Some(self.sums(observed, row)?.figure(self))
    }

    /// How much each group pulls the mean away from where it is: the addends `(s_i - r m_i) / Σm` whose squares the
    /// variance is made of. The error of a difference of two rows that share their groups is made of the differences of
    /// these. Empty where the number is no mean.
    #[must_use]
    pub(crate) fn pulls(&self, observed: &Observed, row: &str) -> Vec<(u64, f64)> {
        match self.how {
            How::Mean | How::Ratio => {
                self.sums(observed, row).map_or_else(Vec::new, |sums| sums.pulls(self.scale))
            }
            How::Sum | How::Spread | How::Least | How::Greatest => Vec::new(),
        }
    }

    /// In how many groups there is anything but 0.
    #[must_use]
    pub(crate) fn cases(&self, observed: &Observed, row: &str) -> u64 {
        self.sums(observed, row)
            .map_or(0, |sums| sums.groups.iter().filter(|group| group.1 != 0.0).count() as u64)
    }

    fn sums(&self, observed: &Observed, row: &str) -> Option<Sums> {
        let column = observed.column(&self.of)?;
        let per = match &self.per {
            Some(per) => Some(observed.column(per)?),
            None => None,
        };
        let filters: Vec<(usize, f64, f64)> = self
            .only
            .iter()
            .map(|range| Some((observed.column(&range.column)?, range.from, range.to)))
            .collect::<Option<_>>()?;
        let counts = |seen: &&Seen| {
            seen.row == row
                && !seen.values[column].is_nan()
                && filters.iter().all(|&(at, from, to)| (from..=to).contains(&seen.values[at]))
        };
        let mut sums = Sums::default();
        for (number, group) in &observed.groups {
            let (mut sum, mut weight) = (0.0, 0.0);
            for seen in group.iter().filter(counts) {
                let value = self.transformed(seen.values[column]);
                sums.observe(value);
                sum += value;
                weight += per.map_or(1.0, |per| seen.values[per]);
            }
            if weight != 0.0 {
                sums.groups.push((*number, sum, weight));
            }
        }
        // Nothing over nothing is no ratio.
        (!sums.groups.is_empty()).then_some(sums)
    }

    /// Whether it is the share of observations of which something holds.
    pub(crate) fn is_share(&self) -> bool {
        self.how == How::Mean && (self.share || self.equals.is_some() || self.at_least.is_some())
    }

    /// Between what its figures lie: a share is nowhere below 0 or above all.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        if self.is_share() { (0.0, self.scale) } else { (f64::NEG_INFINITY, f64::INFINITY) }
    }

    fn transformed(&self, value: f64) -> f64 {
        let flag = |yes: bool| f64::from(u8::from(yes));
        match (self.equals, self.at_least) {
            (Some(wanted), _) => flag(value == wanted),
            (None, Some(least)) => flag(value >= least),
            (None, None) => value,
        }
    }
}

struct Sums {
    n: u64,
    sum: f64,
    mean: f64,
    squares: f64,
    least: f64,
    greatest: f64,
    /// Number, sum of values, sum of weights.
    groups: Vec<(u64, f64, f64)>,
}

impl Default for Sums {
    fn default() -> Self {
        Self {
            n: 0,
            sum: 0.0,
            mean: 0.0,
            squares: 0.0,
            least: f64::INFINITY,
            greatest: f64::NEG_INFINITY,
            groups: Vec::new(),
        }
    }
}

impl Sums {
    /// Welford 1962, "Note on a method for calculating corrected sums of squares and products".
    fn observe(&mut self, x: f64) {
        self.n += 1;
        self.sum += x;
        let before = x - self.mean;
        self.mean += before / self.n as f64;
        self.squares += before * (x - self.mean);
        self.least = self.least.min(x);
        self.greatest = self.greatest.max(x);
    }

    fn figure(&self, quantity: &Quantity) -> Figure {
        let spread = if self.n < 2 { 0.0 } else { (self.squares / (self.n - 1) as f64).sqrt() };
        let (value, error) = match quantity.how {
            How::Mean | How::Ratio => self.ratio(quantity.is_share()),
            How::Sum => (self.sum, None),
            How::Spread => (spread, None),
            How::Least => (self.least, None),
            How::Greatest => (self.greatest, None),
        };
        let scale = quantity.scale;
        Figure {
            n: self.n,
            groups: self.groups.len() as u64,
            value: scale * value,
            error: error.map(|e| scale.abs() * e),
            spread: scale.abs() * spread,
        }
    }

    fn weight(&self) -> f64 {
        self.groups.iter().map(|group| group.2).sum()
    }

    fn pulls(&self, scale: f64) -> Vec<(u64, f64)> {
        let weight = self.weight();
        let ratio = self.groups.iter().map(|group| group.1).sum::<f64>() / weight;
        self.groups.iter().map(|(group, sum, m)| (*group, scale * (sum - ratio * m) / weight)).collect()
    }

    fn ratio(&self, share: bool) -> (f64, Option<f64>) {
        let ratio = self.groups.iter().map(|group| group.1).sum::<f64>() / self.weight();
        if share && (self.mean == 0.0 || self.mean == 1.0) {
            return (ratio, Some(share_error(ratio, self.n)));
        }
        (ratio, error_of(self.pulls(1.0).into_iter().map(|pull| pull.1)))
    }
}

/// The standard error that some pulls add up to; None of fewer than two.
pub(crate) fn error_of(pulls: impl Iterator<Item = f64>) -> Option<f64> {
    let (n, squares) = pulls.fold((0.0, 0.0), |(n, squares), pull| (n + 1.0, squares + pull * pull));
    (n >= 2.0).then(|| (squares * n / (n - 1.0)).sqrt())
}

/// The standard error of a share of `n`: of `p` itself, or where nobody or everybody was counted, of the share that one
/// more of either kind would give, since 0 of 100 does not mean never.
fn share_error(p: f64, n: u64) -> f64 {
    let n = n as f64;
    let p = if p <= 0.0 || p >= 1.0 { (n * p + 1.0) / (n + 2.0) } else { p };
    (p * (1.0 - p) / n).sqrt()
}

impl Number {
    /// The standard error of a published number, from what was published with it; None where that does not tell.
    #[must_use]
    pub fn error(&self, scale: f64) -> Option<f64> {
        if self.exact {
            return Some(0.0);
        }
        let n = self.n?;
        match self.sd {
            Some(sd) => Some(sd / (n as f64).sqrt()),
            None if self.share => Some(scale * share_error(self.value / scale, n)),
            None => None,
        }
    }
}

impl Number {
    /// As far as it can be compared.
    #[must_use]
    pub fn known(&self, scale: f64) -> Known {
        Known { value: self.value, error: self.error(scale), n: self.n, share: self.share }
    }
}

impl Figure {
    /// How many standard errors it lies above another number with this error (none: that number is exact). None where
    /// neither has an error; infinite where both are exact and differ.
    #[must_use]
    pub fn above(&self, value: f64, error: Option<f64>) -> Option<f64> {
        if self.error.is_none() && error.is_none() {
            return None;
        }
        let both = self.error.unwrap_or(0.0).hypot(error.unwrap_or(0.0));
        let difference = self.value - value;
        Some(if difference == 0.0 { 0.0 } else { difference / both })
    }
}
