//! Moves of the players and of chance, and their texts.

use crate::cells::{Cell, Direction};

/// What a player or chance can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The mover steps to the neighbouring cell.
    Step(Direction),
    /// The mover has no legal step: it stays and is charged. Not a pass, since the score changes.
    Stuck,
    /// Chance: no fruit appears after this ply.
    NoFruit,
    /// Chance: a fruit appears after this ply; where, what and how long is drawn next.
    Fruit,
    /// Chance: the cell of the new fruit.
    At(Cell),
    /// Chance: the points of the new fruit.
    Value(u16),
    /// Chance: how many plies the new fruit stays.
    Life(u8),
}

/// What a seat can choose: four directions, and being stuck.
pub(crate) const ACTIONS: usize = 5;

impl Move {
    /// The number of what a seat chooses: the direction, up, right, down, left, or 4 for being stuck.
    pub(crate) fn number(self) -> Option<usize> {
        match self {
            Self::Step(direction) => Some(direction as usize),
            Self::Stuck => Some(ACTIONS - 1),
            _ => None,
        }
    }

    /// The move's text: `up right down left stuck`, of chance `no-fruit`, `fruit`, `at=c3`, `value=120`, `life=9`.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Step(direction) => direction.word().to_owned(),
            Self::Stuck => "stuck".to_owned(),
            Self::NoFruit => "no-fruit".to_owned(),
            Self::Fruit => "fruit".to_owned(),
            Self::At(cell) => format!("at={cell}"),
            Self::Value(points) => format!("value={points}"),
            Self::Life(plies) => format!("life={plies}"),
        }
    }

    /// Reads a move's text, whether or not it is legal anywhere; besides the standard form the keys w, a, s and d and a bare
    /// cell. Upper case is as good. None if it is no move.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        Some(match text.as_str() {
            "up" | "w" => Self::Step(Direction::Up),
            "right" | "d" => Self::Step(Direction::Right),
            "down" | "s" => Self::Step(Direction::Down),
            "left" | "a" => Self::Step(Direction::Left),
            "stuck" => Self::Stuck,
            "no-fruit" => Self::NoFruit,
            "fruit" => Self::Fruit,
            other => match other.split_once('=') {
                Some(("at", cell)) => Self::At(Cell::parse(cell)?),
                Some(("value", points)) => Self::Value(number(points)?),
                Some(("life", plies)) => Self::Life(number(plies)?),
                Some(_) => return None,
                None => Self::At(Cell::parse(other)?),
            },
        })
    }
}

/// Digits only: no sign, no more of them than any number of the game has.
pub(crate) fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let plain = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}
