//! Tests that need no large numbers, and intervals of shares.

use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, Discrete, DiscreteCDF, Normal, StudentsT};
use statrs::function::factorial::ln_factorial;

/// What counts as a difference: the chance, both ways together, that a normal number lies three standard errors off.
pub const LEVEL: f64 = 0.002_699_796_063;

/// How often a difference that is called "seen" is seen.
pub const POWER: f64 = 0.8;

/// Counts that rounding made unlike are alike.
const SLACK: f64 = 1.0 + 1e-7;

/// Tables beyond this many are not written down one by one.
const TABLES: f64 = 5e6;

/// The quantile of Student's distribution with so many degrees of freedom, of the normal one where they are infinite.
#[must_use]
pub fn quantile(freedom: f64, part: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if freedom < 1e6 => student.inverse_cdf(part),
        _ => Normal::standard().inverse_cdf(part),
    }
}

/// The chance, both ways together, of so many standard errors or more.
#[must_use]
pub fn both_ways(errors: f64, freedom: f64) -> f64 {
    if errors.is_infinite() {
        return 0.0;
    }
    let below = match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if freedom < 1e6 => student.cdf(-errors.abs()),
        _ => Normal::standard().cdf(-errors.abs()),
    };
    2.0 * below
}

fn ln_choose(n: u64, k: u64) -> f64 {
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

/// Fisher's exact test, both ways: `x` of `n` against `y` of `m` (Fisher 1935, "The logic of inductive inference"). Tables as
/// probable as this one or less count.
#[must_use]
pub fn fisher((x, n): (u64, u64), (y, m): (u64, u64)) -> f64 {
    let (all, hits) = (n + m, x + y);
    let tables = ln_choose(all, hits);
    let chance = |x: u64| (ln_choose(n, x) + ln_choose(m, hits - x) - tables).exp();
    let seen = chance(x) * SLACK;
    let sum: f64 = (hits.saturating_sub(m)..=hits.min(n)).map(chance).filter(|&p| p <= seen).sum();
    sum.min(1.0)
}

/// The exact test of `x` of `n` against a probability, both ways.
#[must_use]
pub fn binomial((x, n): (u64, u64), p: f64) -> f64 {
    let Ok(law) = Binomial::new(p.clamp(0.0, 1.0), n) else { return 1.0 };
    let seen = law.pmf(x) * SLACK;
    (0..=n).map(|x| law.pmf(x)).filter(|&p| p <= seen).sum::<f64>().min(1.0)
}

/// The exact test that two samples fall into several categories alike (Freeman & Halton 1951, "Note on an exact treatment of
/// contingency, goodness of fit and other problems of significance"); of very many tables by the chi-squared law of the
/// likelihood ratio.
#[must_use]
pub fn joint(ours: &[u64], theirs: &[u64]) -> f64 {
    let columns: Vec<u64> = ours.iter().zip(theirs).map(|(a, b)| a + b).filter(|&sum| sum > 0).collect();
    let (n, m): (u64, u64) = (ours.iter().sum(), theirs.iter().sum());
    if columns.len() < 2 || n == 0 || m == 0 {
        return 1.0;
    }
    let widest = columns.iter().copied().max().unwrap_or(0) as f64 + 1.0;
    let tables = columns.iter().map(|&sum| sum as f64 + 1.0).product::<f64>() / widest;
    if tables > TABLES {
        return likelihood_ratio(ours, theirs);
    }
    let weight = |table: &[u64], sums: &[u64]| -> f64 {
        table.iter().zip(sums).map(|(&x, &sum)| ln_choose(sum, x)).sum()
    };
    let used = |side: &[u64]| -> Vec<u64> {
        let sums = ours.iter().zip(theirs).map(|(a, b)| a + b);
        side.iter().zip(sums).filter(|(_, sum)| *sum > 0).map(|(&x, _)| x).collect()
    };
    let seen = weight(&used(ours), &columns) + SLACK.ln();
    let (mut sum, all) = (0.0, ln_choose(n + m, n));
    every_table(&columns, n, 0.0, &mut |ln| sum += if ln <= seen { (ln - all).exp() } else { 0.0 });
    sum.min(1.0)
}

/// Tells the weight of every way to fill the first row of a table whose columns have these sums.
fn every_table(columns: &[u64], left: u64, ln: f64, tell: &mut dyn FnMut(f64)) {
    let Some((&sum, rest)) = columns.split_first() else { return };
    if rest.is_empty() {
        if left <= sum {
            tell(ln + ln_choose(sum, left));
        }
        return;
    }
    let room: u64 = rest.iter().sum();
    for x in left.saturating_sub(room)..=left.min(sum) {
        every_table(rest, left - x, ln + ln_choose(sum, x), tell);
    }
}

/// The chance of two samples that fall into several categories as unlike as these or more, where they fall alike: by the
/// chi-squared law of the likelihood ratio, which large samples keep to.
#[must_use]
pub fn likelihood_ratio(ours: &[u64], theirs: &[u64]) -> f64 {
    let (n, m): (u64, u64) = (ours.iter().sum(), theirs.iter().sum());
    let part = |x: u64, of: u64, sum: u64| {
        let expected = of as f64 * sum as f64 / (n + m) as f64;
        if x == 0 { 0.0 } else { 2.0 * x as f64 * (x as f64 / expected).ln() }
    };
    let pairs = ours.iter().zip(theirs).filter(|(a, b)| *a + *b > 0);
    let (count, ratio) =
        pairs.fold((0u32, 0.0), |(k, g), (&a, &b)| (k + 1, g + part(a, n, a + b) + part(b, m, a + b)));
    ChiSquared::new(f64::from(count) - 1.0).map_or(1.0, |law| law.sf(ratio))
}

/// The exact interval of the probability behind `x` of `n`, three standard errors wide: beyond its ends so many or more, so few or
/// less, have half the level's chance (Clopper & Pearson 1934, "The use of confidence or fiducial limits illustrated in the case of
/// the binomial").
#[must_use]
pub fn clopper_pearson((x, n): (u64, u64)) -> (f64, f64) {
    let at_most = |x: u64, p: f64| Binomial::new(p, n).map_or(1.0, |law| law.cdf(x));
    // Where the chance of so many falls below half the level as `p` grows.
    let end = |x: u64, chance: f64| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let p = f64::midpoint(low, high);
            (low, high) = if at_most(x, p) > chance { (p, high) } else { (low, p) };
        }
        f64::midpoint(low, high)
    };
    let low = if x == 0 { 0.0 } else { end(x - 1, 1.0 - LEVEL / 2.0) };
    let high = if x >= n { 1.0 } else { end(x, LEVEL / 2.0) };
    (low, high)
}

/// Wilson's interval of a share `p` of `n`, three standard errors wide (Wilson 1927).
#[must_use]
pub fn wilson(p: f64, n: f64) -> (f64, f64) {
    let z = quantile(f64::INFINITY, 1.0 - LEVEL / 2.0);
    let z2 = z * z;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    ((centre - half).clamp(0.0, p), (centre + half).clamp(p, 1.0))
}

/// The interval of `p - q`, made of Wilson's two: method 10 of Newcombe 1998, "Interval estimation for the difference between
/// independent proportions".
#[must_use]
pub fn newcombe((p, n): (f64, f64), (q, m): (f64, f64)) -> (f64, f64) {
    let ((low, high), (other_low, other_high)) = (wilson(p, n), wilson(q, m));
    let d = p - q;
    (d - (p - low).hypot(other_high - q), d + (high - p).hypot(q - other_low))
}

/// The smallest difference from the share `p` that samples of this inverse size (`1/n + 1/m`) would have shown, by the
/// variance-stabilising arcsine (Cohen 1988, "Statistical power analysis", §6). Of the two ways the one that takes more; None
/// where not even none or all would have shown.
#[must_use]
pub fn smallest_share(p: f64, inverse: f64) -> Option<f64> {
    let normal = |part| quantile(f64::INFINITY, part);
    let h = (normal(1.0 - LEVEL / 2.0) + normal(POWER)) * inverse.sqrt();
    let (angle, right) = (p.clamp(0.0, 1.0).sqrt().asin(), std::f64::consts::FRAC_PI_2);
    let away = [angle + h / 2.0, angle - h / 2.0].into_iter().filter(|to| (0.0..=right).contains(to));
    away.map(|to| (to.sin().powi(2) - p).abs()).max_by(f64::total_cmp)
}
