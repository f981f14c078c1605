//! Names, options and times as people type them; texts that are none of these are among the readers of `plywise-fuzz`.

use std::time::Duration;

use arena::{Spec, parse_clock, parse_duration};
use plywise::Rng;

/// Every spec can be written, whatever its values hold, but for quotes.
#[test]
fn specs_from_values_come_back() {
    let letters: Vec<char> = "ab09 :=,._-/\\\n\t\u{0}\u{3000}éßſ½€\u{1f600}".chars().collect();
    let mut rng = Rng::new(1);
    for _ in 0..1_000 {
        let mut value =
            |most| (0..rng.below(most)).map(|_| letters[rng.index(letters.len())]).collect::<String>();
        let values = [value(13), value(13), value(13)];
        let options = values.into_iter().enumerate().map(|(i, value)| (format!("key{i}"), value)).collect();
        let spec = Spec { name: "a-0_z".to_owned(), options };
        assert_eq!(Spec::parse(&spec.to_string()), Ok(spec.clone()), "{spec}");
    }
}

/// `parse_duration` against whole numbers of the unit.
#[test]
fn times_are_numbers_of_their_units() {
    let mut rng = Rng::new(2);
    for _ in 0..2_000 {
        let (n, fraction) = (rng.below(1_000_000), rng.below(1000));
        let units = [("us", 1), ("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000)];
        let (unit, unit_in_us) = units[rng.index(units.len())];
        let expected = Duration::from_micros(n * unit_in_us) + Duration::from_nanos(fraction * unit_in_us);
        let text = format!("{n}.{fraction:03}{unit}");
        let read = parse_duration(&text);
        if expected > Duration::from_secs(10_000 * 3600) {
            assert_eq!(read, None, "{text}");
            continue;
        }
        let difference = read.expect("a time").abs_diff(expected);
        assert!(
            difference <= Duration::from_nanos(1) + expected / 1_000_000_000,
            "{text}: {read:?} {expected:?}"
        );
    }
}

/// Input of a megabyte is refused as quickly as any other, in a line that does not repeat it.
#[test]
fn long_input_is_cut_in_the_message() {
    for long in ["a".repeat(1 << 20), format!("othello:{}=1", "k".repeat(1 << 20)), ":".repeat(1 << 20)] {
        assert!(games::open(&long).err().unwrap().to_string().len() < 1000);
        assert!(parse_clock(&long).unwrap_err().to_string().len() < 1000);
    }
    let many: String =
        (0..20_000).map(|i| format!("{}k{i}=1", if i > 0 { "," } else { "othello:" })).collect();
    assert!(games::open(&many).err().unwrap().to_string().len() < 1000);
}
