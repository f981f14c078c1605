//! Figures of made-up observations, and how numbers are written.

use lab::figure::Figure;
use lab::observe::{Observed, Seen};
use lab::plan::{Number, Quantity};
use lab::text::{number, with_error};

fn quantity(toml: &str) -> Quantity {
    toml::from_str(&format!("name = \"q\"\nof = \"x\"\n{toml}")).unwrap()
}

fn observed(groups: &[&[(f64, f64)]]) -> Observed {
    let seen = |&(x, y): &(f64, f64)| Seen { row: "r".into(), values: vec![x, y] };
    let groups = groups.iter().enumerate().map(|(i, g)| (i as u64, g.iter().map(seen).collect())).collect();
    Observed { columns: vec!["x".into(), "y".into()], groups }
}

/// 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sum of squared differences 32.
#[test]
fn means_and_their_errors() {
    let groups: Vec<Vec<(f64, f64)>> =
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].iter().map(|&x| vec![(x, 2.0 * x)]).collect();
    let groups: Vec<&[(f64, f64)]> = groups.iter().map(Vec::as_slice).collect();
    let figure = quantity("").of_row(&observed(&groups), "r").unwrap();
    assert_eq!((figure.n, figure.value), (8, 5.0));
    assert!((figure.error.unwrap() - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    assert!((figure.spread - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
    let ratio = quantity("how = \"ratio\"\nper = \"y\"").of_row(&observed(&groups), "r").unwrap();
    assert_eq!((ratio.value, ratio.error), (0.5, Some(0.0)), "the ratio never varies");
    let nothing = [(0.0, 0.0)];
    let ratio = quantity("how = \"ratio\"\nper = \"y\"").of_row(&observed(&[&nothing]), "r");
    assert!(ratio.is_none(), "nothing over nothing");
    let share = quantity("at-least = 5\nscale = 100").of_row(&observed(&groups), "r").unwrap();
    assert_eq!(share.value, 50.0);
    assert_eq!(quantity("how = \"greatest\"").of_row(&observed(&groups), "r").unwrap().value, 9.0);
    let high = quantity("where = [{ column = \"y\", from = 10 }]").of_row(&observed(&groups), "r").unwrap();
    assert_eq!((high.n, high.value), (4, 6.5));
    assert_eq!(quantity("").of_row(&observed(&groups), "s"), None);
}

/// Two games of a pair that always come out the same say no more than one.
#[test]
fn groups_count_not_observations() {
    let single = observed(&[&[(0.0, 0.0)], &[(1.0, 0.0)], &[(1.0, 0.0)], &[(0.0, 0.0)]]);
    let double = observed(&[
        &[(0.0, 0.0), (0.0, 0.0)],
        &[(1.0, 0.0), (1.0, 0.0)],
        &[(1.0, 0.0), (1.0, 0.0)],
        &[(0.0, 0.0), (0.0, 0.0)],
    ]);
    let error = |of: &Observed| quantity("").of_row(of, "r").unwrap().error.unwrap();
    assert!((error(&single) - error(&double)).abs() < 1e-12);
}

#[test]
fn none_of_a_hundred_is_not_never() {
    let groups: Vec<Vec<(f64, f64)>> = (0..100).map(|_| vec![(0.0, 0.0)]).collect();
    let groups: Vec<&[(f64, f64)]> = groups.iter().map(Vec::as_slice).collect();
    let figure = quantity("share = true").of_row(&observed(&groups), "r").unwrap();
    assert_eq!(figure.value, 0.0);
    assert_eq!(quantity("").of_row(&observed(&groups), "r").unwrap().error, Some(0.0));
    let error = figure.error.unwrap();
    assert!(error > 0.005 && error < 0.02, "{error}");
    let published: Number =
        toml::from_str("row = \"r\"\nquantity = \"q\"\nvalue = 96\nn = 100\nshare = true").unwrap();
    assert!((published.error(100.0).unwrap() - 1.9596).abs() < 1e-3);
    assert!((figure.above(0.0, None).unwrap()).abs() < 1e-12);
    assert_eq!(Figure { error: None, ..figure }.above(1.0, None), None);
}

#[test]
fn numbers_are_marked_and_keep_what_they_say() {
    assert_eq!(number(120_326.5, 1), "120,326.5");
    assert_eq!(number(-1234.0, 0), "−1,234");
    assert_eq!(number(0.000_123, 2), "0.00012");
    assert_eq!([number(0.0, 2), number(-1e-16, 2)], ["0.00", "0.00"]);
    assert_eq!(number(99.95, 1), "100.0");
}

#[test]
fn a_number_and_its_error_have_the_same_digits() {
    assert_eq!(with_error(92.66, Some(0.82), 1), "92.7 ± 0.8");
    assert_eq!(with_error(0.0036, Some(0.000_73), 1), "0.0036 ± 0.0007");
    assert_eq!(with_error(0.1, Some(0.0013), 2), "0.1000 ± 0.0013");
    assert_eq!(with_error(42.04, Some(0.4), 0), "42.0 ± 0.4");
    assert_eq!(with_error(116_087.2, Some(3937.7), 1), "116,087 ± 3,938");
    assert_eq!(with_error(8056.2, Some(419.4), 0), "8,056 ± 419");
    assert_eq!(with_error(-1.6321, Some(7e-17), 1), "−1.6 ± 0");
    assert_eq!([with_error(5000.0, Some(0.0), 0), with_error(7.0, None, 0)], ["5,000 ± 0", "7"]);
}
