//! Random games without the move lists.

use plywise::Rng;

use crate::game::Twenty48;

/// Plays uniformly random slides until the game is over and returns how many moves there were, spawns included.
///
/// The same draws give the same game as [`plywise::playout_with_chance`], only faster.
pub fn random_game(position: &mut Twenty48, rng: &mut Rng) -> u32 {
    let mut game = *position;
    let mut plies = 0;
    loop {
        if game.is_chance() {
            game.spawn_drawn(rng);
        } else {
            let legal = game.board().legal();
            if legal.is_empty() {
                *position = game;
                return plies;
            }
            game.slide(legal.nth(rng.index(legal.len())));
        }
        plies += 1;
    }
}
