//! The rule, case by case.

use lab::claims::Verdict::{self, Compatible, Confirmed, Refuted, Undecided};
use lab::claims::{Cell, Known};
use lab::figure::Figure;
use lab::plan::Claim;

fn claim(toml: &str) -> Claim {
    toml::from_str(&format!("text = \"t\"\nrows = [\"a\", \"b\"]\nquantity = \"q\"\n{toml}")).unwrap()
}

/// A mean of `units` units with this error; no mean where there are none.
fn mean(value: f64, error: f64, units: u64) -> Cell {
    let step = error * ((units.max(2) - 1) as f64).sqrt() / units.max(1) as f64;
    let ours =
        Some(Figure { n: units, groups: units, value, error: (error > 0.0).then_some(error), spread: 0.0 });
    Cell {
        row: "a".into(),
        quantity: "q".into(),
        ours,
        share: None,
        digits: 1,
        unit: String::new(),
        published: None,
        series: format!("{value}"),
        cases: (value.abs() as u64).min(units),
        pulls: (0..units).map(|i| (i, if i % 2 == 0 { step } else { -step })).collect(),
    }
}

/// `x` of `n`, in per cent.
fn share(x: u64, n: u64) -> Cell {
    let p = x as f64 / n as f64;
    let error = (p * (1.0 - p) / (n as f64 - 1.0)).sqrt();
    Cell { share: Some(100.0), unit: "%".into(), ..mean(100.0 * p, 100.0 * error, n) }
}

fn with(cell: Cell, value: f64, n: u64) -> Cell {
    let error = Some(if n == 0 { 0.0 } else { 1.0 });
    let known = Known { value, error, n: (n > 0).then_some(n), share: true };
    Cell { published: Some(known), ..cell }
}

fn verdict(toml: &str, cells: &[Cell]) -> Verdict {
    claim(toml).judge(cells).verdict
}

/// Ten games against three, five against five: all against none has a chance above the level, so that nothing would have counted.
#[test]
fn what_nothing_could_have_shown_has_no_power() {
    let smallest = |n, published| {
        let judged = claim("kind = \"reproduced\"").judge(&[with(share(0, n), 100.0, published)]);
        judged.evidence[0].smallest
    };
    assert_eq!((smallest(10, 3), smallest(5, 5)), (None, None));
    assert!(smallest(10, 10).is_some());
}

/// What was called reproduced: six games against six, and a level that is reached by three of three.
#[test]
fn few_games_confirm_nothing() {
    let reproduced = |cell| verdict("kind = \"reproduced\"", &[cell]);
    assert_eq!(reproduced(with(share(708, 1000), 41.7, 6)), Compatible, "six published games");
    assert_eq!(reproduced(with(share(54, 100), 63.0, 100)), Compatible);
    assert_eq!(reproduced(with(share(0, 10), 100.0, 3)), Undecided, "three published games");
    assert_eq!(reproduced(with(share(0, 10), 100.0, 10)), Refuted);
    assert_eq!(reproduced(with(share(3, 3), 100.0, 100)), Undecided, "three of ours");
    assert_eq!(reproduced(with(share(930, 1000), 93.0, 1000)), Confirmed);
    assert_eq!(verdict("kind = \"reproduced\"", &[]), Undecided);
}

/// A score, whose draws are halves, is no share: beside a published share it is a mean, and the error of that share is on its scale.
#[test]
fn a_score_beside_a_published_share_is_a_mean() {
    let published = |value: f64, n: u64| {
        let p = value / 100.0;
        let error = Some(100.0 * (p * (1.0 - p) / n as f64).sqrt());
        Some(Known { value, error, n: Some(n), share: true })
    };
    let of = |value: f64, n: u64| Cell { published: published(value, n), ..mean(37.1, 2.0, 147) };
    let judged = claim("kind = \"reproduced\"").judge(&[of(25.0, 6)]);
    let row = &judged.evidence[0];
    assert_eq!((judged.verdict, row.test.as_str()), (Compatible, "Student's t"), "{}", row.line());
    let (low, high) = row.interval.unwrap();
    assert!(low < -50.0 && high > 70.0, "six games leave much: {low} to {high}");
    assert_eq!(verdict("kind = \"reproduced\"", &[of(80.0, 200)]), Refuted);
    assert_eq!(verdict("kind = \"reproduced\"\ntolerance = 15", &[of(37.0, 400)]), Confirmed);
}

/// Beside a published number nothing is marked as alike, or as unlike, where either side rests on fewer than five units.
#[test]
fn few_units_are_marked_neither_alike_nor_unlike() {
    let beside = |cell: Cell| cell.beside().0.is_some();
    assert_eq!([beside(with(share(4, 4), 100.0, 100)), beside(with(share(5, 5), 100.0, 100))], [false, true]);
    assert_eq!(
        [beside(with(share(0, 90), 100.0, 4)), beside(with(mean(7.0, 1.0, 1), 90.0, 0))],
        [false, false]
    );
}

/// A tolerance makes the bar: the same numbers within ten points and within two.
#[test]
fn the_tolerance_decides_what_is_confirmed() {
    let of = |tolerance: u32, cell: Cell| {
        verdict(&format!("kind = \"reproduced\"\ntolerance = {tolerance}"), &[cell])
    };
    let cell = with(share(930, 1000), 92.0, 1000);
    assert_eq!([of(10, cell.clone()), of(2, cell)], [Confirmed, Compatible]);
    let same = |error| verdict("kind = \"same\"", &[mean(10.0, error, 100), mean(10.2, error, 100)]);
    assert_eq!([same(0.1), same(1.0), same(0.01)], [Confirmed, Compatible, Confirmed]);
    assert_eq!(verdict("kind = \"same\"", &[mean(10.0, 0.1, 100), mean(15.0, 0.1, 100)]), Refuted);
}

#[test]
fn a_direction_takes_a_difference() {
    let (low, high, near) = (mean(10.0, 1.0, 100), mean(20.0, 1.0, 100), mean(13.0, 1.0, 100));
    let pairs = [(&low, &high), (&high, &low), (&low, &near)];
    let verdicts =
        |kind: &str| pairs.map(|(a, b)| verdict(&format!("kind = \"{kind}\""), &[a.clone(), b.clone()]));
    assert_eq!(verdicts("rising"), [Confirmed, Refuted, Undecided]);
    assert_eq!(verdicts("falling"), [Refuted, Confirmed, Undecided]);
    let steps = [low.clone(), high.clone(), near.clone()];
    assert_eq!(verdict("kind = \"rising\"", &steps), Refuted, "the weakest step decides");
    let bounds =
        |value| verdict(&format!("kind = \"at-least\"\nvalue = {value}"), std::slice::from_ref(&low));
    assert_eq!([bounds(5), bounds(15), bounds(9)], [Confirmed, Refuted, Undecided]);
    let factor =
        |value| verdict(&format!("kind = \"factor\"\nvalue = {value}"), &[high.clone(), low.clone()]);
    assert_eq!([factor(1), factor(4), factor(2)], [Confirmed, Refuted, Undecided]);
}

/// Means of five units vary more than three of their standard errors tell.
#[test]
fn few_units_take_more() {
    let of = |units| verdict("kind = \"at-least\"\nvalue = 5", &[mean(10.0, 1.0, units)]);
    assert_eq!([of(4), of(5), of(40)], [Undecided, Undecided, Confirmed]);
    let judged = claim("kind = \"at-least\"\nvalue = 5").judge(&[mean(10.0, 0.1, 4)]);
    assert_eq!(judged.evidence[0].test_text(), "fewer than 5 units");
    let thin = [mean(10.0, 0.1, 4), mean(20.0, 0.1, 90)];
    assert_eq!(verdict("kind = \"rising\"", &thin), Undecided, "either side");
}

/// Two rows of the same positions: both vary much, their difference little.
#[test]
fn rows_of_one_series_are_compared_group_by_group() {
    let pulls = |tilt: f64| (0..20).map(|i| (i, i as f64 - 9.5 + tilt * (i % 2) as f64)).collect();
    let of = |value, tilt, series: &str| Cell {
        pulls: pulls(tilt),
        series: series.into(),
        ..mean(value, 9.0, 20)
    };
    assert_eq!(verdict("kind = \"rising\"", &[of(10.0, 0.0, "s"), of(12.0, 0.1, "s")]), Confirmed);
    assert_eq!(verdict("kind = \"rising\"", &[of(10.0, 0.0, "s"), of(12.0, 0.1, "t")]), Undecided);
}

/// All of five pairs go one way: by chance so in one of sixteen.
#[test]
fn shares_that_always_differ_are_as_sure_as_they_are_many() {
    let of = |n: u64| {
        let side = |x| Cell { series: "s".into(), pulls: (0..n).map(|i| (i, 0.0)).collect(), ..share(x, n) };
        verdict("kind = \"rising\"", &[side(0), side(n)])
    };
    assert_eq!([of(5), of(9), of(12)], [Undecided, Undecided, Confirmed]);
}

#[test]
fn several_shares_are_judged_at_once() {
    let toml = "kind = \"distribution\"";
    let of = |ours: [u64; 3], theirs: [f64; 3]| {
        let cells: Vec<_> = ours.iter().zip(theirs).map(|(&x, y)| with(share(x, 100), y, 100)).collect();
        claim(toml).judge(&cells)
    };
    let alike = of([1, 32, 84], [3.0, 30.0, 76.0]);
    assert_eq!((alike.verdict, alike.evidence.len()), (Compatible, 4));
    assert!(alike.evidence[0].of.contains("all categories") && alike.evidence[0].p.is_some_and(|p| p > 0.05));
    assert_eq!(of([0, 4, 50], [3.0, 30.0, 76.0]).verdict, Refuted);
    assert_eq!(of([9, 4, 50], [3.0, 30.0, 76.0]).verdict, Undecided, "not one within the other");
}

#[test]
fn never_takes_many_cases_without_one() {
    let zero = |value, units| verdict("kind = \"zero\"", &[mean(value, 0.0, units)]);
    assert_eq!(
        [zero(0.0, 100), zero(0.0, 2000), zero(1.0, 2000), zero(0.0, 3)],
        [Compatible, Confirmed, Refuted, Undecided]
    );
    // However many cases there are in a unit: 755 in 1,000 units need not be 755 per cent, nor cases in three of four units.
    let line = |value, cases| {
        let cell = Cell { cases, ..mean(value, 0.0, 1000) };
        claim("kind = \"zero\"").judge(&[cell]).evidence[0].line()
    };
    assert!(
        line(755.0, 40).starts_with("a: 4.00 % against 0.00 %, difference 2.38 to 6.22 %"),
        "{}",
        line(755.0, 40)
    );
    assert!(
        line(0.0, 0).starts_with("a: 0.00 % against 0.00 %, difference 0.00 to 0.66 %"),
        "{}",
        line(0.0, 0)
    );
    assert!(line(3000.0, 1000).contains("difference 99.34 to 100.00 %"), "{}", line(3000.0, 1000));
}

#[test]
fn exact_numbers_need_no_errors() {
    let exact = |value| mean(value, 0.0, 0);
    assert_eq!(verdict("kind = \"rising\"", &[exact(1.0), exact(2.0)]), Confirmed);
    assert_eq!(verdict("kind = \"same\"", &[exact(1.0), exact(1.0)]), Confirmed);
    assert_eq!(verdict("kind = \"same\"", &[exact(1.0), exact(1.5)]), Refuted);
    assert_eq!(verdict("kind = \"at-most\"\nvalue = 1", &[exact(1.0)]), Confirmed);
}

/// Each row tells the numbers, the way they differ, and what would have been seen.
#[test]
fn the_evidence_is_a_row_of_numbers() {
    let judged = claim("kind = \"reproduced\"").judge(&[with(share(54, 100), 63.0, 100)]);
    let row = &judged.evidence[0];
    assert_eq!(
        (row.against, row.measured, row.n, row.n_against),
        (Some(63.0), Some(54.0), Some(100), Some(100))
    );
    let smallest = row.smallest.unwrap();
    assert!((25.0..28.0).contains(&smallest), "{smallest}");
    let line = row.line();
    assert!(
        line.starts_with("a: 54.0 % against 63.0 % published, difference −")
            && line.contains("Fisher's exact, p = 0.2"),
        "{line}"
    );
    let unseen = claim("kind = \"reproduced\"").judge(&[Cell { ours: None, ..with(share(1, 9), 63.0, 100) }]);
    assert_eq!((unseen.verdict, unseen.evidence[0].test_text().as_str()), (Undecided, "not observed"));
}
