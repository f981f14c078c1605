//! Alpha-beta on Connect Four beside the crate `minimax`, on the same positions, rules and static values, each as it comes
//! and at its best: `cargo bench --manifest-path crates/connect-four/peers/Cargo.toml [-- DEPTH [PAIR]]`, where PAIR is 1 to 5 for
//! one of the pairs. Each figure is the fastest of seven rounds in which all take turns: whatever else the machine does
//! only adds to it. Making a table or clearing it is not counted.
//!
//! A node is a position that was entered: a child of a position whose moves are tried. The other library does not count
//! them; the bench counts what it asks of the rules, in a round of its own that is not timed. It shuffles the moves at the
//! root, so that its nodes differ from run to run. Its counter-moves need a null move, or they are silently off; its
//! option for the evaluator's own order of moves does nothing in 0.6, so that at its best it has them listed from the
//! centre, which its sorting keeps.

#[path = "../../tests/common/centre.rs"]
mod centre;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use centre::{Centre, MiddleFirst};
use connect_four::{ConnectFour, Threats};
use minimax::Strategy;
use plywise::alphabeta::{Alike, AlphaBeta, FullWidth, NoProbe, Probe, Rank, Settings};
use plywise::{Game, Keyed, Limits, Rng, Table};

type Board = ConnectFour<7, 6>;

/// Positions in which the other library asked whether the game is over, and those in which it asked for the moves: it
/// does not count nodes itself. Its `Negamax` asks one or the other of each node; its other searches ask the first of
/// each node, and of some the second, too.
static ASKED_FOR_END: AtomicU64 = AtomicU64::new(0);
static ASKED_FOR_MOVES: AtomicU64 = AtomicU64::new(0);

/// The rules as the other library asks for them, its questions counted or not, moves listed from the left or the centre.
struct Theirs<const COUNTED: bool, const CENTRE: bool>;
#[derive(Clone)]
struct TheirCentre<const COUNTED: bool, const CENTRE: bool>;

impl<const COUNTED: bool, const CENTRE: bool> minimax::Game for Theirs<COUNTED, CENTRE> {
    type S = Board;
    type M = u8;

    fn generate_moves(state: &Board, moves: &mut Vec<u8>) -> Option<minimax::Winner> {
        if COUNTED {
            ASKED_FOR_MOVES.fetch_add(1, Ordering::Relaxed);
        }
        let winner = end(state);
        if winner.is_none() {
            moves.extend(state.columns());
            if CENTRE {
                moves.sort_by_key(|column| column.abs_diff(3));
            }
        }
        winner
    }

    fn apply(state: &mut Board, mv: u8) -> Option<Board> {
        let mut next = *state;
        next.play(mv);
        Some(next)
    }

    fn get_winner(state: &Board) -> Option<minimax::Winner> {
        if COUNTED {
            ASKED_FOR_END.fetch_add(1, Ordering::Relaxed);
        }
        end(state)
    }

    fn zobrist_hash(state: &Board) -> u64 {
        state.key()
    }

    /// Never played: without one there are no counter-moves.
    fn null_move(_: &Board) -> Option<u8> {
        Some(0)
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

impl<const COUNTED: bool, const CENTRE: bool> minimax::Evaluator for TheirCentre<COUNTED, CENTRE> {
    type G = Theirs<COUNTED, CENTRE>;
    fn evaluate(&self, state: &Board) -> minimax::Evaluation {
        centre::centre(state) as minimax::Evaluation
    }
}

/// What one search did, on one position or on all: nodes, and time.
type Run = (u64, Duration);
/// Asked to count nodes, or to be fast.
type Search = Box<dyn FnMut(&Board, u32, bool) -> Run>;

fn ours<O, P>(settings: Settings, rank: O, probe: P) -> Search
where
    O: Rank<Board> + Copy + 'static,
    P: Probe<Board> + Copy + 'static,
{
    let table = (settings != Settings::default()).then(|| Arc::new(Table::new(16)));
    Box::new(move |position, depth, _| {
        if let Some(table) = &table {
            table.clear();
        }
        let table = table.clone();
        let search = AlphaBeta { eval: Centre, rank, select: FullWidth, probe, settings, table };
        let report = search.search(position, &Limits::depth(depth));
        (report.nodes, report.elapsed)
    })
}

/// One of their searches, made anew for each position.
fn run<G: minimax::Game<S = Board, M = u8>>(
    mut strategy: impl Strategy<G>,
    position: &Board,
    depth: u32,
) -> Run {
    ASKED_FOR_END.store(0, Ordering::Relaxed);
    ASKED_FOR_MOVES.store(0, Ordering::Relaxed);
    strategy.set_max_depth(depth as u8);
    let begun = Instant::now();
    std::hint::black_box(strategy.choose_move(position));
    (ASKED_FOR_END.load(Ordering::Relaxed), begun.elapsed())
}

fn negamax() -> Search {
    Box::new(|position, depth, counted| match counted {
        true => {
            let (ends, elapsed) =
                run(minimax::Negamax::new(TheirCentre::<true, false>, depth as u8), position, depth);
            (ends + ASKED_FOR_MOVES.load(Ordering::Relaxed), elapsed)
        }
        false => run(minimax::Negamax::new(TheirCentre::<false, false>, depth as u8), position, depth),
    })
}

fn iterative<const CENTRE: bool>(options: minimax::IterativeOptions) -> Search {
    Box::new(move |position, depth, counted| match counted {
        true => run(minimax::IterativeSearch::new(TheirCentre::<true, CENTRE>, options), position, depth),
        false => run(minimax::IterativeSearch::new(TheirCentre::<false, CENTRE>, options), position, depth),
    })
}

fn parallel(options: minimax::IterativeOptions) -> Search {
    let team = minimax::ParallelOptions::new();
    Box::new(move |position, depth, counted| match counted {
        true => run(minimax::ParallelSearch::new(TheirCentre::<true, true>, options, team), position, depth),
        false => {
            run(minimax::ParallelSearch::new(TheirCentre::<false, true>, options, team), position, depth)
        }
    })
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|arg| arg.parse().ok());
    let (deep, pair): (u32, Option<u32>) = (numbers.next().unwrap_or(12), numbers.next());
    let plain = deep - deep.min(4);
    let as_it_comes = minimax::IterativeOptions::new().with_table_byte_size(16 << 20);
    let best = as_it_comes.with_countermoves().with_countermove_history();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let fast = Settings::fast();
    let team = Settings { threads, ..fast };
    let mut all: Vec<(&str, u32, Search)> = vec![
        ("plywise, plain alpha-beta", plain, ours(Settings::default(), Alike, NoProbe)),
        ("minimax, Negamax", plain, negamax()),
        ("plywise, PVS + table + history", deep, ours(fast, Alike, NoProbe)),
        ("minimax, IterativeSearch", deep, iterative::<false>(as_it_comes)),
        ("plywise, the same + centre first", deep, ours(fast, MiddleFirst, NoProbe)),
        ("minimax, counter-moves + history + centre", deep, iterative::<true>(best)),
        ("plywise, the same + threats: order, proofs", deep, ours(fast, Threats, Threats)),
        ("minimax, the same + MTD(f)", deep, iterative::<true>(best.with_mtdf())),
        ("plywise, centre first, all cores", deep, ours(team, MiddleFirst, NoProbe)),
        ("minimax, ParallelSearch, best options", deep, parallel(best)),
    ];
    if let Some(pair) = pair {
        let first = 2 * (pair.clamp(1, 5) as usize - 1);
        all = all.drain(first..first + 2).collect();
    }
    let positions = positions(20);
    let once = |search: &mut Search, depth, counted| {
        let runs = positions.iter().map(|position| search(position, depth, counted));
        runs.fold((0, Duration::ZERO), |sum, run| (sum.0 + run.0, sum.1 + run.1))
    };
    let mut best: Vec<Run> =
        all.iter_mut().map(|(_, depth, search)| (once(search, *depth, true).0, Duration::MAX)).collect();
    for _ in 0..7 {
        for (best, (_, depth, search)) in best.iter_mut().zip(&mut all) {
            best.1 = best.1.min(once(search, *depth, false).1);
        }
    }
    println!("Connect Four 7x6, {} positions, stones near the centre, {threads} cores", positions.len());
    let rate = |run: Run| run.0 as f64 / run.1.as_secs_f64() / 1e6;
    for ((name, depth, _), &run) in all.iter().zip(&best) {
        let (nodes, ms) = (run.0, run.1.as_secs_f64() * 1e3);
        println!("{name:<42} depth {depth:>2} {nodes:>12} nodes {ms:>9.1} ms {:>8.2} M nodes/s", rate(run));
    }
    for two in best.chunks(2) {
        let [ours, theirs] = *two else { unreachable!("there are two of each pair") };
        let time = ours.1.as_secs_f64() / theirs.1.as_secs_f64();
        let (nodes, speed) = (ours.0 as f64 / theirs.0 as f64, rate(ours) / rate(theirs));
        println!("ours / theirs: nodes/s {speed:.2}, nodes {nodes:.2}, time to depth {time:.2}");
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
