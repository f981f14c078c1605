//! Numbers as people read them.

/// A number with so many digits after the point and thousands marked: `120,326.5`. A number that these digits would hide
/// shows its first two that are not 0.
#[must_use]
pub fn number(value: f64, digits: usize) -> String {
    // Small numbers keep two digits that say something; what is left of rounding says nothing.
    let value = if value.abs() < 1e-12 { 0.0 } else { value };
    let digits = if value != 0.0 && value.abs() < 10f64.powi(-(digits as i32)) {
        (1.0 - value.abs().log10().floor()).clamp(0.0, 12.0) as usize
    } else {
        digits
    };
    let text = format!("{value:.digits$}");
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), ""), |(whole, rest)| (whole, rest));
    let bare = whole.trim_start_matches('-');
    let mut marked = String::new();
    for (place, digit) in bare.chars().enumerate() {
        if place > 0 && (bare.len() - place).is_multiple_of(3) {
            marked.push(',');
        }
        marked.push(digit);
    }
    let sign = if whole.starts_with('-') { "−" } else { "" };
    let point = if rest.is_empty() { "" } else { "." };
    format!("{sign}{marked}{point}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_marked_and_keep_what_they_say() {
        assert_eq!(number(120_326.5, 1), "120,326.5");
        assert_eq!(number(-1234.0, 0), "−1,234");
        assert_eq!(number(0.000_123, 2), "0.00012");
        assert_eq!([number(0.0, 2), number(-1e-16, 2)], ["0.00", "0.00"]);
        assert_eq!(number(99.95, 1), "100.0");
    }
}
