//! Random search: what every other method has to beat.

use crate::draw::between;
use crate::error::{Error, demand};
use crate::search::{Moment, Search};
use plywise::Rng;
use serde::{Deserialize, Serialize};

/// Options of random search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RandomOptions {
    /// Points in an iteration, at least 1.
    pub points: u32,
}

impl Default for RandomOptions {
    fn default() -> Self {
        Self { points: 50 }
    }
}

impl RandomOptions {
    pub(crate) fn check(&self) -> Result<(), Error> {
        demand((1..=1_000_000).contains(&self.points), "points", self.points, "1 to 1000000")
    }
}

/// Uniform points of the cube; the very first one is the start.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RandomSearch {
    points: u32,
    start: Vec<f64>,
}

impl RandomSearch {
    pub(crate) fn new(options: &RandomOptions, start: Vec<f64>) -> Self {
        Self { points: options.points, start }
    }
}

impl Search for RandomSearch {
    fn propose(&mut self, moment: &Moment<'_>, rng: &mut Rng) -> Vec<Vec<f64>> {
        let mut points: Vec<Vec<f64>> =
            (0..self.points).map(|_| self.start.iter().map(|_| between(rng, 0.0, 1.0)).collect()).collect();
        if moment.iteration == 0 {
            points[0].clone_from(&self.start);
        }
        points
    }

    fn learn(&mut self, _: &Moment<'_>, _: &[f64]) {}

    fn reach(&self) -> f64 {
        1.0
    }

    fn fits(&self, dimensions: usize, proposed: usize) -> bool {
        self.points as usize == proposed && self.start.len() == dimensions
    }
}
