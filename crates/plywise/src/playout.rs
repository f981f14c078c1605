//! Random games from a seed.

use crate::game::{Game, Stochastic, Turn};
use crate::rng::Rng;

/// Plays uniformly random moves until the game is over and returns how many there were. `scratch` is working
/// space that a caller keeps between games; what it holds does not matter.
pub fn playout<G: Game>(position: &mut G, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> u32 {
    let mut plies = 0;
    loop {
        scratch.clear();
        position.moves(scratch);
        if scratch.is_empty() {
            return plies;
        }
        position.play(scratch[rng.index(scratch.len())]);
        plies += 1;
    }
}

/// The same for games with chance: seats play uniformly, chance by its probabilities. Counts both.
pub fn playout_with_chance<G: Stochastic>(
    position: &mut G,
    rng: &mut Rng,
    scratch: &mut Vec<G::Move>,
) -> u32 {
    let mut plies = 0;
    loop {
        if position.turn() == Turn::Chance && !position.is_over() {
            position.play(position.sample(rng));
        } else {
            scratch.clear();
            position.moves(scratch);
            if scratch.is_empty() {
                return plies;
            }
            position.play(scratch[rng.index(scratch.len())]);
        }
        plies += 1;
    }
}
