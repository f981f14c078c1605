//! What a game draws, and the only place where that follows from a seed.

use plywise::Rng;

/// The luck of one game: where it starts, and what chance brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Luck {
    /// The seed of the start.
    pub start: u64,
    /// The seed of the drawn opening and of all chance.
    pub dice: u64,
}

impl Luck {
    /// The luck with this number, from 0, in a match or tournament with this seed.
    #[must_use]
    pub fn of_game(seed: u64, number: u64) -> Self {
        Self { start: part(seed, number, 0), dice: part(seed, number, 1) }
    }

    /// The luck of the one game that a seed names, wherever it is played: that of the first game of a match.
    #[must_use]
    pub fn of(seed: u64) -> Self {
        Self::of_game(seed, 0)
    }

    /// A start of one's own, for who draws everything else elsewhere.
    #[must_use]
    pub fn starting(start: u64) -> Self {
        Self { start, dice: start }
    }

    /// The dice: one stream of draws for the whole game.
    #[must_use]
    pub fn stream(self) -> Rng {
        Rng::new(self.dice)
    }
}

/// Part `part` of what is drawn for number `number` under a seed. Published results depend on it: it never changes.
#[must_use]
pub fn part(seed: u64, number: u64, part: u64) -> u64 {
    Rng::derive(Rng::derive(seed, number).next_u64(), part).next_u64()
}
