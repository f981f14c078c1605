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

/// A number with its standard error, `92.7 ± 0.8`: both with so many digits after the point, or more where the error would
/// not show otherwise (its first digit that is not 0, and the next after a 1), and none where it is 10 or more.
#[must_use]
pub fn with_error(value: f64, error: Option<f64>, digits: usize) -> String {
    let Some(error) = error else { return number(value, digits) };
    // What is left of rounding is no error.
    if error <= 1e-12 * value.abs() || !error.is_finite() {
        return format!("{} ± 0", number(value, digits));
    }
    let exponent = error.log10().floor();
    let one = error < 2.0 * 10f64.powf(exponent);
    let needed = (f64::from(u8::from(one)) - exponent).clamp(0.0, 12.0) as usize;
    // Where the error reaches the tens, digits after the point say nothing.
    let digits = if error >= 10.0 { 0 } else { digits.max(needed) };
    format!("{} ± {}", number(value, digits), number(error, digits))
}

/// The same with a unit, `92.7 ± 0.8 %`; an empty unit is none.
#[must_use]
pub(crate) fn with_unit(value: f64, error: Option<f64>, digits: usize, unit: &str) -> String {
    let space = if unit.is_empty() { "" } else { " " };
    format!("{}{space}{unit}", with_error(value, error, digits))
}
