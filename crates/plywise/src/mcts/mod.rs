//! Monte Carlo tree search: UCT for any number of seats, with or without chance.
//!
//! Kocsis & Szepesvári 2006, "Bandit based Monte-Carlo planning"; the backed-up vector of rewards, of which each seat
//! maximises its own component: Sturtevant 2008, "An analysis of UCT in multi-player games". What each part does
//! and from where it comes stands in this folder's README.

mod agent;
mod options;
mod prove;
mod report;
mod select;
mod tree;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

pub use agent::MctsAgent;
pub use options::{Mcts, Reward, Rollout, Widening};
pub use report::{MctsReport, RootMove};

use crate::evaluate::Evaluate;
use crate::game::{Game, Seat, Turn};
use crate::limits::Limits;
use crate::report::{Report, TableUse};
use crate::rng::Rng;
use crate::score::Value;
use crate::setting::Setting;
use crate::stop::Stop;
use crate::trace::Iteration;
use select::Scales;
use tree::{Memory, Node};
use worker::{Search, Worker, new_node};

/// Grows a tree of simulations from `position` and answers with the move that they favour.
///
/// `setting` is what the game promises: [`crate::Duel`], [`crate::Party`] or [`crate::Luck`]. `eval` is asked where a
/// rollout is cut short and where widening ranks moves; where neither happens, [`crate::Unknown`] will do. Of `limits`
/// the depth plays no part. A search that was stopped before its first simulation still names a move.
pub fn mcts<G, S, E>(
    position: &G,
    setting: S,
    eval: &E,
    options: &Mcts,
    limits: &Limits,
) -> MctsReport<G::Move>
where
    G: Game,
    S: Setting<G>,
    E: Evaluate<G> + Sync,
{
    mcts_with_progress(position, setting, eval, options, limits, &mut |_, _| {})
}

/// Units in a point of the values that [`mcts_with_progress`] tells.
const UNIT: i32 = 100;

/// The same, and tells now and then, in units to the point, what the tree favours by then. Of several threads the nodes of
/// one are told.
pub(crate) fn mcts_with_progress<G, S, E>(
    position: &G,
    setting: S,
    eval: &E,
    options: &Mcts,
    limits: &Limits,
    tell: &mut dyn FnMut(&Iteration<G::Move>, i32),
) -> MctsReport<G::Move>
where
    G: Game,
    S: Setting<G>,
    E: Evaluate<G> + Sync,
{
    let started = Instant::now();
    let mut moves = Vec::new();
    position.moves(&mut moves);
    if moves.is_empty() {
        return finished(position, options, started);
    }
    let root = new_node(position, &mut moves, eval, options);
    let memory = Memory::new(options.memory);
    // The root is there even where its bytes do not fit.
    memory.take(Node::<G::Move>::bytes(moves.len()));
    let search = Search {
        position,
        setting,
        eval,
        options,
        tickets: AtomicU64::new(most_iterations(options, limits)),
        done: AtomicU64::new(0),
        solved: AtomicBool::new(false),
        root,
        root_seat: seat_to_move(position),
        scales: Scales::new(G::SEATS, options.reward.bounds()),
        memory,
    };
    let ranked = if options.widening.is_some() { moves.len() as u64 } else { 0 };
    let mut told = |nodes| {
        let line = report::line(&search.root);
        let value = report::root_value(&search.root, options.reward);
        let so_far = Iteration {
            depth: line.len() as u32,
            value: value.to_score(UNIT),
            line,
            nodes: 1 + ranked + nodes,
            elapsed: started.elapsed(),
            stopped: Stop::Iterations,
        };
        tell(&so_far, UNIT);
    };
    let (stopped, nodes) = run(&search, limits, 1 + ranked, &mut told);
    let line = report::line(&search.root);
    MctsReport {
        report: Report {
            best: line.first().copied(),
            value: report::root_value(&search.root, options.reward),
            depth: line.len() as u32,
            line,
            nodes,
            elapsed: started.elapsed(),
            stopped,
            table: TableUse::default(),
        },
        moves: report::root_moves(&search.root, options.reward),
        iterations: search.done.load(Relaxed),
        tree_nodes: search.memory.nodes(),
        tree_bytes: search.memory.bytes(),
    }
}

/// Runs the search on its threads; why it ended and the positions entered, `before` of them already. The first thread
/// tells.
fn run<G, S, E>(
    search: &Search<'_, G, S, E>,
    limits: &Limits,
    before: u64,
    tell: &mut dyn FnMut(u64),
) -> (Stop, u64)
where
    G: Game,
    S: Setting<G>,
    E: Evaluate<G> + Sync,
{
    let threads = search.options.threads.max(1) as u64;
    let shares: Vec<Limits> = (0..threads)
        .map(|thread| {
            // Rounded so that the shares sum to the whole.
            let share = |nodes: u64| (nodes.saturating_sub(before) + thread) / threads;
            Limits { nodes: limits.nodes.map(share), ..limits.clone() }
        })
        .collect();
    let work = |thread: usize, tell: &mut dyn FnMut(u64)| {
        let rng = Rng::derive(search.options.seed, thread as u64);
        let mut worker = Worker::new(search, &shares[thread], rng);
        (worker.run(tell), worker.meter.nodes())
    };
    let ends: Vec<(Stop, u64)> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..shares.len())
            .map(|thread| {
                std::thread::Builder::new()
                    .spawn_scoped(scope, move || work(thread, &mut |_| {}))
                    .map_err(|_| thread)
            })
            .collect();
        let own = work(0, tell);
        let joined = others.into_iter().map(|other| match other {
            Ok(other) => other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // Where the system has no more threads, this one does their share.
            Err(thread) => work(thread, &mut |_| {}),
        });
        std::iter::once(own).chain(joined).collect()
    });
    let solved = search.solved.load(Relaxed).then_some(Stop::Solved);
    (solved.unwrap_or(ends[0].0), before + ends.iter().map(|end| end.1).sum::<u64>())
}

/// A search without any bound would never end.
fn most_iterations(options: &Mcts, limits: &Limits) -> u64 {
    let otherwise = if limits.can_interrupt() { u64::MAX } else { Mcts::DEFAULT_ITERATIONS };
    options.iterations.unwrap_or(otherwise)
}

fn seat_to_move<G: Game>(position: &G) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => Seat::FIRST,
    }
}

/// The report on a game that is over: what the seat whose turn it would be gets.
fn finished<G: Game>(position: &G, options: &Mcts, started: Instant) -> MctsReport<G::Move> {
    let points = options.reward.of_payoff(position.payoff(seat_to_move(position)));
    let value = match (options.reward, points) {
        (Reward::Outcome { .. }, 1..) => Value::Win { plies: 0 },
        (Reward::Outcome { .. }, ..=-1) => Value::Loss { plies: 0 },
        _ => Value::Points(f64::from(points)),
    };
    MctsReport {
        report: Report {
            best: None,
            value,
            line: Vec::new(),
            depth: 0,
            nodes: 1,
            elapsed: started.elapsed(),
            stopped: Stop::Solved,
            table: TableUse::default(),
        },
        moves: Vec::new(),
        iterations: 0,
        tree_nodes: 0,
        tree_bytes: 0,
    }
}
