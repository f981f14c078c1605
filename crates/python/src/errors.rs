//! What goes wrong, as exceptions of Python with the same one line as on the command line.

use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// What was given cannot be used: a `ValueError`.
pub(crate) fn wrong(what: impl Display) -> PyErr {
    PyValueError::new_err(what.to_string())
}

/// A run that could not begin or go on: an `OSError` where files are to blame, else a `ValueError`.
pub(crate) fn broken(error: &arena::Error) -> PyErr {
    match error {
        _ if is_of_files(error) => PyOSError::new_err(error.to_string()),
        _ => wrong(error),
    }
}

/// Whether files are to blame, however much of a run is stored.
pub(crate) fn is_of_files(error: &arena::Error) -> bool {
    match error {
        arena::Error::Io(..) | arena::Error::Gone(_) => true,
        arena::Error::BrokenOff(why, _) => is_of_files(why),
        _ => false,
    }
}

/// A mistake of ours: a `RuntimeError`, whatever the code that made it did.
pub(crate) fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let told = panic.downcast_ref::<String>().map(String::as_str);
    let told = told.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason was given");
    PyRuntimeError::new_err(format!("a mistake in plywise, please report it: {told}"))
}

/// Does something quick that must not take the interpreter down.
pub(crate) fn guarded<T>(what: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(what)).unwrap_or_else(|panic| Err(panicked(&*panic)))
}
