//! Plots as SVG, in the colours of the page or, alone, in their own, light and dark.

mod axis;
mod bars;
mod course;
mod lines;

use std::collections::BTreeMap;
use std::fmt::Write;

use arena::page::escape;

use crate::claims::Known;
use crate::plan::{Draws, Place, Plan, Plot, Quantity};
use crate::report::{Subject, published};
use crate::text::with_error;
pub use axis::Axis;
pub use bars::{Bar, bars, columns};
pub use course::course_svg;
pub use lines::{Line, Lines, Point, add};

/// Width of a plot in pixels.
const WIDTH: f64 = 860.0;
/// That of one for a telephone: as wide as its page, so that letters keep their size.
const SLIM: f64 = 380.0;

/// Colours and strokes of all plots.
pub(crate) const STYLE: &str = "
.chart { --ink: #1c2733; --soft: #5d6b7a; --grid: #dde2e7; --s0: #0b6bcb; --s1: #c4501b; --s2: #1a7f4b; --s3: #8a3ab9;
  --s4: #a5760a; --s5: #b3264f; --s6: #2a8a93; --s7: #5b6470; }
@media (prefers-color-scheme: dark) { .chart { --ink: #e4e9ee; --soft: #9aa7b4; --grid: #303b46; --s0: #5aa9f5;
  --s1: #f08a55; --s2: #55c28a; --s3: #c58af0; --s4: #e0b64b; --s5: #f07a9c; --s6: #5fcbd4; --s7: #a7b1bc; } }
.chart text { font: 12px system-ui, sans-serif; fill: var(--ink); } .chart .soft { fill: var(--soft); }
.chart .grid { stroke: var(--grid); } .chart .axis { stroke: var(--soft); }
.chart .line { fill: none; stroke-width: 2; } .chart .thin { fill: none; stroke-width: 1.5; }
.chart .published { stroke-dasharray: 5 4; }
";
const SERIES: usize = 8;

/// The class of a line's colour.
fn colour(index: usize) -> String {
    format!("var(--s{})", index % SERIES)
}

/// A plot, and the same for narrow pages.
pub(crate) struct Drawn {
    pub(crate) broad: String,
    pub(crate) slim: String,
}

/// The plots of an experiment, ready for its page.
pub(crate) fn plots(plan: &Plan, subjects: &[Subject<'_>]) -> Vec<Drawn> {
    let drawn = |plot| {
        let [broad, slim] = [WIDTH, SLIM].map(|width| draw(plan, plot, subjects, width));
        Drawn { broad, slim }
    };
    plan.plot.iter().map(drawn).collect()
}

/// A plot as a file of its own: its colours stand in it as they are, for many programs know no variables of style.
#[must_use]
pub fn standalone(plot: &str) -> String {
    let (head, rest) = plot.split_once('>').unwrap_or((plot, ""));
    let (light, rules) = STYLE.split_once("@media").unwrap_or((STYLE, ""));
    let rules = rules.split_once("} }").map_or("", |(_, rules)| rules);
    let literal = |text: &str| {
        let colours = light.split_once('{').map_or("", |(_, colours)| colours).trim().trim_end_matches('}');
        colours
            .split(';')
            .filter_map(|entry| entry.trim().split_once(": "))
            .fold(text.to_owned(), |text, (name, colour)| text.replace(&format!("var({name})"), colour))
    };
    format!(
        "{head} xmlns=\"http://www.w3.org/2000/svg\"><style>{}</style><rect fill=\"#ffffff\" width=\"100%\" \
         height=\"100%\"/>{}\n",
        literal(rules),
        literal(rest)
    )
}

fn draw(plan: &Plan, plot: &Plot, all: &[Subject<'_>], width: f64) -> String {
    let chosen = |subject: &&Subject<'_>| plot.rows.is_empty() || plot.rows.contains(&subject.name);
    let subjects: Vec<&Subject<'_>> = all.iter().filter(chosen).collect();
    let quantity = |name: &str| plan.quantity.iter().find(|quantity| quantity.name == name);
    match (plot.kind, quantity(&plot.y)) {
        (Draws::Lines, Some(y)) => {
            lines_of(plan, plot, y, &subjects, quantity(&plot.x)).svg(&plot.title, width)
        }
        (Draws::Bars, Some(y)) => {
            let label = label(plot.y_label.as_ref(), y);
            bars(&plot.title, &label, &bars_of(plan, y, &subjects), y.bounds(), width)
        }
        (Draws::Curve, _) => curves(plot, &subjects).svg(&plot.title, width),
        (Draws::Spread, _) => {
            let shares: Vec<_> =
                subjects.iter().map(|subject| (subject.name.clone(), spread(plot, subject))).collect();
            columns(&plot.title, plot.x_label.as_deref().unwrap_or(&plot.y), &shares, width)
        }
        (Draws::Lines | Draws::Bars, None) => open((width, 40.0), &plot.title) + "</svg>",
    }
}

fn label(given: Option<&String>, quantity: &Quantity) -> String {
    given.cloned().unwrap_or_else(|| {
        if quantity.unit.is_empty() {
            quantity.name.clone()
        } else {
            format!("{} ({})", quantity.name, quantity.unit)
        }
    })
}

/// A line for each value of the plot's key, a point for each row; published numbers as lines beside them.
fn lines_of(
    plan: &Plan,
    plot: &Plot,
    y: &Quantity,
    subjects: &[&Subject<'_>],
    x: Option<&Quantity>,
) -> Lines {
    let mut lines: Vec<Line> = Vec::new();
    let mut known: Vec<Line> = Vec::new();
    for subject in subjects {
        let name = match plot.line.as_deref() {
            Some("row") => subject.name.split(", ").next().unwrap_or_default().to_owned(),
            // A row without a place on any line belongs to another plot.
            Some(key) => match subject.series.at.get(key) {
                Some(place) => place_name(place),
                None => continue,
            },
            None => String::new(),
        };
        let place = match (x, subject.series.at.get(&plot.x)) {
            (Some(x), _) => subject.figure(x).map(|figure| figure.value),
            (None, Some(Place::Number(place))) => Some(*place),
            _ => None,
        };
        let (Some(x), Some(figure)) = (place, subject.figure(y)) else { continue };
        let point = Point { x, y: figure.value, error: figure.error, name: subject.name.clone() };
        lines::add(&mut lines, &name, point);
        if let Some(Known { value, error, .. }) = published(plan, &subject.name, y) {
            lines::add(&mut known, &name, Point { x, y: value, error, name: subject.name.clone() });
        }
    }
    Lines {
        lines,
        published: known,
        x_label: match x {
            Some(x) => label(plot.x_label.as_ref(), x),
            None => plot.x_label.clone().unwrap_or_else(|| plot.x.clone()),
        },
        y_label: label(plot.y_label.as_ref(), y),
        log_x: plot.log_x,
        log_y: plot.log_y,
        dots: true,
        bounds: y.bounds(),
    }
}

fn place_name(place: &Place) -> String {
    match place {
        Place::Number(number) => number.to_string(),
        Place::Name(name) => name.clone(),
    }
}

fn bars_of(plan: &Plan, y: &Quantity, subjects: &[&Subject<'_>]) -> Vec<Bar> {
    let bar = |subject: &&Subject<'_>| {
        let figure = subject.figure(y)?;
        let known = published(plan, &subject.name, y).map(|known| (known.value, known.error));
        Some(Bar { name: subject.name.clone(), value: figure.value, error: figure.error, published: known })
    };
    let mut bars: Vec<Bar> = subjects.iter().filter_map(bar).collect();
    let shared = shared_end(&bars.iter().map(|bar| bar.name.as_str()).collect::<Vec<_>>()).len();
    for bar in &mut bars {
        bar.name.truncate(bar.name.len() - shared);
    }
    bars
}

/// What all names end with from a comma on, such as `, default_board, 50 ms`: the plot's title says it. Nothing where a
/// name would be left empty, or where there is one name only.
#[must_use]
pub fn shared_end<'a>(names: &[&'a str]) -> &'a str {
    let Some((first, rest)) = names.split_first().filter(|(_, rest)| !rest.is_empty()) else { return "" };
    let ends = first.match_indices(", ").map(|(at, _)| &first[at..]);
    ends.into_iter()
        .find(|end| rest.iter().all(|name| name.ends_with(end) && name.len() > end.len()))
        .unwrap_or("")
}

/// For each row the mean of a column for each value of another, with its standard error.
fn curves(plot: &Plot, subjects: &[&Subject<'_>]) -> Lines {
    let mut lines = Vec::new();
    for subject in subjects {
        let (Some(x), Some(y)) = (subject.observed.column(&plot.x), subject.observed.column(&plot.y)) else {
            continue;
        };
        let mut at: BTreeMap<i64, (u64, f64, f64)> = BTreeMap::new();
        for seen in subject.observed.groups.iter().flat_map(|group| &group.1) {
            if seen.row == subject.name && !seen.values[x].is_nan() && !seen.values[y].is_nan() {
                let sums = at.entry(seen.values[x].round() as i64).or_default();
                *sums = (sums.0 + 1, sums.1 + seen.values[y], sums.2 + seen.values[y].powi(2));
            }
        }
        let points = at.into_iter().map(|(x, (n, sum, squares))| {
            let (count, mean) = (n as f64, sum / n as f64);
            let error = (n > 1).then(|| ((squares / count - mean * mean).max(0.0) / (count - 1.0)).sqrt());
            Point { x: x as f64, y: mean, error, name: format!("{}: {n} observations", subject.name) }
        });
        lines.push(Line { name: subject.name.clone(), points: points.collect() });
    }
    Lines {
        lines,
        published: Vec::new(),
        x_label: plot.x_label.clone().unwrap_or_else(|| plot.x.clone()),
        y_label: plot.y_label.clone().unwrap_or_else(|| plot.y.clone()),
        log_x: plot.log_x,
        log_y: plot.log_y,
        dots: false,
        bounds: (f64::NEG_INFINITY, f64::INFINITY),
    }
}

/// How often each value of a column comes, as a share of the row's observations; in twenty parts where there are many.
fn spread(plot: &Plot, subject: &Subject<'_>) -> Vec<(f64, f64)> {
    const PARTS: usize = 20;
    let Some(column) = subject.observed.column(&plot.y) else { return Vec::new() };
    let seen =
        subject.observed.groups.iter().flat_map(|group| &group.1).filter(|seen| seen.row == subject.name);
    let mut values: Vec<f64> = seen.map(|seen| seen.values[column]).filter(|value| !value.is_nan()).collect();
    values.sort_by(f64::total_cmp);
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else { return Vec::new() };
    let count = values.len() as f64;
    let different = 1 + values.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let part = (most - least) / PARTS as f64;
    let mut shares: Vec<(f64, f64)> = Vec::new();
    for value in values {
        let at = if different <= PARTS {
            value
        } else {
            least + part * (((value - least) / part).floor().min(PARTS as f64 - 1.0) + 0.5)
        };
        match shares.last_mut() {
            Some(last) if last.0 == at => last.1 += 1.0 / count,
            _ => shares.push((at, 1.0 / count)),
        }
    }
    shares
}

/// The ends of an error bar of one standard error, none of them where no value can be.
fn whiskers(value: f64, error: Option<f64>, (least, most): (f64, f64)) -> (f64, f64) {
    let error = error.unwrap_or(0.0);
    ((value - error).max(least).min(value), (value + error).min(most).max(value))
}

/// The head of a plot.
fn open((width, height): (f64, f64), about: &str) -> String {
    let about = escape(about);
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {width} {height:.0}\" width=\"{width}\" height=\"{height:.0}\" role=\"img\" \
         aria-label=\"{about}\"><title>{about}</title>"
    )
}

/// Writes a text. `anchor` is start, middle or end.
fn text(svg: &mut String, x: f64, y: f64, anchor: &str, class: &str, words: &str) {
    let words = escape(words);
    let _ = write!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{words}</text>"
    );
}

/// A name as a legend has it: whole, or as much of it as a slim plot takes.
fn legend(name: &str, width: f64) -> String {
    if width < WIDTH { arena::plots::shortened(name) } else { name.to_owned() }
}

/// A number in as few digits as are told apart, as it stands at an axis: `25k`.
#[must_use]
pub fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".into();
    }
    if size >= 1e6 {
        return format!("{}M", trim(value / 1e6));
    }
    if size >= 1e4 {
        return format!("{}k", trim(value / 1e3));
    }
    if size < 1e-3 { format!("{value:.0e}") } else { trim(value) }
}

/// A number as a point tells it, with its error.
fn told(value: f64, error: Option<f64>) -> String {
    error.map_or_else(|| short(value), |error| with_error(value, Some(error), 0))
}

fn trim(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
