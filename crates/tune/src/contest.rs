//! Agents whose weights are tuned: a trial is a game, or a pair of games against an opponent.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arena::{Error, Experiment, Kind, Report, Spec, SpecError, run};

use crate::{Parameter, Trial};

/// What a trial plays.
pub struct Contest {
    kind: Arc<dyn Kind>,
    agent: Spec,
    against: Option<Spec>,
    opening_plies: u32,
}

impl Contest {
    /// Games of one seat are played alone and score their points. Those of two seats are played in pairs against
    /// `against`, with swapped seats and the same `opening_plies` drawn plies, and score the share of points won.
    ///
    /// # Errors
    /// If an agent cannot be built, the agent has no weights, or an opponent is missing or too many.
    pub fn new(
        kind: Box<dyn Kind>,
        agent: Spec,
        against: Option<Spec>,
        opening_plies: u32,
    ) -> Result<Self, SpecError> {
        kind.weights(&agent)?;
        match (kind.seats(), &against) {
            (1, None) if opening_plies > 0 => {
                return Err(SpecError(format!("{} is played alone; leave out --opening-plies", kind.name())));
            }
            (1, None) => (),
            (1, Some(_)) => {
                return Err(SpecError(format!("{} is played alone; leave out --against", kind.name())));
            }
            (_, Some(opponent)) => kind.check_agent(opponent)?,
            (_, None) => {
                let name = kind.name();
                return Err(SpecError(format!(
                    "{name} takes an opponent to be tuned against: --against AGENT"
                )));
            }
        }
        Ok(Self { kind: kind.into(), agent, against, opening_plies })
    }

    /// The weights with the ranges in which they are looked for and, as start, the middle of each.
    ///
    /// # Errors
    /// None once the contest could be made.
    pub fn parameters(&self) -> Result<Vec<Parameter>, SpecError> {
        let weights = self.kind.weights(&self.agent)?;
        let parameter = |weight: &arena::Weight| Parameter {
            name: weight.name.to_owned(),
            low: weight.low,
            high: weight.high,
            start: (weight.low + weight.high) / 2.0,
        };
        Ok(weights.iter().map(parameter).collect())
    }

    /// What is played, for reports: `2048`.
    #[must_use]
    pub fn game(&self) -> &str {
        self.kind.name()
    }

    /// What a score is.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        if self.kind.seats() == 1 { "points a game" } else { "share of points" }
    }

    /// The agent with these weights.
    #[must_use]
    pub fn agent(&self, weights: &[f64]) -> Spec {
        self.agent.with_weights(weights)
    }

    /// Games in a trial.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.kind.seats() as u64
    }

    /// Plays a trial: points of the game, or the share of points of the pair. None if `stop` was set meanwhile.
    ///
    /// # Errors
    /// If the agent refuses the weights.
    pub fn play(&self, trial: &Trial, stop: &Arc<AtomicBool>) -> Result<Option<f64>, SpecError> {
        Ok(self.report(trial, stop)?.map(|report| report.agents[0].mean_score))
    }

    /// Plays a trial and tells all of it, also what it cost. None if `stop` was set meanwhile.
    ///
    /// # Errors
    /// If the agent refuses the weights.
    pub fn report(&self, trial: &Trial, stop: &Arc<AtomicBool>) -> Result<Option<Report>, SpecError> {
        let agents = std::iter::once(self.agent(&trial.weights)).chain(self.against.clone());
        let experiment = Experiment {
            seed: trial.seed,
            opening_plies: self.opening_plies,
            // Nothing is stored that could be mistaken for games with another file.
            files: Some(std::collections::BTreeMap::new()),
            ..Experiment::new(self.kind.name(), agents)
        };
        let report = run(&experiment.open_as(Arc::clone(&self.kind))?, None, 1, stop, &mut ());
        match report {
            Ok(report) => Ok((!report.broken_off).then_some(report)),
            Err(Error::Spec(error)) => Err(error),
            Err(other) => Err(SpecError(other.to_string())),
        }
    }
}
