//! What is simulated, and which verdicts it must come to.

use plywise::rng::Rng;

use super::Case;
use lab::claims::Verdict::{Compatible, Confirmed, Refuted, Undecided};
use lab::claims::exact::LEVEL;

/// What a verdict that is false may come to by chance: the level, one way, and four standard errors of so many reports.
const ONE_WAY: f64 = LEVEL / 2.0 + 0.0015;
/// The same both ways.
const LEVEL_AND_LUCK: f64 = LEVEL + 0.0021;
/// Where samples are small and no test is exact: what the judge promises at most.
const PROMISED: f64 = 0.05;

const DISTRIBUTION: &str = "kind = \"distribution\"\nquantities = [\"two\", \"one\"]\ntolerance = 35";
const SHARES_SAME: &str = "kind = \"same\"\nquantity = \"one\"\ntolerance = 20";
const SHARES_RISING: &str = "kind = \"rising\"\nquantity = \"one\"";
const SAME: &str = "kind = \"same\"\nquantity = \"mean\"\ntolerance = 0.5";
const RISING: &str = "kind = \"rising\"\nquantity = \"mean\"";
const TWICE: &str = "kind = \"factor\"\nquantity = \"mean\"\nvalue = 2";

fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0
}

/// Positive and skewed, as counts of positions are; its median is 1.
fn skewed(rng: &mut Rng) -> f64 {
    normal(rng).exp()
}

fn flag(rng: &mut Rng, p: f64) -> f64 {
    f64::from(u8::from(rng.unit() < p))
}

/// 0, 1 or 2 with these chances of 1 and of 2.
fn category(rng: &mut Rng, one: f64, two: f64) -> f64 {
    let x = rng.unit();
    if x < two { 2.0 } else { f64::from(u8::from(x < one + two)) }
}

pub(super) fn all() -> Vec<Case> {
    let mut all = distributions();
    all.extend(factors());
    all.extend(sames());
    all.extend(pairs());
    all
}

fn distributions() -> Vec<Case> {
    let of = |name, unit, units, published, wanted| Case {
        name,
        rows: "a",
        claim: DISTRIBUTION,
        unit,
        units,
        published,
        wanted,
    };
    vec![
        of(
            "distribution, true, many",
            |rng, _| vec![category(rng, 0.3, 0.5)],
            120,
            120,
            &[(Confirmed, 0.9, 1.0), (Refuted, 0.0, LEVEL_AND_LUCK)],
        ),
        of(
            "distribution, true, a hundred",
            |rng, _| vec![category(rng, 0.3, 0.5)],
            100,
            100,
            &[(Confirmed, 0.9, 1.0), (Refuted, 0.0, LEVEL_AND_LUCK)],
        ),
        of(
            "distribution, one share off by the tolerance",
            |rng, side| vec![category(rng, if side == 0 { 0.55 } else { 0.2 }, 0.3)],
            120,
            120,
            &[(Confirmed, 0.0, ONE_WAY), (Refuted, 0.95, 1.0)],
        ),
        of(
            "distribution, off by 25 points, a hundred",
            |rng, side| vec![category(rng, 0.3, if side == 0 { 0.25 } else { 0.5 })],
            100,
            100,
            &[(Refuted, 0.7, 1.0)],
        ),
        of(
            "distribution, six published, off by 25 points",
            |rng, side| vec![category(rng, 0.3, if side == 0 { 0.25 } else { 0.5 })],
            100,
            6,
            &[(Confirmed, 0.0, 0.0), (Refuted, 0.0, 0.3)],
        ),
        of(
            "distribution, three published",
            |rng, _| vec![category(rng, 0.3, 0.5)],
            100,
            3,
            &[(Undecided, 1.0, 1.0)],
        ),
    ]
}

fn factors() -> Vec<Case> {
    let of = |name, rows, unit, units, wanted| Case {
        name,
        rows,
        claim: TWICE,
        unit,
        units,
        published: 0,
        wanted,
    };
    vec![
        of(
            "twice, in truth three times",
            "a | b",
            |rng, series| vec![skewed(rng) * if series == 0 { 3.0 } else { 1.0 }],
            200,
            &[(Confirmed, 0.3, 1.0), (Refuted, 0.0, 0.0)],
        ),
        of(
            "twice, exactly",
            "a | b",
            |rng, series| vec![skewed(rng) * if series == 0 { 2.0 } else { 1.0 }],
            200,
            &[(Confirmed, 0.0, ONE_WAY), (Refuted, 0.0, ONE_WAY)],
        ),
        of(
            "twice, in truth the same",
            "a | b",
            |rng, _| vec![skewed(rng)],
            200,
            &[(Confirmed, 0.0, 0.0), (Refuted, 0.95, 1.0)],
        ),
        of(
            "twice, exactly, five skewed units",
            "a | b",
            |rng, series| vec![skewed(rng) * if series == 0 { 2.0 } else { 1.0 }],
            5,
            &[(Confirmed, 0.0, PROMISED / 2.0), (Refuted, 0.0, PROMISED / 2.0)],
        ),
        of(
            "twice, exactly, the same positions",
            "a ; b",
            |rng, _| {
                let hard = skewed(rng);
                vec![hard * 2.0 * (1.0 + 0.2 * normal(rng)), hard * (1.0 + 0.2 * normal(rng))]
            },
            60,
            &[(Confirmed, 0.0, 0.01), (Refuted, 0.0, 0.01)],
        ),
        of(
            "twice, in truth 2.5 times, the same positions",
            "a ; b",
            |rng, _| {
                let hard = skewed(rng);
                vec![hard * 2.5 * (1.0 + 0.2 * normal(rng)), hard * (1.0 + 0.2 * normal(rng))]
            },
            60,
            &[(Confirmed, 0.7, 1.0), (Refuted, 0.0, 0.0)],
        ),
        of(
            "twice, exactly, five of the same skewed positions",
            "a ; b",
            |rng, _| {
                let hard = skewed(rng);
                vec![hard * 2.0 * skewed(rng), hard * skewed(rng)]
            },
            5,
            &[(Confirmed, 0.0, PROMISED / 2.0), (Refuted, 0.0, PROMISED / 2.0)],
        ),
    ]
}

fn sames() -> Vec<Case> {
    let of = |name, rows, claim, unit, units, wanted| Case {
        name,
        rows,
        claim,
        unit,
        units,
        published: 0,
        wanted,
    };
    vec![
        of(
            "same, true, four rows",
            "a | b | c | d",
            SAME,
            |rng, _| vec![normal(rng)],
            200,
            &[(Confirmed, 0.8, 1.0), (Refuted, 0.0, LEVEL_AND_LUCK)],
        ),
        of(
            "same, off by the tolerance",
            "a | b",
            SAME,
            |rng, series| vec![normal(rng) + 0.5 * series as f64],
            200,
            &[(Confirmed, 0.0, ONE_WAY), (Refuted, 0.95, 1.0)],
        ),
        of(
            "same, off by half the tolerance, ten units",
            "a | b",
            SAME,
            |rng, series| vec![normal(rng) + 0.25 * series as f64],
            10,
            &[(Confirmed, 0.0, ONE_WAY), (Refuted, 0.0, PROMISED)],
        ),
        of(
            "same, true, five skewed units",
            "a | b",
            SAME,
            |rng, _| vec![skewed(rng)],
            5,
            &[(Confirmed, 0.0, PROMISED), (Refuted, 0.0, LEVEL_AND_LUCK)],
        ),
        of(
            "same shares, true",
            "a | b",
            SHARES_SAME,
            |rng, _| vec![flag(rng, 0.5)],
            300,
            &[(Confirmed, 0.9, 1.0), (Refuted, 0.0, LEVEL_AND_LUCK)],
        ),
        of(
            "same shares, true and rare, forty units",
            "a | b",
            SHARES_SAME,
            |rng, _| vec![flag(rng, 0.03)],
            40,
            &[(Compatible, 0.5, 1.0), (Refuted, 0.0, LEVEL_AND_LUCK)],
        ),
        of(
            "same shares, off by the tolerance, near all",
            "a | b",
            SHARES_SAME,
            |rng, series| vec![flag(rng, 0.99 - 0.2 * series as f64)],
            60,
            &[(Confirmed, 0.0, ONE_WAY)],
        ),
    ]
}

fn pairs() -> Vec<Case> {
    let of = |name, claim, unit, units, wanted| Case {
        name,
        rows: "a ; b",
        claim,
        unit,
        units,
        published: 0,
        wanted,
    };
    vec![
        of(
            "pairs, no difference",
            RISING,
            |rng, _| {
                let both = 10.0 * normal(rng);
                vec![both + normal(rng), both + normal(rng)]
            },
            20,
            &[(Confirmed, 0.0, ONE_WAY), (Refuted, 0.0, ONE_WAY)],
        ),
        of(
            "pairs, a difference of a tenth of what the units vary",
            RISING,
            |rng, _| {
                let both = 10.0 * normal(rng);
                vec![both, both + 1.0 + normal(rng)]
            },
            20,
            &[(Confirmed, 0.7, 1.0), (Refuted, 0.0, 0.0)],
        ),
        of(
            "five skewed pairs, no difference",
            RISING,
            |rng, _| vec![skewed(rng), skewed(rng)],
            5,
            &[(Confirmed, 0.0, PROMISED / 2.0), (Refuted, 0.0, PROMISED / 2.0)],
        ),
        of(
            "pairs, off by the tolerance",
            SAME,
            |rng, _| {
                let both = 10.0 * normal(rng);
                vec![both, both + 0.5 + normal(rng)]
            },
            200,
            &[(Confirmed, 0.0, ONE_WAY), (Refuted, 0.95, 1.0)],
        ),
        of(
            "pairs of shares, no difference",
            SHARES_RISING,
            |rng, _| vec![flag(rng, 0.5), flag(rng, 0.5)],
            100,
            &[(Confirmed, 0.0, ONE_WAY), (Refuted, 0.0, ONE_WAY)],
        ),
        of(
            "pairs of rare shares, no difference",
            SHARES_RISING,
            |rng, _| vec![flag(rng, 0.04), flag(rng, 0.04)],
            150,
            &[(Confirmed, 0.0, ONE_WAY), (Refuted, 0.0, ONE_WAY)],
        ),
        of(
            "eight pairs of shares, no difference",
            SHARES_RISING,
            |rng, _| vec![flag(rng, 0.5), flag(rng, 0.5)],
            8,
            &[(Confirmed, 0.0, ONE_WAY), (Refuted, 0.0, ONE_WAY)],
        ),
        of(
            "pairs of shares, true",
            SHARES_SAME,
            |rng, _| vec![flag(rng, 0.04), flag(rng, 0.04)],
            40,
            &[(Confirmed, 0.0, 1.0), (Refuted, 0.0, LEVEL_AND_LUCK)],
        ),
        of(
            "pairs of shares, off by the tolerance",
            SHARES_SAME,
            |rng, _| vec![flag(rng, 0.02), flag(rng, 0.22)],
            40,
            &[(Confirmed, 0.0, PROMISED)],
        ),
        of(
            "pairs of shares, half of a step of ten points in a hundred",
            SHARES_RISING,
            |rng, _| {
                let first = flag(rng, 0.5);
                vec![first, if rng.unit() < 0.2 { 1.0 } else { first }]
            },
            200,
            &[(Confirmed, 0.7, 1.0), (Refuted, 0.0, 0.0)],
        ),
    ]
}
