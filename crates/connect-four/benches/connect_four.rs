//! Alpha-beta on Connect Four beside the crate `minimax`, on the same positions, rules and static values:
//! `cargo bench -p plywise-connect-four --bench connect_four [-- DEPTH [PAIR]]`, where PAIR is 1, 2 or 3 for one of the three pairs. Each
//! figure is the fastest of seven rounds in which all take turns: whatever else the machine does only adds to it.
//! Making a table or clearing it is not counted.
//!
//! A node is a position that was entered: a child of a position whose moves are tried. The other library does not count
//! them; the bench counts what it asks of the rules, an atomic addition for each question, which costs it some of its
//! speed. Its `Negamax` shuffles the moves at the root, so that its nodes differ from run to run.

#[path = "../tests/common/centre.rs"]
mod centre;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use centre::Centre;
use connect_four::ConnectFour;
use minimax::Strategy;
use plywise::alphabeta::{AlphaBeta, Settings};
use plywise::{Game, Keyed, Limits, Rng, Table};

type Board = ConnectFour<7, 6>;

/// Positions in which the other library asked whether the game is over, and those in which it asked for the moves: it
/// does not count nodes itself. Its `Negamax` asks one or the other of each node; its other searches ask the first of
/// each node, and of some the second, too.
static ASKED_FOR_END: AtomicU64 = AtomicU64::new(0);
static ASKED_FOR_MOVES: AtomicU64 = AtomicU64::new(0);

struct Theirs;
#[derive(Clone)]
struct TheirCentre;

impl minimax::Game for Theirs {
    type S = Board;
    type M = u8;

    fn generate_moves(state: &Board, moves: &mut Vec<u8>) -> Option<minimax::Winner> {
        ASKED_FOR_MOVES.fetch_add(1, Ordering::Relaxed);
        let winner = end(state);
        if winner.is_none() {
            moves.extend(state.columns());
        }
        winner
    }

    fn apply(state: &mut Board, mv: u8) -> Option<Board> {
        let mut next = *state;
        next.play(mv);
        Some(next)
    }

    fn get_winner(state: &Board) -> Option<minimax::Winner> {
        ASKED_FOR_END.fetch_add(1, Ordering::Relaxed);
        end(state)
    }

    fn zobrist_hash(state: &Board) -> u64 {
        state.key()
    }

    fn table_index(mv: u8) -> u16 {
        u16::from(mv)
    }

    fn max_table_index() -> u16 {
        6
    }
}

fn end(state: &Board) -> Option<minimax::Winner> {
    if state.is_won() {
        Some(minimax::Winner::PlayerJustMoved)
    } else {
        state.is_over().then_some(minimax::Winner::Draw)
    }
}

impl minimax::Evaluator for TheirCentre {
    type G = Theirs;
    fn evaluate(&self, state: &Board) -> minimax::Evaluation {
        centre::centre(state) as minimax::Evaluation
    }
}

/// What one search did, on one position or on all: nodes, and time.
type Run = (u64, Duration);
type Search = Box<dyn FnMut(&Board, u32) -> Run>;

fn ours(settings: Settings, table: usize) -> Search {
    let table = (table > 0).then(|| Arc::new(Table::new(table)));
    Box::new(move |position, depth| {
        if let Some(table) = &table {
            table.clear();
        }
        let report = AlphaBeta::new(Centre, settings, table.clone()).search(position, &Limits::depth(depth));
        (report.nodes, report.elapsed)
    })
}

fn theirs<S: Strategy<Theirs>>(asks_once: bool, new: impl Fn() -> S + 'static) -> Search {
    Box::new(move |position, depth| {
        ASKED_FOR_END.store(0, Ordering::Relaxed);
        ASKED_FOR_MOVES.store(0, Ordering::Relaxed);
        let mut strategy = new();
        strategy.set_max_depth(depth as u8);
        let begun = Instant::now();
        std::hint::black_box(strategy.choose_move(position));
        let elapsed = begun.elapsed();
        let moves = if asks_once { ASKED_FOR_MOVES.load(Ordering::Relaxed) } else { 0 };
        (ASKED_FOR_END.load(Ordering::Relaxed) + moves, elapsed)
    })
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|arg| arg.parse().ok());
    let (deep, pair): (u32, Option<u32>) = (numbers.next().unwrap_or(12), numbers.next());
    let plain = deep - deep.min(4);
    let options = minimax::IterativeOptions::new().with_table_byte_size(16 << 20);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let parallel = minimax::ParallelOptions::new();
    let team = Settings { threads, ..Settings::fast() };
    let mut all: Vec<(&str, u32, Search)> = vec![
        ("plywise, plain alpha-beta", plain, ours(Settings::default(), 0)),
        ("minimax, Negamax", plain, theirs(true, move || minimax::Negamax::new(TheirCentre, plain as u8))),
        ("plywise, PVS + table + order", deep, ours(Settings::fast(), 16)),
        (
            "minimax, IterativeSearch",
            deep,
            theirs(false, move || minimax::IterativeSearch::new(TheirCentre, options)),
        ),
        ("plywise, the same on all cores", deep, ours(team, 16)),
        (
            "minimax, ParallelSearch",
            deep,
            theirs(false, move || minimax::ParallelSearch::new(TheirCentre, options, parallel)),
        ),
    ];
    if let Some(pair) = pair {
        let first = 2 * (pair.clamp(1, 3) as usize - 1);
        all = all.drain(first..first + 2).collect();
    }
    let positions = positions(20);
    let mut best: Vec<Option<Run>> = vec![None; all.len()];
    for _ in 0..7 {
        for (best, (_, depth, search)) in best.iter_mut().zip(&mut all) {
            let runs = positions.iter().map(|position| search(position, *depth));
            let run = runs.fold((0, Duration::ZERO), |sum, run| (sum.0 + run.0, sum.1 + run.1));
            if best.is_none_or(|best| run.1 < best.1) {
                *best = Some(run);
            }
        }
    }
    println!("Connect Four 7x6, {} positions, stones near the centre, {threads} cores", positions.len());
    let best: Vec<Run> = best.into_iter().flatten().collect();
    let rate = |run: Run| run.0 as f64 / run.1.as_secs_f64() / 1e6;
    for ((name, depth, _), &run) in all.iter().zip(&best) {
        let (nodes, ms) = (run.0, run.1.as_secs_f64() * 1e3);
        println!("{name:<32} depth {depth:>2} {nodes:>12} nodes {ms:>9.1} ms {:>8.2} M nodes/s", rate(run));
    }
    for pair in best.chunks(2) {
        let [ours, theirs] = *pair else { unreachable!("there are two of each pair") };
        let time = ours.1.as_secs_f64() / theirs.1.as_secs_f64();
        println!("ours / theirs: nodes/s {:.2}, time to depth {time:.2}", rate(ours) / rate(theirs));
    }
}

/// Positions of random games, 0 to `count` plies in, that are not over.
fn positions(count: u64) -> Vec<Board> {
    (0..count)
        .filter_map(|plies| {
            let (mut position, mut rng) = (Board::default(), Rng::new(plies));
            for _ in 0..plies {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                position.play(*moves.get(rng.index(moves.len().max(1)))?);
            }
            (!position.is_over()).then_some(position)
        })
        .collect()
}
