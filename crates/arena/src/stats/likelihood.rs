//! The generalised log-likelihood ratio of two hypotheses about counted results.

/// How likely `counts` make a mean (or a mean in standard deviations) of `hypothesis.1` against `hypothesis.0`: the
/// logarithm of the ratio of the two greatest likelihoods.
pub(crate) fn ratio<const N: usize>(
    counts: &[u64; N],
    hypotheses: (f64, f64),
    fit: fn(&[f64; N], f64) -> [f64; N],
) -> f64 {
    // A result that was never seen still is possible: a trace of it keeps the likelihood of hypotheses defined that
    // need it (the convention of Fishtest and fastchess).
    let counts = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
    let total: f64 = counts.iter().sum();
    let shares = counts.map(|count| count / total);
    let (p0, p1) = (fit(&shares, hypotheses.0), fit(&shares, hypotheses.1));
    (0..N).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum()
}

/// The likeliest distribution with mean score `mean` (inside 0 to 1) given observed `shares` (all positive): Van den
/// Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial distribution",
/// proposition 1.1, <https://www.cantate.be/Fishtest/comparing_approximations.pdf>.
#[must_use]
pub fn with_mean<const N: usize>(shares: &[f64; N], mean: f64) -> [f64; N] {
    tilted(shares, &std::array::from_fn(|i| score::<N>(i) - mean))
}

/// The likeliest distribution whose mean lies `distance` of its standard deviations above ½, given observed `shares`
/// (all positive): Van den Bergh, "Comments on normalized Elo", section 4.1,
/// <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>. A fixed point, iterated from the uniform
/// distribution.
#[must_use]
pub fn with_distance<const N: usize>(shares: &[f64; N], distance: f64) -> [f64; N] {
    let mut p = [1.0 / N as f64; N];
    for _ in 0..10 {
        let mean: f64 = (0..N).map(|i| p[i] * score::<N>(i)).sum();
        let deviation = (0..N).map(|i| p[i] * (score::<N>(i) - mean).powi(2)).sum::<f64>().sqrt();
        let next = tilted(
            shares,
            &std::array::from_fn(|i| {
                let z = (score::<N>(i) - mean) / deviation;
                score::<N>(i) - 0.5 - 0.5 * distance * deviation * (1.0 + z * z)
            }),
        );
        let change = (0..N).map(|i| (next[i] - p[i]).abs()).fold(0.0, f64::max);
        p = next;
        if change < 1e-9 {
            break;
        }
    }
    p
}

/// What result `i` of `N` scores.
fn score<const N: usize>(i: usize) -> f64 {
    i as f64 / (N - 1) as f64
}

/// The distribution `shares / (1 + θ · value)` in which `values` have the mean 0: equation 1.3 of the first paper,
/// solved for θ. `values` must hold both signs.
fn tilted<const N: usize>(shares: &[f64; N], values: &[f64; N]) -> [f64; N] {
    let (least, most) = values.iter().fold((0.0f64, 0.0f64), |(a, b), &v| (a.min(v), b.max(v)));
    let mean_at =
        |theta: f64| -> f64 { (0..N).map(|i| shares[i] * values[i] / (1.0 + theta * values[i])).sum() };
    // The mean falls from +∞ to -∞ between the poles of the outermost values: halving cannot miss its zero.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if mean_at(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = low + (high - low) / 2.0;
    std::array::from_fn(|i| shares[i] / (1.0 + theta * values[i]))
}
