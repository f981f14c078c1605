//! Ratings of a field, the scale of Elo, and how often tiles were reached.

use std::collections::BTreeMap;

use arena::stats::{
    Elo, Estimate, GameTally, Meeting, PairTally, Rating, Tally, elo_of_score, ratings, score_of_elo,
    tile_rates_of,
};

/// Wins, draws and losses of the first against the second.
const FIELD: [(usize, usize, [u64; 3]); 10] = [
    (0, 1, [60, 80, 60]),
    (0, 2, [70, 80, 50]),
    (0, 3, [90, 70, 40]),
    (0, 4, [120, 50, 30]),
    (1, 2, [64, 82, 54]),
    (1, 3, [81, 77, 42]),
    (1, 4, [115, 60, 25]),
    (2, 3, [72, 80, 48]),
    (2, 4, [100, 66, 34]),
    (3, 4, [80, 78, 42]),
];

fn by_game(first: usize, second: usize, [wins, draws, losses]: [u64; 3]) -> Meeting {
    Meeting { first, second, pairs: PairTally::default(), games: Tally([losses, draws, wins]) }
}

fn rated(rating: Rating) -> Estimate {
    match rating {
        Rating::Rated(estimate) => estimate,
        other => panic!("{other:?}"),
    }
}

/// What Ordo 1.2.6 answers on these results as a PGN: `ordo -a 0 -z 200.2409 -D -s 10000 -N 2 -J`, where 200.2409
/// is the lead of 76 % on the scale of 400. Ratings, errors (from its 10,000 simulations, hence some noise and a
/// draw rate of its own model) and the confidence for superiority over the next.
#[test]
fn the_ratings_are_ordos() {
    let meetings: Vec<Meeting> = FIELD.iter().map(|&(a, b, counts)| by_game(a, b, counts)).collect();
    let field = ratings(5, &meetings);
    for (i, (elo, error)) in ORDO.into_iter().enumerate() {
        let own = rated(field.ratings[i]);
        assert!((own.mean - elo).abs() < 0.02, "{i}: {own:?}, Ordo {elo}");
        assert!(((own.high - own.mean) / error - 1.0).abs() < 0.06, "{i}: {own:?}, Ordo ±{error}");
    }
    let next = |i: usize| (100.0 * field.superiority(i, i + 1).unwrap()).round();
    assert!((next(0) - 73.0).abs() <= 2.0, "{}", next(0));
    assert!(next(1) >= 98.0 && next(3) == 100.0);
}
const ORDO: [(f64, f64); 5] =
    [(58.11, 15.56), (50.44, 15.61), (21.92, 15.63), (-26.44, 15.28), (-104.02, 16.27)];

/// Two agents: the lead and its interval are those of the pair counts, to the first order of the delta method.
#[test]
fn two_agents_differ_by_the_elo_of_their_pairs() {
    let pairs = Tally([332, 433, 498, 333, 334]);
    let field = ratings(2, &[Meeting { first: 0, second: 1, pairs, games: GameTally::default() }]);
    let (own, elo) = (rated(field.ratings[0]), pairs.elo());
    assert!((2.0 * own.mean - elo.mean).abs() < 1e-6, "{own:?} {elo:?}");
    assert!(((own.high - own.low) - (elo.high - elo.low) / 2.0).abs() < 0.02, "{own:?} {elo:?}");
    assert!((field.superiority(0, 1).unwrap() - pairs.superiority()).abs() < 1e-3);
}

/// The same few pairs in a match and in a tournament of two are the same evidence, however uniform they are.
#[test]
fn a_field_of_two_is_a_match() {
    for pairs in [[0, 0, 0, 1, 1], [0, 0, 0, 5, 0], [0, 0, 4, 0, 0], [1, 0, 2, 0, 3], [0, 0, 3, 0, 1]] {
        let pairs = Tally(pairs);
        let field = ratings(2, &[Meeting { first: 0, second: 1, pairs, games: GameTally::default() }]);
        let told = field.superiority(0, 1).unwrap();
        assert!((told - pairs.superiority()).abs() < 1e-9, "{pairs:?}: {told} {}", pairs.superiority());
        assert!((told + field.superiority(1, 0).unwrap() - 1.0).abs() < 1e-9);
        let own = rated(field.ratings[0]);
        assert!(own.high - own.low > 50.0, "{pairs:?}: some pairs are no certainty: {own:?}");
    }
}

#[test]
fn who_cannot_be_compared_is_not_rated() {
    let meetings = [
        by_game(0, 1, [30, 10, 20]),
        by_game(2, 0, [10, 0, 0]),
        by_game(1, 3, [10, 0, 0]),
        by_game(4, 5, [1, 0, 0]),
    ];
    let field = ratings(7, &meetings);
    assert!((rated(field.ratings[0]).mean + rated(field.ratings[1]).mean).abs() < 1e-9);
    assert_eq!(
        field.ratings[2..],
        [Rating::Above, Rating::Below, Rating::Apart, Rating::Apart, Rating::Apart]
    );
    assert_eq!(field.superiority(0, 2), None);
    assert_eq!(ratings(0, &[]).ratings, []);
}

/// Every game decided the same way: nobody is known to be at 0, and nothing is known to be exact.
#[test]
fn a_field_without_an_upset_has_an_order_and_no_ratings() {
    let meetings = [by_game(0, 1, [4, 0, 0]), by_game(1, 2, [4, 0, 0]), by_game(0, 2, [4, 0, 0])];
    let field = ratings(4, &meetings);
    assert_eq!(field.ratings, [Rating::Above, Rating::Between, Rating::Below, Rating::Apart]);
    assert_eq!(field.superiority(0, 1), None);
}

/// Strengths far apart, thinly connected: Newton's full step would overshoot.
#[test]
fn lopsided_fields_converge() {
    let meetings = [by_game(0, 1, [999, 0, 1]), by_game(1, 2, [999, 1, 0]), by_game(2, 3, [5000, 0, 1])];
    let field = ratings(4, &meetings);
    let lead = |a: usize, b: usize| rated(field.ratings[a]).mean - rated(field.ratings[b]).mean;
    assert!((lead(0, 1) - 400.0 * 999f64.log10()).abs() < 1e-6);
    assert!((lead(1, 2) - 400.0 * 1999f64.log10()).abs() < 1e-6);
    assert!((lead(2, 3) - 400.0 * 5000f64.log10()).abs() < 1e-6);
}

/// The table of expectations in the FIDE handbook, B.02 section 8.1.2 (rounded to two places there).
#[test]
fn the_published_expectations() {
    for (lead, score) in [(0.0, 0.50), (50.0, 0.57), (100.0, 0.64), (200.0, 0.76), (400.0, 0.91)] {
        assert!((score_of_elo(lead) - score).abs() < 0.005, "{lead}: {}", score_of_elo(lead));
    }
}

#[test]
fn what_cannot_be_told_is_said_as_such() {
    let shown = |pairs: [u64; 5]| Elo::from(Tally(pairs).elo()).to_string();
    for (pairs, text) in [
        ([10, 20, 40, 20, 12], "+6.8 Elo ("),
        ([0, 0, 0, 0, 3], "at least -42.9 Elo (every point won)"),
        ([3, 0, 0, 0, 0], "at most +42.9 Elo (no point won)"),
        ([1, 0, 0, 0, 1], "+0.0 Elo (too few games for an interval)"),
        ([0; 5], "+0.0 Elo (too few games for an interval)"),
    ] {
        assert!(shown(pairs).starts_with(text), "{pairs:?}: {}", shown(pairs));
    }
    for counts in 0..4u32.pow(5) {
        let pairs = std::array::from_fn(|i| u64::from(counts / 4u32.pow(i as u32) % 4));
        assert!(!shown(pairs).contains("inf"), "{pairs:?}: {}", shown(pairs));
    }
}

/// Who is behind does not lead by less than nothing.
#[test]
fn who_is_behind_trails() {
    let told = |pairs: [u64; 5]| Elo::from(Tally(pairs).elo()).lead();
    let (ahead, behind) = (told([2, 6, 10, 20, 12]), told([12, 20, 10, 6, 2]));
    assert!(ahead.starts_with("leads by ") && !ahead.starts_with("leads by +"), "{ahead}");
    assert_eq!(behind, ahead.replace("leads", "trails"), "what one leads by the other trails by");
    assert_eq!(told([3, 0, 0, 0, 0]), "trails (no point won), too few games to say by how much");
    assert_eq!(told([0, 0, 0, 0, 3]), "leads (every point won), too few games to say by how much");
    assert!(told([0, 0, 0, 0, 30]).starts_with("leads by at least 357.1 Elo"), "{}", told([0, 0, 0, 0, 30]));
    assert!(told([30, 0, 0, 0, 0]).starts_with("trails by at least 357.1 Elo"), "{}", told([30, 0, 0, 0, 0]));
    assert!(told([10, 20, 40, 20, 10]).starts_with("is level: 0.0 Elo ("));
}

#[test]
fn the_scale_reads_both_ways_and_ends_in_infinity() {
    for elo in [-700.0, -33.3, 0.0, 1.0, 250.0] {
        assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
    }
    assert_eq!((elo_of_score(0.0), elo_of_score(-0.1)), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    assert_eq!((elo_of_score(1.0), elo_of_score(1.1)), (f64::INFINITY, f64::INFINITY));
}

#[test]
fn a_greater_tile_counts_for_the_lesser_ones() {
    let rates = tile_rates_of(&BTreeMap::from([(512, 1), (1024, 1), (2048, 2)]));
    let counts: Vec<(u64, u64)> = rates.iter().map(|rate| (rate.tile, rate.games)).collect();
    assert_eq!(counts, [(512, 4), (1024, 3), (2048, 2)]);
    assert_eq!((rates[2].rate, rates[0].high), (0.5, 1.0));
    assert!(rates[2].low > 0.1 && rates[2].high < 0.9);
    assert!(tile_rates_of(&BTreeMap::new()).is_empty());
}
