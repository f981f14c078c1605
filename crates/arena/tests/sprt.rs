//! Tests that end a match: their ratios, bounds and errors, and how they are read and told.

use arena::stats::Scale::{Logistic, Normalized};
use arena::stats::{Scale, Sprt, Tally, Verdict, score_of_elo};
use arena::{SprtReport, parse_sprt};

fn test(elo0: f64, elo1: f64, scale: Scale) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, scale).unwrap()
}

fn near(llr: f64, published: f64) -> bool {
    (llr - published).abs() <= 0.01 * published.abs().max(1.0)
}

/// fastchess, app/tests/sprt_test.cpp (commit 74deac2), most of them runs of Stockfish's Fishtest: losses, draws,
/// wins; H0, H1; the log-likelihood ratio (there held to 1 %).
#[test]
fn published_ratios_by_game() {
    for (counts, elo0, elo1, scale, published) in [
        ([36_027, 68_692, 36_433], 0.0, 2.0, Normalized, 0.92),
        ([10_650, 20_431, 10_871], -1.75, 0.25, Normalized, 2.30),
        ([0, 0, 4250], 0.0, 10.0, Normalized, 120.56),
        ([21_184, 40_708, 21_404], 0.5, 2.5, Logistic, -1.57),
        ([57_030, 106_593, 57_433], 0.0, 2.0, Logistic, -2.59),
    ] {
        let llr = test(elo0, elo1, scale).llr(&Tally(counts));
        assert!(near(llr, published), "{counts:?}: {llr}, published {published}");
    }
}

/// The same, by pair.
#[test]
fn published_ratios_by_pair() {
    for (counts, elo0, elo1, scale, published) in [
        ([365, 16_618, 36_229, 16_974, 390], 0.0, 2.0, Normalized, 2.25),
        ([127, 4883, 10_712, 5150, 104], -1.75, 0.25, Normalized, 3.01),
        ([0, 0, 0, 0, 5550], 0.0, 5.0, Normalized, 111.82),
        ([223, 9863, 21_279, 10_037, 246], 0.5, 2.5, Logistic, -3.07),
        ([871, 26_175, 55_983, 26_678, 821], 0.0, 2.0, Logistic, -4.98),
    ] {
        let llr = test(elo0, elo1, scale).llr(&Tally(counts));
        assert!(near(llr, published), "{counts:?}: {llr}, published {published}");
    }
}

#[test]
fn three_outcomes_and_their_bounds() {
    let test = test(0.0, 50.0, Scale::Logistic);
    let (lower, upper) = test.bounds();
    assert!((lower + 2.944).abs() < 5e-4 && (upper - 2.944).abs() < 5e-4, "the usual ±2.94");
    assert_eq!(test.verdict(upper), Verdict::H1Accepted);
    assert_eq!(test.verdict(lower), Verdict::H0Accepted);
    assert_eq!(test.verdict(2.9), Verdict::Undecided);
    assert_eq!(test.llr(&Tally([0, 0, 0])), 0.0);
    let lopsided = Sprt::new(0.0, 5.0, 0.05, 0.10, Scale::Logistic).unwrap().bounds();
    assert!((lopsided.0 + 2.2513).abs() < 5e-4 && (lopsided.1 - 2.8904).abs() < 5e-4);
}

#[test]
fn senseless_tests_are_refused() {
    for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 1.0), (0.0, 1e6)] {
        Sprt::new(elo0, elo1, 0.05, 0.05, Scale::Logistic).unwrap_err();
    }
    for (alpha, beta) in [(0.0, 0.05), (0.05, -1.0), (0.5, 0.5), (f64::NAN, 0.1)] {
        Sprt::new(0.0, 5.0, alpha, beta, Scale::Logistic).unwrap_err();
    }
}

/// Under either hypothesis the test errs no more often than it says (Wald's bounds are a little generous).
#[test]
fn error_rates_hold_in_simulated_matches() {
    let test = test(0.0, 60.0, Scale::Logistic);
    let mut rng = plywise::Rng::new(20);
    for (elo, wrong) in [(0.0, Verdict::H1Accepted), (60.0, Verdict::H0Accepted)] {
        let win = score_of_elo(elo) - 0.15;
        let mut errors = 0;
        for _ in 0..400 {
            let mut tally: Tally<3> = Tally::default();
            let verdict = loop {
                let draw = rng.unit();
                tally.add(if draw < win { 2 } else { usize::from(draw < win + 0.3) });
                let verdict = test.verdict(test.llr(&tally));
                if verdict != Verdict::Undecided {
                    break verdict;
                }
            };
            errors += u32::from(verdict == wrong);
        }
        // 5 % of 400 with four standard deviations of room.
        assert!(errors <= 38, "{errors} wrong verdicts of 400 at {elo}");
    }
}

#[test]
fn tests_are_read() {
    let sprt = parse_sprt("elo0=-2,elo1=3,beta=0.1,scale=normalized").unwrap();
    assert_eq!(sprt, Sprt::new(-2.0, 3.0, 0.05, 0.1, Scale::Normalized).unwrap());
    for bad in
        ["", "elo0=1", "elo0=5,elo1=1", "elo0=0,elo1=x", "elo0=0,elo1=nan", "elo0=0,elo1=5,alpha=1", "elo=5"]
    {
        let error = parse_sprt(bad).expect_err(bad).to_string();
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn the_line_names_the_winner() {
    let sprt = parse_sprt("elo0=0,elo1=50").unwrap();
    let line = |counts: [u64; 3]| SprtReport::new(sprt, &Tally(counts)).line();
    assert!(line([10, 20, 80]).contains("H1 accepted: a lead of 50 Elo rather than 0"));
    assert!(line([80, 20, 10]).contains("H0 accepted: a lead of 0 Elo rather than 50"));
    assert!(line([5, 5, 5]).contains("undecided between a lead of 0 and of 50 Elo"));
}
