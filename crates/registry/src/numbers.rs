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

    /// Neither has more digits than the other.
    #[test]
    fn a_number_and_its_error_have_the_same_digits() {
        assert_eq!(with_error(54.0, 5.234), "54.0 ± 5.2");
        assert_eq!(with_error(120.4, 5.234), "120 ± 5");
        assert_eq!(with_error(1234.4, 0.314), "1,234.4 ± 0.3");
        assert_eq!(with_error(-0.001, 2.5), "0.00 ± 2.50");
        assert_eq!(with_error(-3.5, 812.2), "-4 ± 812");
        assert_eq!(with_error(9_523_123.0, 3_098_456.4), "9,523,123 ± 3,098,456");
        assert_eq!(with_error(7.0, 0.0), "7.00 ± 0.00");
    }
}
