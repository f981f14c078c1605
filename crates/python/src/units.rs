//! Work in units that can be done anywhere, as a cluster does it: who hands the units out and writes down what comes of them, and
//! who does them.
//!
//! A task is a text: the numbers of some units (`3..17`) or what else the work is made of. What comes of it is a text again.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arena::export::json_line;
use arena::{Crew, HandOut, Setup};
use lab::hand_out::Missing;
use lab::series::{Measured, Opened};
use lab::{Plan, Size, catalogue};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use store::Store;

use crate::contest::Asked;
use crate::errors::{broken, wrong};
use crate::experiments::of_lab;
use crate::game::Game;
use crate::work::{Stop, run};

/// Hands units out, each to one at a time, and takes back what came of them.
pub(crate) trait Office: Send {
    /// The next task, of `most` units at most. None where all are handed out, or what comes next depends on those that are.
    fn next(&mut self, most: u64) -> Option<String>;
    /// Writes results down; how many units they are of.
    fn take(&mut self, results: &[String]) -> PyResult<u64>;
    /// What is done and all there is, as progress is told.
    fn done(&self) -> (u64, u64);
    /// Units that may be handed out yet, about.
    fn left(&self) -> u64;
}

/// Does units.
pub(crate) trait Hand: Send {
    /// What comes of a task.
    fn work(&mut self, task: &str, stop: &Stop) -> Result<String, String>;
}

/// The one writer of work that a cluster does.
#[pyclass(frozen, module = "plywise")]
pub(crate) struct Units(Mutex<Box<dyn Office>>);

impl Units {
    pub(crate) fn new(office: impl Office + 'static) -> Self {
        Self(Mutex::new(Box::new(office)))
    }

    fn office(&self) -> MutexGuard<'_, Box<dyn Office>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Units {
    fn next(&self, most: u64) -> Option<String> {
        self.office().next(most)
    }

    fn take(&self, py: Python<'_>, results: Vec<String>) -> PyResult<u64> {
        py.detach(|| self.office().take(&results))
    }

    fn left(&self) -> u64 {
        self.office().left()
    }

    fn done(&self) -> (u64, u64) {
        self.office().done()
    }
}

/// One process of a cluster, ready to do tasks.
#[pyclass(frozen, module = "plywise")]
pub(crate) struct Worker {
    hand: Arc<Mutex<Box<dyn Hand>>>,
    /// Whose troubles are those of players in Python.
    game: Option<Py<Game>>,
}

impl Worker {
    pub(crate) fn new(hand: impl Hand + 'static, game: Option<Py<Game>>) -> Self {
        Self { hand: Arc::new(Mutex::new(Box::new(hand))), game }
    }
}

#[pymethods]
impl Worker {
    fn work(&self, py: Python<'_>, task: String) -> PyResult<String> {
        let trouble = self.game.as_ref().map(|game| Arc::clone(&game.get().trouble));
        let (hand, stop) = (Arc::clone(&self.hand), Stop::default());
        let halt = Arc::clone(&stop);
        let done = run(
            py,
            Some(&stop),
            trouble.as_deref(),
            |_| Ok(()),
            move || hand.lock().unwrap_or_else(PoisonError::into_inner).work(&task, &halt),
        );
        trouble.map_or(Ok(()), |trouble| trouble.raise())?;
        done?.map_err(wrong)
    }
}

/// The units that a task names.
fn range(task: &str) -> Result<Range<u64>, String> {
    let numbers = task.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    numbers.ok_or_else(|| format!("{task:?} should be units such as 3..17"))
}

/// Numbers of units as a task names them.
fn task(units: &Range<u64>) -> String {
    format!("{}..{}", units.start, units.end)
}

/// Results of single units: each is a line.
fn lines(results: &[String]) -> impl Iterator<Item = &str> {
    results.iter().flat_map(|result| result.lines())
}

/// Games of a match or tournament.
struct Games(HandOut);

impl Office for Games {
    fn next(&mut self, most: u64) -> Option<String> {
        self.0.next(most).as_ref().map(task)
    }

    fn take(&mut self, results: &[String]) -> PyResult<u64> {
        self.0.take(lines(results)).map_err(|error| broken(&error))?;
        Ok(lines(results).count() as u64)
    }

    fn done(&self) -> (u64, u64) {
        self.0.done()
    }

    fn left(&self) -> u64 {
        self.0.left()
    }
}

/// Plays games.
struct Players {
    setup: Setup,
    crew: Box<dyn Crew>,
}

impl Players {
    /// Agents that are ready.
    ///
    /// # Errors
    /// When one cannot be built.
    fn new(setup: Setup) -> PyResult<Self> {
        let crews = setup.kind.crews(&setup.agents, &setup.names, 1).map_err(wrong)?;
        let crew = crews.into_iter().next().expect("one crew was asked for");
        Ok(Self { setup, crew })
    }
}

impl Hand for Players {
    fn work(&mut self, task: &str, stop: &Stop) -> Result<String, String> {
        let mut lines = Vec::new();
        for unit in range(task)? {
            let game = self.setup.play_by(&mut *self.crew, unit, stop).map_err(|error| error.to_string())?;
            lines.push(json_line(&self.setup, &game));
        }
        Ok(lines.join("\n"))
    }
}

/// Hands out the games of a match or tournament that a store lacks.
#[pyfunction]
pub(crate) fn contest_units(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    agents: Vec<Bound<'_, PyAny>>,
    terms: &Bound<'_, PyDict>,
    store: PathBuf,
) -> PyResult<Units> {
    let asked = Asked::read(py, game, &agents, terms)?;
    let games = Store::open(&store).and_then(|store| HandOut::new(asked.setup, store));
    Ok(Units::new(Games(games.map_err(|error| broken(&error))?)))
}

/// Plays games of a match or tournament.
#[pyfunction]
pub(crate) fn contest_worker(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    agents: Vec<Bound<'_, PyAny>>,
    terms: &Bound<'_, PyDict>,
) -> PyResult<Worker> {
    let Asked { setup, game, .. } = Asked::read(py, game, &agents, terms)?;
    Ok(Worker::new(Players::new(setup)?, Some(game)))
}

/// Units of a series of a published experiment.
struct Parts {
    plan: Plan,
    missing: Missing,
}

impl Office for Parts {
    fn next(&mut self, most: u64) -> Option<String> {
        self.missing.next(most).as_ref().map(task)
    }

    fn take(&mut self, results: &[String]) -> PyResult<u64> {
        self.missing.take(&self.plan, lines(results)).map_err(|error| of_lab(&error))?;
        Ok(lines(results).count() as u64)
    }

    fn done(&self) -> (u64, u64) {
        self.missing.done()
    }

    fn left(&self) -> u64 {
        self.missing.left()
    }
}

/// Repeats a measure.
struct Measures(Measured);

impl Hand for Measures {
    fn work(&mut self, task: &str, _: &Stop) -> Result<String, String> {
        Ok(range(task)?.map(|unit| self.0.line(unit)).collect::<Result<Vec<_>, _>>()?.join("\n"))
    }
}

fn size(full: bool) -> Size {
    if full { Size::Full } else { Size::Quick }
}

/// An experiment's name and text, and the numbers of its series.
#[pyfunction]
pub(crate) fn lab_series(name: &str, full: bool) -> PyResult<(String, String, Vec<usize>)> {
    let (name, text) = catalogue::text(name).map_err(|error| of_lab(&error))?;
    let plan = Plan::parse(&name, &text).map_err(|error| of_lab(&error))?;
    plan.check_names().map_err(|error| of_lab(&error))?;
    let series = plan.series.iter().enumerate().filter(|(_, series)| series.is_of(size(full)));
    Ok((name, text, series.map(|(number, _)| number).collect()))
}

/// Hands out what a series of an experiment lacks.
#[pyfunction]
pub(crate) fn lab_units(name: &str, text: &str, number: usize, full: bool, out: PathBuf) -> PyResult<Units> {
    let plan = Plan::parse(name, text).map_err(|error| of_lab(&error))?;
    let missing = Missing::of(&plan, &plan.series[number], size(full), &out.join(name));
    let missing = missing.map_err(|error| of_lab(&error))?;
    Ok(Units::new(Parts { plan, missing }))
}

/// Does units of a series of an experiment.
#[pyfunction]
pub(crate) fn lab_worker(name: &str, text: &str, number: usize, full: bool) -> PyResult<Worker> {
    let plan = Plan::parse(name, text).map_err(|error| of_lab(&error))?;
    match lab::series::open(&plan, &plan.series[number], size(full)).map_err(|error| of_lab(&error))? {
        Opened::Games(setup) => Ok(Worker::new(Players::new(*setup)?, None)),
        Opened::Measure(measured) => Ok(Worker::new(Measures(measured), None)),
    }
}
