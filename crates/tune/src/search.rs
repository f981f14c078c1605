//! What every method is to the tuner: it proposes places in the unit cube and learns their mean scores.

use crate::cmaes::CmaEs;
use crate::genetic::Genetic;
use crate::random_search::RandomSearch;
use crate::spsa::Spsa;
use crate::swarm::Swarm;
use plywise::Rng;
use serde::{Deserialize, Serialize};

/// Where a run stands when a method is asked.
pub(crate) struct Moment<'a> {
    /// Iterations that are over.
    pub(crate) iteration: u32,
    /// Best place known, once there is one: its score may rest on more evaluations than the method has seen.
    pub(crate) leader: Option<&'a [f64]>,
}

/// One method. Each coordinate of a place is 0 at the low end of its range and 1 at the high end.
pub(crate) trait Search {
    /// The places to evaluate next, `[point][coordinate]`.
    fn propose(&mut self, moment: &Moment<'_>, rng: &mut Rng) -> Vec<Vec<f64>>;

    /// Takes the mean score of each place proposed last, in their order; higher is better.
    fn learn(&mut self, moment: &Moment<'_>, scores: &[f64]);

    /// Where the method itself believes the optimum to be, if it keeps such a place.
    fn estimate(&self) -> Option<&[f64]> {
        None
    }

    /// How far it still reaches, in parts of a range.
    fn reach(&self) -> f64;

    /// Whether all its tables fit `dimensions` and the number of points of a batch under way: a checkpoint may hold
    /// anything.
    fn fits(&self, dimensions: usize, proposed: usize) -> bool;
}

/// The methods, as a checkpoint keeps them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Searcher {
    Pso(Swarm),
    CmaEs(CmaEs),
    Spsa(Spsa),
    Genetic(Genetic),
    Random(RandomSearch),
}

impl Searcher {
    /// The method behind its variant.
    pub(crate) fn get(&self) -> &dyn Search {
        match self {
            Self::Pso(it) => it,
            Self::CmaEs(it) => it,
            Self::Spsa(it) => it,
            Self::Genetic(it) => it,
            Self::Random(it) => it,
        }
    }

    /// The same, to change it.
    pub(crate) fn get_mut(&mut self) -> &mut dyn Search {
        match self {
            Self::Pso(it) => it,
            Self::CmaEs(it) => it,
            Self::Spsa(it) => it,
            Self::Genetic(it) => it,
            Self::Random(it) => it,
        }
    }
}

/// Whether `rows` is a finite table of `count` places of `dimensions` coordinates.
pub(crate) fn is_table(rows: &[Vec<f64>], count: usize, dimensions: usize) -> bool {
    rows.len() == count && rows.iter().all(|row| is_row(row, dimensions))
}

/// Whether `row` holds `dimensions` finite numbers.
pub(crate) fn is_row(row: &[f64], dimensions: usize) -> bool {
    row.len() == dimensions && row.iter().all(|x| x.is_finite())
}
