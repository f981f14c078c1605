//! What can be timed.

use plywise::{Bench, Convention, Game, Rng, Seat, perft, playout};

use crate::{Othello, Size};

/// Perft without a table on 8x8 and 6x6, and random games. The counts are those of `data/othello/perft.txt`; the
/// random games were recorded once.
#[must_use]
pub fn benches() -> Vec<Bench> {
    vec![
        Bench { name: "perft 8x8 depth 11", unit: "leaves", run: || leaves(Size::Eight, 11, 212_258_800) },
        Bench { name: "perft 6x6 depth 11", unit: "leaves", run: || leaves(Size::Six, 11, 108_820_292) },
        Bench { name: "playouts 8x8", unit: "games", run: || playouts(Size::Eight, GAMES, PLAYOUTS_8) },
        Bench { name: "playouts 6x6", unit: "games", run: || playouts(Size::Six, GAMES, PLAYOUTS_6) },
    ]
}

fn leaves(size: Size, depth: u32, expected: u64) -> u64 {
    let leaves = perft(&Othello::start_with(size, Seat::FIRST), depth, Convention::default());
    assert_eq!(leaves, expected, "perft {size} depth {depth}");
    leaves
}

const GAMES: u64 = 100_000;

/// What random games from seed 1 sum to: plies, and Black's margins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sums {
    plies: u64,
    margins: i64,
}

const PLAYOUTS_8: Sums = Sums { plies: 6_041_535, margins: -89_258 };
const PLAYOUTS_6: Sums = Sums { plies: 3_249_869, margins: -89_977 };

fn playouts(size: Size, games: u64, expected: Sums) -> u64 {
    let (mut rng, mut scratch) = (Rng::new(1), Vec::new());
    let mut sums = Sums { plies: 0, margins: 0 };
    for _ in 0..games {
        let mut position = Othello::start_with(size, Seat::FIRST);
        sums.plies += u64::from(playout(&mut position, &mut rng, &mut scratch));
        sums.margins += i64::from(position.payoff(Seat::FIRST));
    }
    assert_eq!(sums, expected, "random games on {size}");
    games
}
