//! Numbers as people read them in tables and lines.

use std::time::Duration;

/// A whole number with thousands marked: `1,234,567`.
#[must_use]
pub fn count(n: u64) -> String {
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
#[must_use]
pub fn plural(n: u64, thing: &str) -> String {
    format!("{} {}", count(n), things(n, thing))
}

/// What so many things are called where their number stands apart: `game`, `games`.
#[must_use]
pub fn things(n: u64, thing: &str) -> String {
    format!("{thing}{}", if n == 1 { "" } else { "s" })
}

/// A time in the unit that suits it: `870 ns`, `12.3 ms`, `4.56 s`.
#[must_use]
pub fn seconds(s: f64) -> String {
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
#[must_use]
pub fn time(time: Duration) -> String {
    seconds(time.as_secs_f64())
}

/// A number with about three significant digits, thousands marked.
#[must_use]
pub fn digits(x: f64) -> String {
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

/// A number with its error or spread, `54.0 ± 5.2`: both with so many digits after the point as the greater of them has by [`digits`],
/// or more where the smaller one would not show.
#[must_use]
pub fn with_error(x: f64, error: f64) -> String {
    let greater = digits(x.abs().max(error));
    let own = greater.split_once('.').map_or(0, |(_, behind)| behind.len());
    let needed = if error > 1e-12 * x.abs() { (-error.log10().floor()).clamp(0.0, 12.0) as usize } else { 0 };
    let places = own.max(needed);
    let fixed = |x: f64| {
        let text = format!("{x:.places$}");
        let (whole, behind) = text.find('.').map_or((&text[..], ""), |at| text.split_at(at));
        let sign = if x < 0.0 && text.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) { "-" } else { "" };
        let marked = whole.trim_start_matches('-').parse().map_or(whole.to_owned(), count);
        format!("{sign}{marked}{behind}")
    };
    format!("{} ± {}", fixed(x), fixed(error))
}
