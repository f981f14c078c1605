//! Values beside each other: one below the other with error bars, or columns of shares.

use std::fmt::Write;

use arena::page::escape;
use arena::plots::shortened;

use super::axis::Axis;
use super::{WIDTH, colour, legend, open, short, text, told, trim, whiskers};

/// A value with its error, and what was published.
pub struct Bar {
    /// What it is of.
    pub name: String,
    /// The value.
    pub value: f64,
    /// One standard error.
    pub error: Option<f64>,
    /// What was published, and one standard error of that.
    pub published: Option<(f64, Option<f64>)>,
}

/// Room for names at the left.
const NAMES: f64 = 280.0;
const ROW: f64 = 30.0;
/// In a slim plot names stand above their values.
const SLIM_LEFT: f64 = 16.0;
const NAME: f64 = 18.0;
const RIGHT: f64 = 30.0;

/// One value below the other, on one scale; `label` stands at that. All values lie within `bounds`; `width` is in pixels.
#[must_use]
pub fn bars(title: &str, label: &str, bars: &[Bar], bounds: (f64, f64), width: f64) -> String {
    let is_slim = width < WIDTH;
    let (left, above) = if is_slim { (SLIM_LEFT, NAME) } else { (NAMES, 0.0) };
    let row = ROW + above;
    let ends = bars.iter().flat_map(|bar| {
        let own = whiskers(bar.value, bar.error, bounds);
        let known = bar.published.map_or(own, |(value, error)| whiskers(value, error, bounds));
        [own.0, own.1, known.0, known.1]
    });
    let x = Axis::new(ends, left, width - RIGHT, false);
    let bottom = 12.0 + row * bars.len() as f64;
    let published = bars.iter().any(|bar| bar.published.is_some());
    let mut svg = open((width, bottom + if published { 66.0 } else { 46.0 }), title);
    for tick in x.ticks() {
        let at = x.at(tick);
        let _ =
            write!(svg, "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"10\" y2=\"{bottom:.1}\"/>");
        text(&mut svg, at, bottom + 16.0, "middle", "soft", &short(tick));
    }
    for (place, bar) in bars.iter().enumerate() {
        let level = 12.0 + row * place as f64 + above + ROW / 2.0;
        let (at, anchor, lower) =
            if is_slim { (4.0, "start", 4.0 - NAME) } else { (NAMES - 12.0, "end", 4.0) };
        text(&mut svg, at, level + lower, anchor, "", &shortened(&bar.name));
        if let Some((value, error)) = bar.published {
            mark(&mut svg, &x, level + 6.0, (value, error), whiskers(value, error, bounds), 1, "published");
        }
        let own = if bar.published.is_some() { level - 5.0 } else { level };
        let ends = whiskers(bar.value, bar.error, bounds);
        mark(&mut svg, &x, own, (bar.value, bar.error), ends, 0, &bar.name);
    }
    text(&mut svg, (left + width - RIGHT) / 2.0, bottom + 36.0, "middle", "soft", label);
    if published {
        for (number, name) in ["ours", "published"].into_iter().enumerate() {
            let at = left + 110.0 * number as f64;
            let _ = write!(
                svg,
                "<circle cx=\"{at}\" cy=\"{:.1}\" r=\"4\" fill=\"{}\"/>",
                bottom + 54.0,
                colour(number)
            );
            text(&mut svg, at + 10.0, bottom + 58.0, "start", "", name);
        }
    }
    svg + "</svg>"
}

/// A point with the ends of its error bar.
fn mark(
    svg: &mut String,
    x: &Axis,
    level: f64,
    (value, error): (f64, Option<f64>),
    (low, high): (f64, f64),
    number: usize,
    name: &str,
) {
    let stroke = colour(number);
    if error.is_some() {
        let _ = write!(
            svg,
            "<line stroke=\"{stroke}\" stroke-width=\"2\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{level:.1}\" y2=\"{level:.1}\"/>",
            x.at(low),
            x.at(high)
        );
    }
    let _ = write!(
        svg,
        "<circle cx=\"{:.1}\" cy=\"{level:.1}\" r=\"4\" fill=\"{stroke}\"><title>{}: {}</title></circle>",
        x.at(value),
        escape(name),
        told(value, error)
    );
}

/// For each name shares of 1 at some values, beside each other in columns; `label` stands below the values, `width` is in pixels.
#[must_use]
pub fn columns(title: &str, label: &str, shares: &[(String, Vec<(f64, f64)>)], width: f64) -> String {
    const LEFT: f64 = 60.0;
    const TOP: f64 = 16.0;
    const BOTTOM: f64 = 276.0;
    /// Narrower columns have no room for a number.
    const SLOT: f64 = 32.0;
    let mut places: Vec<f64> = shares.iter().flat_map(|row| row.1.iter().map(|share| share.0)).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let heights = shares.iter().flat_map(|row| row.1.iter().map(|share| 100.0 * share.1));
    let y = Axis::new(heights.chain([0.0]), BOTTOM, TOP, false);
    let mut svg = open((width, BOTTOM + 46.0 + 20.0 * shares.len() as f64), title);
    for tick in y.ticks() {
        let at = y.at(tick);
        let right = width - RIGHT;
        let _ =
            write!(svg, "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>");
        text(&mut svg, LEFT - 8.0, at + 4.0, "end", "soft", &format!("{} %", short(tick)));
    }
    let slot = (width - RIGHT - LEFT) / places.len().max(1) as f64;
    let wide = (0.8 * slot / shares.len().max(1) as f64).max(1.0);
    for (index, place) in places.iter().enumerate() {
        let left = LEFT + slot * index as f64;
        if slot >= SLOT {
            text(&mut svg, left + slot / 2.0, BOTTOM + 16.0, "middle", "soft", &trim(*place));
        }
        for (number, (name, shares)) in shares.iter().enumerate() {
            let Some(share) = shares.iter().find(|share| share.0 == *place) else { continue };
            let top = y.at(100.0 * share.1);
            let _ = write!(
                svg,
                "<rect fill=\"{}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{:.1}\"><title>{}, {}: {:.1} %</title></rect>",
                colour(number),
                left + 0.1 * slot + wide * number as f64,
                BOTTOM - top,
                escape(name),
                trim(*place),
                100.0 * share.1
            );
        }
    }
    text(&mut svg, (LEFT + width - RIGHT) / 2.0, BOTTOM + 36.0, "middle", "soft", label);
    for (number, (name, _)) in shares.iter().enumerate() {
        let at = BOTTOM + 58.0 + 20.0 * number as f64;
        let _ = write!(
            svg,
            "<rect fill=\"{}\" x=\"{LEFT}\" y=\"{:.1}\" width=\"12\" height=\"12\"/>",
            colour(number),
            at - 10.0
        );
        text(&mut svg, LEFT + 20.0, at, "start", "", &legend(name, width));
    }
    svg + "</svg>"
}
