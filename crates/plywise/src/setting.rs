//! What a search for any number of seats may take for granted about a game, said at compile time.

use crate::game::{Game, Stochastic, TwoPlayer};
use crate::rng::Rng;

/// A game of any number of seats in which chance never has the turn.
///
/// A promise, with no methods: [`Game::turn`] never answers [`crate::Turn::Chance`]. Every [`TwoPlayer`] game keeps it.
pub trait Deterministic: Game {}

impl<G: TwoPlayer> Deterministic for G {}

/// What a Monte Carlo search may take for granted about `G`. There are three: [`Duel`], [`Party`] and [`Luck`].
pub trait Setting<G: Game>: Copy + Send + Sync {
    /// Whether there are two seats, no chance, and one seat gains what the other loses: then results can be proven.
    const DUEL: bool;

    /// Draws an outcome at a turn of chance.
    fn draw(self, position: &G, rng: &mut Rng) -> G::Move;
}

/// Two seats, no chance, zero sum.
#[derive(Clone, Copy, Debug, Default)]
pub struct Duel;

/// Any number of seats, no chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Party;

/// Any number of seats, and dice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Luck;

impl<G: TwoPlayer> Setting<G> for Duel {
    const DUEL: bool = true;

    fn draw(self, position: &G, _: &mut Rng) -> G::Move {
        unreachable!("a two-player game has no turns of chance: {position:?}")
    }
}

impl<G: Deterministic> Setting<G> for Party {
    const DUEL: bool = false;

    fn draw(self, position: &G, _: &mut Rng) -> G::Move {
        unreachable!("a deterministic game has no turns of chance: {position:?}")
    }
}

impl<G: Stochastic> Setting<G> for Luck {
    const DUEL: bool = false;

    fn draw(self, position: &G, rng: &mut Rng) -> G::Move {
        position.sample(rng)
    }
}
