//! How Monte Carlo tree search runs: seeds, memory, threads, limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::toys::{TicTacToe, Tree, TreeValue, UNKNOWN, Valued};
use plywise::{
    Agent, Duel, Game, Limits, Mcts, MctsAgent, MctsReport, Reward, Rollout, SearchLimits, Stop, Unknown,
    Value, Widening, mcts,
};

const POINTS: Reward = Reward::Points { bounds: None };

/// All that must not depend on the clock.
fn timeless<M: Clone>(report: &MctsReport<M>) -> MctsReport<M> {
    let mut report = report.clone();
    report.report.elapsed = Duration::ZERO;
    report
}

#[test]
fn the_same_seed_grows_the_same_tree() {
    let tree = Tree::new(8, 5, 30, true);
    let eval = TreeValue { one_sided: true };
    for options in variants() {
        let search = |seed| {
            mcts(&tree, Duel, &(&eval as Valued), &Mcts { seed, ..options.clone() }, &Limits::default())
        };
        let (first, again, other) = (search(5), search(5), search(6));
        assert_eq!(timeless(&first), timeless(&again), "{options:?}");
        assert_ne!(timeless(&first).moves, timeless(&other).moves, "{options:?}");
        let visits: u64 = first.moves.iter().map(|mv| u64::from(mv.visits)).sum();
        assert_eq!((first.iterations, visits), (3000, 3000), "{options:?}");
        assert_eq!(first.report.line.len(), first.report.depth as usize);
    }
}

/// Everything that can be switched.
fn variants() -> Vec<Mcts> {
    let plain = Mcts { iterations: Some(3000), reward: POINTS, solver: false, ..Mcts::default() };
    vec![
        plain.clone(),
        Mcts { reward: Reward::Outcome { spread: 2.0 }, ..plain.clone() },
        Mcts { solver: true, ..plain.clone() },
        Mcts { rollout: Rollout::Depth(3), ..plain.clone() },
        Mcts { widening: Some(Widening { factor: 1.0, exponent: 0.5 }), rollout: Rollout::Depth(1), ..plain },
    ]
}

#[test]
fn the_tree_keeps_inside_its_memory() {
    let tree = Tree::new(2, 6, 40, false);
    for memory in [0, 1000, 20_000, 100_000] {
        for threads in [1, 4] {
            let options = Mcts { iterations: Some(2000), memory, threads, reward: POINTS, ..Mcts::default() };
            let report = mcts(&tree, Duel, &UNKNOWN, &options, &Limits::default());
            assert!(report.tree_bytes <= memory, "{} of {memory}", report.tree_bytes);
            assert_eq!(report.iterations, 2000, "a full tree ends no search");
            assert!(report.report.best.is_some());
            assert!(report.tree_nodes < 400, "{memory} bytes: {} nodes", report.tree_nodes);
        }
    }
    let free = Mcts { iterations: Some(2000), reward: POINTS, ..Mcts::default() };
    let report = mcts(&tree, Duel, &UNKNOWN, &free, &Limits::default());
    assert!(report.tree_nodes > 600, "{} nodes", report.tree_nodes);
}

#[test]
fn threads_agree_with_one() {
    let tree = Tree::new(4, 4, 12, false);
    let value = |threads| {
        let options = Mcts {
            iterations: Some(60_000),
            reward: Reward::Points { bounds: Some((-10, 10)) },
            solver: false,
            threads,
            ..Mcts::default()
        };
        let report = mcts(&tree, Duel, &UNKNOWN, &options, &Limits::default());
        let visits: u64 = report.moves.iter().map(|mv| u64::from(mv.visits)).sum();
        assert_eq!((visits, report.report.stopped), (60_000, Stop::Iterations));
        let Value::Points(value) = report.report.value else { panic!("nothing is proven") };
        value
    };
    let alone = value(1);
    for threads in [2, 4, 8] {
        assert!((value(threads) - alone).abs() < 1.0, "{threads} threads: {} and {alone}", value(threads));
    }
    let proof = Mcts { iterations: Some(2_000_000), threads: 4, ..Mcts::default() };
    let report = mcts(&TicTacToe::default(), Duel, &Unknown, &proof, &Limits::default()).report;
    assert_eq!((report.stopped, report.value), (Stop::Solved, Value::Points(0.0)));
}

#[test]
fn limits_end_the_search() {
    let tree = Tree::new(3, 6, 60, false);
    for threads in [1, 3] {
        let options = Mcts { threads, reward: POINTS, ..Mcts::default() };
        let run = |limits: &Limits| mcts(&tree, Duel, &UNKNOWN, &options, limits);
        let report = run(&Limits { nodes: Some(5001), ..Limits::default() });
        assert_eq!((report.report.stopped, report.report.nodes), (Stop::Nodes, 5001));
        assert!(report.iterations > 0 && report.report.best.is_some());
        let visits: u64 = report.moves.iter().map(|mv| u64::from(mv.visits)).sum();
        assert_eq!(visits, report.iterations, "what was broken off does not count");

        let begun = Instant::now();
        let report = run(&Limits::time(Duration::from_millis(30)));
        assert_eq!(report.report.stopped, Stop::Deadline);
        assert!(begun.elapsed() >= Duration::from_millis(30));
        // A busy machine may spend all of one search's time elsewhere.
        let iterates = |_| run(&Limits::time(Duration::from_millis(30))).iterations > 0;
        assert!(report.iterations > 0 || (0..20).any(iterates));

        let flag = Some(Arc::new(AtomicBool::new(true)));
        let report = run(&Limits { stop: flag, ..Limits::default() });
        assert_eq!((report.report.stopped, report.iterations), (Stop::Flag, 0));
        assert!(report.report.best.is_some(), "some move must be played");

        let report = run(&Limits::default());
        assert_eq!(report.iterations, Mcts::DEFAULT_ITERATIONS, "without any limit");
    }
}

/// A third thread sets the flag; the search, which nothing else would end, does.
#[test]
fn the_flag_is_seen_during_the_search() {
    let flag = Arc::new(AtomicBool::new(false));
    let limits = Limits { stop: Some(Arc::clone(&flag)), ..Limits::default() };
    let options = Mcts { iterations: Some(u64::MAX), threads: 2, memory: Mcts::MIB, ..Mcts::default() };
    let tree = Tree::new(3, 6, 60, false);
    let report = std::thread::scope(|scope| {
        let search = scope.spawn(|| mcts(&tree, Duel, &UNKNOWN, &options, &limits));
        std::thread::sleep(Duration::from_millis(20));
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        search.join().expect("no thread panics")
    });
    assert_eq!(report.report.stopped, Stop::Flag);
}

/// A tree as deep as its simulations are many is grown and dropped on a small stack.
#[test]
fn a_long_chain_of_forced_moves_fits_a_small_stack() {
    let search = || {
        let chain = Tree::new(1, 1, 4000, false);
        let options = Mcts { iterations: Some(3500), ..Mcts::default() };
        mcts(&chain, Duel, &UNKNOWN, &options, &Limits::default())
    };
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(search).expect("a thread");
    let report = thread.join().expect("no overflow");
    assert_eq!((report.iterations, report.tree_nodes), (3500, 3500));
}

#[test]
fn a_finished_game_has_a_value_and_no_move() {
    let mut over = TicTacToe::default();
    for square in [0, 3, 1, 4, 2] {
        over.play(square);
    }
    let report = mcts(&over, Duel, &Unknown, &Mcts::default(), &Limits::default()).report;
    assert_eq!((report.best, report.value, report.nodes), (None, Value::Loss { plies: 0 }, 1));
}

#[test]
fn agents_repeat_themselves_by_seed() {
    let options = Mcts { iterations: Some(200), ..Mcts::default() };
    let mut agent = MctsAgent::new(Duel, Unknown, options, SearchLimits::default());
    let mut play = |seed| {
        Agent::<TicTacToe>::new_game(&mut agent, seed);
        let mut position = TicTacToe::default();
        let mut line = Vec::new();
        while !position.is_over() {
            let mv = agent.choose(&position, &Limits::default()).best.expect("the game is not over");
            position.play(mv);
            line.push(mv);
        }
        line
    };
    let games: Vec<Vec<u8>> = [1, 1, 2, 3, 4, 5].into_iter().map(&mut play).collect();
    assert_eq!(games[0], games[1]);
    assert!(games[2..].iter().any(|game| *game != games[0]), "seeds make a difference");
}
