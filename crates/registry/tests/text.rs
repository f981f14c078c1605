//! What is written for people and shells, and numbers as people write them.

use std::time::Duration;

use registry::door::referee;
use registry::numbers::{count, digits, plural, seconds, with_error};
use registry::shell::word;

#[test]
fn what_the_shell_would_read_is_quoted() {
    assert_eq!(
        [word("my.book"), word("a b"), word("it's"), word("")],
        ["my.book", "'a b'", "'it'\\''s'", "''"]
    );
}

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
    assert_eq!([digits(-0.0), digits(-0.001), digits(9.999), digits(99.99)], ["0.00", "0.00", "10.0", "100"]);
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

#[test]
fn seconds_need_no_unit() {
    assert_eq!(referee::seconds("2"), Ok(Duration::from_secs(2)));
    assert_eq!(referee::seconds("0.5"), Ok(Duration::from_millis(500)));
    assert_eq!(referee::seconds("300ms"), Ok(Duration::from_millis(300)));
    for bad in ["", "-1", "x", "nan", "1e99"] {
        referee::seconds(bad).expect_err(bad);
    }
}
