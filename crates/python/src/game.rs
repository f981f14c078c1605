//! Games by name.

use std::sync::Arc;

use arena::openings::suites;
use arena::{Kind, Named, Opt};
use plywise::{Convention, Seat};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors::{guarded, wrong};
use crate::guest::Trouble;
use crate::json::object;
use crate::position::Position;
use crate::{number, own, work};

/// A game under its options, such as `Game("othello:size=6")`; names and options are those of `plywise games`.
#[pyclass(frozen, module = "plywise")]
pub(crate) struct Game {
    pub(crate) kind: Arc<dyn Kind>,
    /// What code in Python could not say.
    pub(crate) trouble: Arc<Trouble>,
    /// Whether its rules are such code.
    pub(crate) is_own: bool,
}

impl Game {
    /// Whether it is the same game under the same options; one that is written in Python is nothing but itself.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let same = Arc::ptr_eq(&self.trouble, &other.trouble);
        same || self.kind.name() == other.kind.name() && !self.is_own && !other.is_own
    }

    /// The game of a text, or the one that is given.
    pub(crate) fn of<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        match given.cast::<Self>() {
            Ok(game) => Ok(game.clone()),
            Err(_) => Bound::new(given.py(), Self::new(&given.extract::<String>()?)?),
        }
    }

    /// The text of a game of ours that was given as an object or as its text.
    pub(crate) fn text(given: &Bound<'_, PyAny>) -> PyResult<String> {
        match given.cast::<Self>() {
            Ok(game) if game.get().is_own => {
                Err(PyTypeError::new_err("a game that is written in Python has nothing to tune or to train"))
            }
            Ok(game) => Ok(game.get().kind.name().to_owned()),
            Err(_) => given.extract(),
        }
    }

    /// The text of a position, which may be given as one.
    fn text_of(&self, given: &Bound<'_, PyAny>) -> PyResult<String> {
        let Ok(position) = given.cast::<Position>() else { return given.extract() };
        let (position, ours) = (position.get(), self.kind.name());
        match self.is(position.rules()) {
            true => position.text(),
            false => {
                Err(wrong(format!("that is a position of {}, not of {ours}", position.rules().kind.name())))
            }
        }
    }

    /// Does something in which code in Python may run, whose exceptions come first.
    pub(crate) fn checked<T>(&self, what: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        let done = guarded(what);
        self.trouble.raise()?;
        done
    }

    /// What rules in Python could not say, if it has such.
    pub(crate) fn own_trouble(&self) -> Option<&Trouble> {
        self.is_own.then_some(&*self.trouble)
    }

    /// A position, or the start that belongs to a seed.
    pub(crate) fn at(
        this: &Bound<'_, Self>,
        seed: u64,
        position: Option<&str>,
        moves: Vec<String>,
    ) -> PyResult<Position> {
        let live = this.get().checked(|| this.get().kind.live(seed, position).map_err(wrong))?;
        Ok(Position::new(this.clone().unbind(), live, moves))
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        let kind = guarded(|| games::open(name).map_err(wrong))?.into();
        Ok(Self { kind, trouble: Arc::default(), is_own: false })
    }

    /// A game that is written in Python and begins at `start`, an object with `turn()`, `moves()`, `play(move)`, which gives
    /// the position after it, and `payoff(seat)`; `is_over()`, `value()`, `key()` and `__str__()` if it likes.
    #[staticmethod]
    #[pyo3(name = "of", signature = (start, name=None))]
    fn of_rules(start: &Bound<'_, PyAny>, name: Option<&str>) -> PyResult<Self> {
        let trouble = Arc::default();
        let kind = own::open(start, name, &trouble)?;
        let game = Self { kind, trouble, is_own: true };
        // What is wrong with it is told now, and what the start answers is never asked again.
        let turn = || Ok(game.kind.live(0, None).map_err(wrong)?.turn());
        game.checked(turn)?;
        Ok(game)
    }

    /// The game and its options as they were given.
    #[getter]
    fn name(&self) -> &str {
        self.kind.name()
    }

    /// Number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.kind.seats()
    }

    /// How many numbers there are for what seats choose: 0 where the game has none.
    #[getter]
    fn actions(&self) -> PyResult<usize> {
        self.checked(|| Ok(self.kind.actions()))
    }

    /// What the game calls its seats, the first one first.
    #[getter]
    fn seat_names(&self) -> Vec<String> {
        (0..self.kind.seats() as u8).map(|seat| self.kind.seat_name(Seat(seat))).collect()
    }

    /// The agents that can play the game, each with its options, as `plywise agents` lists them.
    fn agents(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        object(py, &self.kind.agents().iter().map(named).collect())
    }

    /// The suites of openings that the game has: its own, and that of a file.
    fn openings(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        object(py, &suites(&*self.kind).iter().map(named).collect())
    }

    /// The start that belongs to a seed, which is also the source of all luck in the game.
    #[pyo3(signature = (seed=1))]
    fn start(this: &Bound<'_, Self>, #[pyo3(from_py_with = number::seed)] seed: u64) -> PyResult<Position> {
        Self::at(this, seed, None, Vec::new())
    }

    /// A position in the game's notation, or the text of one that there is. `moves` led to it, which is kept and not tried.
    #[pyo3(signature = (text, seed=1, *, moves=Vec::new()))]
    fn position(
        this: &Bound<'_, Self>,
        text: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::seed)] seed: u64,
        moves: Vec<String>,
    ) -> PyResult<Position> {
        Self::at(this, seed, Some(&this.get().text_of(text)?), moves)
    }

    /// Plays the games of a file by the rules: a list with what became of each.
    fn replay(&self, py: Python<'_>, text: String) -> PyResult<Py<PyAny>> {
        let kind = Arc::clone(&self.kind);
        let read = move || kind.import(&text, usize::MAX);
        let games =
            self.checked(|| work::run(py, None, self.own_trouble(), |_| Ok(()), read)?.map_err(wrong))?;
        let told = games.into_iter().map(|game| {
            json!({
                "number": game.number, "tags": game.tags.into_iter().map(|(k, v)| [k, v]).collect::<Vec<_>>(),
                "start": game.start, "moves": game.moves, "result": game.result,
                "ply": game.error.as_ref().map(|error| error.0), "error": game.error.map(|error| error.1),
            })
        });
        object(py, &told.collect())
    }

    /// The leaves of the full tree, as `plywise perft` counts them; with `divide` below each move.
    #[pyo3(signature = (depth, position=None, *, divide=false, pass_is_free=false))]
    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = number::depth)] depth: u32,
        position: Option<&Bound<'_, PyAny>>,
        divide: bool,
        pass_is_free: bool,
    ) -> PyResult<Py<PyAny>> {
        if depth > 64 {
            return Err(wrong(format!("depth={depth} should be a whole number from 0 to 64")));
        }
        if pass_is_free && !self.kind.passes() {
            return Err(wrong(format!(
                "nobody passes in {}, so that pass_is_free changes nothing; leave it out",
                self.kind.name()
            )));
        }
        let position = position.map(|given| self.text_of(given)).transpose()?;
        let convention = Convention { pass_is_a_ply: !pass_is_free, ..self.kind.convention() };
        let kind = Arc::clone(&self.kind);
        let count = move || match divide && depth > 0 {
            true => kind.divide(position.as_deref(), depth, convention).map(|parts| {
                Value::Object(parts.into_iter().map(|(mv, leaves)| (mv, leaves.into())).collect())
            }),
            false => kind.perft(position.as_deref(), depth, convention).map(Value::from),
        };
        let counted =
            self.checked(|| work::run(py, None, self.own_trouble(), |_| Ok(()), count)?.map_err(wrong))?;
        object(py, &counted)
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.kind.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().is(self))
    }

    fn __hash__(&self) -> u64 {
        crate::position::hash(self.kind.name())
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __reduce__(this: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        if this.get().is_own {
            return Err(PyTypeError::new_err("a game that is written in Python cannot be pickled"));
        }
        Ok((this.get_type().into_any().unbind(), (this.get().kind.name().to_owned(),)))
    }
}

/// The games that there are, as `plywise games` lists them.
#[pyfunction]
pub(crate) fn games_list(py: Python<'_>) -> PyResult<Py<PyAny>> {
    let one = |game: &arena::registry::GameInfo| {
        let mut told = named(&game.named);
        told["position"] = game.positions.into();
        told["moves"] = game.moves.into();
        told["files"] = game.files.into();
        told
    };
    object(py, &games::all().iter().map(one).collect())
}

fn named(named: &Named) -> Value {
    let option = |opt: &Opt| json!({ "key": opt.key, "values": opt.values, "default": opt.default, "about": opt.about });
    json!({
        "name": named.name, "about": named.about, "options": named.options.iter().map(option).collect::<Vec<_>>(),
    })
}
