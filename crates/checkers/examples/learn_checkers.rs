//! Learns the weights of [`patterns`](checkers::patterns).
//!
//! ```sh
//! cargo run --release -p plywise-checkers --features measure --example learn_checkers -- play 12000 1 first.games none   # games, seed, file, weights
//! cargo run --release -p plywise-checkers --features measure --example learn_checkers -- fit first.games first.bin
//! cargo run --release -p plywise-checkers --features measure --example learn_checkers -- play 14000 2 second.games first.bin
//! cargo run --release -p plywise-checkers --features measure --example learn_checkers -- fit second.games second.bin first.bin # what is to be added to those
//! ```
//!
//! Endings of four pieces are looked up: the search that plays knows them, and they are labelled by what they are worth.
//!
//! A run that is killed goes on. The weights to play with are those of a file, `none`, or without a word those that come along. The
//! net learns by `plywise train checkers`.

use std::path::Path;
use std::sync::Arc;

use checkers::databases::Databases;
use checkers::patterns::{self, Patterns};
use checkers::search::Eval;
use checkers::{Checkers, Options, Positional, start, training};
use learn::{Features, Fit, Link, Phase, Played, Series};
use plywise::{Either, Evaluate};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let start = start(&Options::default(), 0);
    match words.as_slice() {
        ["play", games, seed, games_file, rest @ ..] if rest.len() < 2 => {
            let number = |text: &str| text.parse::<u64>().expect("a number");
            let eval = match rest {
                [] => Patterns::learned(),
                ["none"] => Patterns::of_bytes(&vec![0; 4 * patterns::SIZE]).expect("so many weights"),
                [file, ..] => Patterns::of_bytes(&weights(file)).expect("a file that `fit` wrote"),
            };
            let series = Series {
                seed: number(seed),
                games: Some(number(games)),
                file: Path::new(games_file),
                threads: 1,
                time: None,
                stop: &Arc::default(),
            };
            let told = |played: Played| {
                if played.games.is_multiple_of(500) {
                    eprintln!("{} of {games} games", played.games);
                }
            };
            // As the agents' evaluators are written: their search is there, another would be compiled.
            let eval = || -> Eval { Either::Right(Either::Right(Either::Left(eval))) };
            let search = || training::search(eval(), Databases::shipped());
            learn::play(&start, &search, &training::PLAN, &series, &told).expect("files that can be written");
        }
        ["fit", games_file, file, rest @ ..] if rest.len() < 2 => {
            let how = Fit { link: Link::Points(110.0), result: 0.5, rounds: 50, doubt: 30.0 };
            let before = rest.first().map(|file| weights(file));
            let known =
                before.as_ref().map(|bytes| Patterns::of_bytes(bytes).expect("a file that `fit` wrote"));
            learn::fit_files(&start, &Learned { known }, &how, Path::new(games_file), Path::new(file));
            if let Some(before) = before {
                let sum: Vec<u8> = halves(&before)
                    .zip(halves(&weights(file)))
                    .flat_map(|(before, added)| (before + added).to_le_bytes())
                    .collect();
                std::fs::write(file, sum).expect("a file that can be written");
            }
        }
        _ => eprintln!(
            "learn_checkers play GAMES SEED GAMEFILE [WEIGHTS|none], or learn_checkers fit GAMEFILE FILE [WEIGHTS]"
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
