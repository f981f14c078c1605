//! Learns the weights of [`patterns`](othello::patterns).
//!
//! ```sh
//! cargo run --release -p plywise-othello --example learn_othello -- play 10000 1 first none   # games, seed, folder, weights
//! cargo run --release -p plywise-othello --example learn_othello -- fit first first.bin
//! cargo run --release -p plywise-othello --example learn_othello -- play 22000 2 second first.bin
//! ```
//!
//! A run that is killed goes on. The weights to play with are those of a file, without a word those that come along; with
//! `none` it plays by mobility, and `fit` should then learn from results alone (`fit FOLDER FILE results`).

use std::path::Path;
use std::sync::Arc;

use learn::{Features, Fit, Link, Phase, Plan};
use othello::patterns::{self, Patterns};
use othello::{FewestReplies, Mobility, Othello, Size};
use plywise::alphabeta::{AlphaBeta, FullWidth, NoProbe, Settings};
use plywise::{Either, Seat, Table};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let start = Othello::start_with(Size::Eight, Seat::FIRST);
    match words.as_slice() {
        ["play", games, seed, folder, rest @ ..] if rest.len() < 2 => {
            let number = |text: &str| text.parse::<u64>().expect("a number");
            let eval = match rest {
                [] => Either::Right(Patterns::learned()),
                ["none"] => Either::Left(Mobility),
                [file, ..] => {
                    let bytes = std::fs::read(file).expect("a file that can be read");
                    Either::Right(Patterns::of_bytes(&bytes).expect("a file that `fit` wrote"))
                }
            };
            let table = Some(Arc::new(Table::new(1)));
            let settings = Settings::fast();
            let search =
                AlphaBeta { eval, rank: FewestReplies, select: FullWidth, probe: NoProbe, settings, table };
            learn::play(&start, &search, &PLAN, number(seed), number(games), Path::new(folder));
        }
        ["fit", folder, file, rest @ ..] if rest.is_empty() || rest == ["results"] => {
            let result = if rest.is_empty() { 0.4 } else { 1.0 };
            let how = Fit { link: Link::Result(100.0), result, rounds: 80, doubt: 10.0 };
            learn::fit_files(&start, &Learned, &how, Path::new(folder), Path::new(file));
        }
        _ => eprintln!(
            "learn_othello play GAMES SEED FOLDER [WEIGHTS|none], or learn_othello fit FOLDER FILE [results]"
        ),
    }
}

const PLAN: Plan<Othello> = Plan {
    opening: 10,
    level: 1_500,
    nodes: 2_000,
    slip: 20,
    decided: i32::MAX,
    dull: 100,
    quiet: |position| position.placements(position.mover()) != 0,
};

struct Learned;

impl Features<Othello> for Learned {
    const KNOTS: usize = patterns::STAGES;

    fn size(&self) -> usize {
        patterns::SIZE
    }

    fn active(&self, position: &Othello, out: &mut Vec<u32>) {
        patterns::active(position, out);
    }

    fn phase(&self, position: &Othello) -> Phase {
        let (knot, step) = patterns::stage(position);
        Phase { knot, next: step as f32 / patterns::STEP as f32 }
    }
}
