//! Whole numbers that were given: one that is out of its type's range is a `ValueError` that names it, as any other.

use std::fmt::Display;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::errors::wrong;

/// Games that go on together, at most.
const MOST_COPIES: usize = 1 << 20;

/// A number of a type that reaches from 0 to `most`.
fn whole<'py, T>(given: &Bound<'py, PyAny>, name: &str, most: impl Display) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    given.extract().map_err(|error: PyErr| match error.is_instance_of::<PyOverflowError>(given.py()) {
        true => wrong(format!("{name}={given} should be a whole number from 0 to {most}")),
        false => PyTypeError::new_err(format!("{name}: {}", error.value(given.py()))),
    })
}

pub(crate) fn seed(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(given, "seed", u64::MAX)
}

pub(crate) fn depth(given: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole(given, "depth", 64)
}

pub(crate) fn seat(given: &Bound<'_, PyAny>) -> PyResult<u8> {
    whole(given, "seat", u8::MAX)
}

pub(crate) fn copies(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    let copies = whole(given, "copies", MOST_COPIES)?;
    match copies {
        1..=MOST_COPIES => Ok(copies),
        _ => Err(wrong(format!("copies={copies} should be a whole number from 1 to {MOST_COPIES}"))),
    }
}

pub(crate) fn table(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole(given, "table", 65_536)
}

pub(crate) fn threads(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole(given, "threads", 256)
}

pub(crate) fn some_threads(given: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if given.is_none() { Ok(None) } else { whole(given, "threads", 1024).map(Some) }
}

pub(crate) fn fold(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole(given, "fold", 1000)
}
