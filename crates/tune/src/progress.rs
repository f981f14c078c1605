//! What a run reports of itself.

use serde::{Deserialize, Serialize};

/// A point and what is known of its score.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Best {
    /// The weights, in the order of the parameters.
    pub weights: Vec<f64>,
    /// Mean of its scores.
    pub score: f64,
    /// How many scores that is, at least 1.
    pub evaluations: u32,
    /// Standard error of the mean; none while no point has been evaluated twice, so that nobody knows the noise.
    pub error: Option<f64>,
}

/// One iteration that is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// Its number, from 0; the comparison at the end has the number after the last one.
    pub iteration: u32,
    /// Evaluations made since the start of the run.
    pub evaluations: u64,
    /// The best point now.
    pub best: Best,
    /// Mean of the scores of this iteration's points.
    pub mean: f64,
    /// Standard deviation of the scores of this iteration's points.
    pub spread: f64,
    /// How far the method still reaches, in parts of a range: mean speed of a swarm, longest axis of CMA-ES, last
    /// move of SPSA, 1 of random search.
    pub reach: f64,
    /// The weights of each point of this iteration, `[point][parameter]`, if the plan asks for them; else empty.
    pub positions: Vec<Vec<f64>>,
    /// The score of each trial of each of these points, `[point][trial]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Vec<f64>>,
}
