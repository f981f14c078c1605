//! The rows of a board as text, as they stand in board files and in positions.

use plywise::TextError;
use plywise::notation::quote;

use crate::cells::{Cell, Cells, MAX_SIDE};
use crate::fruits::MAX_FRUITS;
use crate::options::{MAX_FRUIT_SCORE, MIN_FRUIT_SCORE};

/// What a cell may hold, for error messages.
const LEGEND: &str = "-1 is grey, 0 free, 1 and 2 the players, 3 to 10000 a fruit";

/// Rows that were read and hold one player 1 and one player 2.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) grey: Cells,
    pub(crate) players: [Cell; 2],
    /// In the order of [`Cells::iter`].
    pub(crate) fruits: Vec<(Cell, u16)>,
}

impl Grid {
    /// Reads rows, the top row first. Numbers are divided by blanks, tabs or single commas. `label` begins every
    /// error: the file's name and a colon, say.
    pub(crate) fn parse<'a>(rows: impl Iterator<Item = &'a str>, label: &str) -> Result<Self, TextError> {
        let mut values: Vec<Vec<i32>> = Vec::new();
        for (r, row) in rows.enumerate() {
            if r == MAX_SIDE {
                return fail(label, &format!("row 17: a board has at most {MAX_SIDE} rows"));
            }
            let row = parse_row(row, r + 1, label)?;
            if let Some(first) = values.first()
                && row.len() != first.len()
            {
                let (given, wanted) = (row.len(), first.len());
                let place = format!("row {}, column {}", r + 1, given.min(wanted) + 1);
                return fail(
                    label,
                    &format!(
                        "{place}: the row has {given} cells, row 1 has {wanted}; all rows are equally long"
                    ),
                );
            }
            values.push(row);
        }
        Self::from_values(&values, label)
    }

    /// `values` is a rectangle with at least one cell, the top row first.
    fn from_values(values: &[Vec<i32>], label: &str) -> Result<Self, TextError> {
        let (rows, columns) = (values.len(), values[0].len());
        let mut grey = Cells::EMPTY;
        let mut players = [None; 2];
        let mut fruits = Vec::new();
        for (r, row) in values.iter().enumerate().rev() {
            for (column, &value) in row.iter().enumerate() {
                let cell = Cell::new(rows - 1 - r, column);
                match value {
                    -1 => grey.insert(cell),
                    0 => {}
                    1 | 2 => {
                        let other = players[value as usize - 1].replace((r, column, cell));
                        if let Some((row, column, _)) = other {
                            return fail(label, &twice(value, (r, cell.column()), (row, column)));
                        }
                    }
                    value => fruits.push((cell, value as u16)),
                }
            }
        }
        if fruits.len() > MAX_FRUITS {
            return fail(label, &format!("{} fruits: a board holds at most {MAX_FRUITS}", fruits.len()));
        }
        match players {
            [Some(one), Some(two)] => Ok(Self { rows, columns, grey, players: [one.2, two.2], fruits }),
            [None, _] => fail(label, "player 1 is missing: exactly one cell holds a 1"),
            [_, None] => fail(label, "player 2 is missing: exactly one cell holds a 2"),
        }
    }
}

fn twice(player: i32, a: (usize, usize), b: (usize, usize)) -> String {
    let (first, second) = (a.min(b), a.max(b));
    format!(
        "row {}, column {}: player {player} stands in row {}, column {} already; exactly one cell holds a {player}",
        second.0 + 1,
        second.1 + 1,
        first.0 + 1,
        first.1 + 1
    )
}

/// Reads row number `r` (from 1, as it stands in the text).
fn parse_row(row: &str, r: usize, label: &str) -> Result<Vec<i32>, TextError> {
    let mut values = Vec::new();
    let with_commas = row.contains(',');
    for part in row.split(',') {
        if with_commas && part.trim().is_empty() {
            let place = format!("row {r}, column {}", values.len() + 1);
            return fail(label, &format!("{place}: nothing stands beside a comma; {LEGEND}"));
        }
        for token in part.split_whitespace() {
            let place = || format!("row {r}, column {}", values.len() + 1);
            if values.len() == MAX_SIDE {
                return fail(label, &format!("{}: a row has at most {MAX_SIDE} cells", place()));
            }
            let Some(value) = integer(token) else {
                return fail(
                    label,
                    &format!("{}: {} is not a whole number; {LEGEND}", place(), quote(token)),
                );
            };
            if !(-1..=i64::from(MAX_FRUIT_SCORE)).contains(&value) {
                return fail(label, &format!("{}: {value} is out of range; {LEGEND}", place()));
            }
            values.push(value as i32);
        }
    }
    if values.is_empty() {
        return fail(
            label,
            &format!("row {r}: no cells; a row is 1 to {MAX_SIDE} numbers divided by blanks"),
        );
    }
    Ok(values)
}

/// A whole number of at most 18 digits, with or without a minus.
fn integer(token: &str) -> Option<i64> {
    let digits = token.strip_prefix('-').unwrap_or(token);
    let plain = (1..=18).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { token.parse().ok() } else { None }
}

fn fail<T>(label: &str, message: &str) -> Result<T, TextError> {
    Err(TextError::new(format!("{label}{message}")))
}

const _: () = assert!(MIN_FRUIT_SCORE == 3 && MAX_FRUIT_SCORE == 10_000, "LEGEND says so");
