//! A number that is judged, and how far two of them lie apart.

use std::collections::BTreeMap;

use super::LEAST_UNITS;
use crate::figure::{Figure, error_of};
use crate::plan::Claim;
use crate::text::with_unit;

/// A number that a claim is about.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its row.
    pub row: String,
    /// Its quantity.
    pub quantity: String,
    /// Ours; None where nothing was observed.
    pub ours: Option<Figure>,
    /// Digits after the point with which it is told.
    pub digits: usize,
    /// Its unit, such as `%`.
    pub unit: String,
    /// Published, with its error and number of observations.
    pub published: Option<(f64, Option<f64>, Option<u64>)>,
    /// The series that it comes from.
    pub series: String,
    /// How each of the series' groups pulls the number: `Quantity::pulls`.
    pub pulls: Vec<(u64, f64)>,
}

impl Cell {
    pub(super) fn name(&self, claim: &Claim) -> String {
        if claim.quantities().count() > 1 {
            format!("{}, {}", self.row, self.quantity)
        } else {
            self.row.clone()
        }
    }

    /// Whether it is a mean of too few units to be judged by.
    pub(super) fn is_thin(&self) -> bool {
        (1..LEAST_UNITS).contains(&self.pulls.len())
    }

    /// Its name and our number with its error.
    pub(super) fn told(&self, claim: &Claim) -> String {
        let number =
            self.ours.map_or_else(|| "not observed".to_owned(), |ours| self.written(ours.value, ours.error));
        format!("{} ({number})", self.name(claim))
    }

    /// A number on its scale, with its unit.
    pub(super) fn written(&self, value: f64, error: Option<f64>) -> String {
        with_unit(value, error, self.digits, &self.unit)
    }
}

/// The standard error of `a·first - b·second`. Rows of one series share their groups (the same positions, games against
/// each other), so that what pulls one pulls the other, and the error is that of the differences.
pub(super) fn error_between(first: &Cell, second: &Cell, a: f64, b: f64) -> Option<f64> {
    if first.series == second.series && !first.pulls.is_empty() && !second.pulls.is_empty() {
        let mut pulls: BTreeMap<u64, f64> = BTreeMap::new();
        first.pulls.iter().for_each(|(group, pull)| *pulls.entry(*group).or_default() += a * pull);
        second.pulls.iter().for_each(|(group, pull)| *pulls.entry(*group).or_default() -= b * pull);
        return error_of(pulls.into_values());
    }
    match (first.ours?.error, second.ours?.error) {
        (None, None) => None,
        (x, y) => Some((a * x.unwrap_or(0.0)).hypot(b * y.unwrap_or(0.0))),
    }
}

/// How many standard errors the second lies above the first. Without errors any difference decides.
pub(super) fn errors_above(first: &Cell, second: &Cell) -> Option<f64> {
    let (from, to) = (first.ours?, second.ours?);
    let difference = to.value - from.value;
    match error_between(first, second, 1.0, 1.0) {
        _ if difference == 0.0 => Some(0.0),
        Some(error) if error > 0.0 => Some(difference / error),
        _ => Some(difference.signum() * f64::INFINITY),
    }
}
