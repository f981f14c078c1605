//! Whole runs of an optimiser: what weights it finds, what it believes of them, and what they are worth.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywise::Rng;
use registry::Spec;
use serde::Deserialize;
use toml::Table;
use tune::{Contest, Luck, Optimizer, Outcome, Parameter, Plan, Trial, Tuner, method};

use super::{Measure, settings};
use crate::observe::Seen;

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct With {
    /// The game.
    game: String,
    /// The agent whose weights are tuned.
    agent: String,
    /// The opponent, where the game takes one.
    against: Option<String>,
    /// The method, such as `pso:particles=50,iterations=100`; `none` judges the weights of `start`.
    optimizer: String,
    /// Games for each evaluation, at least 1.
    #[serde(default = "one")]
    repeats: u32,
    /// Further games of the best in every iteration.
    #[serde(default)]
    recheck: u32,
    /// Ranges of weights that differ from the agent's own.
    #[serde(default)]
    ranges: std::collections::BTreeMap<String, [f64; 2]>,
    /// Weights to begin with, or to judge.
    start: Option<Vec<f64>>,
    /// Games, never met before, by which the result is judged.
    validate: u32,
}

fn one() -> u32 {
    1
}

struct Tuning {
    with: With,
    contest: Contest,
    parameters: Vec<Parameter>,
    seed: u64,
}

pub(super) fn open(with: &Table, seed: u64) -> Result<Box<dyn Measure>, String> {
    let with: With = settings(with)?;
    let wrong = |error: registry::SpecError| error.to_string();
    let kind = registry::open(&with.game).map_err(wrong)?;
    let agent = Spec::parse(&with.agent).map_err(wrong)?;
    let against = with.against.as_deref().map(Spec::parse).transpose().map_err(wrong)?;
    let contest = Contest::new(kind, agent, against, 0).map_err(wrong)?;
    let mut parameters = contest.parameters().map_err(wrong)?;
    for (name, [low, high]) in &with.ranges {
        let parameter = parameters
            .iter_mut()
            .find(|parameter| parameter.name == *name)
            .ok_or_else(|| format!("there is no weight {name:?}"))?;
        (parameter.low, parameter.high, parameter.start) = (*low, *high, f64::midpoint(*low, *high));
    }
    if let Some(start) = &with.start {
        if start.len() != parameters.len() {
            return Err(format!("{} starts for {} weights", start.len(), parameters.len()));
        }
        parameters.iter_mut().zip(start).for_each(|(parameter, start)| parameter.start = *start);
    }
    if with.optimizer != "none" {
        let (method, iterations) = method(&Spec::parse(&with.optimizer).map_err(wrong)?).map_err(wrong)?;
        Tuner::new(parameters.clone(), Plan::exact(method, iterations, 1))
            .map_err(|error| error.to_string())?;
    } else if with.start.is_none() {
        return Err("optimizer = \"none\" takes a start".into());
    }
    if with.validate == 0 {
        return Err("validate should be at least 1".into());
    }
    Ok(Box::new(Tuning { with, contest, parameters, seed }))
}

impl Measure for Tuning {
    fn columns(&self) -> Vec<String> {
        let weights = self.parameters.iter().map(|parameter| parameter.name.clone());
        ["value", "believed", "games", "first_negative"]
            .map(str::to_owned)
            .into_iter()
            .chain(weights)
            .collect()
    }

    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        let mut rng = Rng::derive(self.seed, unit);
        let found = self.tune(rng.next_u64())?;
        let mut sum = 0.0;
        for id in 0..u64::from(self.with.validate) {
            sum += self.play(&Trial { id, weights: found.weights.clone(), seed: rng.next_u64() })?;
        }
        let first = found.weights.first().copied().unwrap_or_default();
        let mut values = vec![
            sum / f64::from(self.with.validate),
            found.believed,
            found.games as f64,
            super::flag(first < 0.0),
        ];
        values.extend(found.weights);
        Ok(vec![Seen { row: String::new(), values }])
    }
}

/// What a run came to.
struct Found {
    weights: Vec<f64>,
    believed: f64,
    games: u64,
}

impl Tuning {
    fn tune(&self, seed: u64) -> Result<Found, String> {
        if let ("none", Some(start)) = (self.with.optimizer.as_str(), &self.with.start) {
            return Ok(Found { weights: start.clone(), believed: f64::NAN, games: 0 });
        }
        let spec = Spec::parse(&self.with.optimizer).map_err(|error| error.to_string())?;
        let (method, iterations) = method(&spec).map_err(|error| error.to_string())?;
        let plan = Plan {
            repeats: self.with.repeats,
            recheck: self.with.recheck,
            luck: Luck::Independent,
            ..Plan::exact(method, iterations, seed)
        };
        let mut tuner = Tuner::new(self.parameters.clone(), plan).map_err(|error| error.to_string())?;
        let mut games = 0;
        loop {
            let trials = tuner.ask();
            if trials.is_empty() {
                break;
            }
            for trial in trials {
                let outcome = Outcome { id: trial.id, score: self.play(&trial)? };
                tuner.tell(&[outcome]).map_err(|error| error.to_string())?;
                games += self.contest.games();
            }
        }
        let best = tuner.best().ok_or("the optimiser has found nothing")?;
        Ok(Found { weights: best.weights, believed: best.score, games })
    }

    fn play(&self, trial: &Trial) -> Result<f64, String> {
        let never = Arc::new(AtomicBool::new(false));
        let score = self.contest.play(trial, &never).map_err(|error| error.to_string())?;
        score.ok_or_else(|| "a game was broken off".into())
    }
}
