//! The same seed gives the same game for ever.

use plywise::{Rng, playout_with_chance};
use twenty48::{Twenty48, random_game};

/// Seed, plies with spawns, score, largest tile of the random game.
const GAMES: [(u64, u32, u32, u32); 5] = [
    (0, 272, 1328, 128),
    (1, 150, 540, 64),
    (2, 148, 536, 64),
    (2048, 340, 2016, 256),
    (u64::MAX, 220, 892, 64),
];

#[test]
fn random_games_are_the_recorded_ones() {
    let played = GAMES.map(|(seed, ..)| {
        let mut game = Twenty48::START;
        let plies = random_game(&mut game, &mut Rng::new(seed));
        (seed, plies, game.score(), game.board().max_tile())
    });
    assert_eq!(played, GAMES);
    for (seed, plies, score, _) in GAMES {
        let mut game = Twenty48::START;
        assert_eq!(playout_with_chance(&mut game, &mut Rng::new(seed), &mut Vec::new()), plies);
        assert_eq!(game.score(), score);
    }
}
