//! Random numbers that are the same on every machine.

use plywise::Rng;
use plywise::rng::mix;

/// The generator of what a method draws in one iteration. Nothing is carried from one iteration to the next, so a
/// checkpoint needs no generator.
pub(crate) fn of_iteration(seed: u64, iteration: u32) -> Rng {
    const DRAWS: u64 = 0x7475_6E65_5F64_7261;
    Rng::derive(mix(seed ^ DRAWS), u64::from(iteration))
}

/// Seed number `index` of the trials.
pub(crate) fn trial_seed(seed: u64, index: u64) -> u64 {
    const TRIALS: u64 = 0x7475_6E65_5F74_7269;
    Rng::derive(mix(seed ^ TRIALS), index).next_u64()
}

/// A uniform number in `low..high`.
pub(crate) fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + rng.unit() * (high - low)
}

/// A standard normal number: Marsaglia & Bray 1964, "A convenient method for generating normal variables", with
/// the second number of each pair thrown away.
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    loop {
        let (u, v) = (between(rng, -1.0, 1.0), between(rng, -1.0, 1.0));
        let s = u * u + v * v;
        if s > 0.0 && s < 1.0 {
            return u * (-2.0 * libm::log(s) / s).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_have_the_moments_of_the_normal_distribution() {
        let mut rng = Rng::new(1);
        let drawn: Vec<f64> = (0..200_000).map(|_| normal(&mut rng)).collect();
        let moment = |k: i32| drawn.iter().map(|x| x.powi(k)).sum::<f64>() / drawn.len() as f64;
        // Six standard errors: of the moments 1 to 4 they are 1, 1.41, 3.87 and 9.80 by the square root of the count.
        let error = 6.0 / (drawn.len() as f64).sqrt();
        assert!(moment(1).abs() < error);
        assert!((moment(2) - 1.0).abs() < 1.41 * error);
        assert!(moment(3).abs() < 3.87 * error);
        assert!((moment(4) - 3.0).abs() < 9.80 * error);
    }
}
