//! The published experiments.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use lab::{Error, Options, Size, catalogue};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use serde_json::json;

use crate::errors::{is_of_files, wrong};
use crate::json::{object, objects};
use crate::number;
use crate::work::{Stop, run};

/// The experiments that there are, as `plywise lab list` tells them.
#[pyfunction]
pub(crate) fn lab_list(py: Python<'_>) -> PyResult<Py<PyAny>> {
    let plans = catalogue::all().map_err(wrong)?;
    let told = plans.iter().map(|plan| {
        json!({
            "experiment": plan.name, "work": plan.work, "title": plan.title, "question": plan.question.trim(),
            "takes_quick": plan.takes.quick, "takes_full": plan.takes.full,
        })
    });
    object(py, &told.collect())
}

/// Runs an experiment, as `plywise lab run` does; its report. `watch` is called with what is done and all that there is of a
/// series.
#[pyfunction]
pub(crate) fn lab_run(
    py: Python<'_>,
    name: &str,
    full: bool,
    out: PathBuf,
    #[pyo3(from_py_with = number::some_threads)] threads: Option<usize>,
    fresh: bool,
    watch: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    if threads.is_some_and(|threads| !(1..=1024).contains(&threads)) {
        return Err(wrong("threads should be a whole number from 1 to 1024"));
    }
    let plan = catalogue::open(name).map_err(wrong)?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let size = if full { Size::Full } else { Size::Quick };
    let options = Options { size, out, threads: threads.unwrap_or(cores), fresh };
    let (stop, news) = (Stop::default(), Arc::new(Mutex::new(None)));
    let (halt, heard) = (Arc::clone(&stop), Arc::clone(&news));
    let tick = |_: Python<'_>| -> PyResult<()> {
        let latest = news.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (watch, latest) {
            (Some(watch), Some((done, all))) => watch.call1::<(u64, u64)>((done, all)).map(drop),
            _ => Ok(()),
        }
    };
    let work = move || {
        lab::run(&plan, &options, &halt, &mut |_, done, all| {
            *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some((done, all));
        })
    };
    let report = run(py, Some(&stop), None, tick, work)?.map_err(|error| of_lab(&error))?;
    objects(py, &report)
}

/// An experiment that could not be run: an `OSError` where files are to blame, else a `ValueError`.
pub(crate) fn of_lab(error: &Error) -> PyErr {
    match error {
        Error::File(..) | Error::Named(_) => PyOSError::new_err(error.to_string()),
        Error::Games(_, why) if is_of_files(why) => PyOSError::new_err(error.to_string()),
        _ => wrong(error),
    }
}
