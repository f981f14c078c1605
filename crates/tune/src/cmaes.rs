//! CMA-ES as Hansen 2016, "The CMA evolution strategy: a tutorial", arXiv:1604.00772, sets it out, with active
//! (negative) weights. Equation and table numbers are the tutorial's.

use crate::draw::normal;
use crate::eigen::{Matrix, identity, symmetric};
use crate::error::{Error, demand};
use crate::search::{Moment, Search, is_row, is_table};
use plywise::Rng;
use serde::{Deserialize, Serialize};

/// Options of CMA-ES.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CmaEsOptions {
    /// λ, points of an iteration, at least 4; none: 4 + ⌊3 ln n⌋ for n parameters. More of them make it slower,
    /// more global and less easily misled by noise.
    pub population: Option<u32>,
    /// First standard deviation in parts of a range: above 0, up to 1.
    pub sigma: f64,
}

impl Default for CmaEsOptions {
    /// A third of the range: the optimum should lie within start ± 2 or 3 sigma.
    fn default() -> Self {
        Self { population: None, sigma: 0.3 }
    }
}

impl CmaEsOptions {
    pub(crate) fn check(&self) -> Result<(), Error> {
        let population = self.population.unwrap_or(4);
        demand((4..=1_000_000).contains(&population), "population", population, "4 to 1000000")?;
        demand(self.sigma > 0.0 && self.sigma <= 1.0, "sigma", self.sigma, "above 0, up to 1")
    }
}

/// What the strategy derives from λ and n once and for all: table 1.
#[derive(Debug)]
struct Constants {
    /// w_i for all λ ranks, the first half positive with sum 1, the rest 0 or negative (equation 53).
    weights: Vec<f64>,
    mu_eff: f64,
    c_c: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_1: f64,
    c_mu: f64,
    /// E‖N(0, I)‖, by the approximation given with equation 44.
    chi: f64,
}

/// (Σ w)² / Σ w², the variance effective selection mass (equation 8 and table 1).
fn effective(weights: &[f64]) -> f64 {
    let (sum, squares) = weights.iter().fold((0.0, 0.0), |(s, q), w| (s + w, q + w * w));
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}

impl Constants {
    fn new(lambda: usize, dimensions: usize) -> Self {
        let n = dimensions as f64;
        let half = libm::log((lambda as f64 + 1.0) / 2.0);
        let raw: Vec<f64> = (1..=lambda).map(|i| half - libm::log(i as f64)).collect(); // 49
        let (best, rest) = raw.split_at(lambda / 2);
        let (mu_eff, mu_eff_rest) = (effective(best), effective(rest));
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n); // 56
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0); // 55
        let d_sigma = 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).max(0.0).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff); // 57
        let gathered = 0.25 + mu_eff + 1.0 / mu_eff - 2.0;
        let c_mu = (2.0 * gathered / ((n + 2.0) * (n + 2.0) + mu_eff)).min(1.0 - c_1); // 58
        let alpha = (1.0 + c_1 / c_mu) // 50
            .min(1.0 + 2.0 * mu_eff_rest / (mu_eff + 2.0)) // 51
            .min((1.0 - c_1 - c_mu) / (n * c_mu)); // 52
        let positive: f64 = raw.iter().filter(|w| **w >= 0.0).sum();
        let negative: f64 = -raw.iter().filter(|w| **w < 0.0).sum::<f64>();
        let weights =
            raw.iter().map(|&w| if w >= 0.0 { w / positive } else { w * alpha / negative }).collect(); // 53
        let chi = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        Self { weights, mu_eff, c_c, c_sigma, d_sigma, c_1, c_mu, chi }
    }
}

/// A strategy under way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CmaEs {
    population: u32,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Matrix,
    /// p_c
    path: Vec<f64>,
    /// p_σ
    step_path: Vec<f64>,
    /// The points under way.
    sampled: Vec<Vec<f64>>,
}

impl CmaEs {
    pub(crate) fn new(options: &CmaEsOptions, start: Vec<f64>) -> Self {
        let n = start.len();
        let usual = 4 + (3.0 * libm::log(n as f64)) as u32; // 48
        Self {
            population: options.population.unwrap_or(usual),
            sigma: options.sigma,
            covariance: identity(n),
            path: vec![0.0; n],
            step_path: vec![0.0; n],
            mean: start,
            sampled: Vec::new(),
        }
    }

    /// Square roots of the covariance's eigenvalues, and its eigenvectors. Rounding may make the least of them
    /// negative; the condition number stays below 10¹⁴.
    fn axes(&self) -> (Vec<f64>, Matrix) {
        let (values, vectors) = symmetric(&self.covariance);
        let floor = values.iter().fold(1e-290, |most: f64, &v| most.max(v)) * 1e-14;
        (values.iter().map(|v| v.max(floor).sqrt()).collect(), vectors)
    }

    /// m + σ B D z (equations 38 to 40). A point outside of the ranges is drawn again, and at last moved onto the
    /// border.
    fn sample(&self, (lengths, vectors): &(Vec<f64>, Matrix), rng: &mut Rng) -> Vec<f64> {
        let mut point = Vec::new();
        for _ in 0..20 {
            let z: Vec<f64> = lengths.iter().map(|length| length * normal(rng)).collect();
            let shifted = |(m, row): (&f64, &Vec<f64>)| m + self.sigma * dot(row, &z);
            point = self.mean.iter().zip(vectors).map(shifted).collect();
            if point.iter().all(|x| (0.0..=1.0).contains(x)) {
                return point;
            }
        }
        point.iter().map(|x| x.clamp(0.0, 1.0)).collect()
    }

    /// Equations 43 to 45: the path of the mean in the coordinates of the axes, and the step size it asks for.
    /// Returns h_σ, whether the path is short enough for the covariance to follow it.
    fn adapt_step(&mut self, c: &Constants, whitened: &[f64], iteration: u32) -> bool {
        let keep = 1.0 - c.c_sigma;
        let gain = (c.c_sigma * (2.0 - c.c_sigma) * c.mu_eff).sqrt();
        for (p, w) in self.step_path.iter_mut().zip(whitened) {
            *p = keep * *p + gain * w;
        }
        let length = dot(&self.step_path, &self.step_path).sqrt();
        self.sigma *= libm::exp((c.c_sigma / c.d_sigma * (length / c.chi - 1.0)).min(1.0));
        let settled = 1.0 - libm::pow(keep, 2.0 * (f64::from(iteration) + 1.0));
        length / settled.sqrt() < (1.4 + 2.0 / (self.mean.len() as f64 + 1.0)) * c.chi
    }

    /// Equation 47, with the negative weights scaled by equation 46: `steps` are y_i from the best to the worst,
    /// `whitened` their squared lengths ‖C^(-1/2) y_i‖².
    fn adapt_shape(&mut self, c: &Constants, follows: bool, steps: &[Vec<f64>], whitened: &[f64]) {
        let n = self.mean.len();
        let lost = if follows { 0.0 } else { c.c_c * (2.0 - c.c_c) };
        let keep = 1.0 + c.c_1 * lost - c.c_1 - c.c_mu * c.weights.iter().sum::<f64>();
        let scaled: Vec<f64> = (c.weights.iter().zip(whitened))
            .map(|(&w, &length)| if w >= 0.0 { w } else { w * n as f64 / length.max(1e-290) })
            .collect();
        for i in 0..n {
            for j in 0..=i {
                let ranks: f64 = scaled.iter().zip(steps).map(|(w, y)| w * y[i] * y[j]).sum();
                let value =
                    keep * self.covariance[i][j] + c.c_1 * self.path[i] * self.path[j] + c.c_mu * ranks;
                self.covariance[i][j] = value;
                self.covariance[j][i] = value;
            }
        }
    }
}

/// Σ a b.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// D⁻¹ Bᵀ y, the step in units of the distribution; B times it is C^(-1/2) y.
fn whiten((lengths, vectors): &(Vec<f64>, Matrix), y: &[f64]) -> Vec<f64> {
    let along = |k: usize| -> f64 { vectors.iter().zip(y).map(|(row, y)| row[k] * y).sum() };
    lengths.iter().enumerate().map(|(k, length)| along(k) / length).collect()
}

impl Search for CmaEs {
    fn propose(&mut self, _: &Moment<'_>, rng: &mut Rng) -> Vec<Vec<f64>> {
        let axes = self.axes();
        self.sampled = (0..self.population).map(|_| self.sample(&axes, rng)).collect();
        self.sampled.clone()
    }

    fn learn(&mut self, moment: &Moment<'_>, scores: &[f64]) {
        let n = self.mean.len();
        let c = Constants::new(self.sampled.len(), n);
        let axes = self.axes();
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let step = |&i: &usize| -> Vec<f64> {
            self.sampled[i].iter().zip(&self.mean).map(|(x, m)| (x - m) / self.sigma).collect()
        };
        let steps: Vec<Vec<f64>> = order.iter().map(step).collect();
        let lengths: Vec<f64> =
            steps.iter().map(|y| whiten(&axes, y)).map(|white| dot(&white, &white)).collect();
        let chosen = |k: usize| -> f64 {
            let parents = c.weights.iter().zip(&steps).filter(|(w, _)| **w > 0.0);
            parents.map(|(w, y)| w * y[k]).sum()
        };
        let mean_step: Vec<f64> = (0..n).map(chosen).collect(); // 41
        for (m, y) in self.mean.iter_mut().zip(&mean_step) {
            *m += self.sigma * y; // 42 with c_m = 1
        }
        let white = whiten(&axes, &mean_step);
        let whitened: Vec<f64> = axes.1.iter().map(|row| dot(row, &white)).collect();
        let follows = self.adapt_step(&c, &whitened, moment.iteration);
        let gain = if follows { (c.c_c * (2.0 - c.c_c) * c.mu_eff).sqrt() } else { 0.0 };
        for (p, y) in self.path.iter_mut().zip(&mean_step) {
            *p = (1.0 - c.c_c) * *p + gain * y; // 45
        }
        self.adapt_shape(&c, follows, &steps, &lengths);
        // Wider than the ranges, every point would lie on the border; narrower than rounding, all would be one.
        let widest = self.axes().0.iter().fold(0.0, |most: f64, &a| most.max(a));
        self.sigma = self.sigma.clamp(1e-15 / widest, 1.0 / widest);
    }

    fn estimate(&self) -> Option<&[f64]> {
        Some(&self.mean)
    }

    /// The geometric mean would hide a flat direction: this is σ times the longest axis.
    fn reach(&self) -> f64 {
        self.sigma * self.axes().0.iter().fold(0.0, |most: f64, &a| most.max(a))
    }

    fn fits(&self, dimensions: usize, proposed: usize) -> bool {
        let row = |it: &Vec<f64>| is_row(it, dimensions);
        self.population as usize == proposed
            && proposed >= 4
            && self.sigma.is_finite()
            && self.sigma > 0.0
            && [&self.mean, &self.path, &self.step_path].into_iter().all(row)
            && is_table(&self.covariance, dimensions, dimensions)
            && self.covariance.iter().flatten().all(|v| v.abs() < 1e100)
            && is_table(&self.sampled, proposed, dimensions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the author's own program, PyPI's `cma`, has for ten parameters, version 4.5.0.
    #[test]
    fn the_weights_are_those_of_the_authors_program() {
        let c = Constants::new(10, 10);
        assert!((c.mu_eff - 3.167_299_281).abs() < 1e-8, "{c:?}");
        assert!((c.weights[0] - 0.456_272_647).abs() < 1e-8, "{c:?}");
        assert!((c.weights[9] + 0.549_749_918).abs() < 1e-8, "{c:?}");
        assert!((c.c_1 - 0.015_283_825).abs() < 1e-8 && (c.c_mu - 0.023_551_777).abs() < 1e-8, "{c:?}");
        assert!((c.c_c - 0.294_990_383).abs() < 1e-8, "{c:?}");
        assert!((c.weights[..5].iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(c.weights[5..].iter().all(|w| *w < 0.0));
    }

    #[test]
    fn the_shape_follows_the_steps_that_were_taken() {
        // Good points lie along the first axis only: its variance must grow against the second one's.
        let mut strategy = CmaEs::new(&CmaEsOptions { population: Some(12), sigma: 0.1 }, vec![0.5, 0.5]);
        for iteration in 0..5 {
            let moment = Moment { iteration, leader: None };
            let points = strategy.propose(&moment, &mut Rng::new(u64::from(iteration)));
            let scores: Vec<f64> =
                points.iter().map(|p| 0.01 * (p[0] - 0.5).abs() - (p[1] - 0.5).abs()).collect();
            strategy.learn(&moment, &scores);
        }
        assert!(strategy.covariance[0][0] > 3.0 * strategy.covariance[1][1], "{:?}", strategy.covariance);
    }
}
