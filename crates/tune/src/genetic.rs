//! A genetic algorithm on real numbers: what swarms are compared with.
//!
//! Goldberg 1989, "Genetic algorithms in search, optimization and machine learning" (tournaments, the best survives); blend
//! crossover: Eshelman & Schaffer 1993, "Real-coded genetic algorithms and interval-schemata".

use crate::draw::{between, normal};
use crate::error::{Error, demand};
use crate::search::{Moment, Search, is_row, is_table};
use plywise::Rng;
use serde::{Deserialize, Serialize};

/// Options of the genetic algorithm.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GeneticOptions {
    /// Points in a generation, at least 2.
    pub population: u32,
    /// Probability that a coordinate of a child is changed besides, 0 to 1.
    pub mutation: f64,
    /// Standard deviation of such a change in parts of a range, 0 to 1.
    pub sigma: f64,
}

impl Default for GeneticOptions {
    fn default() -> Self {
        Self { population: 50, mutation: 0.1, sigma: 0.1 }
    }
}

impl GeneticOptions {
    pub(crate) fn check(&self) -> Result<(), Error> {
        demand((2..=1_000_000).contains(&self.population), "population", self.population, "2 to 1000000")?;
        demand((0.0..=1.0).contains(&self.mutation), "mutation", self.mutation, "0 to 1")?;
        demand((0.0..=1.0).contains(&self.sigma), "sigma", self.sigma, "0 to 1")
    }
}

/// How far a child may lie outside of its parents, in parts of their distance: the paper's BLX-0.5.
const BLEND: f64 = 0.5;

/// The generation that has been scored, and the one that is being scored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Genetic {
    options: GeneticOptions,
    start: Vec<f64>,
    parents: Vec<Vec<f64>>,
    scores: Vec<f64>,
    children: Vec<Vec<f64>>,
}

impl Genetic {
    pub(crate) fn new(options: &GeneticOptions, start: Vec<f64>) -> Self {
        let (parents, scores, children) = (Vec::new(), Vec::new(), Vec::new());
        Self { options: options.clone(), start, parents, scores, children }
    }

    /// The better of two parents drawn at random.
    fn drawn(&self, rng: &mut Rng) -> &[f64] {
        let [a, b] = [(); 2].map(|()| rng.index(self.parents.len()));
        &self.parents[if self.scores[b] > self.scores[a] { b } else { a }]
    }

    fn child(&self, rng: &mut Rng) -> Vec<f64> {
        let (first, second) = (self.drawn(rng), self.drawn(rng));
        let blended = first.iter().zip(second).map(|(a, b)| {
            let reach = BLEND * (a - b).abs();
            between(rng, a.min(*b) - reach, a.max(*b) + reach)
        });
        let mut child: Vec<f64> = blended.collect();
        for x in &mut child {
            if rng.unit() < self.options.mutation {
                *x += self.options.sigma * normal(rng);
            }
            *x = x.clamp(0.0, 1.0);
        }
        child
    }
}

impl Search for Genetic {
    /// The first generation is uniform but for the start; in every later one the best of the last comes again.
    fn propose(&mut self, _: &Moment<'_>, rng: &mut Rng) -> Vec<Vec<f64>> {
        let best = (0..self.scores.len()).rev().max_by(|&a, &b| self.scores[a].total_cmp(&self.scores[b]));
        let first = best.map_or_else(|| self.start.clone(), |best| self.parents[best].clone());
        let mut children = vec![first];
        for _ in 1..self.options.population {
            children.push(if self.parents.is_empty() {
                self.start.iter().map(|_| between(rng, 0.0, 1.0)).collect()
            } else {
                self.child(rng)
            });
        }
        self.children.clone_from(&children);
        children
    }

    fn learn(&mut self, _: &Moment<'_>, scores: &[f64]) {
        self.parents = std::mem::take(&mut self.children);
        self.scores = scores.to_vec();
    }

    /// The mean over coordinates of the parents' standard deviation.
    fn reach(&self) -> f64 {
        let n = self.parents.len() as f64;
        if n < 2.0 {
            return 1.0;
        }
        let deviation = |i: usize| {
            let mean = self.parents.iter().map(|place| place[i]).sum::<f64>() / n;
            (self.parents.iter().map(|place| (place[i] - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt()
        };
        (0..self.start.len()).map(deviation).sum::<f64>() / self.start.len() as f64
    }

    fn fits(&self, dimensions: usize, proposed: usize) -> bool {
        let all = self.options.population as usize;
        let scored = self.parents.len();
        all == proposed
            && (scored == 0 || scored == all)
            && is_row(&self.start, dimensions)
            && is_table(&self.parents, scored, dimensions)
            && is_table(&self.children, all, dimensions)
            && is_row(&self.scores, scored)
    }
}
