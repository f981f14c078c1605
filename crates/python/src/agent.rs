//! Agents by name, and clocks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arena::registry::human::is_person;
use arena::registry::luck::part;
use arena::{Kind, LiveGame, Spec, parse_clock};
use plywise::{Clock as Left, Limits, TimeControl};
use pyo3::exceptions::{PyRuntimeWarning, PyTypeError};
use pyo3::prelude::*;

use crate::errors::{guarded, wrong};
use crate::number;
use crate::position::Position;
use crate::work::{Stop, quietly};

/// An agent with its options, such as `Agent("pvs:depth=8")`; names and options are those of `plywise agents`.
#[pyclass(frozen, module = "plywise")]
pub(crate) struct Agent {
    pub(crate) spec: Spec,
    seed: u64,
    /// Moves that it was asked for.
    asked: AtomicU64,
}

impl Agent {
    /// The spec of a text or of an agent; None of anything else.
    pub(crate) fn spec(given: &Bound<'_, PyAny>) -> PyResult<Option<Spec>> {
        if let Ok(agent) = given.cast::<Self>() {
            return Ok(Some(agent.get().spec.clone()));
        }
        given.extract::<String>().ok().map(|text| Spec::parse(&text).map_err(wrong)).transpose()
    }

    /// The spec of an agent of ours.
    pub(crate) fn ours(given: &Bound<'_, PyAny>) -> PyResult<Spec> {
        let refused = || {
            let what = given.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!(
                "an agent is a text such as \"pvs:depth=8\" or an Agent, not {what}"
            ))
        };
        Self::spec(given)?.ok_or_else(refused)
    }
}

/// An agent that a game can use: its options are right, it is nobody who has to type, and where this machine lacks what it
/// takes another stands in, with a warning.
pub(crate) fn usable(py: Python<'_>, kind: &dyn Kind, spec: Spec) -> PyResult<Spec> {
    guarded(|| kind.check_options(&spec).map_err(wrong))?;
    if is_person(&spec.name) {
        return Err(wrong(format!(
            "{} is a person, who plays at a terminal; an object with choose(position, clock) plays from here",
            spec.name
        )));
    }
    let Some((instead, why)) = kind.stand_in(&spec) else { return Ok(spec) };
    let category = py.get_type::<PyRuntimeWarning>();
    py.import("warnings")?.getattr("warn")?.call1((why, category))?;
    Ok(instead)
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (name, seed=1))]
    fn new(name: &str, #[pyo3(from_py_with = number::seed)] seed: u64) -> PyResult<Self> {
        Ok(Self { spec: Spec::parse(name).map_err(wrong)?, seed, asked: AtomicU64::new(0) })
    }

    /// The agent and its options.
    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    /// The move that the agent plays in a position, under a clock if there is one: a `Clock` or its text.
    #[pyo3(signature = (position, clock=None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        clock: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let clock = clock.map(Clock::of).transpose()?;
        let position = position.get();
        let spec = usable(py, &*position.rules().kind, self.spec.clone())?;
        if position.is_chance() {
            return Err(wrong(
                "chance has the turn in this position; there is nothing to choose before roll()",
            ));
        }
        let live = position.at_a_seats_turn()?;
        let seed = part(self.seed, self.asked.fetch_add(1, Ordering::Relaxed), 0);
        let stop = Stop::default();
        let limits = Limits::of_clock(clock, Some(stop.clone()));
        let work = move || chosen(live, &spec, seed, &limits);
        position.rules().checked(|| quietly(py, &stop, &position.rules().trouble, work)?.map_err(wrong))
    }

    fn __repr__(&self) -> String {
        format!("Agent({:?})", self.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().spec == self.spec)
    }

    fn __hash__(&self) -> u64 {
        crate::position::hash(&self.name())
    }

    fn __reduce__(this: &Bound<'_, Self>) -> (Py<PyAny>, (String, u64)) {
        (this.get_type().into_any().unbind(), (this.get().name(), this.get().seed))
    }
}

fn chosen(mut live: Box<dyn LiveGame>, spec: &Spec, seed: u64, limits: &Limits) -> Result<String, String> {
    let agent = live.join(spec, seed).map_err(|error| error.to_string())?;
    match live.think(agent, limits) {
        Some(thought) => Ok(thought.best),
        None => Err(format!("{spec} gave no move: {}", live.why_no_move(agent))),
    }
}

/// What a seat has on its clock. `Clock("game=60s,increment=1s")` is a full one.
#[pyclass(frozen, module = "plywise")]
pub(crate) struct Clock(pub(crate) Left);

impl Clock {
    /// The clock, the one of a text, or what a contest gives its players: anything with `left` and the like.
    fn of(given: &Bound<'_, PyAny>) -> PyResult<Left> {
        if let Ok(clock) = given.cast::<Self>() {
            return Ok(clock.get().0.clone());
        }
        if let Ok(text) = given.extract::<String>() {
            return Ok(Self::new(&text)?.0);
        }
        let seconds = |name: &str| -> PyResult<Duration> {
            let seconds = given.getattr(name)?.extract::<f64>()?;
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| wrong(format!("clock.{name} should be seconds, not {seconds}")))
        };
        if !given.hasattr("left")? {
            let what = given.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "clock should be a plywise.Clock, its text such as \"move=1s\", or an object with left, not {what}"
            )));
        }
        let time = seconds("left")?;
        let increment = if given.hasattr("increment")? { seconds("increment")? } else { Duration::ZERO };
        let moves = match given.getattr_opt("moves_left")?.filter(|moves| !moves.is_none()) {
            Some(moves) => Some(moves.extract::<u32>()?),
            None => None,
        };
        let per_move = given.getattr_opt("per_move")?.is_some_and(|flag| flag.is_truthy().unwrap_or(false));
        Ok(Left::new(match moves {
            _ if per_move => TimeControl::PerMove(time),
            Some(moves) => TimeControl::PerRound { moves: moves.max(1), time, increment },
            None => TimeControl::PerGame { time, increment },
        }))
    }
}

#[pymethods]
impl Clock {
    #[new]
    fn new(control: &str) -> PyResult<Self> {
        Ok(Self(Left::new(parse_clock(control).map_err(wrong)?)))
    }

    /// Seconds that are left; a move that takes longer loses.
    #[getter]
    fn left(&self) -> f64 {
        self.0.left().as_secs_f64()
    }

    /// Seconds that are added after each move.
    #[getter]
    fn increment(&self) -> f64 {
        self.0.increment().as_secs_f64()
    }

    /// Own moves until the clock is full again, this one included; None if it never is.
    #[getter]
    fn moves_left(&self) -> Option<u32> {
        self.0.moves_left()
    }

    /// Seconds that an even share gives this move.
    #[getter]
    fn share(&self) -> f64 {
        self.0.share().as_secs_f64()
    }

    fn __repr__(&self) -> String {
        format!("<Clock: {:.3} s left>", self.left())
    }
}
