//! What is asked, and what is told.

use serde::{Deserialize, Serialize};

/// One evaluation to be made: play with these weights on this seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// Its number in the run, from 0.
    pub id: u64,
    /// The weights, in the order of the parameters.
    pub weights: Vec<f64>,
    /// Seed for whatever the evaluation draws. Trials that share it are meant to meet the same luck.
    pub seed: u64,
}

/// The score of one trial; higher is better.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The trial's number.
    pub id: u64,
    /// A number within ±1e100.
    pub score: f64,
}

/// Something that is asked for trials and told their outcomes, until it asks for no more.
pub trait Optimizer {
    /// The trials that still lack an outcome, in the order of their numbers; the same ones until something is told,
    /// none when the run is over. They may be played in any order and told in any portions.
    fn ask(&mut self) -> Vec<Trial>;

    /// Takes outcomes; all of them or, if one is refused, none.
    ///
    /// # Errors
    /// [`crate::Error`] if a trial was not asked for or has been told, or if a score is not a number within ±1e100.
    fn tell(&mut self, outcomes: &[Outcome]) -> Result<(), crate::Error>;

    /// Runs to the end on one thread.
    ///
    /// # Errors
    /// As [`Optimizer::tell`], if `score` answers with anything else.
    fn run(&mut self, mut score: impl FnMut(&Trial) -> f64) -> Result<(), crate::Error>
    where
        Self: Sized,
    {
        loop {
            let trials = self.ask();
            if trials.is_empty() {
                return Ok(());
            }
            let outcomes: Vec<Outcome> =
                trials.iter().map(|trial| Outcome { id: trial.id, score: score(trial) }).collect();
            self.tell(&outcomes)?;
        }
    }
}
