//! The methods of a game in Python, called where no exception can be passed on: the first one is kept for who waits, and the
//! game ends in every position; that is not remembered.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use plywise::Seat;
use plywise::notation::quote;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use super::{Answers, MOST, Move, hash};
use crate::ending::unharmed;
use crate::errors::wrong;
use crate::guest::Trouble;

/// What a game must have.
const METHODS: [&str; 4] = ["turn", "moves", "play", "payoff"];

/// Positions whose answers are kept; then all are forgotten.
const MOST_ANSWERS: usize = 1 << 18;

/// A game's methods.
pub(super) struct Rules {
    pub(super) name: String,
    trouble: Arc<Trouble>,
    pub(super) has_end: bool,
    has_value: bool,
    pub(super) has_key: bool,
    /// What makes short bytes of a key: `marshal.dumps`.
    dumps: Py<PyAny>,
    /// What was answered of positions, by their keys.
    answers: Mutex<HashMap<u64, Arc<Answers>>>,
    draws: bool,
    /// The class of the first position, and as a rule of all others.
    class: Py<PyType>,
    /// The moves that came up: their texts, and the objects that they are in Python.
    moves: RwLock<HashMap<Move, (String, Py<PyAny>)>>,
    /// Whether a payoff was seen to be what the other seat loses.
    is_checked: AtomicBool,
}

impl Rules {
    pub(super) fn new(start: &Bound<'_, PyAny>, name: &str, trouble: Arc<Trouble>) -> PyResult<Self> {
        let class = start.get_type().name()?.to_string();
        if start.is_instance_of::<PyType>() {
            return Err(PyTypeError::new_err(
                "a game begins with an object, the first position, not with a class",
            ));
        }
        check_methods(start, &class)?;
        let plain = start.py().import("builtins")?.getattr("object")?.getattr("__str__")?;
        Ok(Self {
            name: name.to_owned(),
            trouble,
            has_end: start.hasattr("is_over")?,
            has_value: start.hasattr("value")?,
            has_key: start.hasattr("key")?,
            dumps: start.py().import("marshal")?.getattr("dumps")?.unbind(),
            answers: Mutex::default(),
            draws: !start.get_type().getattr("__str__")?.is(&plain),
            class: start.get_type().unbind(),
            moves: RwLock::default(),
            is_checked: AtomicBool::new(false),
        })
    }

    /// Asks Python. None: something has gone wrong, now or before.
    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.trouble.has_come() {
            return None;
        }
        self.trouble.asking(question).map_err(|error| self.trouble.keep(error)).ok()
    }

    /// What was answered of the positions with a key.
    pub(super) fn answers(&self, key: u64) -> Arc<Answers> {
        let mut known = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_ANSWERS {
            known.clear();
        }
        Arc::clone(known.entry(key).or_default())
    }

    pub(super) fn turn(&self, state: &Py<PyAny>) -> Option<Seat> {
        self.ask(|py| {
            let turn = unharmed(|| state.call_method0(py, intern!(py, "turn")))?;
            match turn.extract::<u8>(py) {
                Ok(seat @ 0..=1) => Ok(Seat(seat)),
                _ => Err(wrong(format!("turn() should return 0 or 1, not {}", shown(turn.bind(py))))),
            }
        })
    }

    pub(super) fn moves(&self, state: &Py<PyAny>) -> Option<Vec<Move>> {
        self.ask(|py| {
            let list = unharmed(|| state.call_method0(py, intern!(py, "moves")))?;
            // It may be a generator, whose code runs from one move to the next.
            let mut list = list.bind(py).try_iter()?;
            let each = std::iter::from_fn(|| unharmed(|| list.next()));
            let moves: Vec<Move> = each.map(|mv| self.known(&mv?)).collect::<PyResult<_>>()?;
            let mut sorted = moves.clone();
            sorted.sort_unstable();
            match sorted.windows(2).find(|two| two[0] == two[1]) {
                Some(twice) => Err(wrong(format!(
                    "moves() lists {} twice; each move is listed once",
                    quote(&self.text(twice[0]))
                ))),
                None => Ok(moves),
            }
        })
    }

    pub(super) fn is_over(&self, state: &Py<PyAny>) -> Option<bool> {
        self.ask(|py| unharmed(|| state.call_method0(py, intern!(py, "is_over")))?.bind(py).is_truthy())
    }

    /// A move by its text, its object kept.
    fn known(&self, mv: &Bound<'_, PyAny>) -> PyResult<Move> {
        let told = unharmed(|| mv.str())?;
        let told = told.to_string_lossy();
        let text: Cow<'_, str> = match told.contains(char::is_whitespace) {
            true => told.split_whitespace().collect(),
            false => told,
        };
        if text.is_empty() || text == super::START {
            return Err(wrong(format!(
                "a move is written as str writes it, which should not be {}",
                quote(&text)
            )));
        }
        let known = Move(hash(&text));
        if !self.moves.read().unwrap_or_else(PoisonError::into_inner).contains_key(&known) {
            let kept = (text.into_owned(), mv.clone().unbind());
            self.moves.write().unwrap_or_else(PoisonError::into_inner).insert(known, kept);
        }
        Ok(known)
    }

    pub(super) fn text(&self, mv: Move) -> String {
        let moves = self.moves.read().unwrap_or_else(PoisonError::into_inner);
        moves.get(&mv).map_or_else(String::new, |(text, _)| text.clone())
    }

    pub(super) fn play(&self, state: &Py<PyAny>, mv: Move) -> Option<Py<PyAny>> {
        self.ask(|py| {
            let moves = self.moves.read().unwrap_or_else(PoisonError::into_inner);
            let object = moves.get(&mv).map(|(_, object)| object.clone_ref(py));
            drop(moves);
            let object = object.expect("only moves that came up are played");
            let next = unharmed(|| state.call_method1(py, intern!(py, "play"), (&object,)))?;
            if next.is_none(py) {
                return Err(PyTypeError::new_err("play(move) should return the position after it, not None"));
            }
            if next.is(state) {
                return Err(wrong("play must return a new position, not change this one"));
            }
            let class = next.bind(py).get_type();
            if !class.is(&self.class) {
                check_methods(next.bind(py), "what play(move) returned")?;
            }
            Ok(next)
        })
    }

    /// What the first seat gets.
    pub(super) fn payoff(&self, state: &Py<PyAny>) -> Option<i32> {
        let of = |py: Python<'_>, seat: u8| -> PyResult<i32> {
            let payoff = unharmed(|| state.call_method1(py, intern!(py, "payoff"), (seat,)))?;
            payoff.extract(py).map_err(|_| {
                wrong(format!(
                    "payoff({seat}) should return a whole number of at most 2147483647 either way, not {}",
                    shown(payoff.bind(py))
                ))
            })
        };
        self.ask(|py| {
            let first = of(py, 0)?;
            if !self.is_checked.swap(true, Ordering::Relaxed) {
                let second = of(py, 1)?;
                if i64::from(first) + i64::from(second) != 0 {
                    return Err(wrong(format!(
                        "payoff(0) is {first} and payoff(1) {second}; what one seat gets the other should lose"
                    )));
                }
            }
            if first == i32::MIN { Err(wrong("payoff(0) should be at most 2147483647 either way")) } else { Ok(first) }
        })
    }

    /// What a position is worth to the seat to move.
    pub(super) fn value(&self, state: &Py<PyAny>) -> Option<f64> {
        if !self.has_value {
            return Some(0.0);
        }
        self.ask(|py| {
            let value = unharmed(|| state.call_method0(py, intern!(py, "value")))?;
            match value.extract::<f64>(py) {
                Ok(points) if points.abs() <= MOST => Ok(points),
                Ok(points) if points.is_finite() => Err(wrong(format!(
                    "value() should lie within {MOST} either way, not {points}: a smaller unit says as much"
                ))),
                _ => Err(wrong(format!("value() should return a number, not {}", shown(value.bind(py))))),
            }
        })
    }

    /// What stands for a position among those that are the same, if the game has keys.
    pub(super) fn key(&self, state: &Py<PyAny>) -> Option<u64> {
        self.ask(|py| {
            let key = unharmed(|| state.call_method0(py, intern!(py, "key")))?;
            // The hashes of Python differ from run to run. In the second format equal values have equal bytes; what has none
            // is told by its text.
            match self.dumps.bind(py).call1((&key, 2)) {
                Ok(bytes) => Ok(hash(&bytes.cast::<PyBytes>()?.as_bytes())),
                Err(_) => Ok(hash(&key.bind(py).repr()?.to_string().as_bytes())),
            }
        })
    }

    /// A position as it draws itself, if it does.
    pub(super) fn drawing(&self, state: &Py<PyAny>) -> Option<String> {
        if !self.draws {
            return None;
        }
        self.ask(|py| Ok(unharmed(|| state.bind(py).str())?.to_string()))
    }
}

/// Whether a position has what it must have.
fn check_methods(position: &Bound<'_, PyAny>, what: &str) -> PyResult<()> {
    for method in METHODS {
        if !position.hasattr(method)? {
            let class = position.get_type().name()?.to_string();
            let what = if class == what { class } else { format!("{what}, {class},") };
            let all = METHODS.join(", ");
            return Err(PyTypeError::new_err(format!(
                "{what} has no {method}; a game has the methods {all}"
            )));
        }
    }
    Ok(())
}

/// Something of Python in an error message.
fn shown(what: &Bound<'_, PyAny>) -> String {
    what.repr().map_or_else(|_| "that".to_owned(), |text| text.to_string().chars().take(60).collect())
}
