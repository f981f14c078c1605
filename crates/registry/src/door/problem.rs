//! Files of positions to solve, with what is known of them.

use plywise::{TextError, Value};

/// A position to solve.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// What its file calls it: a number, a source, a line.
    pub name: String,
    /// The position in the game's notation, as it stands in the file.
    pub position: String,
    /// What it is worth to the side to move, where the file says so.
    pub known: Option<Known>,
    /// The moves that the file calls best, in the game's notation; none where it says nothing.
    pub moves: Vec<String>,
}

/// What is known of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Known {
    /// Its points at the end.
    Points(f64),
    /// That it wins.
    Win,
    /// That it is a draw.
    Draw,
    /// That it loses.
    Loss,
}

/// How a game reads files of problems.
#[derive(Clone, Copy, Debug)]
pub struct Problems {
    /// What they are, for messages: "OBF, one position a line".
    pub files: &'static str,
    /// The option of the game in which such files differ, where there is one.
    pub custom: Option<Custom>,
    /// Reads them all, in order.
    pub read: fn(&str) -> Result<Vec<Problem>, TextError>,
}

/// How files of problems count, where customs differ.
#[derive(Clone, Copy, Debug)]
pub struct Custom {
    /// The option of the game that says it.
    pub option: &'static str,
    /// Its value for most files: what holds unless another is given.
    pub usual: &'static str,
    /// Its value for the others: what is worth trying where answers come out wrong.
    pub other: &'static str,
}

/// What any game reads whose door says nothing: a position a line, nothing known of it; `#` and `%` begin a comment's line.
pub const POSITIONS: Problems = Problems { files: "a position a line", custom: None, read: positions };

fn positions(text: &str) -> Result<Vec<Problem>, TextError> {
    let problem = |(line, position): (usize, &str)| Problem {
        name: format!("line {line}"),
        position: position.to_owned(),
        known: None,
        moves: Vec::new(),
    };
    Ok(lines(text).map(problem).collect())
}

/// The lines of a file that are neither blank nor a comment (`#` or `%` in front), with their numbers from 1.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%']))
        .map(|(at, line)| (at + 1, line))
}

impl Problem {
    /// Whether a solver's answer agrees with what the file says: by the value where it tells one, else by the move. None where
    /// it tells neither.
    #[must_use]
    pub fn agrees(&self, value: Value, best: &str) -> Option<bool> {
        match self.known {
            Some(known) => Some(known.is(value)),
            None if self.moves.is_empty() => None,
            None => Some(self.moves.iter().any(|mv| mv == best)),
        }
    }
}

impl Known {
    /// Whether a value is this one.
    #[must_use]
    pub fn is(self, value: Value) -> bool {
        match self {
            Self::Points(points) => value == Value::Points(points),
            Self::Win => value.as_f64() > 0.0,
            Self::Draw => value.as_f64() == 0.0,
            Self::Loss => value.as_f64() < 0.0,
        }
    }
}

/// `+6`, `win`.
impl std::fmt::Display for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Points(points) => write!(f, "{points:+}"),
            Self::Win => f.write_str("win"),
            Self::Draw => f.write_str("draw"),
            Self::Loss => f.write_str("loss"),
        }
    }
}
