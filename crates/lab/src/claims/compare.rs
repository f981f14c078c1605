//! The evidence of a claim: rows of numbers, each with a verdict of its own.

use serde::{Deserialize, Serialize};

use super::Verdict;
use super::cell::{Cell, Difference};
use super::exact::LEVEL;
use crate::text::with_unit;

/// Means of fewer independent units than this decide nothing: so few do not tell how much they vary.
pub const LEAST_UNITS: u64 = 5;

/// One number held against another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Comparison {
    /// Which number, held against which.
    pub of: String,
    /// What it is held against: what was published, a bound, the other row.
    pub against: Option<f64>,
    /// Whether `against` was published.
    pub published: bool,
    /// Ours.
    pub measured: Option<f64>,
    /// Where the difference from `against` may lie, three standard errors either way; of a ratio, where the ratio over
    /// `against` may lie.
    pub interval: Option<(f64, f64)>,
    /// The least difference (of a ratio, the least factor) that so many units would have shown four times of five.
    pub smallest: Option<f64>,
    /// As how large a difference still counts as none, declared in the experiment's file or by the rule.
    pub tolerance: Option<f64>,
    /// Independent units of ours; None of a number that is no mean.
    pub n: Option<u64>,
    /// Those of what it is held against.
    pub n_against: Option<u64>,
    /// The chance of a difference as large, both ways, if there were none.
    pub p: Option<f64>,
    /// By which test.
    pub test: String,
    /// Whether numbers are divided, not subtracted.
    pub ratio: bool,
    /// Unit of the numbers.
    pub unit: String,
    /// Digits after the point.
    pub digits: usize,
    /// What this row says alone.
    pub verdict: Verdict,
}

/// How a difference is looked at.
#[derive(Clone, Copy)]
pub(super) enum Asks {
    /// Whether it is above 0 (1) or below (-1).
    Way(f64),
    /// Whether it is none.
    None,
}

impl Comparison {
    /// Of a cell against something, not judged yet.
    pub(super) fn of(cell: &Cell, of: String, against: Option<f64>) -> Self {
        Self {
            of,
            against,
            published: false,
            measured: cell.ours.map(|ours| ours.value),
            interval: None,
            smallest: None,
            tolerance: None,
            n: cell.units(),
            n_against: None,
            p: None,
            test: String::new(),
            ratio: false,
            unit: cell.unit.clone(),
            digits: cell.digits,
            verdict: Verdict::Undecided,
        }
    }

    /// With what was found.
    pub(super) fn found(mut self, difference: Option<Difference>) -> Self {
        if let Some(difference) = difference {
            self.interval = difference.interval;
            self.smallest = difference.smallest;
            self.p = difference.p;
            difference.test.clone_into(&mut self.test);
        }
        self
    }

    /// Whether either side rests on too few units to be judged by.
    #[must_use]
    pub fn is_thin(&self) -> bool {
        [self.n, self.n_against].into_iter().flatten().any(|units| units < LEAST_UNITS)
    }

    /// Judges it as one of `steps` of a claim: each of several chances to be refuted by luck counts as one of so many.
    pub(super) fn judged(mut self, asks: Asks, steps: usize) -> Self {
        self.verdict = self.verdict_of(asks, steps);
        self
    }

    fn verdict_of(&self, asks: Asks, steps: usize) -> Verdict {
        let (Some(p), Some((low, high)), false) = (self.p, self.interval, self.is_thin()) else {
            return Verdict::Undecided;
        };
        let differs = |chances: usize| p * chances as f64 <= LEVEL;
        match asks {
            Asks::Way(way) => {
                // The middle tells the way; Wilson's intervals lean, but never beyond what was seen.
                let up = way * self.lead(low, high);
                match up {
                    _ if up > 0.0 && differs(1) => Verdict::Confirmed,
                    _ if up < 0.0 && differs(steps) => Verdict::Refuted,
                    _ => Verdict::Undecided,
                }
            }
            Asks::None => {
                let tolerance = self.tolerance.unwrap_or(0.0);
                match () {
                    () if -tolerance <= low && high <= tolerance => Verdict::Confirmed,
                    () if differs(steps) => Verdict::Refuted,
                    () => Verdict::Compatible,
                }
            }
        }
    }

    /// Above 0 where ours lies above what it is held against.
    fn lead(&self, low: f64, high: f64) -> f64 {
        match (self.measured, self.against) {
            (Some(ours), Some(other)) => ours - other,
            _ => f64::midpoint(low, high),
        }
    }

    /// A number of it on its scale.
    #[must_use]
    pub fn written(&self, value: f64) -> String {
        if self.ratio { format!("{value:.2}×") } else { with_unit(value, None, self.digits, &self.unit) }
    }

    /// The interval in words: `−3.1 to 4.0`.
    #[must_use]
    pub fn interval_text(&self) -> String {
        let unit_less = |value: f64| {
            if self.ratio { format!("{value:.2}") } else { crate::text::number(value, self.digits) }
        };
        match self.interval {
            Some((low, high)) => format!("{} to {}", unit_less(low), self.written(high)),
            None => "–".into(),
        }
    }

    /// The units of both sides: `200`, `200 / 100`.
    #[must_use]
    pub fn units_text(&self) -> String {
        let number = |units: u64| crate::text::number(units as f64, 0);
        match (self.n, self.n_against) {
            (Some(n), Some(m)) => format!("{} / {}", number(n), number(m)),
            (Some(n), None) => number(n),
            _ => "–".into(),
        }
    }

    /// The smallest difference seen, in words.
    #[must_use]
    pub fn smallest_text(&self) -> String {
        match self.smallest {
            Some(smallest) if smallest > 0.0 => self.written(smallest),
            Some(_) => "any".into(),
            None if self.n.is_none() || self.p.is_none() || self.interval.is_none() => "–".into(),
            None => "none".into(),
        }
    }

    /// Test and chance: `Fisher's exact, p = 0.0035`.
    #[must_use]
    pub fn test_text(&self) -> String {
        match self.p {
            _ if self.is_thin() => format!("fewer than {LEAST_UNITS} units"),
            Some(p) if p < 0.0001 => format!("{}, p < 0.0001", self.test),
            Some(p) => format!("{}, p = {p:.4}", self.test),
            None if self.measured.is_some() && !self.test.is_empty() => self.test.clone(),
            None => "not observed".into(),
        }
    }

    /// One line for a terminal.
    #[must_use]
    pub fn line(&self) -> String {
        let told = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| self.written(value));
        format!(
            "{}: {} against {}{}, {} {}, would have seen {}, n {}, {}: {}",
            self.of,
            told(self.measured),
            told(self.against),
            if self.published { " published" } else { "" },
            if self.ratio { "over it" } else { "difference" },
            self.interval_text(),
            self.smallest_text(),
            self.units_text(),
            self.test_text(),
            self.verdict.word(),
        )
    }
}
