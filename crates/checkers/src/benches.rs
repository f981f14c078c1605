//! Work of known size, to be timed by whoever prints.

use plywise::{Bench, Convention, Game, Keyed, Rng, Score, perft, playout};

use crate::board::Board;
use crate::databases::{Databases, Index, Slice};
use crate::rules::{Options, Rules, start};

/// What the crate offers to be timed.
#[must_use]
pub fn benches() -> Vec<Bench> {
    vec![
        Bench { name: "checkers perft depth 11", unit: "leaves", run: || counted(11, 85_242_128) },
        Bench { name: "checkers perft depth 12", unit: "leaves", run: || counted(12, 388_623_673) },
        Bench { name: "checkers random games, standard", unit: "plies", run: || played(Rules::Standard) },
        Bench { name: "checkers random games, course", unit: "plies", run: || played(Rules::Course) },
        Bench { name: "checkers endings looked up", unit: "positions", run: || looked_up(8) },
    ]
}

/// From the start; `data/checkers/perft.csv`.
fn counted(depth: u32, known: u64) -> u64 {
    let leaves = perft(&Board::start(), depth, Convention::default());
    assert_eq!(leaves, known, "perft {depth}");
    leaves
}

/// 20,000 games; the plies and the last positions' keys are golden.
fn played(rules: Rules) -> u64 {
    let (plies, sum) = random_games(rules, 20_000);
    let golden = match rules {
        Rules::Standard => (1_391_411, 9_847_701_454_588_821_155),
        Rules::Course => (1_408_648, 727_583_528_174_346_533),
    };
    assert_eq!((plies, sum), golden, "{rules} games");
    plies
}

/// The plies of so many random games, and the sum of the keys of their last positions with their results.
fn random_games(rules: Rules, games: u64) -> (u64, u64) {
    let first = start(&Options { rules }, 0);
    let (mut position, mut scratch) = (first.clone(), Vec::new());
    let (mut plies, mut sum) = (0, 0u64);
    for game in 0..games {
        let mut rng = Rng::derive(2026, game);
        position.clone_from(&first);
        plies += u64::from(playout(&mut position, &mut rng, &mut scratch));
        let result = position.payoff(plywise::Seat::FIRST) as u64;
        sum = sum.wrapping_add(position.key() ^ result);
    }
    (plies, sum)
}

/// So many times 100,000 positions with a man and a king each, in no order, and how many are won.
fn looked_up(rounds: u64) -> u64 {
    let index = Index::new(Slice { men: 1, kings: 1, other_men: 1, other_kings: 1 });
    let mut rng = Rng::new(2);
    let boards: Vec<Board> = (0..100_000).map(|_| index.board(rng.index(index.len()))).collect();
    let all = Databases::shipped();
    let is_won = |board: &&Board| all.plies(board) > Some(Score::ZERO);
    let won: usize = (0..rounds).map(|_| boards.iter().filter(is_won).count()).sum();
    assert_eq!(won as u64, rounds * 24_458, "positions won");
    rounds * boards.len() as u64
}
