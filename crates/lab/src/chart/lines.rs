//! Points with error bars, joined by lines.

use std::fmt::Write;

use arena::page::escape;

use super::axis::Axis;
use super::{colour, legend, open, short, text, told, whiskers};

/// A point.
pub struct Point {
    /// Where it lies from left to right.
    pub x: f64,
    /// And from below.
    pub y: f64,
    /// One standard error of that.
    pub error: Option<f64>,
    /// What is told of it.
    pub name: String,
}

/// Points that belong together.
pub struct Line {
    /// Their name.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<Point>,
}

/// Everything in one pair of axes.
pub struct Lines {
    /// The lines.
    pub lines: Vec<Line>,
    /// Drawn beside those of the same name, in their colour.
    pub published: Vec<Line>,
    /// What stands below.
    pub x_label: String,
    /// What stands at the left.
    pub y_label: String,
    /// Whether the axis below is one of logarithms.
    pub log_x: bool,
    /// Whether the axis at the left is.
    pub log_y: bool,
    /// Whether each point is marked.
    pub dots: bool,
    /// Between what its values lie.
    pub bounds: (f64, f64),
}

/// Adds a point to the line of a name.
pub fn add(lines: &mut Vec<Line>, name: &str, point: Point) {
    match lines.iter_mut().find(|line| line.name == name) {
        Some(line) => line.points.push(point),
        None => lines.push(Line { name: name.to_owned(), points: vec![point] }),
    }
}

const LEFT: f64 = 74.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 18.0;
const HEIGHT: f64 = 300.0;
const BOTTOM: f64 = TOP + HEIGHT;
/// Height of a line of the legend.
const ENTRY: f64 = 20.0;

impl Lines {
    /// The drawing, so many pixels wide.
    #[must_use]
    pub fn svg(&self, title: &str, width: f64) -> String {
        let points = || self.lines.iter().chain(&self.published).flat_map(|line| &line.points);
        let x = Axis::new(points().map(|point| point.x), LEFT, width - RIGHT, self.log_x);
        let ends = points().flat_map(|point| {
            let (low, high) = whiskers(point.y, point.error, self.bounds);
            [low, high, point.y]
        });
        let y = Axis::new(ends, BOTTOM, TOP, self.log_y);
        let entries = self.legend_entries();
        let mut svg = open((width, BOTTOM + 52.0 + ENTRY * entries.len() as f64), title);
        self.axes(&mut svg, &x, &y, width);
        for (number, line) in self.lines.iter().enumerate() {
            self.line(&mut svg, &x, &y, line, number, false);
        }
        for line in &self.published {
            let number = self.lines.iter().position(|ours| ours.name == line.name).unwrap_or(0);
            self.line(&mut svg, &x, &y, line, number, true);
        }
        for (place, (name, number, published)) in entries.iter().enumerate() {
            let at = BOTTOM + 58.0 + ENTRY * place as f64;
            let class = if *published { "line published" } else { "line" };
            let _ = write!(
                svg,
                "<line class=\"{class}\" stroke=\"{}\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>",
                colour(*number),
                LEFT + 34.0,
                at - 4.0,
                at - 4.0
            );
            text(&mut svg, LEFT + 42.0, at, "start", "", &legend(name, width));
        }
        svg + "</svg>"
    }

    /// Name, colour, and whether it is published, of what needs a word.
    fn legend_entries(&self) -> Vec<(String, usize, bool)> {
        let mut entries = Vec::new();
        let alone = self.lines.len() == 1 && self.published.is_empty();
        for (number, line) in self.lines.iter().enumerate().filter(|_| !alone) {
            let published = self.published.iter().any(|known| known.name == line.name);
            let name = |who: &str| match (line.name.is_empty(), who) {
                (true, who) => who.to_owned(),
                (false, "") => line.name.clone(),
                (false, who) => format!("{}, {who}", line.name),
            };
            entries.push((name(if self.published.is_empty() { "" } else { "ours" }), number, false));
            if published {
                entries.push((name("published"), number, true));
            }
        }
        entries
    }

    fn axes(&self, svg: &mut String, x: &Axis, y: &Axis, width: f64) {
        for tick in y.ticks() {
            let at = y.at(tick);
            let right = width - RIGHT;
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>"
            );
            text(svg, LEFT - 8.0, at + 4.0, "end", "soft", &short(tick));
        }
        for tick in x.ticks() {
            let at = x.at(tick);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{BOTTOM}\"/>"
            );
            text(svg, at, BOTTOM + 17.0, "middle", "soft", &short(tick));
        }
        text(svg, (LEFT + width - RIGHT) / 2.0, BOTTOM + 36.0, "middle", "soft", &self.x_label);
        let (middle, label) = (TOP + HEIGHT / 2.0, escape(&self.y_label));
        let _ = write!(
            svg,
            "<text class=\"soft\" text-anchor=\"middle\" transform=\"translate(16 {middle}) rotate(-90)\">{label}</text>"
        );
    }

    fn line(&self, svg: &mut String, x: &Axis, y: &Axis, line: &Line, number: usize, published: bool) {
        let mut points: Vec<&Point> = line.points.iter().filter(|point| self.shows(point)).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        let path: String =
            points.iter().map(|point| format!("{:.1},{:.1} ", x.at(point.x), y.at(point.y))).collect();
        let (class, stroke) = (if published { "line published" } else { "line" }, colour(number));
        let _ =
            write!(svg, "<polyline class=\"{class}\" stroke=\"{stroke}\" points=\"{}\"/>", path.trim_end());
        for point in points {
            let (at, level) = (x.at(point.x), y.at(point.y));
            if point.error.is_some() {
                let (low, high) = whiskers(point.y, point.error, self.bounds);
                let low = if self.log_y && low <= 0.0 { level } else { y.at(low) };
                let high = y.at(high);
                let _ = write!(
                    svg,
                    "<path class=\"thin\" stroke=\"{stroke}\" d=\"M{at:.1} {low:.1}V{high:.1}M{:.1} {low:.1}h8M{:.1} {high:.1}h8\"/>",
                    at - 4.0,
                    at - 4.0
                );
            }
            if self.dots {
                let fill = if published { "none" } else { stroke.as_str() };
                let _ = write!(
                    svg,
                    "<circle cx=\"{at:.1}\" cy=\"{level:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"{stroke}\"><title>{}: {}</title></circle>",
                    escape(&point.name),
                    told(point.y, point.error)
                );
            }
        }
    }

    fn shows(&self, point: &Point) -> bool {
        point.x.is_finite()
            && point.y.is_finite()
            && (!self.log_x || point.x > 0.0)
            && (!self.log_y || point.y > 0.0)
    }
}
