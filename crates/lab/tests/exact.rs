//! Tests that need no large numbers, against published numbers and by counting.

use lab::claims::exact::{LEVEL, binomial, fisher, joint, likelihood_ratio, newcombe, smallest_share};
use statrs::distribution::{Binomial, Discrete};

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-4
}

/// The lady tasting tea (Fisher 1935): four of four and none of four, 2 of 70 tables; and 3 of 3 against 0 of 10.
#[test]
fn fishers_test_counts_tables() {
    assert!(near(fisher((4, 4), (0, 4)), 2.0 / 70.0));
    assert!(near(fisher((3, 3), (0, 10)), 1.0 / 286.0), "0.0035: short of the bar");
    assert!(fisher((3, 3), (0, 10)) > LEVEL);
    assert!(near(fisher((5, 10), (50, 100)), 1.0));
}

/// Two categories are Fisher's test; and R's fisher.test(rbind(c(3, 1, 0), c(0, 2, 3))) by hand: of 84 tables with rows of 4
/// and 5 ... the probable ones are left out.
#[test]
fn the_joint_test_is_fishers_for_two_categories() {
    assert!(near(joint(&[3, 0], &[0, 10]), fisher((3, 3), (0, 10))));
    assert!(
        near(joint(&[7, 0, 3], &[20, 0, 1]), fisher((7, 10), (20, 21))),
        "an empty category says nothing"
    );
    // Rows of 2 and 2, columns of 2, 1, 1: weights 1, 2, 2, 1 of 6. Seen: (2, 0, 0), weight 1.
    assert!(near(joint(&[2, 0, 0], &[0, 1, 1]), 2.0 / 6.0));
    let (ours, theirs) = ([1, 30, 60, 9], [3, 27, 46, 24]);
    let exact = joint(&ours, &theirs);
    assert!((exact - likelihood_ratio(&ours, &theirs)).abs() < 0.02, "{exact}");
}

#[test]
fn one_sample_against_a_probability() {
    assert!(near(binomial((0, 10), 0.5), 2.0 / 1024.0));
    assert!(near(binomial((5, 10), 0.5), 1.0));
}

/// Newcombe 1998, table II, example (a), at 95 % 0.0524 to 0.3339: ours is wider, around the same difference.
#[test]
fn the_interval_of_a_difference_of_shares() {
    let (low, high) = newcombe((56.0 / 70.0, 70.0), (48.0 / 80.0, 80.0));
    assert!(low < 0.0524 && high > 0.3339 && low > -0.05 && high < 0.45, "{low} {high}");
    assert_eq!(newcombe((1.0, 10.0), (0.0, 10.0)).1, 1.0);
}

/// The smallest difference seen is seen in about four of five samples, by Fisher's test on every sample that there can be.
#[test]
fn the_smallest_difference_is_seen_four_times_of_five() {
    for (n, m, p) in [(100_u64, 100_u64, 0.5), (100, 50, 0.3), (60, 300, 0.8)] {
        let d = smallest_share(p, 1.0 / n as f64 + 1.0 / m as f64).unwrap();
        let q = if p + d <= 1.0 { p + d } else { p - d };
        let (first, second) = (Binomial::new(q, n).unwrap(), Binomial::new(p, m).unwrap());
        let mut power = 0.0;
        for x in 0..=n {
            for y in (0..=m).filter(|&y| fisher((x, n), (y, m)) <= LEVEL) {
                power += first.pmf(x) * second.pmf(y);
            }
        }
        assert!((0.68..0.9).contains(&power), "{n}, {m}, {p}: {d} is seen in {power}");
    }
    assert_eq!(smallest_share(0.58, 1.0 / 6.0 + 1.0 / 10.0), None, "six games and ten show nothing");
}
