//! Many games that go on together.

use std::sync::{Mutex, MutexGuard, PoisonError};

use arena::registry::Batch as Games;
use bytemuck::cast_slice;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple};

use crate::errors::{guarded, wrong};
use crate::game::Game;
use crate::number;

/// Many games of one kind that go on together: what `plywise.Batch` is built on.
#[pyclass(frozen, module = "plywise")]
pub(crate) struct RawBatch {
    games: Mutex<Box<dyn Games>>,
}

impl RawBatch {
    fn games(&self) -> MutexGuard<'_, Box<dyn Games>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl RawBatch {
    #[new]
    fn new(
        game: &Bound<'_, Game>,
        #[pyo3(from_py_with = number::copies)] copies: usize,
        #[pyo3(from_py_with = number::seed)] seed: u64,
    ) -> PyResult<Self> {
        let kind = &game.get().kind;
        match guarded(|| Ok(kind.batch(copies, seed)))? {
            Some(games) => Ok(Self { games: Mutex::new(games) }),
            None => Err(wrong(format!("{} has no numbers for its boards and moves", kind.name()))),
        }
    }

    /// Seats, numbers to choose from, names of the planes, rows, columns.
    fn shape(&self) -> (usize, usize, Vec<String>, usize, usize) {
        let games = self.games();
        let boards = games.boards();
        (games.seats(), games.actions(), boards.names.clone(), boards.rows, boards.columns)
    }

    fn reset(&self, #[pyo3(from_py_with = number::seed)] seed: u64) -> PyResult<()> {
        guarded(|| {
            self.games().reset(seed);
            Ok(())
        })
    }

    /// Plays a number in each game; `actions` are the bytes of numbers of 64 bits. Where `lenient`, one that is not legal leaves its
    /// game as it is.
    fn step(&self, py: Python<'_>, actions: &[u8], lenient: bool) -> PyResult<()> {
        let (actions, _) = actions.as_chunks::<8>();
        let actions: Vec<_> = actions.iter().map(|&bytes| i64::from_ne_bytes(bytes)).collect();
        guarded(|| py.detach(|| self.games().step(&actions, lenient)).map_err(wrong))
    }

    /// Boards (`float32`), masks (`uint8`), turns (`int8`), rewards (`float32`), points (`int32`), over (`uint8`).
    fn see<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let games = self.games();
        let seen = games.seen();
        let all: [&[u8]; 6] = [
            cast_slice(&games.boards().values),
            cast_slice(&seen.masks),
            cast_slice(&seen.turns),
            cast_slice(&seen.rewards),
            cast_slice(&seen.points),
            cast_slice(&seen.over),
        ];
        PyTuple::new(py, all.map(|bytes| PyByteArray::new(py, bytes)))
    }
}
