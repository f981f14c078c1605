//! What a run is asked to do.

use crate::cmaes::{CmaEs, CmaEsOptions};
use crate::error::{Error, demand};
use crate::genetic::{Genetic, GeneticOptions};
use crate::random_search::{RandomOptions, RandomSearch};
use crate::search::Searcher;
use crate::spsa::{Spsa, SpsaOptions};
use crate::swarm::{Swarm, SwarmOptions};
use serde::{Deserialize, Serialize};

/// The method and its options.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// A particle swarm.
    Pso(SwarmOptions),
    /// Covariance matrix adaptation.
    CmaEs(CmaEsOptions),
    /// Simultaneous perturbation.
    Spsa(SpsaOptions),
    /// A genetic algorithm.
    Genetic(GeneticOptions),
    /// Random search.
    Random(RandomOptions),
}

/// Which evaluations share their random numbers (dice, openings).
///
/// Two points that meet the same luck are easier to tell apart than two that do not: Glasserman & Yao 1992, "Some
/// guidelines and guarantees for common random numbers".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Luck {
    /// Every evaluation has a seed of its own.
    Independent,
    /// The k-th evaluations of all points of an iteration have the same seed, new in every iteration.
    Shared,
    /// The k-th evaluation of a point has the same seed in the whole run. The score becomes a fixed function of the
    /// weights, and tuning may fit that luck.
    Fixed,
}

/// A run: which method, for how long, and what is done about noise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The method.
    pub method: Method,
    /// Iterations, at least 1.
    pub iterations: u32,
    /// Evaluations of each proposed point, at least 1; the method learns their mean.
    pub repeats: u32,
    /// Further evaluations of each of the best points in every iteration; 0: the best score ever seen stands, as
    /// published for particle swarms, however lucky it was.
    pub recheck: u32,
    /// How many best points are rechecked, at least 1; without `recheck` one is kept.
    pub elites: u32,
    /// Evaluations of each of the best points and of the method's own estimate after the last iteration, on seeds
    /// that no point has met; the highest mean of these alone is the result. 0: no such comparison.
    pub playoff: u32,
    /// Which evaluations share their seeds.
    pub luck: Luck,
    /// Whether progress records hold all positions of an iteration.
    pub positions: bool,
    /// Seed of everything that is drawn.
    pub seed: u64,
}

impl Plan {
    /// A run for a score without noise: one evaluation of a point, nothing rechecked.
    #[must_use]
    pub fn exact(method: Method, iterations: u32, seed: u64) -> Self {
        Self {
            method,
            iterations,
            repeats: 1,
            recheck: 0,
            elites: 1,
            playoff: 0,
            luck: Luck::Shared,
            positions: false,
            seed,
        }
    }

    /// A run for a noisy score: three best points, each evaluated twice more in every iteration and 30 times at the
    /// end.
    #[must_use]
    pub fn noisy(method: Method, iterations: u32, seed: u64) -> Self {
        Self { recheck: 2, elites: 3, playoff: 30, ..Self::exact(method, iterations, seed) }
    }

    /// Every option is in its range.
    pub(crate) fn check(&self) -> Result<(), Error> {
        const MOST: u32 = 1_000_000;
        for (name, value) in
            [("iterations", self.iterations), ("repeats", self.repeats), ("elites", self.elites)]
        {
            demand((1..=MOST).contains(&value), name, value, "1 to 1000000")?;
        }
        for (name, value) in [("recheck", self.recheck), ("playoff", self.playoff)] {
            demand(value <= MOST, name, value, "0 to 1000000")?;
        }
        match &self.method {
            Method::Pso(options) => options.check(),
            Method::CmaEs(options) => options.check(),
            Method::Spsa(options) => options.check(),
            Method::Genetic(options) => options.check(),
            Method::Random(options) => options.check(),
        }
    }

    /// The method, about to propose its first points.
    pub(crate) fn searcher(&self, start: Vec<f64>) -> Searcher {
        match &self.method {
            Method::Pso(options) => Searcher::Pso(Swarm::new(options, self.iterations, start)),
            Method::CmaEs(options) => Searcher::CmaEs(CmaEs::new(options, start)),
            Method::Spsa(options) => Searcher::Spsa(Spsa::new(options, self.iterations, start)),
            Method::Genetic(options) => Searcher::Genetic(Genetic::new(options, start)),
            Method::Random(options) => Searcher::Random(RandomSearch::new(options, start)),
        }
    }

    /// Best points to keep.
    pub(crate) fn hall_size(&self) -> usize {
        if self.recheck == 0 && self.playoff == 0 { 1 } else { self.elites as usize }
    }
}
