//! What a store of games holds.

use std::io;
use std::path::PathBuf;

use arena::export::chosen;
use arena::{Ledger, columns};
use pyo3::prelude::*;
use serde_json::json;
use store::Store;

use crate::errors::{broken, wrong};
use crate::json::{object, objects};

/// The experiments of a store.
#[pyfunction]
pub(crate) fn stored(py: Python<'_>, store: PathBuf) -> PyResult<Py<PyAny>> {
    let store = Store::read(&store).map_err(|error| broken(&error))?;
    let experiments = store.experiments().map_err(|error| broken(&error))?;
    objects(py, &experiments.iter().map(|stored| &stored.experiment).collect::<Vec<_>>())
}

/// The games of an experiment, column by column: `each` is called with some thousands of them at a time.
#[pyfunction]
pub(crate) fn stored_games(
    py: Python<'_>,
    store: PathBuf,
    experiment: Option<&str>,
    each: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let store = Store::read(&store).map_err(|error| broken(&error))?;
    let all = store.experiments().map_err(|error| broken(&error))?;
    let named = chosen(&all, experiment).map_err(wrong)?;
    // Games and players that were written in Python are known by their names alone.
    let Some(stored) = named.filter(|stored| stored.games > 0) else {
        return Err(wrong(format!("{} holds no games of this experiment yet", store.path().display())));
    };
    let mut raised = None;
    let read = columns::read(&store, stored, &mut |columns| {
        let given = object(py, &json!(columns)).and_then(|columns| each.call1((columns,)));
        given.map(drop).map_err(|error| {
            raised = Some(error);
            io::Error::other("the reader has had enough")
        })
    });
    let told = read.map_err(|error| broken(&error))?;
    match raised {
        Some(error) => Err(error),
        None => Ok(told?),
    }
}
