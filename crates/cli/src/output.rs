//! Printing: text for people, JSON for programs.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use arena::Opt;
use arena::stats::{Estimate, TileRate};
use plywise::Ink;
use serde::Serialize;
use serde_json::json;

use crate::failure::Failure;
use crate::layout;
use crate::progress;

/// Writes a line to standard output.
pub(crate) fn line(text: impl AsRef<str>) -> Result<(), Failure> {
    progress::aside(|| {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", text.as_ref())?;
        out.flush()
    })?;
    Ok(())
}

/// Creates a file that must not exist yet.
pub(crate) fn new_file(path: &Path) -> Result<File, Failure> {
    File::create_new(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::exists(path),
        _ => Failure::of_file(path)(error),
    })
}

/// Writes a value as indented JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::input)?;
    line(text)
}

/// Where explanations begin.
pub(crate) const BESIDE: usize = 26;

/// Lists options, each with what it means and what holds without it.
pub(crate) fn options(options: &[Opt]) -> Result<(), Failure> {
    for Opt { key, values, default, about, .. } in options {
        let left = format!("{key}={values}");
        line(layout::explain(4, &left, BESIDE, &format!("{about} [default: {default}]")))?;
    }
    Ok(())
}

/// A line of a list: a name and what it is.
pub(crate) fn entry(indent: usize, name: &str, about: &str) -> Result<(), Failure> {
    line(layout::explain(indent, name, indent + 12, about))
}

/// Options for programs.
pub(crate) fn options_json(options: &[Opt]) -> serde_json::Value {
    options
        .iter()
        .map(|o| json!({ "key": o.key, "values": o.values, "default": o.default, "about": o.about }))
        .collect()
}

/// Whether standard output is a terminal that can do more than print lines.
pub(crate) fn can_draw() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Colours where people look and have not asked to go without (<https://no-color.org>).
pub(crate) fn ink() -> Ink {
    if can_draw() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) {
        Ink::Color
    } else {
        Ink::Plain
    }
}

/// A whole number with thousands marked: `1,234,567`.
pub(crate) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 game`, `2 games`.
pub(crate) fn plural(n: u64, thing: &str) -> String {
    format!("{} {thing}{}", count(n), if n == 1 { "" } else { "s" })
}

/// A time in the unit that suits it: `870 ns`, `12.3 ms`, `4.56 s`.
pub(crate) fn seconds(s: f64) -> String {
    let (value, unit) = match s {
        0.0 => return "0 s".to_owned(),
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    format!("{} {unit}", digits(value))
}

/// The same for a [`Duration`].
pub(crate) fn time(time: Duration) -> String {
    seconds(time.as_secs_f64())
}

/// The greatest tiles and how often they were reached: `2048 12.0 %, 1024 60.0 %`.
pub(crate) fn tiles(rates: &[TileRate]) -> String {
    let greatest = rates.iter().rev().take(3);
    greatest.map(|rate| format!("{} {:.1} %", rate.tile, 100.0 * rate.rate)).collect::<Vec<_>>().join(", ")
}

/// A number; a dash where there is none to tell.
pub(crate) fn told(number: f64, show: impl Fn(f64) -> String) -> String {
    if number.is_finite() { show(number) } else { "–".to_owned() }
}

/// The ends of an interval, or that there are too few games for one.
pub(crate) fn interval(of: Estimate, show: impl Fn(f64) -> String) -> String {
    match of.interval() {
        Some((low, high)) => format!("{} … {}", show(low), show(high)),
        None => "too few games".to_owned(),
    }
}

/// A number with about three significant digits, thousands marked.
pub(crate) fn digits(x: f64) -> String {
    let text = match x.abs() {
        a if a >= 99.95 => {
            let sign = if x < 0.0 { "-" } else { "" };
            return format!("{sign}{}", count(a.round() as u64));
        }
        a if a >= 9.995 => format!("{x:.1}"),
        _ => format!("{x:.2}"),
    };
    if text == "-0.00" { "0.00".into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!([count(0), count(999), count(1000), count(1_234_567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [plural(0, "game"), plural(1, "game"), plural(2000, "game")],
            ["0 games", "1 game", "2,000 games"]
        );
        assert_eq!(
            [seconds(8.7e-7), seconds(0.0123), seconds(4.56), seconds(0.0)],
            ["870 ns", "12.3 ms", "4.56 s", "0 s"]
        );
        assert_eq!([digits(-1234.6), digits(12.34), digits(-0.5)], ["-1,235", "12.3", "-0.50"]);
        assert_eq!(
            [digits(-0.0), digits(-0.001), digits(9.999), digits(99.99)],
            ["0.00", "0.00", "10.0", "100"]
        );
    }
}
