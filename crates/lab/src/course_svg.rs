//! The course of a tuning run as a picture: the best score known, and mean and spread of the points tried.

use std::fmt::Write;

/// One iteration of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CoursePoint {
    /// Trials played by then.
    pub at: f64,
    /// Score of the best point known.
    pub best: f64,
    /// Mean score of the points of the iteration.
    pub mean: f64,
    /// Standard deviation of their scores.
    pub spread: f64,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 46.0;

/// What the picture calls things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CourseWords<'a> {
    /// What a score is.
    pub unit: &'a str,
    /// What is counted from left to right.
    pub at: &'a str,
    /// The line of the best scores.
    pub best: &'a str,
    /// The line of the means, and what their band is.
    pub mean: &'a str,
}

/// Draws a run. The picture follows the reader's light or dark scheme.
#[must_use]
pub fn course_svg(course: &[CoursePoint], words: &CourseWords<'_>) -> String {
    let CourseWords { unit, at: count, best, mean } = words;
    let last = course.last().map_or(1.0, |point| point.at.max(1.0));
    let lows = course.iter().map(|point| (point.mean - point.spread).min(point.best));
    let highs = course.iter().map(|point| (point.mean + point.spread).max(point.best));
    let (low, high) = (lows.fold(f64::INFINITY, f64::min), highs.fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = match (low, high) {
        (low, high) if low < high => (low, high),
        (low, _) if low.is_finite() => (low - 1.0, low + 1.0),
        _ => (0.0, 1.0),
    };
    let x = |at: f64| LEFT + at / last * (WIDTH - LEFT - RIGHT);
    let y = |score: f64| TOP + (high - score) / (high - low) * (HEIGHT - TOP - BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"score against trials\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n{STYLE}"
    );
    for score in ticks(low, high) {
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            y(score) + 4.0,
            label(score, high - low),
            y = y(score),
        );
    }
    for at in ticks(0.0, last) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{at:.0}</text>",
            x(at),
            HEIGHT - BOTTOM + 20.0
        );
    }
    let line = |value: &dyn Fn(&CoursePoint) -> f64| -> String {
        course.iter().map(|point| format!("{:.1},{:.1} ", x(point.at), y(value(point)))).collect()
    };
    let lower: String =
        course.iter().rev().map(|p| format!("{:.1},{:.1} ", x(p.at), y(p.mean - p.spread))).collect();
    let _ = writeln!(svg, "<polygon class=\"spread\" points=\"{}{lower}\"/>", line(&|p| p.mean + p.spread));
    let _ = writeln!(svg, "<polyline class=\"mean\" points=\"{}\"/>", line(&|p| p.mean));
    let _ = writeln!(svg, "<polyline class=\"best\" points=\"{}\"/>", line(&|p| p.best));
    let middle = LEFT + (WIDTH - LEFT - RIGHT) / 2.0;
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"20\">{unit}: <tspan class=\"name-best\">{best}</tspan>, \
         <tspan class=\"name-mean\">{mean}</tspan></text>\n\
         <text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{count}</text>\n</svg>",
        HEIGHT - 8.0
    );
    svg
}

const STYLE: &str = "<style>text{fill:#333}.grid{stroke:#ddd}.spread{fill:#4477aa;opacity:.18}\
.mean{fill:none;stroke:#4477aa;stroke-width:1.6}.best{fill:none;stroke:#cc6633;stroke-width:2.2}\
.name-best{fill:#b85520;font-weight:600}.name-mean{fill:#4477aa;font-weight:600}\
@media (prefers-color-scheme:dark){svg{background:#16181c}text{fill:#ddd}.grid{stroke:#333}\
.name-best{fill:#f0915c}.name-mean{fill:#7fb0e0}}</style>\n";

/// Round numbers within a range, about five of them.
fn ticks(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let rough = (high - low) / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 2.5, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    (first..).map(move |n| n as f64 * step).take_while(move |&tick| tick <= high)
}

/// A score with as many digits as a range needs.
fn label(score: f64, range: f64) -> String {
    let decimals = if range >= 20.0 { 0 } else { (2.0 - range.log10()).ceil().clamp(0.0, 6.0) as usize };
    format!("{score:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: CourseWords<'_> = CourseWords { unit: "points", at: "trials", best: "best", mean: "mean" };

    #[test]
    fn a_course_is_drawn_inside_its_frame() {
        let point = |n: u32| {
            let at = f64::from(n * 50);
            CoursePoint { at, best: 100.0 + at, mean: 80.0 + at / 2.0, spread: 10.0 }
        };
        for count in [0, 1, 2, 40] {
            let svg = course_svg(&(1..=count).map(point).collect::<Vec<_>>(), &WORDS);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert_eq!(svg.matches("<polyline").count(), 2);
            for pair in svg
                .split("points=\"")
                .skip(1)
                .flat_map(|part| part.split('"').next().unwrap_or("").split_whitespace().collect::<Vec<_>>())
            {
                let (x, y) = pair.split_once(',').expect("pairs of numbers");
                let (x, y): (f64, f64) = (x.parse().expect("a number"), y.parse().expect("a number"));
                assert!((LEFT..=WIDTH).contains(&x) && (TOP..=HEIGHT - BOTTOM).contains(&y), "{pair}");
            }
        }
    }
}
