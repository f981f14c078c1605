//! Learns the weights of [`patterns`](checkers::patterns).
//!
//! ```sh
//! cargo run --release -p plywise-checkers --example learn_checkers -- play 12000 1 first none   # games, seed, folder, weights
//! cargo run --release -p plywise-checkers --example learn_checkers -- fit first first.bin
//! cargo run --release -p plywise-checkers --example learn_checkers -- play 14000 2 second first.bin
//! ```
//!
//! Endings of four pieces are looked up: the search that plays knows them, and they are labelled by what they are worth.
//!
//! A run that is killed goes on. The weights to play with are those of a file, `none`, or without a word those that come along.

use std::path::Path;
use std::sync::Arc;

use checkers::databases::{Databases, Endgames, Informed};
use checkers::patterns::{self, Patterns};
use checkers::{Checkers, Options, Positional, selective, start};
use learn::{Features, Fit, Link, Phase, Plan};
use plywise::alphabeta::{Alike, AlphaBeta, Settings};
use plywise::{Evaluate, Table};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let start = start(&Options::default(), 0);
    match words.as_slice() {
        ["play", games, seed, folder, rest @ ..] if rest.len() < 2 => {
            let number = |text: &str| text.parse::<u64>().expect("a number");
            let eval = match rest {
                [] => Patterns::learned(),
                ["none"] => Patterns::of_bytes(&vec![0; 4 * patterns::SIZE]).expect("so many weights"),
                [file, ..] => {
                    let bytes = std::fs::read(file).expect("a file that can be read");
                    Patterns::of_bytes(&bytes).expect("a file that `fit` wrote")
                }
            };
            let settings = Settings { quiescence: 12, ..Settings::fast() };
            let select = selective(false, Some(1.0));
            let table = Some(Arc::new(Table::new(1)));
            let probe = Endgames(Some(Databases::shipped().clone()));
            let eval = Informed { eval, endgames: probe.clone() };
            let search = AlphaBeta { eval, rank: Alike, select, probe, settings, table };
            learn::play(&start, &search, &PLAN, number(seed), number(games), Path::new(folder));
        }
        ["fit", folder, file] => {
            let how = Fit { link: Link::Points(110.0), result: 0.5, rounds: 100, doubt: 30.0 };
            learn::fit_files(&start, &Learned, &how, Path::new(folder), Path::new(file));
        }
        _ => eprintln!(
            "learn_checkers play GAMES SEED FOLDER [WEIGHTS|none], or learn_checkers fit FOLDER FILE"
        ),
    }
}

const PLAN: Plan<Checkers> = Plan {
    opening: 7,
    level: 120,
    nodes: 4_000,
    slip: 40,
    decided: 500,
    dull: 70,
    quiet: |position| position.board().jumpers().is_empty() && !position.board().is_threatened(),
    exact: |position| {
        let known = Databases::shipped().bounds(position.board())?;
        let sign = known.at_least.raw().signum();
        (known.at_least == known.at_most).then_some((sign, 1_000 * sign))
    },
};

struct Learned;

impl Features<Checkers> for Learned {
    const KNOTS: usize = 2;

    fn size(&self) -> usize {
        patterns::SIZE
    }

    fn active(&self, position: &Checkers, out: &mut Vec<u32>) {
        patterns::active(position.board(), out);
    }

    fn phase(&self, position: &Checkers) -> Phase {
        let pieces = patterns::pieces(position.board());
        Phase { knot: 0, next: 1.0 - pieces as f32 / 24.0 }
    }

    fn base(&self, position: &Checkers) -> i32 {
        Positional.evaluate(position, position.board().to_move()).raw()
    }
}
