//! A number that is judged, and how far two of them lie apart.

use std::collections::BTreeMap;

use super::compare::LEAST_UNITS;
use super::exact::{self, LEVEL, POWER, both_ways, quantile};
use crate::figure::{Figure, error_of};

/// A published number as far as it can be compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// On the quantity's scale.
    pub value: f64,
    /// Its standard error; 0 where it is exact; None where it cannot be compared.
    pub error: Option<f64>,
    /// Of how many observations.
    pub n: Option<u64>,
    /// Whether it is a share.
    pub share: bool,
}

/// A number that a claim is about.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its row.
    pub row: String,
    /// Its quantity.
    pub quantity: String,
    /// Ours; None where nothing was observed.
    pub ours: Option<Figure>,
    /// Where it is a share: of what, such as 100.
    pub share: Option<f64>,
    /// Digits after the point with which it is told.
    pub digits: usize,
    /// Its unit, such as `%`.
    pub unit: String,
    /// What was published.
    pub published: Option<Known>,
    /// The series that it comes from.
    pub series: String,
    /// How each of the series' groups pulls the number: `Quantity::pulls`.
    pub pulls: Vec<(u64, f64)>,
    /// Independent units with a case: a value other than 0.
    pub cases: u64,
}

/// One side of a comparison, on the quantity's scale.
#[derive(Clone, Copy, Debug)]
enum Side {
    /// A share of `scale` among so many independent observations.
    Share { value: f64, scale: f64, n: f64 },
    /// A mean, its standard error, the degrees of freedom of that.
    Mean { value: f64, error: f64, freedom: f64 },
    /// A number without error.
    Exact(f64),
}

/// How far one number lies above another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Difference {
    pub(super) value: f64,
    /// Where it may lie, three standard errors wide; None where nobody knows.
    pub(super) interval: Option<(f64, f64)>,
    /// The least difference that would have been seen four times of five.
    pub(super) smallest: Option<f64>,
    /// The chance of one as large, both ways, if there were none.
    pub(super) p: Option<f64>,
    /// By which test.
    pub(super) test: &'static str,
}

impl Cell {
    /// How many independent units its number rests on; None where it is no mean.
    pub(super) fn units(&self) -> Option<u64> {
        (!self.pulls.is_empty()).then_some(self.pulls.len() as u64)
    }

    /// Where ours less the published number may lie, and the chance of a difference as large if there were none. Nothing where
    /// either of them rests on too few units to be judged by.
    #[must_use]
    pub fn beside(&self) -> (Option<(f64, f64)>, Option<f64>) {
        let units = [self.units(), self.published.and_then(|known| known.n)];
        if units.into_iter().flatten().any(|n| n < LEAST_UNITS) {
            return (None, None);
        }
        above_published(self).map_or((None, None), |difference| (difference.interval, difference.p))
    }

    fn side(&self) -> Option<Side> {
        let ours = self.ours?;
        let Some(units) = self.units() else {
            return Some(match ours.error {
                Some(error) if error > 0.0 => Side::Mean { value: ours.value, error, freedom: f64::INFINITY },
                _ => Side::Exact(ours.value),
            });
        };
        let freedom = units as f64 - 1.0;
        Some(match (self.share, ours.error) {
            (Some(scale), error) => {
                Side::Share { value: ours.value, scale, n: independent(&ours, error, scale, units) }
            }
            (None, Some(error)) => Side::Mean { value: ours.value, error, freedom },
            (None, None) => Side::Mean { value: ours.value, error: f64::INFINITY, freedom: 1.0 },
        })
    }
}

/// As how many independent observations a share of observations in groups counts: their number over the design effect (Rao &
/// Scott 1992, "A simple method for the analysis of clustered binary data"), and never more than there are.
fn independent(ours: &Figure, error: Option<f64>, scale: f64, units: u64) -> f64 {
    let (n, p) = (ours.n as f64, ours.value / scale);
    let variance = p * (1.0 - p);
    match error {
        Some(error) if variance > 0.0 && error > 0.0 => {
            let effect = (error / scale).powi(2) * (n - 1.0).max(1.0) / variance;
            n / effect.max(1.0)
        }
        _ => units as f64,
    }
}

impl Known {
    /// `share`: of what ours is a share, if it is one. A published share beside a number that is none, such as a score with its
    /// draws, is a mean like others.
    fn side(self, share: Option<f64>) -> Option<Side> {
        let error = self.error?;
        Some(match (self.n, share.filter(|_| self.share)) {
            _ if error == 0.0 => Side::Exact(self.value),
            (Some(n), Some(scale)) => Side::Share { value: self.value, scale, n: n as f64 },
            (Some(n), None) => Side::Mean { value: self.value, error, freedom: n as f64 - 1.0 },
            (None, _) => Side::Mean { value: self.value, error, freedom: f64::INFINITY },
        })
    }
}

impl Side {
    const fn value(self) -> f64 {
        match self {
            Self::Share { value, .. } | Self::Mean { value, .. } | Self::Exact(value) => value,
        }
    }

    /// Standard error and degrees of freedom.
    fn error(self) -> (f64, f64) {
        match self {
            Self::Share { value, scale, n } => {
                // None of few is not never: as if one more of either kind had been seen.
                let p = value / scale;
                let p = if p <= 0.0 || p >= 1.0 { (n * p + 1.0) / (n + 2.0) } else { p };
                (scale * (p * (1.0 - p) / n).sqrt(), n - 1.0)
            }
            Self::Mean { error, freedom, .. } => (error, freedom),
            Self::Exact(_) => (0.0, f64::INFINITY),
        }
    }

    fn above(self, other: Self) -> Difference {
        match (self, other) {
            (Self::Share { value: a, scale, n }, Self::Share { value: b, n: m, .. }) => {
                let (p, q) = (a / scale, b / scale);
                let (low, high) = exact::newcombe((p, n), (q, m));
                let (ours, theirs) = (count(p, n), count(q, m));
                // Where not even all against none would count, no difference is seen.
                let can_count = exact::fisher((ours.1, ours.1), (0, theirs.1)) <= LEVEL;
                let smallest = exact::smallest_share(q, 1.0 / n + 1.0 / m).filter(|_| can_count);
                Difference {
                    value: a - b,
                    interval: Some((scale * low, scale * high)),
                    smallest: smallest.map(|d| scale * d),
                    p: Some(exact::fisher(ours, theirs)),
                    test: "Fisher's exact",
                }
            }
            (Self::Share { value: a, scale, n }, Self::Exact(b)) => {
                let (p, q) = (a / scale, b / scale);
                let (low, high) = exact::wilson(p, n);
                Difference {
                    value: a - b,
                    interval: Some((scale * low - b, scale * high - b)),
                    smallest: exact::smallest_share(q, 1.0 / n).map(|d| scale * d),
                    p: Some(exact::binomial(count(p, n), q)),
                    test: "binomial exact",
                }
            }
            (a, b) => {
                let ((error, f), (other, g)) = (a.error(), b.error());
                of_mean(a.value() - b.value(), error.hypot(other), welch((error, f), (other, g)))
            }
        }
    }
}

/// So many of so many, in whole observations.
fn count(p: f64, n: f64) -> (u64, u64) {
    let n = n.round().max(1.0);
    ((p * n).round().clamp(0.0, n) as u64, n as u64)
}

/// Degrees of freedom of a difference (Welch 1947, "The generalization of Student's problem when several different population
/// variances are involved").
fn welch((error, f): (f64, f64), (other, g): (f64, f64)) -> f64 {
    let (a, b) = (error * error, other * other);
    let parts = a * a / f + b * b / g;
    if parts > 0.0 { (a + b).powi(2) / parts } else { f64::INFINITY }
}

/// A difference of means by Student's law.
fn of_mean(value: f64, error: f64, freedom: f64) -> Difference {
    // What is left of rounding is no error.
    if error <= 1e-12 * value.abs().max(1e-12) {
        let p = if value.abs() < 1e-12 { 1.0 } else { 0.0 };
        return Difference {
            value,
            interval: Some((value, value)),
            smallest: Some(0.0),
            p: Some(p),
            test: "exactly",
        };
    }
    if !error.is_finite() || freedom < 1.0 {
        return Difference { value, interval: None, smallest: None, p: None, test: "no errors" };
    }
    let t = quantile(freedom, 1.0 - LEVEL / 2.0);
    Difference {
        value,
        interval: Some((value - t * error, value + t * error)),
        smallest: Some((t + quantile(freedom, POWER)) * error),
        p: Some(both_ways(value / error, freedom)),
        test: "Student's t",
    }
}

/// How far ours lies above what was published.
pub(super) fn above_published(cell: &Cell) -> Option<Difference> {
    let known = cell.published?;
    Some(cell.side()?.above(known.side(cell.share)?))
}

/// How far ours lies above a bound.
pub(super) fn above_bound(cell: &Cell, bound: f64) -> Option<Difference> {
    Some(cell.side()?.above(Side::Exact(bound)))
}

/// How far the second lies above the first. Rows of one series share their groups (the same positions, games against each
/// other), so that what pulls one pulls the other, and the differences of the groups are what varies.
pub(super) fn between(first: &Cell, second: &Cell) -> Option<Difference> {
    let apart = second.side()?.above(first.side()?);
    let Some((error, units)) = paired(first, second, 1.0, 1.0) else { return Some(apart) };
    let shares = first.share.is_some() && second.share.is_some();
    if shares && error <= 1e-12 && apart.value != 0.0 {
        // Every group differs alike: how often that happens by chance is for the number of groups to say.
        return Some(Difference { p: Some(sign_test(units)), test: "sign test", ..apart });
    }
    let difference = of_mean(apart.value, error, units as f64 - 1.0);
    let least = if shares && apart.value != 0.0 { sign_test(units) } else { 0.0 };
    Some(Difference { p: difference.p.map(|p| p.max(least)), ..difference })
}

/// The chance that so many all fall on one side.
fn sign_test(units: u64) -> f64 {
    2.0 * 0.5_f64.powf(units as f64)
}

/// How far the ratio of the first to the second lies above `value`, on a scale of logarithms.
pub(super) fn ratio_above(first: &Cell, second: &Cell, value: f64) -> Option<Difference> {
    let (a, b) = (first.side()?, second.side()?);
    let ratio = a.value() / b.value();
    if !(ratio.is_finite() && ratio > 0.0 && value > 0.0) {
        return None;
    }
    let distance = (ratio / value).ln();
    if let Some((error, units)) = paired(first, second, 1.0 / a.value(), 1.0 / b.value()) {
        return Some(of_mean(distance, error, units as f64 - 1.0));
    }
    let relative = |side: Side| (side.error().0 / side.value(), side.error().1);
    let (x, y) = (relative(a), relative(b));
    Some(of_mean(distance, x.0.hypot(y.0), welch(x, y)))
}

/// The standard error of `a·first - b·second`, and of how many groups, where both are means of one series.
fn paired(first: &Cell, second: &Cell, a: f64, b: f64) -> Option<(f64, u64)> {
    if first.series != second.series || first.pulls.is_empty() || second.pulls.is_empty() {
        return None;
    }
    let mut pulls: BTreeMap<u64, f64> = BTreeMap::new();
    first.pulls.iter().for_each(|(group, pull)| *pulls.entry(*group).or_default() += a * pull);
    second.pulls.iter().for_each(|(group, pull)| *pulls.entry(*group).or_default() -= b * pull);
    let units = pulls.len() as u64;
    error_of(pulls.into_values()).map(|error| (error, units))
}
