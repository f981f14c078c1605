//! Facts as objects of Python.

use pyo3::prelude::*;
use serde_json::Value;

use crate::errors::wrong;

/// Lists, dictionaries, numbers and texts: what `json.loads` makes of it.
pub(crate) fn object(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    let loads = py.import("json")?.getattr("loads")?;
    Ok(loads.call1((value.to_string(),))?.unbind())
}

/// The same of anything that can be written as JSON.
pub(crate) fn objects(py: Python<'_>, facts: &impl serde::Serialize) -> PyResult<Py<PyAny>> {
    object(py, &serde_json::to_value(facts).map_err(wrong)?)
}
