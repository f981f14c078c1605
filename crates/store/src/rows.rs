//! Rows of a store: what a game is in columns and back, and the seal by which damage is noticed.

use std::time::Duration;

use arena::GameRow;
use arena::record::{Spending, micros};
use plywise::Checksum;
use rusqlite::Row;
use rusqlite::types::{Type, Value, ValueRef};

/// Columns of `games` in each format of the store, from the first; the seal is the last since format 3.
pub(crate) const WIDTHS: [usize; 3] = [18, 20, 21];
/// The first format whose rows are sealed.
pub(crate) const SEALED: i32 = 3;

/// A row does not say what was written.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Broken(String);

/// An error of SQLite's that says so.
pub(crate) fn broken(what: String) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Null, Box::new(Broken(what)))
}

/// The checksum of some columns, by their types and values, as SQLite keeps a whole number.
pub(crate) fn seal<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> i64 {
    let mut sum = Checksum::default();
    for value in values {
        let (kind, bytes): (u8, &[u8]) = match value {
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(number) => (1, &number.to_le_bytes()),
            ValueRef::Real(number) => (2, &number.to_bits().to_le_bytes()),
            ValueRef::Text(text) => (3, text),
            ValueRef::Blob(bytes) => (4, bytes),
        };
        sum.add(&[kind]);
        sum.add(&(bytes.len() as u64).to_le_bytes());
        sum.add(bytes);
    }
    sum.get().cast_signed()
}

/// The values with their seal behind them.
pub(crate) fn sealed(mut values: Vec<Value>) -> Vec<Value> {
    let seal = seal(values.iter().map(ValueRef::from));
    values.push(seal.into());
    values
}

/// Whether the columns from `from` on, `count` with their seal, say what was written.
pub(crate) fn check_seal(
    row: &Row<'_>,
    (from, count): (usize, usize),
    what: &dyn Fn() -> String,
) -> rusqlite::Result<()> {
    let values = (from..from + count - 1).map(|at| row.get_ref(at)).collect::<rusqlite::Result<Vec<_>>>()?;
    match row.get_ref(from + count - 1)? {
        ValueRef::Integer(kept) if kept == seal(values) => Ok(()),
        _ => Err(broken(format!("{} is not what was stored: its checksum does not fit", what()))),
    }
}

/// A game as a row of `games`, without its seal.
pub(crate) fn game_values(experiment: i64, run: i64, game: &GameRow) -> Vec<Value> {
    let agent = |at: Option<&usize>| Value::from(at.map(|&agent| agent as i64));
    let spent = |spent: Option<&Spending>| {
        [
            spent.map(|spent| i64::from(spent.moves)).into(),
            spent.map(|spent| spent.nodes as i64).into(),
            spent.map(|spent| micros::of(spent.time) as i64).into(),
        ]
    };
    let first = game.spent.first().copied().unwrap_or_default();
    let mut values: Vec<Value> = vec![
        experiment.into(),
        (game.unit as i64).into(),
        run.into(),
        agent(game.agents.first()),
        agent(game.agents.get(1)),
        game.payoffs.first().copied().into(),
        game.payoffs.get(1).copied().into(),
        agent(game.loser.as_ref()),
        game.why.clone().into(),
    ];
    values.extend::<[Value; 3]>(spent(Some(&first)));
    values.extend::<[Value; 3]>(spent(game.spent.get(1)));
    values.extend([
        i64::from(game.plies).into(),
        game.milestone.map(|milestone| milestone as i64).into(),
        (game.fingerprint as i64).into(),
        i64::from(game.turns).into(),
        (game.choices as i64).into(),
    ]);
    values
}

/// What else is kept of it, as a row of `records`, without its seal.
pub(crate) fn record_values(experiment: i64, game: &GameRow) -> Vec<Value> {
    let moves = (!game.moves.is_empty()).then(|| serde_json::to_string(&game.moves).unwrap_or_default());
    vec![
        experiment.into(),
        (game.unit as i64).into(),
        game.opening.clone().into(),
        game.game.clone().into(),
        moves.into(),
    ]
}

/// A game of a row that begins with all columns of `games`, without its record.
pub(crate) fn game_row(row: &Row<'_>, format: i32) -> rusqlite::Result<GameRow> {
    let unit = row.get::<_, i64>(1)? as u64;
    if format >= SEALED {
        check_seal(row, (0, WIDTHS[2]), &|| format!("game {unit}"))?;
    }
    let later = |at: usize| -> rusqlite::Result<u64> {
        Ok(if format >= 2 { row.get::<_, Option<i64>>(at)?.unwrap_or_default() as u64 } else { 0 })
    };
    let agent2: Option<i64> = row.get(4)?;
    let spent = |at: usize| -> rusqlite::Result<Spending> {
        Ok(Spending {
            moves: row.get(at)?,
            nodes: row.get::<_, i64>(at + 1)? as u64,
            time: Duration::from_micros(row.get::<_, i64>(at + 2)? as u64),
        })
    };
    let (mut agents, mut payoffs, mut all_spent) =
        (vec![row.get::<_, i64>(3)? as usize], vec![row.get(5)?], vec![spent(9)?]);
    if let Some(agent2) = agent2 {
        agents.push(agent2 as usize);
        payoffs.push(row.get(6)?);
        all_spent.push(spent(12)?);
    }
    Ok(GameRow {
        unit,
        agents,
        payoffs,
        loser: row.get::<_, Option<i64>>(7)?.map(|agent| agent as usize),
        why: row.get(8)?,
        spent: all_spent,
        plies: row.get(15)?,
        turns: later(18)? as u32,
        choices: later(19)?,
        milestone: row.get::<_, Option<i64>>(16)?.map(|milestone| milestone as u64),
        fingerprint: row.get::<_, i64>(17)? as u64,
        opening: String::new(),
        game: String::new(),
        moves: Vec::new(),
    })
}

/// The same with its record, whose columns follow.
pub(crate) fn whole_row(row: &Row<'_>, format: i32) -> rusqlite::Result<GameRow> {
    let game = game_row(row, format)?;
    let what = || format!("the record of game {}", game.unit);
    let at = WIDTHS[format as usize - 1];
    if row.get_ref(at)? == ValueRef::Null {
        return Err(broken(format!("{} is not there", what())));
    }
    if format >= SEALED {
        check_seal(row, (at, 6), &what)?;
    }
    let moves: Option<String> = row.get(at + 4)?;
    let moves = moves.map_or(Ok(Vec::new()), |moves| serde_json::from_str(&moves));
    Ok(GameRow {
        opening: row.get(at + 2)?,
        game: row.get(at + 3)?,
        moves: moves.map_err(|error| broken(format!("{}: {error}", what())))?,
        ..game
    })
}
