//! Plots of a report as SVG inside a page, whose colours they take.

use std::fmt::Write;

use crate::page::escape;
use crate::report::Report;

const WIDTH: f64 = 860.0;
/// Room for names at the left.
const NAMES: f64 = 300.0;
const ROW: f64 = 28.0;
const RIGHT: f64 = 30.0;

/// One line of a plot of estimates: name, value, and the ends of its interval.
struct Bar<'a> {
    name: &'a str,
    value: f64,
    low: f64,
    high: f64,
}

/// Every rated agent's Elo with its interval, the best first.
pub fn ratings(report: &Report) -> String {
    let bars = report.ranking.iter().filter_map(|&agent| {
        let row = &report.agents[agent];
        Some(Bar { name: &row.agent, value: row.elo?, low: row.elo_low?, high: row.elo_high? })
    });
    estimates(&bars.collect::<Vec<_>>(), "Elo above the mean of the field", false)
}

/// Every agent's mean points with their interval.
pub fn points(report: &Report) -> String {
    let bars = report.ranking.iter().filter(|&&agent| report.agents[agent].games > 0).map(|&agent| {
        let row = &report.agents[agent];
        // Where too few games tell no interval, the mean stands alone.
        let (low, high) = row.score().interval().unwrap_or((row.mean_score, row.mean_score));
        Bar { name: &row.agent, value: row.mean_score, low, high }
    });
    estimates(&bars.collect::<Vec<_>>(), "mean points of a game", true)
}

/// The log-likelihood ratio pair by pair, between the bounds of its test.
pub(crate) fn llr(report: &Report) -> String {
    let (Some(sprt), [_, ..]) = (&report.sprt, &report.llr_course[..]) else { return String::new() };
    let (left, top, height) = (60.0, 16.0, 260.0);
    let course = &report.llr_course;
    let pairs = course.last().map_or(0, |last| last.0);
    let low = course.iter().map(|point| point.1).fold(sprt.lower, f64::min) - 0.3;
    let high = course.iter().map(|point| point.1).fold(sprt.upper, f64::max) + 0.3;
    let y = |llr: f64| top + (high - llr) / (high - low) * height;
    let x = |pair: u64| left + pair as f64 / pairs as f64 * (WIDTH - left - RIGHT);
    let mut svg = open(top + height + 40.0, "the log-likelihood ratio after each pair of games");
    for (at, class, name) in [(sprt.upper, "good", "H1"), (0.0, "grid", "0"), (sprt.lower, "bad", "H0")] {
        let _ = write!(
            svg,
            "<line class=\"{class}\" x1=\"{left}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
            WIDTH - RIGHT,
            left - 8.0,
            y(at) + 4.0,
            y = y(at)
        );
    }
    let mut points = format!("{left:.1},{:.1}", y(0.0));
    for &(pair, llr) in course {
        let _ = write!(points, " {:.1},{:.1}", x(pair), y(llr));
    }
    let _ = write!(svg, "<polyline class=\"mark\" stroke-width=\"1.5\" points=\"{points}\"/>");
    let _ = write!(
        svg,
        "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{} pairs</text></svg>",
        WIDTH - RIGHT,
        top + height + 24.0,
        pairs
    );
    svg
}

fn open(height: f64, about: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{about}\">"
    )
}

/// Values with intervals, one below the other on one scale.
fn estimates(bars: &[Bar<'_>], about: &str, from_zero: bool) -> String {
    let zero = if from_zero { 0.0 } else { f64::INFINITY };
    let low = bars.iter().map(|bar| bar.low).fold(zero, f64::min);
    let high = bars.iter().map(|bar| bar.high).fold(f64::NEG_INFINITY, f64::max);
    if bars.is_empty() || !(low.is_finite() && high.is_finite()) {
        return String::new();
    }
    let step = nice_step(high - low);
    let (low, high) =
        ((low / step).floor() * step, ((high / step).ceil() * step).max((low / step).floor() * step + step));
    let x = |value: f64| NAMES + (value - low) / (high - low) * (WIDTH - NAMES - RIGHT);
    let bottom = 10.0 + ROW * bars.len() as f64;
    let mut svg = open(bottom + 44.0, about);
    for line in 0..=((high - low) / step).round() as u32 {
        let at = low + f64::from(line) * step;
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"10\" y2=\"{bottom:.1}\"/>\
             <text class=\"soft\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 16.0,
            at,
            x = x(at)
        );
    }
    for (i, bar) in bars.iter().enumerate() {
        let y = 10.0 + ROW * (i as f64 + 0.5);
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <line class=\"mark\" stroke-width=\"2\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{:.1}{}</title></circle>",
            NAMES - 12.0,
            y + 4.0,
            escape(&shortened(bar.name)),
            x(bar.low),
            x(bar.high),
            x(bar.value),
            bar.value,
            if bar.low < bar.high { format!(" ({:.1} … {:.1})", bar.low, bar.high) } else { String::new() }
        );
    }
    let _ = write!(
        svg,
        "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{about}</text></svg>",
        (NAMES + WIDTH - RIGHT) / 2.0,
        bottom + 36.0
    );
    svg
}

/// A step of 1, 2 or 5 times a power of ten that cuts `range` into four to ten parts.
#[must_use]
pub fn nice_step(range: f64) -> f64 {
    let rough = (range / 8.0).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough)
        .unwrap_or(10.0 * power)
}

/// A name that fits beside a plot.
#[must_use]
pub fn shortened(name: &str) -> String {
    const LONGEST: usize = 42;
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}
