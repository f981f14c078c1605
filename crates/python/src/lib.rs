#![doc = include_str!("../README.md")]
// What Python hands over is a value of ours.
#![allow(clippy::needless_pass_by_value)]

mod agent;
mod batch;
mod contest;
#[cfg(target_os = "linux")]
mod ending;
mod errors;
mod experiments;
mod game;
mod guest;
mod json;
mod learn;
mod number;
mod own;
mod position;
mod stored;
mod think;
mod units;
mod work;

use pyo3::prelude::*;

/// What the Python package is built on.
#[pymodule(name = "_plywise")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    #[cfg(target_os = "linux")]
    ending::keep_threads_from_harm();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<agent::Agent>()?;
    module.add_class::<agent::Clock>()?;
    module.add_class::<batch::RawBatch>()?;
    module.add_class::<contest::Found>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<units::Units>()?;
    module.add_class::<units::Worker>()?;
    module.add_function(wrap_pyfunction!(contest::contest, module)?)?;
    module.add_function(wrap_pyfunction!(stored::stored, module)?)?;
    module.add_function(wrap_pyfunction!(stored::stored_games, module)?)?;
    module.add_function(wrap_pyfunction!(units::contest_units, module)?)?;
    module.add_function(wrap_pyfunction!(units::contest_worker, module)?)?;
    module.add_function(wrap_pyfunction!(units::lab_series, module)?)?;
    module.add_function(wrap_pyfunction!(units::lab_units, module)?)?;
    module.add_function(wrap_pyfunction!(units::lab_worker, module)?)?;
    module.add_function(wrap_pyfunction!(game::games_list, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::lab_list, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::lab_run, module)?)?;
    module.add_function(wrap_pyfunction!(learn::run_verb, module)?)?;
    module.add_function(wrap_pyfunction!(learn::tune_units, module)?)?;
    module.add_function(wrap_pyfunction!(learn::tune_weights, module)?)?;
    module.add_function(wrap_pyfunction!(learn::tune_worker, module)?)?;
    module.add_function(wrap_pyfunction!(think::analyze, module)?)?;
    module.add_function(wrap_pyfunction!(think::explain, module)?)?;
    module.add_function(wrap_pyfunction!(think::solve, module)?)?;
    module.add_function(wrap_pyfunction!(think::tree_svg, module)?)?;
    Ok(())
}
