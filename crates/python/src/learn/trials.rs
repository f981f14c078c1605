//! Trials of a run of tuning that are played elsewhere.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use arena::save::replace;
use arena::{Lock, Spec};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use tune::{Contest, Optimizer, Outcome, Trial, Tuner};

use super::{Asked, EVERY, iterations};
use crate::errors::{guarded, wrong};
use crate::units::{Hand, Office, Units, Worker};
use crate::work::Stop;

/// Between two saves of a run, unless there are many trials between.
const PAUSE: Duration = Duration::from_secs(1);

/// The trials of a run, iteration by iteration. A task is a list of trials, what comes of it one of outcomes, as JSON.
struct Trials {
    tuner: Tuner,
    state: PathBuf,
    _one_run: Option<Lock>,
    /// Trials of the iteration that are with nobody yet, and how many are with somebody.
    waiting: VecDeque<Trial>,
    out: usize,
    unsaved: u64,
    saved: Instant,
}

impl Office for Trials {
    fn next(&mut self, most: u64) -> Option<String> {
        if self.out == 0 && self.waiting.is_empty() {
            self.waiting = self.tuner.ask().into();
        }
        let trials: Vec<Trial> = self.waiting.drain(..self.waiting.len().min(most as usize)).collect();
        self.out += trials.len();
        (!trials.is_empty()).then(|| serde_json::to_string(&trials).expect("numbers become JSON"))
    }

    fn take(&mut self, results: &[String]) -> PyResult<u64> {
        let mut taken = 0;
        for result in results {
            let outcomes: Vec<Outcome> = serde_json::from_str(result).map_err(wrong)?;
            self.tuner.tell(&outcomes).map_err(wrong)?;
            self.out -= outcomes.len();
            taken += outcomes.len() as u64;
        }
        self.unsaved += taken;
        let is_due = self.unsaved >= EVERY || self.saved.elapsed() > PAUSE || self.out == 0;
        if self.unsaved > 0 && is_due {
            replace(&self.state, &self.tuner.checkpoint())?;
            (self.unsaved, self.saved) = (0, Instant::now());
        }
        Ok(taken)
    }

    fn done(&self) -> (u64, u64) {
        let all = iterations(&self.tuner);
        (if self.tuner.is_over() { all } else { self.tuner.history().len() as u64 }, all)
    }

    fn left(&self) -> u64 {
        self.waiting.len() as u64
    }
}

/// Plays trials.
struct Player(Contest);

impl Hand for Player {
    fn work(&mut self, task: &str, stop: &Stop) -> Result<String, String> {
        let trials: Vec<Trial> = serde_json::from_str(task).map_err(|error| error.to_string())?;
        let play = |trial: &Trial| match self.0.play(trial, stop) {
            Ok(Some(score)) => Ok(Outcome { id: trial.id, score }),
            Ok(None) => Err("the trial was broken off".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        let outcomes = trials.iter().map(play).collect::<Result<Vec<_>, _>>()?;
        serde_json::to_string(&outcomes).map_err(|error| error.to_string())
    }
}

/// Hands out the trials that a run lacks, which its state holds; and agent and opponent as they are to be played.
#[pyfunction]
pub(crate) fn tune_units(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    agent: &Bound<'_, PyAny>,
    against: Option<&Bound<'_, PyAny>>,
    terms: &Bound<'_, PyDict>,
) -> PyResult<(Units, String, Option<String>)> {
    let asked = Asked::read(py, game, agent, against, terms)?;
    let state = asked.terms.state.ok_or_else(|| wrong("state should be a file"))?;
    let (saved, waiting) = (Instant::now(), VecDeque::new());
    let trials =
        Trials { tuner: asked.tuner, state, _one_run: asked.one_run, waiting, out: 0, unsaved: 0, saved };
    Ok((Units::new(trials), asked.agent.to_string(), asked.against.map(|agent| agent.to_string())))
}

/// Plays trials of a run.
#[pyfunction]
pub(crate) fn tune_worker(
    game: &str,
    agent: &str,
    against: Option<&str>,
    opening_plies: u32,
) -> PyResult<Worker> {
    let kind = guarded(|| games::open(game).map_err(wrong))?;
    let spec = |text: &str| Spec::parse(text).map_err(wrong);
    let contest = Contest::new(kind, spec(agent)?, against.map(spec).transpose()?, opening_plies);
    Ok(Worker::new(Player(contest.map_err(wrong)?), None))
}
