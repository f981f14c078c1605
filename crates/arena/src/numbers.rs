//! Numbers as people read them in tables and lines.

pub use registry::numbers::{count, digits, plural, seconds, things, time, with_error};

use crate::stats::{Estimate, TileRate};

/// The greatest tiles and how often they were reached: `2048 12.0 %, 1024 60.0 %`.
#[must_use]
pub fn tiles(rates: &[TileRate]) -> String {
    let greatest = rates.iter().rev().take(3);
    greatest.map(|rate| format!("{} {:.1} %", rate.tile, 100.0 * rate.rate)).collect::<Vec<_>>().join(", ")
}

/// A number; a dash where there is none to tell.
pub fn told(number: f64, show: impl Fn(f64) -> String) -> String {
    if number.is_finite() { show(number) } else { "–".to_owned() }
}

/// The ends of an interval, or that there are too few games for one.
pub fn interval(of: Estimate, show: impl Fn(f64) -> String) -> String {
    match of.interval() {
        Some((low, high)) => format!("{} … {}", show(low), show(high)),
        None => "too few games".to_owned(),
    }
}
