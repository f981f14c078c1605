//! Work to be timed, with its answers.

use std::sync::LazyLock;

use plywise::rng::mix;
use plywise::{Bench, ChanceOptions, ChanceSearch, Limits, Rng, Seat, Turn};

use crate::board::Board;
use crate::evaluators::{Eval, Published};
use crate::game::Twenty48;
use crate::moves::Direction;
use crate::random::random_game;

/// Row-table moves, random play, the published evaluation, a search on it.
#[must_use]
pub fn benches() -> Vec<Bench> {
    vec![
        Bench { name: "row-table moves", unit: "moves", run: row_table_moves },
        Bench { name: "random play", unit: "moves", run: random_play },
        Bench { name: "random play through the game traits", unit: "moves", run: generic_random_play },
        Bench { name: "published evaluation", unit: "evaluations", run: published_evaluation },
        Bench { name: "expectimax, published, 3 turns", unit: "slides tried", run: published_search },
    ]
}

/// The boards, at the player's turn, of games from fixed seeds: half played at random, half by taking the most
/// points at once.
fn boards() -> &'static [Board] {
    static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
        let mut boards = Vec::new();
        for seed in 0.. {
            let mut rng = Rng::derive(BOARD_SEED, seed);
            let mut game = Twenty48::START;
            while boards.len() < COUNT {
                if game.is_chance() {
                    game.spawn_drawn(&mut rng);
                    continue;
                }
                let legal = game.board().legal();
                let Some(&first) = legal.as_slice().first() else { break };
                boards.push(game.board());
                let gain = |&way: &Direction| game.board().slide_and_gain(way).1;
                let greedy = legal.as_slice().iter().copied().max_by_key(gain).unwrap_or(first);
                game.slide(if seed % 2 == 0 { greedy } else { legal.nth(rng.index(legal.len())) });
            }
            if boards.len() == COUNT {
                break;
            }
        }
        boards
    });
    &BOARDS
}
const BOARD_SEED: u64 = 2048;
const COUNT: usize = 10_000;

/// Each board slid in each direction, one slide at a time.
fn row_table_moves() -> u64 {
    const ROUNDS: u64 = 500;
    let mut sum = 0u64;
    for _ in 0..ROUNDS {
        for &board in boards() {
            for way in Direction::ALL {
                sum = sum.wrapping_add(board.slide(way).low());
            }
        }
    }
    assert_eq!(sum, MOVES_SUM);
    ROUNDS * COUNT as u64 * 4
}

fn random_play() -> u64 {
    play_at_random(|game, rng, _| random_game(game, rng))
}

fn generic_random_play() -> u64 {
    play_at_random(plywise::playout_with_chance)
}

/// The slides of many games; the spawns are not counted.
fn play_at_random(play: impl Fn(&mut Twenty48, &mut Rng, &mut Vec<crate::Move>) -> u32) -> u64 {
    const GAMES: u64 = 100_000;
    let mut scratch = Vec::with_capacity(32);
    let mut rng = Rng::new(BOARD_SEED);
    let (mut slides, mut sum) = (0, 0u64);
    for _ in 0..GAMES {
        let mut game = Twenty48::START;
        let plies = play(&mut game, &mut rng, &mut scratch);
        // One spawn after each slide, and two before the first.
        slides += u64::from(plies - 2) / 2;
        sum = mix(sum ^ u64::from(game.score()) ^ game.board().low());
    }
    assert_eq!((slides, sum), RANDOM_PLAY);
    slides
}

fn published_evaluation() -> u64 {
    const ROUNDS: i64 = 1000;
    let published = Published::default();
    let mut sum = 0;
    for _ in 0..ROUNDS {
        sum += boards().iter().map(|&board| i64::from(published.value(board))).sum::<i64>();
    }
    assert_eq!(sum, PUBLISHED_SUM * ROUNDS);
    ROUNDS as u64 * COUNT as u64
}

/// A plain search to a fixed depth without memory. Four slides count as tried at each position of the player that it
/// looks into, legal or not, as the public heuristic solver `nneonneo/2048-ai` counts its moves. The nodes are all that
/// the plain [`plywise::expectimax`] enters.
fn published_search() -> u64 {
    let mut search = ChanceSearch::new(Eval::Right(Published::default()), ChanceOptions::default());
    let mut nodes = 0;
    for &board in boards().iter().step_by(20) {
        let position = Twenty48::new(board, 0, Turn::Seat(Seat::FIRST)).expect("from a game");
        nodes += search.search(&position, &Limits::depth(3)).nodes;
    }
    assert_eq!(nodes, SEARCHED);
    TRIED
}

/// The positions that the searches enter, and the slides that they try: recorded once.
const SEARCHED: u64 = 67_562_137;
const TRIED: u64 = 4_292_784;

/// The sums of the slid boards' low words, of the slides and results of random games, and of the evaluations: recorded
/// once, the same on every machine.
const MOVES_SUM: u64 = 1_236_134_967_259_760_640;
const RANDOM_PLAY: (u64, u64) = (11_824_132, 15_860_555_145_525_418_890);
const PUBLISHED_SUM: i64 = -32_145_117_764;
