//! Players that are written in Python, at the boards of matches and tournaments.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arena::registry::{Guest, Guests, LiveGame, NoMove};
use arena::{Kind, Spec};
use plywise::Limits;
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::agent::{Agent, Clock, usable};
use crate::ending::{attached, unharmed};
use crate::game::Game;
use crate::position::Position;

thread_local! {
    /// Whether nobody waits for this thread any more.
    static DESERTED: Cell<bool> = const { Cell::new(false) };
}

/// What players in Python share with the run that they play in.
#[derive(Default)]
pub(crate) struct Trouble {
    /// The first exception that nobody could be given.
    error: Mutex<Option<PyErr>>,
    has_come: AtomicBool,
    /// The threads that are in code in Python, by their numbers there. It changes only under the interpreter's lock.
    inside: Mutex<Vec<u64>>,
}

impl Trouble {
    /// Asks code in Python, which `break_off` ends.
    pub(crate) fn asking<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> PyResult<T> {
        attached(|py| {
            let number = number(py)?;
            self.inside().push(number);
            let answer = question(py);
            let mut inside = self.inside();
            match inside.iter().rposition(|other| *other == number) {
                Some(at) => drop(inside.swap_remove(at)),
                None => DESERTED.set(true),
            }
            answer
        })
    }

    /// Waits no more for code in Python that is asked now: what goes wrong there later is nobody's trouble.
    pub(crate) fn desert(&self) {
        self.inside().clear();
    }

    fn inside(&self) -> MutexGuard<'_, Vec<u64>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Raises a `KeyboardInterrupt` in all code in Python that is asked now, which loops that never end listen to.
    pub(crate) fn break_off(&self, py: Python<'_>) -> PyResult<()> {
        let inside = self.inside().clone();
        let here = number(py)?;
        let interrupt = py.import("plywise._reports")?.getattr("interrupt")?;
        inside
            .iter()
            .filter(|number| **number != here)
            .try_for_each(|number| interrupt.call1((*number,)).map(drop))
    }

    /// Keeps an exception for who waits for the run.
    pub(crate) fn keep(&self, error: PyErr) {
        if DESERTED.get() {
            return;
        }
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.has_come.store(true, Ordering::Relaxed);
    }

    /// Whether there is one.
    pub(crate) fn has_come(&self) -> bool {
        self.has_come.load(Ordering::Relaxed)
    }

    /// Raises the exception, if there is one.
    ///
    /// # Errors
    /// The exception.
    pub(crate) fn raise(&self) -> PyResult<()> {
        if !self.has_come() {
            return Ok(());
        }
        self.has_come.store(false, Ordering::Relaxed);
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

/// The number of this thread in Python.
fn number(py: Python<'_>) -> PyResult<u64> {
    thread_local! {
        static NUMBER: Cell<Option<u64>> = const { Cell::new(None) };
    }
    if let Some(number) = NUMBER.get() {
        return Ok(number);
    }
    let number = py.import("threading")?.getattr("get_ident")?.call0()?.extract()?;
    NUMBER.set(Some(number));
    Ok(number)
}

/// The agents of a run: ours, and players in Python among them.
pub(crate) struct Field {
    pub(crate) specs: Vec<Spec>,
    /// What tables call them.
    pub(crate) names: Vec<String>,
    pub(crate) guests: Guests,
    /// Whether one of the players is an object that can sit at one board only.
    pub(crate) is_single: bool,
}

impl Field {
    /// Understands the agents that were given. With `forgiving` an exception of a player costs it the game.
    pub(crate) fn new(
        game: &Bound<'_, Game>,
        agents: &[Bound<'_, PyAny>],
        forgiving: bool,
    ) -> PyResult<Self> {
        let mut field =
            Self { specs: Vec::new(), names: Vec::new(), guests: Guests::default(), is_single: false };
        for agent in agents {
            match Agent::spec(agent)? {
                Some(spec) => field.add_ours(game.py(), &*game.get().kind, spec)?,
                None => field.add_player(game, agent, forgiving)?,
            }
        }
        Ok(field)
    }

    fn add_ours(&mut self, py: Python<'_>, kind: &dyn Kind, spec: Spec) -> PyResult<()> {
        let spec = usable(py, kind, spec)?;
        self.names.push(spec.to_string());
        self.specs.push(spec);
        Ok(())
    }

    fn add_player(
        &mut self,
        game: &Bound<'_, Game>,
        player: &Bound<'_, PyAny>,
        forgiving: bool,
    ) -> PyResult<()> {
        let class = player.cast::<PyType>().ok();
        let name = match class {
            Some(class) => class.name()?.to_string(),
            None => player.get_type().name()?.to_string(),
        };
        if !player.hasattr("choose")? {
            return Err(PyTypeError::new_err(format!(
                "an agent is a text such as \"pvs:depth=8\", an Agent, or a class or object with choose(position, clock), \
                 not {name}"
            )));
        }
        let spec = (1..)
            .map(|number| {
                let mut spec = Spec { name: "python".into(), options: vec![("player".into(), name.clone())] };
                if number > 1 {
                    spec.options.push(("number".into(), number.to_string()));
                }
                spec
            })
            .find(|spec| !self.guests.has(spec))
            .expect("one of them is free");
        let maker = Maker {
            is_class: class.is_some(),
            player: player.clone().unbind(),
            game: game.clone().unbind(),
            trouble: Arc::clone(&game.get().trouble),
            forgiving,
        };
        self.is_single |= !maker.is_class;
        let number = spec.text("number").map_or(String::new(), |number| format!("-{number}"));
        self.names.push(format!("{name}{number}"));
        self.guests.add(spec.clone(), Arc::new(move || Box::new(maker.player())));
        self.specs.push(spec);
        Ok(())
    }
}

/// Makes players for threads.
struct Maker {
    player: Py<PyAny>,
    /// Whether each game is to have an object of its own.
    is_class: bool,
    game: Py<Game>,
    trouble: Arc<Trouble>,
    forgiving: bool,
}

impl Maker {
    fn player(&self) -> Player {
        attached(|py| Player {
            maker: Self {
                player: self.player.clone_ref(py),
                is_class: self.is_class,
                game: self.game.clone_ref(py),
                trouble: Arc::clone(&self.trouble),
                forgiving: self.forgiving,
            },
            seated: None,
        })
    }
}

/// A player at a board.
struct Player {
    maker: Maker,
    /// The object that plays this game, or why there is none.
    seated: Option<PyResult<Py<PyAny>>>,
}

impl Player {
    /// The object that plays a game which begins now.
    fn begin(&self, py: Python<'_>, seed: u64) -> PyResult<Py<PyAny>> {
        let Maker { player, is_class, .. } = &self.maker;
        let player = if *is_class { unharmed(|| player.call0(py))? } else { player.clone_ref(py) };
        if player.bind(py).hasattr("new_game")? {
            called(player.bind(py), "new_game", (seed,))?;
        }
        Ok(player)
    }

    fn ask(&mut self, py: Python<'_>, live: Box<dyn LiveGame>, limits: &Limits) -> PyResult<String> {
        let player = match self.seated.take() {
            Some(Ok(player)) => player,
            Some(Err(error)) => return Err(error),
            None => self.begin(py, 0)?,
        };
        let position = Position::new(self.maker.game.clone_ref(py), live, Vec::new());
        let clock = limits.clock.clone().map(Clock);
        let answer = called(player.bind(py), "choose", (position, clock));
        self.seated = Some(Ok(player));
        let answer = answer?;
        answer.extract().map_err(|error| {
            if answer.is_instance_of::<PyString>() {
                return error;
            }
            let what = answer.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!(
                "choose(position, clock) should return the text of a move, not {what}"
            ))
        })
    }
}

impl Guest for Player {
    fn new_game(&mut self, seed: u64) {
        if !self.maker.trouble.has_come() {
            self.seated = Some(self.maker.trouble.asking(|py| self.begin(py, seed)));
        }
    }

    fn choose(&mut self, position: Box<dyn LiveGame>, limits: &Limits) -> Result<String, NoMove> {
        if self.maker.trouble.has_come() {
            return Err(NoMove::Broken("another player has failed".into()));
        }
        let trouble = Arc::clone(&self.maker.trouble);
        let answer = trouble.asking(|py| self.ask(py, position, limits));
        answer.map_err(|error| {
            attached(|py| {
                let told = one_line(py, &error);
                if self.maker.forgiving && error.is_instance_of::<PyException>(py) {
                    return NoMove::Forfeit(told);
                }
                self.maker.trouble.keep(error);
                NoMove::Broken(told)
            })
        })
    }
}

/// What a method of a player answers.
fn called<'py, A>(player: &Bound<'py, PyAny>, name: &str, arguments: A) -> PyResult<Bound<'py, PyAny>>
where
    A: IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error: Into<PyErr>>,
{
    let method = player.getattr(name)?;
    let arguments = arguments.into_pyobject(player.py()).map_err(Into::into)?;
    unharmed(|| method.call1(&arguments))
}

/// An exception in one line.
fn one_line(py: Python<'_>, error: &PyErr) -> String {
    let name = error.get_type(py).name().map_or_else(|_| "exception".to_owned(), |name| name.to_string());
    let told = error.value(py).to_string();
    let told: Vec<&str> = told.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if told.is_empty() { name } else { format!("{name}: {}", told.join(" ")) }
}
