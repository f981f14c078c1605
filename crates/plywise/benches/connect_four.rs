//! Alpha-beta on Connect Four beside the crate `minimax`, on the same positions, rules and static values:
//! `cargo bench -p plywise --bench connect_four [-- DEPTH]`. Each figure is the median of five rounds in which all take
//! turns, so that a machine that slows down slows all of them.

#[path = "../tests/toys/mod.rs"]
mod toys;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use minimax::Strategy;
use plywise::alphabeta::{AlphaBeta, Settings};
use plywise::{Game, Limits, Rng, Table};
use toys::connect_four::{Centre, ConnectFour};

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
        next.drop(mv);
        Some(next)
    }

    fn get_winner(state: &Board) -> Option<minimax::Winner> {
        ASKED_FOR_END.fetch_add(1, Ordering::Relaxed);
        end(state)
    }

    fn zobrist_hash(state: &Board) -> u64 {
        state.hash()
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
        (state.plies() == 42).then_some(minimax::Winner::Draw)
    }
}

impl minimax::Evaluator for TheirCentre {
    type G = Theirs;
    fn evaluate(&self, state: &Board) -> minimax::Evaluation {
        state.centre() as minimax::Evaluation
    }
}

/// What one search did on all positions: nodes, and nanoseconds.
type Run = (u64, u128);
type Search = Box<dyn FnMut(&Board, u32) -> u64>;

fn ours(settings: Settings, table: usize) -> Search {
    let table = (table > 0).then(|| Arc::new(Table::new(table)));
    Box::new(move |position, depth| {
        if let Some(table) = &table {
            table.clear();
        }
        AlphaBeta::new(Centre, settings, table.clone()).search(position, &Limits::depth(depth)).nodes
    })
}

fn theirs<S: Strategy<Theirs>>(asks_once: bool, new: impl Fn() -> S + 'static) -> Search {
    Box::new(move |position, depth| {
        ASKED_FOR_END.store(0, Ordering::Relaxed);
        ASKED_FOR_MOVES.store(0, Ordering::Relaxed);
        let mut strategy = new();
        strategy.set_max_depth(depth as u8);
        std::hint::black_box(strategy.choose_move(position));
        let moves = if asks_once { ASKED_FOR_MOVES.load(Ordering::Relaxed) } else { 0 };
        ASKED_FOR_END.load(Ordering::Relaxed) + moves
    })
}

fn main() {
    let deep: u32 = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(12);
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
    let positions = positions(20);
    let mut runs: Vec<Vec<Run>> = vec![Vec::new(); all.len()];
    for _ in 0..5 {
        for (run, (_, depth, search)) in runs.iter_mut().zip(&mut all) {
            let begun = Instant::now();
            let nodes = positions.iter().map(|position| search(position, *depth)).sum();
            run.push((nodes, begun.elapsed().as_nanos()));
        }
    }
    println!("Connect Four 7x6, {} positions, stones near the centre, {threads} cores", positions.len());
    let medians: Vec<Run> = runs.into_iter().map(median).collect();
    for ((name, depth, _), (nodes, nanos)) in all.iter().zip(&medians) {
        let rate = *nodes as f64 / *nanos as f64 * 1e3;
        println!(
            "{name:<32} depth {depth:>2} {nodes:>12} nodes {:>9.1} ms {rate:>8.2} M nodes/s",
            *nanos as f64 / 1e6
        );
    }
    for pair in medians.chunks(2) {
        let [(our_nodes, our_time), (their_nodes, their_time)] = *pair else { unreachable!() };
        let rate = (our_nodes as f64 / our_time as f64) / (their_nodes as f64 / their_time as f64);
        println!(
            "ours / theirs: nodes/s {rate:.2}, time to depth {:.2}",
            our_time as f64 / their_time as f64
        );
    }
}

fn median(mut runs: Vec<Run>) -> Run {
    runs.sort_by_key(|run| run.1);
    runs[runs.len() / 2]
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
