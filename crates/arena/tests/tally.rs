//! Counted results: scores, leads in Elo, likelihoods, against the numbers of other programs.

use arena::stats::{Estimate, GameTally, PairTally, Tally};

/// Standard deviations to either side of 95 % of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 0.006 + 1e-4 * b.abs()
}

/// Theirs is the normal interval; ours is wider by as much as z² in n, and by no more.
fn as_far<const N: usize>(own: f64, theirs: f64, tally: Tally<N>) -> bool {
    let n = tally.count() as f64;
    let wider = own / theirs / (n / (n - Z95 * Z95)).sqrt();
    (wider - 1.0).abs() < 2e-3
}

fn half(e: Estimate) -> f64 {
    (e.high - e.low) / 2.0
}

/// fastchess, app/tests/elo_test.cpp (commit 74deac2), "EloWDL": wins, losses, draws; score.
#[test]
fn fastchess_numbers_by_game() {
    for (wins, losses, draws, score) in [(76, 89, 123, 0.477), (136, 96, 111, 0.558), (34, 356, 0, 0.087)] {
        let tally = Tally([losses, draws, wins]);
        assert!((tally.score().mean - score).abs() < 5e-4);
    }
    let second = Tally([96, 111, 136]);
    let elo = second.elo();
    assert!(near(elo.mean, 40.70) && as_far(half(elo), 30.43, second), "{elo:?}");
    // Theirs takes the spread about the mean; the difference vanishes as games come in.
    assert!((second.superiority() - 0.9960).abs() < 5e-4);
    assert!((Tally([89, 123, 76]).superiority() - 0.1553).abs() < 5e-4);
}

/// The same file, "EloPentanomial": pairs by half points; Elo, its error, likelihood of superiority, score.
#[test]
fn fastchess_numbers_by_pair() {
    for (pairs, elo, error, superiority, score) in [
        ([34, 54, 63, 64, 75], 55.58, 27.65, 1.0, 0.579),
        ([332, 433, 498, 333, 334], -8.64, 10.33, 0.0505, 0.488),
        ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0, 0.470),
    ] {
        let tally = Tally(pairs);
        let own = tally.elo();
        assert!(near(own.mean, elo) && as_far(half(own), error, tally), "{own:?}");
        assert!((tally.superiority() - superiority).abs() < 2e-4, "{}", tally.superiority());
        assert!((tally.score().mean - score).abs() < 5e-4);
    }
}

#[test]
fn the_other_side_sees_the_mirror_image() {
    let tally = Tally([34, 54, 63, 64, 75]);
    let (own, other) = (tally.elo(), tally.reversed().elo());
    assert!((own.mean + other.mean).abs() < 1e-9 && (own.low + other.high).abs() < 1e-9);
    assert!((tally.superiority() + tally.reversed().superiority() - 1.0).abs() < 1e-12);
}

#[test]
fn results_without_spread_are_not_certain() {
    let won = Tally([0, 0, 0, 0, 20]);
    let elo = won.elo();
    assert_eq!((elo.mean, elo.high), (f64::INFINITY, f64::INFINITY));
    // Newcombe 1998, table I: 20 of 20 are 0.8389 or more.
    assert!((won.score().low - 0.8389).abs() < 5e-5 && elo.low.is_finite());
    let even = Tally([0, 0, 20, 0, 0]);
    assert!(even.score().low < 0.35 && even.score().high > 0.65 && even.superiority() == 0.5);
    assert_eq!(PairTally::default().score(), Estimate { mean: 0.5, low: 0.0, high: 1.0 });
}

/// One game won, three games won, and a run of Fishtest of which Laskos gives 0.176 by this formula and 0.1764 by
/// the exact sum (talkchess.com, "Calculating the LOS from results", 2014).
#[test]
fn the_usual_likelihoods_of_superiority() {
    for (won, lost, drawn, usual) in [
        (1, 0, 0, 0.8413),
        (3, 0, 0, 0.9584),
        (3, 0, 50, 0.9584),
        (5975, 6077, 26894, 0.1764),
        (4, 4, 9, 0.5),
    ] {
        let told = Tally([lost, drawn, won]).superiority();
        assert!((told - usual).abs() < 1e-4, "{won}-{lost}: {told}");
    }
    for (pairs, usual) in [
        ([0, 0, 0, 0, 1], 0.8413),
        ([0, 0, 0, 1, 0], 0.8413),
        ([0, 0, 0, 0, 3], 0.9584),
        ([0, 0, 40, 0, 3], 0.9584),
        ([0, 0, 9, 0, 0], 0.5),
        ([0; 5], 0.5),
    ] {
        assert!((Tally(pairs).superiority() - usual).abs() < 1e-4, "{pairs:?}");
    }
    // A half point more or less does not turn some evidence into certainty.
    assert!(Tally([0, 0, 0, 1, 1]).superiority() < 0.92);
}

/// Equal players: whoever says "superior with 95 %" is wrong in one case of twenty, from the third pair on, whatever
/// the openings are like. With few pairs the likelihood has few values and errs less often, never much more.
#[test]
fn equals_are_seldom_called_unequal() {
    let mut rng = plywise::Rng::new(11);
    for pairs in [1, 2, 3, 5, 10, 40, 200] {
        for favour in [0.5, 0.8] {
            let (mut called, runs) = (0u32, 20_000);
            for _ in 0..runs {
                let mut tally = PairTally::default();
                for _ in 0..pairs {
                    // The first seat wins with probability `favour`; each side has it once.
                    let games = usize::from(rng.unit() < favour) + usize::from(rng.unit() >= favour);
                    tally.add(2 * games);
                }
                called += u32::from(tally.superiority() > 0.95);
            }
            let share = f64::from(called) / f64::from(runs);
            assert!(share < 0.07, "{pairs} pairs, {favour}: {share}");
            assert!(pairs < 200 || share > 0.04, "{pairs} pairs, {favour}: {share}");
        }
    }
}

/// Equal players again: the interval of their score leaves ½ out in one case of twenty or less, just where the
/// likelihood of superiority says so, and has no ends where there is nothing to judge by.
#[test]
fn the_interval_of_equals_seldom_leaves_a_half_out() {
    let mut rng = plywise::Rng::new(12);
    for pairs in [1, 2, 3, 4, 5, 7, 10, 20, 200] {
        let (mut missed, runs) = (0u32, 20_000);
        for _ in 0..runs {
            let mut tally = PairTally::default();
            (0..pairs).for_each(|_| tally.add(rng.index(3) + rng.index(3)));
            let (score, sure) = (tally.score(), tally.superiority());
            let misses = score.low > 0.5 || score.high < 0.5;
            missed += u32::from(misses);
            if tally.moments().1 > 0.0 {
                assert_eq!(misses, !(0.025..=0.975).contains(&sure), "{tally:?}: {score:?}, {sure}");
                assert!(pairs > 3 || (score.low, score.high) == (0.0, 1.0), "{tally:?}: {score:?}");
            }
        }
        let share = f64::from(missed) / f64::from(runs);
        assert!(share < 0.06, "{pairs} pairs: {share}");
        assert!(pairs < 200 || share > 0.04, "{pairs} pairs: {share}");
    }
}

#[test]
fn games_for_a_precision_give_that_precision() {
    let tally: PairTally = Tally([332, 433, 498, 333, 334]);
    let games = tally.games_for(10.0).unwrap();
    // The error above is 10.33 in 2 · 1930 games and falls with the square root.
    let predicted = 10.33 * (3860.0 / games as f64).sqrt();
    assert!((predicted - 10.0).abs() < 0.02, "{games}");
    assert_eq!(tally.games_for(0.0), None);
    assert_eq!(PairTally::default().games_for(5.0), None);
}

#[test]
fn adding() {
    let mut tally = GameTally::default();
    [2, 0, 1, 2].into_iter().for_each(|half_points| tally.add(half_points));
    tally += Tally([1, 0, 0]);
    assert_eq!((tally, tally.count()), (Tally([2, 1, 2]), 5));
}
