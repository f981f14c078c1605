//! Learns the weights of [`patterns`](checkers::patterns) and the [`net`](checkers::net).
//!
//! ```sh
//! cargo run --release -p plywise-checkers --example learn_checkers -- play 12000 1 first none   # games, seed, folder, weights
//! cargo run --release -p plywise-checkers --example learn_checkers -- fit first first.bin
//! cargo run --release -p plywise-checkers --example learn_checkers -- play 14000 2 second first.bin
//! cargo run --release -p plywise-checkers --example learn_checkers -- fit second second.bin first.bin # what is to be added to those
//! cargo run --release -p plywise-checkers --example learn_checkers -- net second net.bin
//! ```
//!
//! Endings of four pieces are looked up: the search that plays knows them, and they are labelled by what they are worth.
//!
//! A run that is killed goes on. What it plays with is a file of weights or of a net, `none`, or without a word the net that comes along.

use std::path::Path;
use std::sync::Arc;

use checkers::databases::{Databases, Endgames, Informed};
use checkers::net::{self, Net};
use checkers::patterns::{self, Patterns};
use checkers::{Checkers, Options, Positional, selective, start};
use learn::{Descent, Features, Fit, Inputs, Link, Phase, Plan};
use plywise::alphabeta::{Alike, AlphaBeta, Settings};
use plywise::{Either, Evaluate, Table};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let start = start(&Options::default(), 0);
    match words.as_slice() {
        ["play", games, seed, folder, rest @ ..] if rest.len() < 2 => {
            let number = |text: &str| text.parse::<u64>().expect("a number");
            let eval = match rest {
                [] => Either::Left(Net::learned()),
                ["none"] => {
                    Either::Right(Patterns::of_bytes(&vec![0; 4 * patterns::SIZE]).expect("so many weights"))
                }
                [file, ..] => {
                    let bytes = std::fs::read(file).expect("a file that can be read");
                    Net::of_bytes(&bytes).map_or_else(
                        || Either::Right(Patterns::of_bytes(&weights(file)).expect("a file that `fit` wrote")),
                        Either::Left,
                    )
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
        ["fit", folder, file, rest @ ..] if rest.len() < 2 => {
            let how = Fit { link: Link::Points(110.0), result: 0.5, rounds: 50, doubt: 30.0 };
            let before = rest.first().map(|file| weights(file));
            let known =
                before.as_ref().map(|bytes| Patterns::of_bytes(bytes).expect("a file that `fit` wrote"));
            learn::fit_files(&start, &Learned { known }, &how, Path::new(folder), Path::new(file));
            if let Some(before) = before {
                let sum: Vec<u8> = halves(&before)
                    .zip(halves(&weights(file)))
                    .flat_map(|(before, added)| (before + added).to_le_bytes())
                    .collect();
                std::fs::write(file, sum).expect("a file that can be written");
            }
        }
        ["net", folder, file] => {
            let how = Descent {
                scale: 110.0,
                unit: net::UNIT as f32,
                result: 0.5,
                rounds: 20,
                batch: 512,
                rate: 0.002,
                seed: 1,
            };
            let samples = learn::samples(&start, Path::new(folder));
            let told = |round, [learned, kept]: [f32; 2]| {
                eprintln!("round {round}: error {learned:.6}, of what is kept back {kept:.6}");
            };
            let weights = learn::fit_net::<_, _, { net::SUMS }, { net::INNER }>(&Pieces, samples, &how, told);
            std::fs::write(file, net::packed(&weights)).expect("a file that can be written");
        }
        _ => eprintln!(
            "learn_checkers play GAMES SEED FOLDER [FILE|none], learn_checkers fit FOLDER FILE [WEIGHTS], or learn_checkers net FOLDER FILE"
        ),
    }
}

/// The weights of a file; of places that came after it, none.
fn weights(file: &str) -> Vec<u8> {
    let mut bytes = std::fs::read(file).expect("a file that can be read");
    bytes.resize(4 * patterns::SIZE, 0);
    bytes
}

fn halves(bytes: &[u8]) -> impl Iterator<Item = i16> {
    bytes.as_chunks::<2>().0.iter().map(|half| i16::from_le_bytes(*half))
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

struct Pieces;

impl Inputs<Checkers> for Pieces {
    const INPUTS: usize = net::INPUTS;
    const HEADS: usize = net::HEADS;

    fn active(&self, position: &Checkers, out: &mut Vec<u16>) {
        net::active(position.board(), out);
    }

    fn head(&self, position: &Checkers) -> usize {
        net::kind(position.board())
    }
}

struct Learned {
    /// What the weights are added to, if not to nothing.
    known: Option<Patterns>,
}

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
        let mover = position.board().to_move();
        self.known.map_or(Positional.evaluate(position, mover), |known| known.evaluate(position, mover)).raw()
    }
}
