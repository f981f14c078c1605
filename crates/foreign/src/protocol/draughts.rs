//! Moves and letters that the Hub protocol and DamExchange have in common.
//!
//! A capture is written by its first and last square and what it takes, in any order (`22x8x11x18`).

use std::fmt::Write;

/// Which letter a Hub position begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Letters {
    /// What pydraughts sends for `english`: `W` where Black, who starts on squares 1 to 12, is to move. That package
    /// thinks of whoever begins as White.
    #[default]
    Inverted,
    /// `B` where Black is to move.
    Plain,
}

/// A move by its first and last square and what it takes, in ascending order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Jump {
    /// The first square, 1 to 32.
    pub from: u8,
    /// The last square.
    pub to: u8,
    /// The squares of the pieces that are taken.
    pub taken: Vec<u8>,
}

impl Jump {
    /// Reads a move of the Hub protocol: `11-15`, `22x8x11x18`.
    #[must_use]
    pub fn of_hub(text: &str) -> Option<Self> {
        let all = squares(text)?;
        let [from, to, ref taken @ ..] = all[..] else { return None };
        let mut taken = taken.to_vec();
        taken.sort_unstable();
        (taken.is_empty() == text.contains('-')).then_some(Self { from, to, taken })
    }

    /// The move in the Hub protocol.
    #[must_use]
    pub fn hub(&self) -> String {
        let mark = if self.taken.is_empty() { '-' } else { 'x' };
        let mut text = format!("{}{mark}{}", self.from, self.to);
        for square in &self.taken {
            let _ = write!(text, "x{square}");
        }
        text
    }
}

/// The numbers of a move in text, each 1 to 50.
fn squares(text: &str) -> Option<Vec<u8>> {
    let read = |part: &str| part.trim().parse().ok().filter(|square| (1..=50).contains(square));
    text.split(['-', 'x']).map(read).collect()
}
