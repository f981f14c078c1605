//! One position of a game and how it came about.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use arena::LiveGame;
use plywise::{Ink, Seat, Turn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyTuple};

use crate::errors::{guarded, wrong};
use crate::game::Game;
use crate::{number, own};

/// A position of a game. It never changes: `play` gives another one.
#[pyclass(frozen, module = "plywise")]
pub(crate) struct Position {
    #[pyo3(get)]
    pub(crate) game: Py<Game>,
    live: Mutex<Box<dyn LiveGame>>,
    turn: Option<Turn>,
    legal: PyOnceLock<Py<PyTuple>>,
    /// The moves of seats that led here, as far as they are known.
    moves: Vec<String>,
}

/// What reads a position again, and what it is to read.
type Pickled = (Py<PyAny>, (Py<Game>, String));

/// The same text has the same hash.
pub(crate) fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Position {
    pub(crate) fn new(game: Py<Game>, live: Box<dyn LiveGame>, moves: Vec<String>) -> Self {
        let turn = live.turn();
        Self { game, live: Mutex::new(live), turn, legal: PyOnceLock::new(), moves }
    }

    /// The game behind it, for something quick of ours: whoever holds it waits for nothing else.
    fn live(&self) -> MutexGuard<'_, Box<dyn LiveGame>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the position is of.
    pub(crate) fn rules(&self) -> &Game {
        self.game.get()
    }

    /// The same game to go on from.
    pub(crate) fn fork(&self) -> Box<dyn LiveGame> {
        self.live().fork(usize::MAX)
    }

    fn look<T>(&self, at: impl FnOnce(&dyn LiveGame) -> T) -> PyResult<T> {
        match self.rules().is_own {
            // Rules in Python may let another thread go on, which then may not wait for this position.
            true => self.rules().checked(|| Ok(at(&*self.fork()))),
            false => guarded(|| Ok(at(&**self.live()))),
        }
    }

    /// The same game at a seat's turn, chance having had its own.
    ///
    /// # Errors
    /// When the game is over.
    pub(crate) fn at_a_seats_turn(&self) -> PyResult<Box<dyn LiveGame>> {
        let mut live = self.fork();
        let turn = self.rules().checked(|| {
            live.roll_on();
            Ok(live.turn())
        })?;
        match turn {
            Some(_) => Ok(live),
            None => Err(wrong("the game is over in this position; there is nothing to choose")),
        }
    }

    fn next(
        &self,
        py: Python<'_>,
        how: impl FnOnce(&mut dyn LiveGame, &mut Vec<String>) -> PyResult<()>,
    ) -> PyResult<Position> {
        let (mut live, mut moves) = (self.fork(), self.moves.clone());
        self.rules().checked(|| {
            how(&mut *live, &mut moves)?;
            Ok(Self::new(self.game.clone_ref(py), live, moves))
        })
    }
}

#[pymethods]
impl Position {
    /// Whose turn it is: the number of a seat, from 0. None at a turn of chance and once the game is over.
    #[getter]
    fn turn(&self) -> Option<u8> {
        match self.turn? {
            Turn::Seat(seat) => Some(seat.0),
            Turn::Chance => None,
        }
    }

    /// What the game calls the seat to move.
    #[getter]
    fn turn_name(&self) -> PyResult<Option<String>> {
        self.turn().map(|seat| self.look(|live| live.seat_name(Seat(seat)))).transpose()
    }

    /// Whether chance has the turn: `legal_moves` are its outcomes, `roll` draws one.
    #[getter]
    pub(crate) fn is_chance(&self) -> bool {
        self.turn == Some(Turn::Chance)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.turn.is_none()
    }

    /// Moves that were played since the start, outcomes of chance included.
    #[getter]
    fn plies(&self) -> usize {
        self.live().plies()
    }

    /// The moves of seats that led here: those that were played, after those that `Game.position` was told.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.moves.clone()
    }

    /// The legal moves in the order of the rules; none once the game is over.
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        let list = || Ok(PyTuple::new(py, self.look(|live| live.moves())?)?.unbind());
        self.legal.get_or_try_init(py, list).map(|legal: &Py<PyTuple>| legal.clone_ref(py))
    }

    /// The numbers of each of `legal_moves`: more than one where a move has several parts, such as the jumps of a capture; none
    /// for passes and outcomes of chance.
    fn actions(&self, py: Python<'_>) -> PyResult<Vec<Py<PyTuple>>> {
        let moves = self.look(|live| live.numbers())?;
        moves.into_iter().map(|parts| Ok(PyTuple::new(py, parts)?.unbind())).collect()
    }

    /// The position after these moves, one after another.
    #[pyo3(signature = (*moves))]
    fn play(&self, py: Python<'_>, moves: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let moves: Vec<String> = moves.extract()?;
        self.next(py, |live, played| {
            for mv in moves {
                let is_of_seat = matches!(live.turn(), Some(Turn::Seat(_)));
                live.play(&mv).map_err(wrong)?;
                played.extend(is_of_seat.then_some(mv));
            }
            Ok(())
        })
    }

    /// The position after the turns of chance that come next, drawn with the game's own luck.
    fn roll(&self, py: Python<'_>) -> PyResult<Self> {
        self.next(py, |live, _| {
            live.roll_on();
            Ok(())
        })
    }

    /// The points of each seat once the game is over; those of a game of one seat at any time.
    fn payoffs(&self) -> PyResult<Vec<i32>> {
        match self.turn.filter(|_| self.rules().kind.seats() > 1) {
            None => self.look(|live| live.payoffs()),
            Some(_) => Err(wrong("the game is not over; payoffs are what each seat gets at its end")),
        }
    }

    /// The position in the game's notation: `Game.position` reads it.
    #[getter]
    pub(crate) fn text(&self) -> PyResult<String> {
        self.look(|live| live.position())
    }

    /// The same with nothing in it that a seat may not see.
    fn seen(&self, #[pyo3(from_py_with = number::seat)] seat: u8) -> PyResult<String> {
        let seats = self.rules().kind.seats();
        match usize::from(seat) < seats {
            true => self.look(|live| live.seen(Seat(seat))),
            false => Err(wrong(format!("seat={seat} should be a whole number from 0 to {}", seats - 1))),
        }
    }

    /// The object that the position is in a game that is written in Python; None in others.
    #[getter]
    fn state(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        own::state(py, &**self.live())
    }

    /// The game so far in its own notation, as it stands in a file.
    fn record(&self) -> PyResult<String> {
        self.look(|live| live.text(Vec::new()))
    }

    /// The board as lines of text, in colours of a terminal if asked.
    #[pyo3(signature = (color=false))]
    fn diagram(&self, color: bool) -> PyResult<String> {
        self.look(|live| live.diagram(if color { Ink::Color } else { Ink::Plain }))
    }

    /// Names of the planes, rows, columns, and the numbers as bytes: what `to_numpy` is made of.
    fn _planes<'py>(&self, py: Python<'py>) -> PyResult<(Vec<String>, usize, usize, Bound<'py, PyBytes>)> {
        let Some(planes) = self.look(|live| live.planes())? else {
            return Err(wrong(format!("{} has no board of numbers", self.rules().kind.name())));
        };
        let bytes: Vec<u8> = planes.values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        Ok((planes.names, planes.rows, planes.columns, PyBytes::new(py, &bytes)))
    }

    /// The board as an array of numpy: planes x rows x columns of `float32`, row 0 at the top; `planes` names them.
    fn to_numpy<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("plywise._draw")?.getattr("array")?.call1((this,))
    }

    /// What the planes of `to_numpy` show.
    #[getter]
    fn planes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self._planes(py)?.0)
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("plywise._draw")?.getattr("svg")?.call1((self.diagram(true)?,))
    }

    fn __str__(&self) -> PyResult<String> {
        self.diagram(false)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("Game({:?}).position({:?})", self.rules().kind.name(), self.text()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let names = [self, other.get()].map(|position| position.game.get().kind.name());
        Ok(names[0] == names[1] && self.text()? == other.get().text()?)
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(hash(&self.text()?))
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    /// As the game and the position's text; the way that led here and the luck to come stay behind.
    fn __reduce__(this: &Bound<'_, Self>) -> PyResult<Pickled> {
        let (py, position) = (this.py(), this.get());
        if position.rules().is_own {
            return Err(PyTypeError::new_err(
                "a position of a game that is written in Python cannot be pickled",
            ));
        }
        let text = position.text()?;
        let again = Game::at(position.game.bind(py), 1, Some(&text), Vec::new());
        let is_same = again.is_ok_and(|again| {
            let told = |position: &Self| position.look(|live| (live.position(), live.moves())).ok();
            told(&again) == told(position)
        });
        match is_same {
            true => {
                let read = py.get_type::<Game>().getattr("position")?;
                Ok((read.unbind(), (position.game.clone_ref(py), text)))
            }
            false => Err(PyTypeError::new_err(
                "this position cannot be pickled: its text does not hold all of it; keep its record()",
            )),
        }
    }
}
