//! What a store of games holds.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use arena::export::chosen;
use arena::{Experiment, GameRow, Store};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors::{broken, wrong};
use crate::json::{object, objects};

/// Games that are handed over at once.
const CHUNK: usize = 10_000;

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
        return Err(wrong(format!("{} holds no games of it yet", store.path().display())));
    };
    let Experiment { names, agents, .. } = &stored.experiment;
    let mut columns = Columns { names: names.as_ref().unwrap_or(agents), columns: Vec::new() };
    let mut raised = None;
    let mut hand_over = |columns: &mut Columns<'_>| {
        let given = object(py, &columns.take()).and_then(|columns| each.call1((columns,)));
        given.map(drop).map_err(|error| {
            raised = Some(error);
            io::Error::other("the reader has had enough")
        })
    };
    let read = store.records(stored.id, u64::MAX, &mut |game| {
        columns.add(&game);
        if columns.len() == CHUNK { hand_over(&mut columns) } else { Ok(()) }
    });
    let told = read.map_err(|error| broken(&error))?;
    let told = told.and_then(|()| if columns.len() > 0 { hand_over(&mut columns) } else { Ok(()) });
    match raised {
        Some(error) => Err(error),
        None => Ok(told?),
    }
}

/// Columns that grow.
struct Columns<'a> {
    /// Of the agents.
    names: &'a [String],
    columns: Vec<(String, Vec<Value>)>,
}

impl Columns<'_> {
    fn len(&self) -> usize {
        self.columns.first().map_or(0, |column| column.1.len())
    }

    fn add(&mut self, game: &GameRow) {
        let name = |agent: usize| json!(self.names.get(agent));
        let mut row = vec![("unit".to_owned(), json!(game.unit))];
        let mut each = |what: &str, values: Vec<Value>| {
            row.extend((1..).zip(values).map(|(seat, value)| (format!("{what}{seat}"), value)));
        };
        each("agent", game.agents.iter().map(|&agent| name(agent)).collect());
        each("payoff", game.payoffs.iter().map(|payoff| json!(payoff)).collect());
        each("moves", game.spent.iter().map(|spent| json!(spent.moves)).collect());
        each("nodes", game.spent.iter().map(|spent| json!(spent.nodes)).collect());
        let time = |time: Duration| json!(u64::try_from(time.as_micros()).ok());
        each("time_us", game.spent.iter().map(|spent| time(spent.time)).collect());
        let rest = [
            ("plies", json!(game.plies)),
            ("turns", json!(game.turns)),
            ("choices", json!(game.choices)),
            ("milestone", json!(game.milestone)),
            ("loser", game.loser.map_or(Value::Null, name)),
            ("why", json!(game.why)),
            ("opening", json!(game.opening)),
            ("game", json!(game.game)),
        ];
        row.extend(rest.map(|(name, value)| (name.to_owned(), value)));
        if self.columns.is_empty() {
            self.columns = row.iter().map(|(name, _)| (name.clone(), Vec::new())).collect();
        }
        self.columns.iter_mut().zip(row).for_each(|(column, (_, value))| column.1.push(value));
    }

    /// Names and values of the columns, in their order; what comes later begins anew.
    fn take(&mut self) -> Value {
        std::mem::take(&mut self.columns).into_iter().map(|(name, values)| json!([name, values])).collect()
    }
}
