//! Intervals without a distribution in mind.

use plywise::Rng;

use super::means::Estimate;

/// The mean of `numbers` with the 95 % percentile interval of `resamples` means drawn with replacement: Efron 1979,
/// "Bootstrap methods: another look at the jackknife". For scores whose distribution is far from normal, such as
/// those of 2048 with its jumps at each tile. The same seed gives the same interval; all 0 without numbers.
#[must_use]
pub fn bootstrap_mean(numbers: &[f64], resamples: usize, seed: u64) -> Estimate {
    let n = numbers.len();
    if n == 0 {
        return Estimate { mean: 0.0, low: 0.0, high: 0.0 };
    }
    let mean = numbers.iter().sum::<f64>() / n as f64;
    let mut rng = Rng::new(seed);
    let mut means: Vec<f64> = (0..resamples.max(1))
        .map(|_| (0..n).map(|_| numbers[rng.index(n)]).sum::<f64>() / n as f64)
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means[((means.len() - 1) as f64 * share).round() as usize];
    Estimate { mean, low: at(0.025), high: at(0.975) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Sample;

    /// On normal-looking numbers the bootstrap and Student's interval agree.
    #[test]
    fn it_agrees_with_students_interval() {
        let mut rng = Rng::new(4);
        let numbers: Vec<f64> = (0..400).map(|_| (0..12).map(|_| rng.unit()).sum::<f64>()).collect();
        let (own, student) =
            (bootstrap_mean(&numbers, 4000, 1), numbers.iter().copied().collect::<Sample>().estimate());
        assert!((own.mean - student.mean).abs() < 1e-9);
        assert!((own.low - student.low).abs() < 0.015 && (own.high - student.high).abs() < 0.015);
    }

    #[test]
    fn the_interval_leans_where_the_numbers_lean() {
        let numbers: Vec<f64> = (0..50).map(|i| if i < 47 { 1.0 } else { 100.0 }).collect();
        let e = bootstrap_mean(&numbers, 4000, 1);
        assert!(e.high - e.mean > e.mean - e.low, "{e:?}");
        assert_eq!(e, bootstrap_mean(&numbers, 4000, 1));
        assert_eq!(bootstrap_mean(&[3.0], 10, 1), Estimate { mean: 3.0, low: 3.0, high: 3.0 });
        assert_eq!(bootstrap_mean(&[], 10, 1).mean, 0.0);
    }
}
