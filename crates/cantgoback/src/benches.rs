//! What can be timed.

use plywise::{Bench, Convention, Game, Notation, Rng, Turn, perft, playout, playout_with_chance};

use crate::board::Board;
use crate::game::{CantGoBack, start};
use crate::options::{Fruits, Options};
use crate::visible::Visible;

/// Random games in one run of a playout bench.
const GAMES: u64 = 100_000;

/// The named benches of this crate.
#[must_use]
pub fn benches() -> Vec<Bench> {
    vec![
        Bench { name: "playouts default_board", unit: "plies", run: playouts_once },
        Bench { name: "playouts default_board, view", unit: "plies", run: playouts_view },
        Bench { name: "playouts default_board, respawn", unit: "plies", run: playouts_respawn },
        Bench { name: "perft 5x6 to the end", unit: "leaves", run: perft_small },
        Bench { name: "perft duel_11x11 depth 16", unit: "leaves", run: perft_large },
    ]
}

fn default_start(fruits: Fruits) -> CantGoBack {
    start(&Options { fruits, ..Options::default() }, 1).expect("the default options are good")
}

/// Plays and compares the number of plies with the one recorded: the same seeds give the same games.
fn play_games<G: Game>(
    start: &G,
    expected: u64,
    playout: fn(&mut G, &mut Rng, &mut Vec<G::Move>) -> u32,
) -> u64 {
    let mut rng = Rng::new(1);
    let mut scratch = Vec::new();
    let mut plies = 0;
    for _ in 0..GAMES {
        let mut position = start.clone();
        plies += u64::from(playout(&mut position, &mut rng, &mut scratch));
    }
    assert_eq!(plies, expected, "these are not the games of the seed");
    plies
}

fn playouts_once() -> u64 {
    let start = default_start(Fruits::Once);
    assert_ne!(start.turn(), Turn::Chance);
    play_games(&start, PLIES_ONCE, playout::<CantGoBack>)
}

fn playouts_view() -> u64 {
    // A view differs from the game in nothing that a random player looks at: the same games.
    play_games(default_start(Fruits::Once).visible(), PLIES_ONCE, playout::<Visible>)
}

fn playouts_respawn() -> u64 {
    play_games(&default_start(Fruits::Respawn), PLIES_RESPAWN, playout_with_chance::<CantGoBack>)
}

fn perft_small() -> u64 {
    let board = Board::parse("1 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 2", "5x6")
        .expect("a board");
    count(board, 40, LEAVES_SMALL)
}

fn perft_large() -> u64 {
    count(Board::built_in("duel_11x11").expect("a built-in board"), 16, LEAVES_LARGE)
}

fn count(board: Board, depth: u32, expected: u64) -> u64 {
    let options = Options { board, ..Options::default() };
    let start = start(&options, 1).expect("the default options are good");
    // The fruits of the start play no part in the count; without them the view is the bare board.
    let leaves = perft(start.visible(), depth, Convention::default());
    assert_eq!(leaves, expected, "{}", start.position_text());
    leaves
}

const PLIES_ONCE: u64 = 1_520_004;
const PLIES_RESPAWN: u64 = 3_901_332;
const LEAVES_SMALL: u64 = 381_873;
const LEAVES_LARGE: u64 = 12_175_612;
