//! Learns the weights of [`patterns`](othello::patterns).
//!
//! ```sh
//! cargo run --release -p plywise-othello --features measure --example learn_othello -- play 10000 1 first.games none   # games, seed, file, weights
//! cargo run --release -p plywise-othello --features measure --example learn_othello -- fit first.games first.bin
//! cargo run --release -p plywise-othello --features measure --example learn_othello -- play 22000 2 second.games first.bin
//! ```
//!
//! The last squares are valued exactly. With `6x6` as the first word all of it is for that board, and they are played exactly, too.
//!
//! `fit GAMEFILE FILE WEIGHTS` learns what is to be added to weights that are there, and writes the sum.
//!
//! A run that is killed goes on. The weights to play with are those of a file, without a word those that come along; with
//! `none` it plays by mobility, and `fit` should then learn from results alone (`fit GAMEFILE FILE results`).

use std::path::Path;
use std::sync::Arc;

use learn::{Fit, Plan, Played, Series};
use othello::endgame::Finisher;
use othello::patterns::Patterns;
use othello::probcut::selective;
use othello::search::{Eval, Search, playing};
use othello::training::{self, FIT, Learned, PLAN, UNIT};
use othello::{Foreseen, Mobility, Othello, Size};
use plywise::alphabeta::{AlphaBeta, LateMoves, Settings};
use plywise::{Seat, Table};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["6x6", words @ ..] => learn_on::<6>(Size::Six, &PLAN_6, words),
        words => learn_on::<8>(Size::Eight, &PLAN, words),
    }
}

fn learn_on<const SIDE: u32>(size: Size, plan: &Plan<Othello>, words: &[&str]) {
    let start = Othello::start_with(size, Seat::FIRST);
    let number = |text: &str| text.parse::<u64>().expect("a number");
    match words {
        ["play", games, seed, games_file] if size == Size::Eight => {
            let patterns = Patterns::learned(size).expect("weights for this board");
            let search = || playing(training::search(patterns.into(), patterns));
            play(&start, &search, plan, [number(seed), number(games)], games_file);
        }
        ["play", games, seed, games_file, rest @ ..] if rest.len() < 2 => {
            let eval: Eval = match rest {
                [] => Patterns::learned(size).expect("weights for this board").into(),
                ["none"] => Mobility.into(),
                [file, ..] => {
                    let bytes = std::fs::read(file).expect("a file that can be read");
                    Patterns::of_bytes(size, &bytes).expect("a file that `fit` wrote").into()
                }
            };
            // Mobility knows no discs.
            let exact = size == Size::Six && *rest != ["none"];
            let late = LateMoves { on: false, first: 1, from: 1, noisy: |_: &Othello, _| false };
            let search = || {
                playing(AlphaBeta {
                    eval,
                    rank: Foreseen(None),
                    select: selective(size, late, "mobility", None),
                    probe: if exact { Finisher::new(EXACT_6, UNIT) } else { Finisher::off() },
                    settings: Settings::fast(),
                    table: Some(Arc::new(Table::new(1))),
                })
            };
            play(&start, &search, plan, [number(seed), number(games)], games_file);
        }
        ["fit", games_file, file, rest @ ..] if rest.len() < 2 => {
            let results = *rest == ["results"];
            let before = rest.first().filter(|_| !results);
            let before = before.map(|file| std::fs::read(file).expect("a file that can be read"));
            let known = before
                .as_ref()
                .map(|bytes| Patterns::of_bytes(size, bytes).expect("a file that `fit` wrote"));
            let how = Fit { result: if results { 1.0 } else { FIT.result }, ..FIT };
            learn::fit_files(
                &start,
                &Learned::<SIDE> { known },
                &how,
                Path::new(games_file),
                Path::new(file),
            );
            if let Some(before) = before {
                let added = std::fs::read(file).expect("a file that can be read");
                let sum: Vec<u8> = halves(&before)
                    .zip(halves(&added))
                    .flat_map(|(before, added)| (before + added).to_le_bytes())
                    .collect();
                std::fs::write(file, sum).expect("a file that can be written");
            }
        }
        _ => eprintln!(
            "learn_othello [6x6] play GAMES SEED GAMEFILE [WEIGHTS|none], or learn_othello [6x6] fit GAMEFILE FILE [WEIGHTS|results]"
        ),
    }
}

fn play(
    start: &Othello,
    search: &(dyn Fn() -> Search + Sync),
    plan: &Plan<Othello>,
    [seed, games]: [u64; 2],
    file: &str,
) {
    let series = Series {
        seed,
        games: Some(games),
        file: Path::new(file),
        threads: 1,
        time: None,
        stop: &Arc::default(),
    };
    let told = |played: Played| {
        if played.games.is_multiple_of(500) {
            eprintln!("{} of {games} games", played.games);
        }
    };
    learn::play(start, &search, plan, &series, &told).expect("files that can be written");
}

/// On 6x6 so many empty squares are played out exactly.
const EXACT_6: u32 = 12;

const PLAN_6: Plan<Othello> = Plan { opening: 8, level: 2_000, nodes: 10_000, exact: |_| None, ..PLAN };

fn halves(bytes: &[u8]) -> impl Iterator<Item = i16> {
    bytes.as_chunks::<2>().0.iter().map(|half| i16::from_le_bytes(*half))
}
