//! The games of a store column by column, for frames and for files of columns.

use std::io;
use std::time::Duration;

use crate::error::Error;
use crate::ledger::{Ledger, Stored};
use crate::record::{GameRow, micros};

/// Games that are handed over at once, fewer where they are long: a game of 2048 may have 100 kB.
const CHUNK: usize = 10_000;
/// Bytes of games that are handed over at once.
const BYTES: usize = 1 << 26;

/// The values of a column, None where a game has none.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Column {
    /// Whole numbers.
    Numbers(Vec<Option<i64>>),
    /// Names, notes and games.
    Texts(Vec<Option<String>>),
}

/// A column with its name.
pub type Named = (String, Column);

/// Hands over the games of an experiment, some thousands at a time, always with the same columns: `unit`, the game's number from 0; of
/// each seat, from 1, `agent1`, `payoff1` (points), `moves1` (that its agent chose), `nodes1`, `time_us1`; `plies` (turns of seats),
/// `turns` (those with a move that is no pass), `choices` (legal moves at them, summed); `milestone`, `loser` (who forfeited) and `why`
/// (the rules did not end it); `opening`, and `game` in its own notation.
///
/// # Errors
/// When the store cannot be read (outer) or `each` takes no more (inner).
pub fn read(
    store: &dyn Ledger,
    stored: &Stored,
    each: &mut dyn FnMut(Vec<Named>) -> io::Result<()>,
) -> Result<io::Result<()>, Error> {
    // Games and players that were written in Python are known by their names alone.
    let names = stored.experiment.names.as_ref().unwrap_or(&stored.experiment.agents);
    let mut columns: Vec<Named> = Vec::new();
    let mut bytes = 0;
    let told = store.records(stored.id, u64::MAX, &mut |game| {
        add(&mut columns, row(names, &game));
        bytes += game.game.len() + game.opening.len();
        if len(&columns) < CHUNK && bytes < BYTES {
            return Ok(());
        }
        bytes = 0;
        each(std::mem::take(&mut columns))
    })?;
    Ok(told.and_then(|()| if columns.is_empty() { Ok(()) } else { each(columns) }))
}

fn len(columns: &[Named]) -> usize {
    match columns.first() {
        Some((_, Column::Numbers(values))) => values.len(),
        Some((_, Column::Texts(values))) => values.len(),
        None => 0,
    }
}

fn add(columns: &mut Vec<Named>, row: Vec<Named>) {
    if columns.is_empty() {
        *columns = row;
        return;
    }
    for ((_, column), (_, value)) in columns.iter_mut().zip(row) {
        match (column, value) {
            (Column::Numbers(column), Column::Numbers(value)) => column.extend(value),
            (Column::Texts(column), Column::Texts(value)) => column.extend(value),
            _ => unreachable!("a column has one kind of values"),
        }
    }
}

/// A game as columns of one value.
fn row(names: &[String], game: &GameRow) -> Vec<Named> {
    let number = |value: u64| Column::Numbers(vec![Some(i64::try_from(value).unwrap_or(i64::MAX))]);
    let text = |value: Option<&String>| Column::Texts(vec![value.cloned()]);
    let time = |time: Duration| number(micros::of(time));
    let mut row = vec![("unit".to_owned(), number(game.unit))];
    let mut seats = |what: &str, values: Vec<Column>| {
        row.extend((1..).zip(values).map(|(seat, value)| (format!("{what}{seat}"), value)));
    };
    seats("agent", game.agents.iter().map(|&agent| text(names.get(agent))).collect());
    seats("payoff", game.payoffs.iter().map(|&payoff| Column::Numbers(vec![Some(payoff.into())])).collect());
    seats("moves", game.spent.iter().map(|spent| number(spent.moves.into())).collect());
    seats("nodes", game.spent.iter().map(|spent| number(spent.nodes)).collect());
    seats("time_us", game.spent.iter().map(|spent| time(spent.time)).collect());
    let milestone = Column::Numbers(vec![game.milestone.map(|tile| i64::try_from(tile).unwrap_or(i64::MAX))]);
    let rest = [
        ("plies", number(game.plies.into())),
        ("turns", number(game.turns.into())),
        ("choices", number(game.choices)),
        ("milestone", milestone),
        ("loser", text(game.loser.and_then(|agent| names.get(agent)))),
        ("why", text(game.why.as_ref())),
        ("opening", text(Some(&game.opening))),
        ("game", text(Some(&game.game))),
    ];
    row.extend(rest.map(|(name, value)| (name.to_owned(), value)));
    row
}
