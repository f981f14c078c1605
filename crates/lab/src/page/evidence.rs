//! The claims of a report: what is said, the verdict, and the row of numbers that it rests on, with its interval drawn.

use std::fmt::Write;

use arena::page::escape;

use crate::claims::{Comparison, Judged, RULE};
use crate::report::Report;

/// Width and height of a drawn interval, in pixels.
const WIDTH: f64 = 132.0;
const HEIGHT: f64 = 18.0;

/// Every claim with its evidence.
pub(super) fn claims(body: &mut String, report: &Report) {
    if report.claims.is_empty() {
        return;
    }
    let _ = writeln!(
        body,
        "<h2>Claims</h2>\n<p class=\"soft\">Every row is measured by <code>{}</code>.</p>\n\
         <div class=\"wide\"><table class=\"evidence\"><thead><tr><th>claim and its numbers</th><th class=\"name\">verdict</th>\
         <th>published or held against</th><th>measured</th><th>difference, 99.7 % interval</th><th class=\"name\"></th>\
         <th>smallest difference seen</th><th>units (ours / theirs)</th><th class=\"name\">test</th></tr></thead><tbody>",
        escape(&report.command)
    );
    for judged in &report.claims {
        claim(body, judged);
    }
    let _ = writeln!(
        body,
        "</tbody></table></div>\n<details><summary>How claims are judged</summary><p class=\"soft\">{RULE}</p></details>"
    );
}

fn claim(body: &mut String, judged: &Judged) {
    let word = judged.verdict.word();
    let _ = write!(
        body,
        "<tr class=\"claim\"><td class=\"text\"><strong>{}</strong></td><td class=\"name {word}\"><strong>{} {word}</strong></td>\
         <td class=\"name soft\" colspan=\"7\">{}</td></tr>",
        escape(&judged.claim),
        judged.verdict.sign(),
        if judged.missing.is_empty() {
            String::new()
        } else {
            format!("waits for: {}", escape(&judged.missing.join(", ")))
        }
    );
    let reach = reach(&judged.evidence);
    for row in &judged.evidence {
        let told = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| row.written(value));
        let published = if row.published { "" } else { " class=\"soft\"" };
        let word = row.verdict.word();
        let _ = write!(
            body,
            "<tr><td class=\"text of\">{}</td><td class=\"name {word}\">{} {word}</td><td{published}>{}</td><td>{}</td><td>{}</td>\
             <td class=\"name\">{}</td><td>{}</td><td>{}</td><td class=\"name soft\">{}</td></tr>",
            escape(&row.of),
            row.verdict.sign(),
            escape(&told(row.against)),
            escape(&told(row.measured)),
            escape(&row.interval_text()),
            drawn(row, reach),
            escape(&row.smallest_text()),
            row.units_text(),
            escape(&row.test_text()),
        );
    }
    body.push('\n');
}

/// Ends of an interval around 0: logarithms of factors.
fn ends(row: &Comparison) -> Option<(f64, f64)> {
    let (low, high) = row.interval?;
    Some(if row.ratio { (low.ln(), high.ln()) } else { (low, high) })
}

/// How far the rows of a claim reach from 0, so that they are drawn on one scale.
fn reach(rows: &[Comparison]) -> f64 {
    let far = rows.iter().filter_map(ends).flat_map(|(low, high)| [low.abs(), high.abs()]);
    let tolerances = rows.iter().filter_map(|row| row.tolerance);
    far.chain(tolerances).fold(1e-12, f64::max) * 1.08
}

/// The interval as a bar, the tolerance as a band behind it, no difference as a line.
fn drawn(row: &Comparison, reach: f64) -> String {
    let Some((low, high)) = ends(row) else { return String::new() };
    let x = |value: f64| (WIDTH / 2.0) * (1.0 + (value / reach).clamp(-1.0, 1.0));
    let mut svg = format!(
        "<svg class=\"interval\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" \
         aria-label=\"{}\">",
        escape(&row.interval_text())
    );
    if let Some(tolerance) = row.tolerance.filter(|_| !row.ratio) {
        let (left, right) = (x(-tolerance), x(tolerance));
        let _ = write!(
            svg,
            "<rect class=\"band\" x=\"{left:.1}\" y=\"2\" width=\"{:.1}\" height=\"{}\"/>",
            right - left,
            HEIGHT - 4.0
        );
    }
    let (middle, y) = (x(0.0), HEIGHT / 2.0);
    let point = match (row.measured, row.against) {
        (Some(ours), Some(other)) if row.ratio => (ours / other).ln(),
        (Some(ours), Some(other)) => ours - other,
        _ => f64::midpoint(low, high),
    };
    let _ = write!(
        svg,
        "<line class=\"none\" x1=\"{middle:.1}\" x2=\"{middle:.1}\" y1=\"0\" y2=\"{HEIGHT}\"/>\
         <line class=\"bar {0}\" x1=\"{1:.1}\" x2=\"{2:.1}\" y1=\"{y}\" y2=\"{y}\"/><circle class=\"{0}\" cx=\"{3:.1}\" cy=\"{y}\" \
         r=\"3.2\"/></svg>",
        row.verdict.word(),
        x(low),
        x(high),
        x(point)
    );
    svg
}

pub(super) const STYLE: &str = "
.evidence { font-size: 13.5px; } .evidence th { white-space: normal; vertical-align: bottom; }
.evidence td, .evidence th { padding: .25rem .45rem; } .evidence tr.claim td { border-top: 2px solid var(--line); padding-top: .6rem; }
.evidence tbody tr:nth-child(even) { background: none; } .evidence td.of { padding-left: 1rem; color: var(--soft); }
.interval { max-width: none; }
.interval .band { fill: var(--band); stroke: var(--line); } .interval .none { stroke: var(--soft); stroke-dasharray: 2 2; }
.interval .bar { stroke: var(--soft); stroke-width: 2.5; } .interval circle { fill: var(--soft); }
.interval .bar.confirmed { stroke: var(--good); } .interval circle.confirmed { fill: var(--good); }
.interval .bar.refuted { stroke: var(--bad); } .interval circle.refuted { fill: var(--bad); }
.interval .bar.compatible { stroke: var(--mark); } .interval circle.compatible { fill: var(--mark); }
";
