//! Simultaneous perturbation: Spall 1998, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization", IEEE Transactions on Aerospace and Electronic Systems 34(3).

use crate::error::{Error, demand};
use crate::search::{Moment, Search, is_row, is_table};
use plywise::Rng;
use serde::{Deserialize, Serialize};

/// Options of SPSA. Lengths are in parts of a range.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaOptions {
    /// Gradients averaged in an iteration, at least 1. Each costs two points, and the current place one more.
    pub pairs: u32,
    /// c, how far the first perturbation goes in each coordinate: above 0, below 0.5. With a noisy score large
    /// enough that the two ends differ by about the noise (Spall 1998, section III).
    pub perturbation: f64,
    /// How far the first move goes in an average coordinate: above 0, up to 1. The gain a follows from it and the
    /// first gradients, or from those so far where they are larger.
    pub step: f64,
    /// α, how fast the moves shrink; asymptotically best is 1, practical 0.602.
    pub alpha: f64,
    /// γ, how fast the perturbations shrink; asymptotically best is 1/6, practical 0.101.
    pub gamma: f64,
}

impl Default for SpsaOptions {
    fn default() -> Self {
        Self { pairs: 4, perturbation: 0.05, step: 0.05, alpha: 0.602, gamma: 0.101 }
    }
}

impl SpsaOptions {
    pub(crate) fn check(&self) -> Result<(), Error> {
        let within = |x: f64, most: f64| x > 0.0 && x <= most;
        demand((1..=100_000).contains(&self.pairs), "pairs", self.pairs, "1 to 100000")?;
        demand(within(self.perturbation, 0.49), "perturbation", self.perturbation, "above 0, up to 0.49")?;
        demand(within(self.step, 1.0), "step", self.step, "above 0, up to 1")?;
        demand(within(self.alpha, 1.0), "alpha", self.alpha, "above 0, up to 1")?;
        demand(within(self.gamma, 0.5), "gamma", self.gamma, "above 0, up to 0.5")
    }
}

/// A run of SPSA under way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Spsa {
    options: SpsaOptions,
    /// A, a tenth of the iterations (Spall 1998, section III).
    stability: f64,
    place: Vec<f64>,
    /// Mean size of the first gradients in an average coordinate; none until they have told the scale of the scores.
    first: Option<f64>,
    /// The same of all gradients since then: sum and number.
    sizes: (f64, u32),
    /// Signs of the perturbations under way, `[pair][coordinate]`.
    signs: Vec<Vec<f64>>,
    /// Length of the last move in an average coordinate.
    moved: f64,
}

impl Spsa {
    pub(crate) fn new(options: &SpsaOptions, iterations: u32, start: Vec<f64>) -> Self {
        let moved = options.step;
        let stability = f64::from(iterations) / 10.0;
        Self {
            options: options.clone(),
            stability,
            place: start,
            first: None,
            sizes: (0.0, 0),
            signs: Vec::new(),
            moved,
        }
    }

    /// c_k = c / (k + 1)^γ.
    fn perturbation(&self, iteration: u32) -> f64 {
        self.options.perturbation / libm::pow(f64::from(iteration) + 1.0, self.options.gamma)
    }

    /// (A + k + 1)^α, what the gain is divided by.
    fn decay(&self, iteration: u32) -> f64 {
        libm::pow(self.stability + f64::from(iteration) + 1.0, self.options.alpha)
    }

    /// a, once a gradient of this size has come. The first move has the length that was asked for (Spall 1998, section
    /// III). Where scores scatter the more the higher they are, later gradients are larger for their noise alone, and
    /// the gain of the first ones would throw the place about for ever: it follows their mean then.
    fn gain(&mut self, size: f64) -> f64 {
        if self.first.is_none() && size > 0.0 {
            self.first = Some(size);
        }
        let Some(first) = self.first else { return 0.0 };
        self.sizes = (self.sizes.0 + size, self.sizes.1 + 1);
        let scale = first.max(self.sizes.0 / f64::from(self.sizes.1));
        Some(self.options.step * self.decay(0) / scale).filter(|gain| gain.is_finite()).unwrap_or(0.0)
    }

    /// The mean of the pairs' gradient estimates: Spall 1998.
    fn gradient(&self, c: f64, scores: &[f64]) -> Vec<f64> {
        let slopes = scores.chunks_exact(2).map(|ends| (ends[0] - ends[1]) / (2.0 * c));
        let mut gradient = vec![0.0; self.place.len()];
        for (slope, signs) in slopes.zip(&self.signs) {
            for (sum, sign) in gradient.iter_mut().zip(signs) {
                *sum += slope * sign / self.signs.len() as f64;
            }
        }
        gradient
    }
}

impl Search for Spsa {
    fn propose(&mut self, moment: &Moment<'_>, rng: &mut Rng) -> Vec<Vec<f64>> {
        let c = self.perturbation(moment.iteration);
        // Both ends of a perturbation lie within the ranges: Sadegh 1997, "Constrained optimization via stochastic
        // approximation with a simultaneous perturbation gradient approximation".
        for x in &mut self.place {
            *x = x.clamp(c, 1.0 - c);
        }
        let sign = |rng: &mut Rng| if rng.below(2) == 0 { 1.0 } else { -1.0 };
        self.signs =
            (0..self.options.pairs).map(|_| self.place.iter().map(|_| sign(rng)).collect()).collect();
        let end = |signs: &[f64], c: f64| -> Vec<f64> {
            self.place.iter().zip(signs).map(|(x, s)| x + c * s).collect()
        };
        let ends = self.signs.iter().flat_map(|signs| [end(signs, c), end(signs, -c)]);
        ends.chain([self.place.clone()]).collect()
    }

    fn learn(&mut self, moment: &Moment<'_>, scores: &[f64]) {
        let gradient = self.gradient(self.perturbation(moment.iteration), scores);
        let decay = self.decay(moment.iteration);
        let count = gradient.len() as f64;
        let size = gradient.iter().map(|g| g.abs()).sum::<f64>() / count;
        let gain = self.gain(size) / decay;
        // Spall 1998, section III: a limit to the move guards against a gradient that noise has blown up.
        let most = 2.0 * self.options.step;
        let moves = gradient.iter().map(|g| (gain * g).clamp(-most, most));
        self.moved = 0.0;
        for (x, step) in self.place.iter_mut().zip(moves) {
            *x = (*x + step).clamp(0.0, 1.0);
            self.moved += step.abs() / count;
        }
    }

    fn estimate(&self) -> Option<&[f64]> {
        Some(&self.place)
    }

    fn reach(&self) -> f64 {
        self.moved
    }

    fn fits(&self, dimensions: usize, proposed: usize) -> bool {
        let pairs = self.options.pairs as usize;
        self.options.check().is_ok()
            && self.stability >= 0.0
            && self.first.is_none_or(|first| first.is_finite() && first > 0.0)
            && self.sizes.0.is_finite()
            && is_row(&self.place, dimensions)
            && is_table(&self.signs, pairs, dimensions)
            && proposed == 2 * pairs + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a plane every pair's estimate is the slope along its own direction, so the mean over all directions of
    /// signs is the gradient itself.
    #[test]
    fn on_a_plane_the_mean_over_all_signs_is_the_gradient() {
        let mut spsa = Spsa::new(&SpsaOptions { pairs: 4, ..SpsaOptions::default() }, 10, vec![0.5, 0.5]);
        spsa.signs = vec![vec![1.0, 1.0], vec![1.0, -1.0], vec![-1.0, 1.0], vec![-1.0, -1.0]];
        let score = |x: f64, y: f64| 3.0 * x - 7.0 * y;
        let scores: Vec<f64> = spsa
            .signs
            .iter()
            .flat_map(|s| [0.1, -0.1].map(|c| score(0.5 + c * s[0], 0.5 + c * s[1])))
            .chain([score(0.5, 0.5)])
            .collect();
        let gradient = spsa.gradient(0.1, &scores);
        assert!((gradient[0] - 3.0).abs() < 1e-12 && (gradient[1] + 7.0).abs() < 1e-12, "{gradient:?}");
    }

    /// A climb from silence into noise: the first gradients are a thousandth of those that the noise makes later.
    #[test]
    fn noise_that_grows_does_not_throw_the_place_about() {
        let mut spsa = Spsa::new(&SpsaOptions::default(), 200, vec![0.5; 4]);
        let mut rng = Rng::new(5);
        let mut reaches = Vec::new();
        for iteration in 0..200 {
            let moment = Moment { iteration, leader: None };
            let noise = if iteration < 2 { 1.0 } else { 1000.0 };
            let scores: Vec<f64> =
                spsa.propose(&moment, &mut rng).iter().map(|_| noise * rng.below(1000) as f64).collect();
            spsa.learn(&moment, &scores);
            reaches.push(spsa.reach());
        }
        let limit = 2.0 * SpsaOptions::default().step;
        assert!(reaches[150..].iter().all(|reach| *reach < 0.5 * limit), "{:?}", &reaches[150..]);
        assert!(reaches[199] > 0.0);
    }

    #[test]
    fn the_first_move_has_the_length_asked_for_whatever_the_scale_of_the_scores() {
        for scale in [1e-6, 1.0, 1e9] {
            let options = SpsaOptions { step: 0.03, ..SpsaOptions::default() };
            let mut spsa = Spsa::new(&options, 100, vec![0.5; 3]);
            let moment = Moment { iteration: 0, leader: None };
            let points = spsa.propose(&moment, &mut Rng::new(1));
            let scores: Vec<f64> = points.iter().map(|p| scale * (p[0] + 2.0 * p[1] - p[2])).collect();
            spsa.learn(&moment, &scores);
            assert!((spsa.reach() - 0.03).abs() < 0.01, "{scale}: {}", spsa.reach());
            assert!(spsa.place[1] > 0.5, "uphill: {:?}", spsa.place);
        }
    }
}
