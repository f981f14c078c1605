//! Learns the weights of [`patterns`](othello::patterns).
//!
//! ```sh
//! cargo run --release -p plywise-othello --example learn_othello -- play 10000 1 first.games none   # games, seed, file, weights
//! cargo run --release -p plywise-othello --example learn_othello -- fit first.games first.bin
//! cargo run --release -p plywise-othello --example learn_othello -- play 22000 2 second.games first.bin
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
use std::sync::atomic::AtomicBool;

use learn::{Features, Fit, Link, Phase, Plan, Played, Series};
use othello::endgame::Finisher;
use othello::patterns::{self, Patterns};
use othello::probcut::selective;
use othello::{FewestReplies, Foreseen, Mobility, Othello, Size};
use plywise::alphabeta::{AlphaBeta, FullWidth, LateMoves, Search, Settings};
use plywise::{Either, Evaluate, Seat, Table};

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
            // As the champion does: with what it leaves out it sees further for the same.
            let select = selective(
                size,
                LateMoves { on: false, first: 1, from: 1, noisy: |_, _| false },
                "patterns",
                Some(CERTAINTY),
            );
            let eval = Patterns::learned(size).expect("weights for this board");
            let search = || AlphaBeta {
                eval,
                rank: Foreseen(Some(eval)),
                select: select.clone(),
                probe: Finisher::off().seeing(select.clone()),
                settings: Settings::fast(),
                table: Some(Arc::new(Table::new(1))),
            };
            play(&start, &search, plan, [number(seed), number(games)], games_file);
        }
        ["play", games, seed, games_file, rest @ ..] if rest.len() < 2 => {
            let eval = match rest {
                [] => Either::Right(Patterns::learned(size).expect("weights for this board")),
                ["none"] => Either::Left(Mobility),
                [file, ..] => {
                    let bytes = std::fs::read(file).expect("a file that can be read");
                    Either::Right(Patterns::of_bytes(size, &bytes).expect("a file that `fit` wrote"))
                }
            };
            // Mobility knows no discs.
            let exact = size == Size::Six && *rest != ["none"];
            let search = || AlphaBeta {
                eval,
                rank: FewestReplies,
                select: FullWidth,
                probe: if exact { Finisher::new(EXACT_6, UNIT) } else { Finisher::off() },
                settings: Settings::fast(),
                table: Some(Arc::new(Table::new(1))),
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
            let how = Fit {
                link: Link::Result(UNIT as f32),
                result: if results { 1.0 } else { 0.4 },
                rounds: 80,
                doubt: 10.0,
            };
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

fn play<E, O, S, P>(
    start: &Othello,
    search: &(impl Fn() -> AlphaBeta<E, O, S, P> + Sync),
    plan: &Plan<Othello>,
    [seed, games]: [u64; 2],
    file: &str,
) where
    AlphaBeta<E, O, S, P>: Search<Othello>,
{
    let stop = AtomicBool::new(false);
    let series =
        Series { seed, games: Some(games), file: Path::new(file), threads: 1, time: None, stop: &stop };
    let told = |played: Played| {
        if played.games.is_multiple_of(500) {
            eprintln!("{} of {games} games", played.games);
        }
    };
    learn::play(start, search, plan, &series, &told).expect("files that can be written");
}

/// Hundredths of a disc.
const UNIT: i32 = 100;
/// On 6x6 so many empty squares are played out exactly; on 8x8 so many are valued exactly after the game: in the search they
/// would cost more than all that the search may look at.
const EXACT_6: u32 = 12;
const EXACT: u32 = 14;
/// The champion's Multi-ProbCut.
const CERTAINTY: f64 = 1.1;

const PLAN: Plan<Othello> = Plan {
    opening: 10,
    level: 1_500,
    nodes: 4_000,
    slip: 20,
    decided: i32::MAX,
    dull: 100,
    quiet: |position| position.placements(position.mover()) != 0,
    exact: |position| {
        let few = position.empty().count_ones() <= EXACT;
        few.then(|| Finisher::new(EXACT, UNIT).solve(position).0).map(|discs| (discs, UNIT * discs))
    },
};

const PLAN_6: Plan<Othello> = Plan { opening: 8, level: 2_000, nodes: 10_000, exact: |_| None, ..PLAN };

fn halves(bytes: &[u8]) -> impl Iterator<Item = i16> {
    bytes.as_chunks::<2>().0.iter().map(|half| i16::from_le_bytes(*half))
}

struct Learned<const SIDE: u32> {
    /// What the weights are added to, if not to nothing.
    known: Option<Patterns>,
}

impl<const SIDE: u32> Features<Othello> for Learned<SIDE> {
    const KNOTS: usize = patterns::stages::<SIDE>();

    fn size(&self) -> usize {
        patterns::size::<SIDE>()
    }

    fn active(&self, position: &Othello, out: &mut Vec<u32>) {
        patterns::active::<SIDE>(position, out);
    }

    fn base(&self, position: &Othello) -> i32 {
        self.known.map_or(0, |known| known.evaluate(position, position.mover()).raw())
    }

    fn phase(&self, position: &Othello) -> Phase {
        let (knot, step) = patterns::stage(position);
        Phase { knot, next: step as f32 / patterns::STEP as f32 }
    }
}
