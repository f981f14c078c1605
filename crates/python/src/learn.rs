//! What gets better by playing: weights that are tuned, networks that learn.

mod host;
mod trials;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arena::Spec;
use arena::registry::door::command::{Arg, ArgTakes, Command, Failure, Given as Typed, duration};
use plywise::file::{check_writable, read_text};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use tune::{Contest, Halt, Listen, Luck, Parameter, Plan, Tuner, method};

pub(crate) use self::trials::{tune_units, tune_worker};

use self::host::Desk;
use crate::agent::{Agent, usable};
use crate::contest::Given;
use crate::errors::{broken, guarded, wrong};
use crate::game::Game;
use crate::json::object;
use crate::work::{Stop, run};

/// Trials between two saves of a run.
const EVERY: u64 = 20;

/// What can be said of tuning: the names of the command line.
struct Terms {
    plan: Plan,
    opening_plies: u32,
    ranges: BTreeMap<String, (f64, f64)>,
    start: Option<Vec<f64>>,
    state: Option<PathBuf>,
    threads: Option<usize>,
}

impl Terms {
    fn read(given: &Bound<'_, PyDict>) -> PyResult<Self> {
        let terms = Given(given);
        let optimizer: String = terms.take("optimizer", "optimizer")?;
        let optimizer = Spec::parse(&optimizer).map_err(wrong)?;
        let (method, iterations) = method(&optimizer).map_err(wrong)?;
        let luck: String = terms.take("luck", "luck")?;
        let whole = |name: &str, least: u32, most: u32| match terms.take::<u32>(name, name)? {
            number if (least..=most).contains(&number) => Ok(number),
            number => Err(wrong(format!("{name}={number} should be a whole number from {least} to {most}"))),
        };
        let threads: Option<usize> = terms.take("threads", "threads")?;
        if threads.is_some_and(|threads| !(1..=1024).contains(&threads)) {
            return Err(wrong("threads should be a whole number from 1 to 1024"));
        }
        Ok(Self {
            plan: Plan {
                repeats: whole("repeats", 1, 1_000_000)?,
                recheck: whole("recheck", 0, 1_000_000)?,
                elites: whole("elites", 1, 1_000_000)?,
                playoff: whole("playoff", 0, 1_000_000)?,
                luck: match luck.as_str() {
                    "independent" => Luck::Independent,
                    "shared" => Luck::Shared,
                    "fixed" => Luck::Fixed,
                    _ => {
                        return Err(wrong(format!(
                            "luck={luck:?} should be one of independent, shared, fixed"
                        )));
                    }
                },
                positions: true,
                ..Plan::exact(method, iterations, terms.take("seed", "seed")?)
            },
            opening_plies: whole("opening_plies", 0, 1000)?,
            ranges: terms.take("ranges", "ranges")?,
            start: terms.take("start", "start")?,
            state: terms.take("state", "state")?,
            threads,
        })
    }

    /// The agent's weights under the ranges and the start that were given.
    fn parameters(&self, contest: &Contest) -> PyResult<Vec<Parameter>> {
        let mut parameters = contest.parameters().map_err(wrong)?;
        let names = parameters.iter().map(|parameter| parameter.name.clone()).collect::<Vec<_>>().join(", ");
        for (name, (low, high)) in &self.ranges {
            let Some(parameter) = parameters.iter_mut().find(|parameter| parameter.name == *name) else {
                return Err(wrong(format!("ranges: there is no weight {name:?}; there are: {names}")));
            };
            (parameter.low, parameter.high, parameter.start) = (*low, *high, f64::midpoint(*low, *high));
        }
        if let Some(start) = &self.start {
            if start.len() != parameters.len() {
                return Err(wrong(format!("start should be numbers, one each for {names}")));
            }
            parameters.iter_mut().zip(start).for_each(|(parameter, start)| parameter.start = *start);
        }
        Ok(parameters)
    }

    /// A run that begins, or goes on from its file.
    fn tuner(&self, contest: &Contest) -> PyResult<Tuner> {
        let fresh = Tuner::new(self.parameters(contest)?, self.plan.clone()).map_err(wrong)?;
        let Some(path) = self.state.as_deref().filter(|path| path.exists()) else { return Ok(fresh) };
        let kept = Tuner::resume(&read_text(path)?);
        let kept = kept.map_err(|error| wrong(format!("{}: {error}", path.display())))?;
        if (kept.parameters(), kept.plan()) == (fresh.parameters(), fresh.plan()) {
            return Ok(kept);
        }
        Err(wrong(format!(
            "{} holds another run (other weights, ranges or options); name another file, or give what began it",
            path.display()
        )))
    }
}

/// Counts the iterations.
struct Heard(Arc<AtomicU64>);

impl Listen for Heard {
    fn trial(&mut self, tuner: &Tuner) {
        self.0.store(tuner.history().len() as u64, Ordering::Relaxed);
    }
}

/// A run of tuning that was asked for, ready to begin or to go on.
struct Asked {
    terms: Terms,
    agent: Spec,
    against: Option<Spec>,
    contest: Contest,
    tuner: Tuner,
    /// Held as long as the run writes to its file.
    one_run: Option<arena::Lock>,
}

impl Asked {
    fn read(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        agent: &Bound<'_, PyAny>,
        against: Option<&Bound<'_, PyAny>>,
        terms: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let terms = Terms::read(terms)?;
        let game = Game::text(game)?;
        let kind = guarded(|| games::open(&game).map_err(wrong))?;
        let ours = |given: &Bound<'_, PyAny>| usable(py, &*kind, Agent::ours(given)?);
        let (agent, against) = (ours(agent)?, against.map(ours).transpose()?);
        let contest = Contest::new(kind, agent.clone(), against.clone(), terms.opening_plies);
        // The words of the command line are those of Python without its dashes.
        let contest = contest.map_err(|error| {
            wrong(error.to_string().replace("--opening-plies", "opening_plies").replace("--", ""))
        })?;
        let tuner = terms.tuner(&contest)?;
        terms.state.as_deref().map_or(Ok(()), check_writable)?;
        let one_run = terms.state.as_deref().map(arena::lock).transpose().map_err(|error| broken(&error))?;
        Ok(Self { terms, agent, against, contest, tuner, one_run })
    }
}

/// Iterations of a run, the comparison at the end included.
fn iterations(tuner: &Tuner) -> u64 {
    u64::from(tuner.plan().iterations) + u64::from(tuner.plan().playoff > 0)
}

/// Tunes an agent's weights, and tells what `plywise tune --json` does. `watch` is called with iterations, and all of them.
#[pyfunction]
pub(crate) fn tune_weights(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    agent: &Bound<'_, PyAny>,
    against: Option<&Bound<'_, PyAny>>,
    terms: &Bound<'_, PyDict>,
    watch: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let asked = Asked::read(py, game, agent, against, terms)?;
    let Asked { terms, agent, contest, mut tuner, one_run, .. } = asked;
    let all = iterations(&tuner);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = terms.threads.unwrap_or(cores);
    let (stop, done) = (Stop::default(), Arc::new(AtomicU64::new(tuner.history().len() as u64)));
    let (halt, mut heard, state) = (Arc::clone(&stop), Heard(Arc::clone(&done)), terms.state.clone());
    let mut told = u64::MAX;
    let tick = |_: Python<'_>| -> PyResult<()> {
        let now = done.load(Ordering::Relaxed);
        if let Some(watch) = watch.filter(|_| now != told) {
            told = now;
            watch.call1((now, all))?;
        }
        Ok(())
    };
    let tuned = move || {
        let _one_run = one_run;
        let driven = tune::run(&mut tuner, &contest, threads, state.as_deref(), EVERY, &halt, &mut heard);
        driven.map(|()| course(&tuner, &contest))
    };
    let mut report = run(py, Some(&stop), None, tick, tuned)?.map_err(|halt| match halt {
        Halt::File(_) => PyOSError::new_err(halt.to_string()),
        Halt::Agent(_) | Halt::Score(_) => wrong(halt),
    })?;
    report["agent"] = agent.to_string().into();
    object(py, &report)
}

/// What a run has found.
fn course(tuner: &Tuner, contest: &Contest) -> Value {
    let evaluations = tuner.history().last().map_or(0, |last| last.evaluations);
    let best = tuner.best();
    json!({
        "game": contest.game(), "score_unit": contest.unit(), "best": best,
        "tuned": best.as_ref().map(|best| contest.agent(&best.weights).to_string()),
        "parameters": tuner.parameters(), "plan": tuner.plan(), "evaluations": evaluations,
        "games": evaluations * contest.games(), "finished": tuner.is_over(), "history": tuner.history(),
    })
}

/// Runs a command of a game's own, such as `train`; gives the lines that it prints. `watch` is called with news in words.
#[pyfunction]
pub(crate) fn run_verb(
    py: Python<'_>,
    name: &str,
    game: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
    watch: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<String>> {
    let game = Game::text(game)?;
    guarded(|| games::open(&game).map(drop).map_err(wrong))?;
    let having: Vec<_> = games::verbs().filter(|(_, verb)| verb.command.name == name).collect();
    let Some((_, verb)) = having.iter().find(|(own, _)| *own == game) else {
        let known: Vec<&str> = having.iter().map(|(own, _)| *own).collect();
        let what = if name == "train" { "networks that learn" } else { name };
        let has = if known.len() == 1 { "has" } else { "have" };
        return Err(wrong(format!("{game:?} has no {what}; {} {has}", known.join(", "))));
    };
    let given = typed(&verb.command, options)?;
    let desk = Desk::default();
    let news = desk.news();
    let stop = desk.stop_flag();
    let tick = |_: Python<'_>| -> PyResult<()> {
        match (watch, news.latest()) {
            (Some(watch), Some(news)) => watch.call1((news,)).map(drop),
            _ => Ok(()),
        }
    };
    let command = verb.command.run;
    run(py, Some(&stop), None, tick, move || desk.run(command, &given))?.map_err(|failure| match failure {
        // The words of the command line are those of Python without its dashes, unless a command is told.
        Failure::Input(why) if why.contains("plywise ") => wrong(why),
        Failure::Input(why) => wrong(why.replace("--", "")),
        Failure::File(why) => PyOSError::new_err(why),
        Failure::Unprinted(why) => why.into(),
    })
}

/// What was given as it would be typed, each value checked.
fn typed(command: &'static Command, options: &Bound<'_, PyDict>) -> PyResult<Typed> {
    let mut typed = Typed::default();
    let key = |arg: &Arg| arg.name.replace('-', "_");
    for name in options.keys() {
        let name: String = name.extract()?;
        if !command.args.iter().any(|arg| key(arg) == name) {
            let known: Vec<String> = command.args.iter().map(key).collect();
            return Err(PyTypeError::new_err(format!(
                "there is no option {name:?}; there are: {}",
                known.join(", ")
            )));
        }
    }
    for arg in command.args {
        let given = options.get_item(key(arg))?.filter(|value| !value.is_none());
        let text = |value: &Bound<'_, PyAny>| value.str().map(|text| text.to_string());
        match (&arg.takes, given) {
            (ArgTakes::Nothing, Some(value)) if value.extract::<bool>()? => typed.add(arg.name, Vec::new()),
            (ArgTakes::Nothing, _) => {}
            (takes, Some(value)) => {
                let value = match takes {
                    ArgTakes::File | ArgTakes::Folder => value.extract::<PathBuf>()?.into_os_string(),
                    _ => OsString::from(text(&value)?),
                };
                check(arg, value.to_str().unwrap_or_default())?;
                typed.add(arg.name, vec![value]);
            }
            (_, None) => arg.default.into_iter().for_each(|usual| typed.add(arg.name, vec![usual.into()])),
        }
    }
    Ok(typed)
}

fn check(arg: &Arg, text: &str) -> PyResult<()> {
    let told = match arg.takes {
        ArgTakes::Value(_, check) => check(text),
        ArgTakes::Time(_) => duration(text).map(drop),
        ArgTakes::Word(_, words) if !words.iter().any(|(word, _)| *word == text) => Err(format!(
            "it should be one of {}",
            words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")
        )),
        _ => Ok(()),
    };
    told.map_err(|why| wrong(format!("{}={text:?}: {why}", arg.name)))
}
