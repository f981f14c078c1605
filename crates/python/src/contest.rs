//! Matches and tournaments.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arena::registry::Guests;
use arena::{Experiment, GameRow, Kind, Openings, Progress, Report, Schedule, Setup, Spec, Watch};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use store::Store;

use crate::errors::{broken, wrong};
use crate::game::Game;
use crate::guest::Field;
use crate::json::objects;
use crate::work::{Stop, known_to_python, run};

/// What can be said of a match or tournament besides who plays it: the names of the command line.
struct Terms {
    /// None: a match.
    schedule: Option<String>,
    /// Games of a match, or rounds of a tournament.
    length: Option<u64>,
    seed: u64,
    clock: Option<String>,
    opening_plies: Option<u32>,
    openings: Option<String>,
    adjudicate: Option<String>,
    sprt: Option<String>,
    threads: Option<usize>,
    store: Option<PathBuf>,
    records: bool,
    forgiving: bool,
}

impl Terms {
    fn read(given: &Bound<'_, PyDict>) -> PyResult<Self> {
        let terms = Given(given);
        let schedule: Option<String> = terms.take("schedule", "schedule")?;
        let length = terms.take("length", if schedule.is_some() { "rounds" } else { "games" })?;
        Ok(Self {
            schedule,
            length,
            seed: terms.take("seed", "seed")?,
            clock: terms.take("clock", "clock")?,
            opening_plies: terms.take("opening_plies", "opening_plies")?,
            openings: terms.take("openings", "openings")?,
            adjudicate: terms.take("adjudicate", "adjudicate")?,
            sprt: terms.take("sprt", "sprt")?,
            threads: terms.take("threads", "threads")?,
            store: terms.take("store", "store")?,
            records: terms.take("records", "records")?,
            forgiving: terms.take("forgiving", "forgiving")?,
        })
    }

    /// Whether a number that was given is in its range.
    fn check(&self) -> PyResult<()> {
        let length = if self.schedule.is_some() { "rounds" } else { "games" };
        let whole = |name: &str, given: Option<u64>, least: u64, most: u64| match given {
            Some(given) if !(least..=most).contains(&given) => {
                Err(wrong(format!("{name}={given} should be a whole number from {least} to {most}")))
            }
            _ => Ok(()),
        };
        whole(length, self.length, 1, arena::experiment::MOST_ROUNDS)?;
        whole("opening_plies", self.opening_plies.map(u64::from), 0, 1000)?;
        whole("threads", self.threads.map(|threads| threads as u64), 1, 1024)
    }

    fn schedule(&self) -> PyResult<Schedule> {
        match self.schedule.as_deref() {
            None | Some("round-robin") => Ok(Schedule::RoundRobin),
            Some("gauntlet") => Ok(Schedule::Gauntlet),
            Some("ladder") => Ok(Schedule::Ladder),
            Some(other) => {
                Err(wrong(format!("schedule={other:?} should be one of round-robin, gauntlet, ladder")))
            }
        }
    }

    /// What is to be played.
    fn setup(&self, kind: &dyn Kind, field: &Field) -> PyResult<Setup> {
        let (seats, given) = (kind.seats(), field.specs.len());
        if self.schedule.is_none() && seats > 1 && given != seats {
            let more = if given > seats { "; a tournament takes more of them" } else { "" };
            return Err(wrong(format!("{} is played by {seats} agents; {given} given{more}", kind.name())));
        }
        if self.clock.is_none() {
            let mut ours = field.specs.iter().filter(|spec| !field.guests.has(spec));
            ours.try_for_each(|spec| arena::clock::check_without(kind, spec)).map_err(wrong)?;
        }
        let normal = |text: &str| Spec::parse(text).map(|spec| spec.to_string());
        let suite = self.openings.as_deref().map(normal).transpose().map_err(wrong)?;
        let (plies, suite) = match (self.opening_plies, suite) {
            (None, None) if self.sprt.is_some() => {
                let (plies, suite) = Openings::for_tests(kind);
                (plies, suite.map(str::to_owned))
            }
            (plies, suite) => (plies.unwrap_or(0), suite),
        };
        let experiment = Experiment {
            schedule: self.schedule()?,
            seed: self.seed,
            clock: self.clock.clone(),
            opening_plies: plies,
            openings: suite,
            adjudicate: self.adjudicate.clone(),
            sprt: self.sprt.clone(),
            ..Experiment::new(kind.name(), &field.specs).with_names(field.names.clone())
        };
        let tested = self.sprt.is_some();
        let experiment = match (self.schedule.is_some(), self.length) {
            (false, length) => {
                experiment.of_games(length.unwrap_or(if tested { 100_000 } else { 100 }), seats)
            }
            (true, length) => {
                Experiment { rounds: length.unwrap_or(if tested { 50_000 } else { 10 }), ..experiment }
            }
        };
        let at_the_board = kind.with_guests(Guests::clone(&field.guests)).into();
        let mut setup = experiment.open_as(at_the_board).map_err(wrong)?;
        Openings::check_drawn(&*setup.kind, plies).map_err(wrong)?;
        setup.ready().map_err(wrong)?;
        // As much as the interpreter takes for granted, which counts its calls and not their stack.
        setup.stack = Some(16 << 20);
        setup.around = |play| known_to_python(play);
        Ok(setup)
    }
}

/// What was given by name.
pub(crate) struct Given<'a, 'py>(pub(crate) &'a Bound<'py, PyDict>);

impl<'py> Given<'_, 'py> {
    /// The value under a key, which messages call `name`.
    pub(crate) fn take<T>(&self, key: &str, name: &str) -> PyResult<T>
    where
        T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
    {
        let value =
            self.0.get_item(key)?.ok_or_else(|| PyTypeError::new_err(format!("{name} is missing")))?;
        value.extract().map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(value.py()) {
                let is_negative = value.lt(0).unwrap_or(false);
                let should = if is_negative {
                    "should be a whole number that is not negative"
                } else {
                    "is too large"
                };
                return wrong(format!("{name}={value} {should}"));
            }
            let told = format!("{name}: {}", error.value(value.py()));
            match error.is_instance_of::<PyTypeError>(value.py()) {
                true => PyTypeError::new_err(told),
                false => wrong(told),
            }
        })
    }
}

/// What is told of a run while it goes on.
#[derive(Default)]
struct News {
    done: AtomicU64,
    /// The games, if they are wanted.
    records: Option<Mutex<Vec<GameRow>>>,
}

/// The thread's end of it.
struct Watching(Arc<News>);

impl Watch for Watching {
    fn begin(&mut self, _: &Setup, progress: &Progress) {
        self.0.done.store(progress.finished(), Ordering::Relaxed);
    }

    fn game(&mut self, _: &Setup, game: &GameRow, progress: &Progress) {
        self.0.done.store(progress.finished(), Ordering::Relaxed);
        if let Some(records) = &self.0.records {
            records.lock().unwrap_or_else(PoisonError::into_inner).push(game.clone());
        }
    }
}

/// What a match or tournament found.
#[pyclass(frozen, module = "plywise")]
pub(crate) struct Found {
    report: Report,
    records: Vec<GameRow>,
}

#[pymethods]
impl Found {
    /// The shape that `--json` prints.
    fn facts(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        objects(py, &self.report)
    }

    /// What tables say of each agent: names, and for each fact its name and a text for each of them.
    fn table(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let report = &self.report;
        let names: Vec<&str> =
            report.listed().into_iter().map(|agent| report.agents[agent].agent.as_str()).collect();
        objects(py, &(names, report.facts()))
    }

    /// What stands above the table, and the lines below it.
    fn lines(&self) -> (String, Vec<String>) {
        let report = &self.report;
        let head = format!("{}: {}, seed {}", report.game, report.games_told(), report.seed);
        let mut lines: Vec<String> = report.lead.iter().map(arena::Lead::line).collect();
        lines.extend(report.sprt.iter().map(arena::SprtReport::line));
        lines.extend(report.forfeits());
        lines.extend(report.doubt());
        (head, lines)
    }

    /// The whole report as a page of HTML.
    fn page(&self) -> String {
        arena::page::page(&self.report)
    }

    /// The games, if they were kept, in their order.
    fn games(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut games: Vec<&GameRow> = self.records.iter().collect();
        games.sort_by_key(|game| game.unit);
        objects(py, &games)
    }
}

/// A match or tournament that was asked for, ready to be played.
pub(crate) struct Asked {
    pub(crate) setup: Setup,
    /// The game, which code in Python tells its troubles.
    pub(crate) game: Py<Game>,
    /// Whether one of the players is an object that can sit at one board only.
    is_single: bool,
    terms: Terms,
}

impl Asked {
    /// Understands what was asked for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        agents: &[Bound<'_, PyAny>],
        terms: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let terms = Terms::read(terms)?;
        terms.check()?;
        let game = Game::of(game)?;
        let field = Field::new(&game, agents, terms.forgiving)?;
        let (trouble, kind, is_single) =
            (game.get().own_trouble(), Arc::clone(&game.get().kind), field.is_single);
        // The openings may take long.
        let ready = move || terms.setup(&*kind, &field).map(|setup| (setup, terms));
        let (setup, terms) = game.get().checked(|| run(py, None, trouble, |_| Ok(()), ready)?)?;
        Ok(Self { setup, game: game.unbind(), is_single, terms })
    }
}

/// Plays a match or a tournament. `watch` is called with the games that are done and all that there are.
#[pyfunction]
pub(crate) fn contest(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    agents: Vec<Bound<'_, PyAny>>,
    terms: &Bound<'_, PyDict>,
    watch: Option<&Bound<'_, PyAny>>,
) -> PyResult<Found> {
    let Asked { setup, game, is_single, terms } = Asked::read(py, game, &agents, terms)?;
    let mut store = terms.store.as_deref().map(Store::open).transpose().map_err(|error| broken(&error))?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = if is_single { 1 } else { terms.threads.unwrap_or(cores) };
    let (all, stop) = (setup.units(), Stop::default());
    let news = Arc::new(News { records: terms.records.then(Mutex::default), ..News::default() });
    let (halt, mut watching) = (Arc::clone(&stop), Watching(Arc::clone(&news)));
    let mut told = u64::MAX;
    let tick = |_: Python<'_>| -> PyResult<()> {
        let done = news.done.load(Ordering::Relaxed);
        if let Some(watch) = watch.filter(|_| done != told) {
            told = done;
            watch.call1((done, all))?;
        }
        Ok(())
    };
    let played = run(py, Some(&stop), Some(&game.get().trouble), tick, move || {
        arena::run(&setup, store.as_mut().map(|store| store as _), threads, &halt, &mut watching)
    });
    game.get().trouble.raise()?;
    let report = played?.map_err(|error| broken(&error))?;
    let records = news
        .records
        .as_ref()
        .map(|kept| std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner)));
    Ok(Found { report, records: records.unwrap_or_default() })
}
