//! The course of a tuning run: the best score known, and mean and spread of the points tried.

use std::fmt::Write;

use registry::door::command::{CoursePoint, CourseWords};

use super::axis::Axis;
use super::{WIDTH, colour, open, short, standalone, text};

const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = HEIGHT - 46.0;

/// Draws a run as a file of its own.
#[must_use]
pub fn course_svg(course: &[CoursePoint], words: &CourseWords<'_>) -> String {
    let ends =
        course.iter().flat_map(|point| [point.best, point.mean - point.spread, point.mean + point.spread]);
    let up = Axis::new(ends, BOTTOM, TOP, false);
    let across = Axis::new(std::iter::once(0.0).chain(course.iter().map(|p| p.at)), LEFT, RIGHT, false);
    let mut svg = open((WIDTH, HEIGHT), &format!("{} against {}", words.unit, words.at));
    for score in up.ticks() {
        let y = up.at(score);
        let _ =
            write!(svg, "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>");
        text(&mut svg, LEFT - 8.0, y + 4.0, "end", "soft", &short(score));
    }
    for at in across.ticks() {
        text(&mut svg, across.at(at), BOTTOM + 20.0, "middle", "soft", &short(at));
    }
    let place = |point: &CoursePoint, score: f64| format!("{:.1},{:.1} ", across.at(point.at), up.at(score));
    let line = |value: &dyn Fn(&CoursePoint) -> f64| -> String {
        course.iter().map(|point| place(point, value(point))).collect()
    };
    let lower: String = course.iter().rev().map(|point| place(point, point.mean - point.spread)).collect();
    let upper = line(&|point| point.mean + point.spread);
    let _ = write!(svg, "<polygon fill=\"{}\" opacity=\"0.18\" points=\"{upper}{lower}\"/>", colour(0));
    let series = [(0, words.mean, line(&|point| point.mean)), (1, words.best, line(&|point| point.best))];
    for (place, (number, name, points)) in series.into_iter().enumerate() {
        let (colour, x) = (colour(number), LEFT + 300.0 * place as f64);
        let _ = write!(svg, "<polyline class=\"line\" stroke=\"{colour}\" points=\"{points}\"/>");
        let _ = write!(svg, "<rect fill=\"{colour}\" x=\"{x}\" y=\"12\" width=\"12\" height=\"12\"/>");
        text(&mut svg, x + 18.0, 22.0, "start", "", name);
    }
    text(&mut svg, LEFT, BOTTOM + 40.0, "start", "soft", words.unit);
    text(&mut svg, RIGHT, BOTTOM + 40.0, "end", "soft", words.at);
    standalone(&(svg + "</svg>"))
}
