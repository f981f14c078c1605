//! Printing: tables for people, JSON for programs.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use arena::Opt;
use comfy_table::presets::UTF8_BORDERS_ONLY;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};
use plywise::Ink;
use serde::Serialize;
use serde_json::json;

use crate::failure::Failure;

/// Writes a line to standard output.
pub(crate) fn line(text: impl AsRef<str>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", text.as_ref())?;
    out.flush()?;
    Ok(())
}

/// Writes a value as indented JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::input)?;
    line(text)
}

/// Lists options, one a line.
pub(crate) fn options(options: &[Opt]) -> Result<(), Failure> {
    for option in options {
        let Opt { key, values, default, about } = option;
        line(format!("    {:<34} {about} [default: {default}]", format!("{key}={values}")))?;
    }
    Ok(())
}

/// Options for programs.
pub(crate) fn options_json(options: &[Opt]) -> serde_json::Value {
    options
        .iter()
        .map(|o| json!({ "key": o.key, "values": o.values, "default": o.default, "about": o.about }))
        .collect()
}

/// A table with these heads, the first `left` columns aligned to the left and the others to the right.
pub(crate) fn table(heads: &[&str], left: usize, rows: Vec<Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_preset(UTF8_BORDERS_ONLY).set_content_arrangement(ContentArrangement::Dynamic);
    if !io::stdout().is_terminal() {
        table.set_width(160);
    }
    let align = |i: usize| if i < left { CellAlignment::Left } else { CellAlignment::Right };
    let cells = |texts: Vec<String>| {
        texts
            .into_iter()
            .enumerate()
            .map(|(i, text)| Cell::new(text).set_alignment(align(i)))
            .collect::<Vec<_>>()
    };
    table.set_header(cells(heads.iter().map(|&head| head.to_owned()).collect()));
    for row in rows {
        table.add_row(cells(row));
    }
    table
}

/// Colours where people look and have not asked to go without (<https://no-color.org>).
pub(crate) fn ink() -> Ink {
    if io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) {
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

/// A time in the unit that suits it: `870 ns`, `12.3 ms`, `4.56 s`.
pub(crate) fn seconds(s: f64) -> String {
    let (value, unit) = match s {
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

/// A number with about three significant digits, thousands marked.
pub(crate) fn digits(x: f64) -> String {
    match x.abs() {
        a if a >= 100.0 => {
            let sign = if x < 0.0 { "-" } else { "" };
            format!("{sign}{}", count(a.round() as u64))
        }
        a if a >= 10.0 => format!("{x:.1}"),
        _ => format!("{x:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!([count(0), count(999), count(1000), count(1_234_567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [seconds(8.7e-7), seconds(0.0123), seconds(4.56), seconds(0.0)],
            ["870 ns", "12.3 ms", "4.56 s", "0.00 ns"]
        );
        assert_eq!([digits(-1234.6), digits(12.34), digits(-0.5)], ["-1,235", "12.3", "-0.50"]);
    }
}
