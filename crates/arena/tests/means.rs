//! Shares, means and sums, and the likeliest distributions.

use arena::GameRow;
use arena::record::Spending;
use arena::stats::{Estimate, Sample, wilson, with_distance, with_mean};
use arena::sums::{AgentSums, Distinct, Sums};

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 5e-4
}

/// Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3 (Wilson
/// without continuity correction).
#[test]
fn wilson_gives_newcombes_numbers() {
    for (r, n, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let e = wilson(r, 0, n);
        assert!(near(e.low, low) && near(e.high, high), "{r}/{n}: {e:?}");
    }
    assert_eq!(wilson(20, 0, 20).high, 1.0);
    assert_eq!(wilson(1, 2, 4), wilson(2, 0, 4), "two draws score as a win and a loss");
    assert_eq!(wilson(0, 0, 0), Estimate { mean: 0.5, low: 0.0, high: 1.0 });
}

/// 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sum of squares 32; t(7, 0.975) = 2.3646.
#[test]
fn means_and_their_interval() {
    let sample: Sample = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
    assert_eq!((sample.count(), sample.mean()), (8, 5.0));
    assert!(near(sample.deviation(), (32.0_f64 / 7.0).sqrt()));
    let e = sample.estimate();
    let half = 2.3646 * (32.0_f64 / 7.0 / 8.0).sqrt();
    assert!(near(e.low, 5.0 - half) && near(e.high, 5.0 + half), "{e:?}");
    let two: Sample = [2.0, 4.0].into_iter().collect();
    assert_eq!((two.estimate().mean, two.estimate().interval()), (3.0, None));
}

#[test]
fn fitted_distributions_are_distributions_and_meet_their_hypothesis() {
    let shares = [0.05, 0.2, 0.4, 0.25, 0.1];
    for hypothesis in [0.3, 0.5, 0.62] {
        let p = with_mean(&shares, hypothesis);
        let mean: f64 = p.iter().enumerate().map(|(i, p)| p * i as f64 / 4.0).sum();
        assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9 && (mean - hypothesis).abs() < 1e-9, "{p:?}");
    }
    for distance in [-0.3, 0.0, 0.2] {
        let p = with_distance(&shares, distance);
        let mean: f64 = p.iter().enumerate().map(|(i, p)| p * i as f64 / 4.0).sum();
        let variance: f64 = p.iter().enumerate().map(|(i, p)| p * (i as f64 / 4.0 - mean).powi(2)).sum();
        assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{p:?}");
        assert!((mean - 0.5 - distance * variance.sqrt()).abs() < 1e-6, "{distance}: {p:?}");
    }
}

#[test]
fn what_was_observed_is_the_likeliest() {
    let shares = [0.1, 0.3, 0.6];
    let p = with_mean(&shares, 0.75);
    assert!(p.iter().zip(shares).all(|(p, share)| (p - share).abs() < 1e-9), "{p:?}");
}

#[test]
fn different_games_are_counted() {
    let count = |fingerprints: &mut dyn Iterator<Item = u64>| {
        let (mut distinct, mut games) = (Distinct::default(), 0);
        fingerprints.for_each(|fingerprint| {
            distinct.add(fingerprint);
            games += 1;
        });
        distinct.count(games)
    };
    let mut rng = plywise::Rng::new(1);
    assert_eq!(count(&mut (0..100).map(|unit| unit % 7)), 7);
    let many: Vec<u64> = (0..5000).map(|_| rng.next_u64()).collect();
    let estimate = count(&mut many.iter().copied());
    assert!((4000..=5000).contains(&estimate), "{estimate}");
    let twice = count(&mut many.iter().chain(&many).copied());
    assert!((4000..6000).contains(&twice), "repetitions change nothing: {twice}");
}

/// 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sum of squared differences 32.
#[test]
fn sums_give_mean_and_deviation() {
    let mut sums = Sums::default();
    [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|x| sums.add(x));
    assert_eq!(sums.mean(8), 5.0);
    assert!((sums.deviation(8) - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
    let mut big = Sums::default();
    [i64::MAX, i64::MIN, i64::MAX].into_iter().for_each(|x| big.add(x));
    assert!(big.deviation(3).is_finite());
    assert_eq!((Sums::default().mean(0), Sums::default().deviation(1)), (0.0, 0.0));
}

fn agent(points: &[i32]) -> AgentSums {
    let mut sums = AgentSums::default();
    for &payoff in points {
        let spent = vec![Spending::default()];
        sums.add(&GameRow { agents: vec![0], payoffs: vec![payoff], spent, ..GameRow::default() }, 0);
    }
    sums
}

#[test]
fn points_that_are_never_negative_have_no_negative_mean() {
    let few = agent(&[300, 3000]).mean_points();
    assert_eq!((few.mean, few.interval()), (1650.0, None), "the spread of two games is not known");
    let wide = agent(&[0, 0, 3000]).mean_points();
    assert!(wide.low == 0.0 && wide.high > 1000.0, "{wide:?}");
    assert!(agent(&[-5, 0, 3000]).mean_points().low < 0.0);
    assert!(agent(&[]).mean_points().mean.is_nan());
}
