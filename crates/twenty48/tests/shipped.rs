//! The network that comes along.

use plywise::{Game, Notation, Rng, Stochastic, Turn};
use twenty48::ntuple::{TupleSet, load};
use twenty48::{Move, Twenty48};

#[test]
fn the_network_that_comes_along_is_small_and_plays() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/twenty48/network/4x6.network");
    assert!(std::fs::metadata(file).unwrap().len() <= 30_000_000);
    let network = load(None).unwrap();
    assert_eq!(network.tuples(), TupleSet::FourBySix);
    assert!(network.games() >= 100_000, "{} games", network.games());
    let expected = |text: &str| {
        let position = Twenty48::START.read_position(text).unwrap();
        network.best(position.board()).unwrap().1
    };
    // Large tiles in a corner promise more than the same ones apart.
    assert!(
        expected("4096 2048 1024 512/2 8 2 0/2 0 0 0/0 0 0 0")
            > 2.0 * expected("4096 2 8 2048/2 0 2 0/0 0 0 0/512 0 0 1024")
    );
    let mut scores = Vec::new();
    for seed in 0..20 {
        let mut rng = Rng::derive(1, seed);
        let mut game = Twenty48::START;
        while !game.is_over() {
            game.play(match game.turn() {
                Turn::Chance => game.sample(&mut rng),
                Turn::Seat(_) => Move::Slide(network.best(game.board()).unwrap().0),
            });
        }
        scores.push(f64::from(game.score()));
    }
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    assert!(mean > 80_000.0, "{mean}");
}
