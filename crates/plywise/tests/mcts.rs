//! Monte Carlo tree search.

mod crowd;
mod toys;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crowd::{Crowd, Shares};
use plywise::{
    Agent, Duel, Evaluate, FinalPoints, Game, Limits, Luck, Mcts, MctsAgent, MctsReport, Party, Reward,
    Rollout, Score, SearchLimits, Seat, Stop, Turn, Unknown, Value, Widening, expectimax, max_n, mcts,
    minimax,
};
use toys::{Dice, TicTacToe, Tree, TreeValue};

const POINTS: Reward = Reward::Points { bounds: None };

fn after(start: TicTacToe, moves: &[u8]) -> TicTacToe {
    moves.iter().fold(start, |mut position, &mv| {
        position.play(mv);
        position
    })
}

fn moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn child<G: Game>(position: &G, mv: G::Move) -> G {
    let mut child = position.clone();
    child.play(mv);
    child
}

/// All that must not depend on the clock.
fn timeless<M: Clone>(report: &MctsReport<M>) -> MctsReport<M> {
    let mut report = report.clone();
    report.report.elapsed = Duration::ZERO;
    report
}

#[test]
fn every_tic_tac_toe_position_after_two_moves_is_proven() {
    let options = Mcts { iterations: Some(1_000_000), ..Mcts::default() };
    for first in 0..9 {
        for second in (0..9).filter(|&second| second != first) {
            let position = after(TicTacToe::default(), &[first, second]);
            let exact = minimax(&position, &Unknown, &Limits::default());
            let report = mcts(&position, Duel, &Unknown, &options, &Limits::default());
            assert_eq!(report.report.stopped, Stop::Solved, "{first} {second}");
            assert_eq!(sign(report.report.value), exact.value.raw().signum(), "{first} {second}");
            let best = report.report.best.expect("a move");
            let reply = minimax(&after(position, &[best]), &Unknown, &Limits::default()).value;
            assert_eq!(-reply.raw().signum(), exact.value.raw().signum(), "{first} {second}: {best}");
        }
    }
}

fn sign(value: Value) -> i32 {
    match value {
        Value::Win { .. } => 1,
        Value::Loss { .. } => -1,
        Value::Points(points) => {
            assert!(points == 0.0, "a proven draw is worth nothing: {points}");
            0
        }
    }
}

#[test]
fn tic_tac_toe_is_proven_a_draw() {
    let start = TicTacToe::default();
    let options = Mcts { iterations: Some(1_000_000), seed: 3, ..Mcts::default() };
    let report = mcts(&start, Duel, &Unknown, &options, &Limits::default());
    assert_eq!((report.report.stopped, report.report.value), (Stop::Solved, Value::Points(0.0)));
    assert_eq!(report.iterations, PROOF_ITERATIONS);
}

/// Simulations that prove tic-tac-toe drawn with seed 3.
const PROOF_ITERATIONS: u64 = 157_318;

/// Crosses threaten a row, to move: won in one. Noughts to move against a fork: lost in two.
#[test]
fn wins_and_losses_carry_their_distance() {
    let options = Mcts { iterations: Some(20_000), ..Mcts::default() };
    let value = |moves: &[u8]| {
        let position = after(TicTacToe::default(), moves);
        let report = mcts(&position, Duel, &Unknown, &options, &Limits::default()).report;
        (report.best, report.value, report.stopped)
    };
    // x x .
    // o o .
    // . . .
    assert_eq!(value(&[0, 3, 1, 4]), (Some(2), Value::Win { plies: 1 }, Stop::Solved));
    // x o .      Two rows wait for crosses, at 5 and at 6: noughts, to move, can close one.
    // x x .
    // . . o
    let (_, value_of_fork, stopped) = value(&[0, 1, 4, 8, 3]);
    assert_eq!((value_of_fork, stopped), (Value::Loss { plies: 2 }, Stop::Solved));
}

#[test]
fn proven_points_are_minimax() {
    for seed in 0..150 {
        for (branching, height, ragged) in [(3, 4, false), (4, 4, true), (2, 6, true), (1, 9, false)] {
            let tree = Tree::new(seed, branching, height, ragged);
            let exact = minimax(&tree, &FinalPoints { limit: 10 }, &Limits::default());
            for bounds in [None, Some((-10, 10))] {
                for threads in [1, 3] {
                    let place =
                        format!("seed {seed}, {branching} x {height}, {ragged}, {bounds:?}, {threads}");
                    let options = Mcts {
                        iterations: Some(50_000),
                        reward: Reward::Points { bounds },
                        threads,
                        ..Mcts::default()
                    };
                    let report = mcts(&tree, Duel, &Unknown, &options, &Limits::default()).report;
                    assert_eq!(report.stopped, Stop::Solved, "{place}");
                    assert_eq!(report.value, Value::Points(f64::from(exact.value.raw())), "{place}");
                    let child = child(&tree, report.best.expect("a tree has moves"));
                    assert_eq!(value_for(&tree, &child), exact.value, "{place}");
                }
            }
        }
    }
}

/// The exact value of `child` for the seat to move in `tree`.
fn value_for(tree: &Tree, child: &Tree) -> Score {
    let value = minimax(child, &FinalPoints { limit: 10 }, &Limits::default()).value;
    if child.turn() == tree.turn() { value } else { -value }
}

#[test]
fn without_proofs_it_converges_to_the_minimax_move() {
    let (mut right, mut clear) = (0, 0);
    for seed in 0..60 {
        let tree = Tree::new(seed, 3, 4, false);
        let eval = FinalPoints { limit: 10 };
        let values: Vec<i32> = (0..3)
            .map(|mv| {
                let child = child(&tree, mv);
                -minimax(&child, &eval, &Limits::default()).value.raw()
            })
            .collect();
        let best = values.iter().copied().max().expect("three moves");
        if values.iter().filter(|&&value| value >= best - 1).count() > 1 {
            continue;
        }
        clear += 1;
        for rave in [None, Some(100.0)] {
            let options = Mcts {
                iterations: Some(20_000),
                solver: false,
                reward: POINTS,
                exploration: 0.7,
                rave,
                seed,
                ..Mcts::default()
            };
            let report = mcts(&tree, Duel, &Unknown, &options, &Limits::default()).report;
            assert_eq!(report.stopped, Stop::Iterations);
            let Value::Points(value) = report.value else { panic!("nothing is proven: {:?}", report.value) };
            let found = report.best.map(|mv| values[usize::from(mv)]);
            right += usize::from(found == Some(best) && (value - f64::from(best)).abs() < 1.0);
        }
    }
    assert!(clear > 20, "{clear} trees have one best move by two points");
    assert_eq!(right, 2 * clear, "of {clear} trees, each without and with RAVE");
}

/// Three and five seats: every one maximises its own mean, which is max^n where no two moves are equal to a seat.
#[test]
fn many_seats_converge_to_max_n() {
    fn check<const N: usize>() -> (u32, u32) {
        let (mut right, mut trees) = (0, 0);
        for seed in 0..120 {
            let tree = Crowd::<N>::new(seed, 3, 3);
            let exact = max_n(&tree, &Shares, None, &Limits::default());
            if has_ties(&tree) {
                continue;
            }
            trees += 1;
            let options = Mcts { iterations: Some(20_000), reward: POINTS, ..Mcts::default() };
            let report = mcts(&tree, Party, &Unknown, &options, &Limits::default());
            let Value::Points(value) = report.report.value else { panic!("nothing is proven") };
            right += u32::from((value - f64::from(exact.value[0].raw())).abs() < 0.5);
        }
        (right, trees)
    }
    let counts = [check::<3>(), check::<5>()];
    assert_eq!(counts, [(61, 61), (33, 33)], "right and all, of three seats and of five");
}

/// Whether some seat somewhere chooses between moves that are equal to it and not to others: then the order in which
/// moves are listed decides, and means of simulations are not bound by it.
fn has_ties<const N: usize>(tree: &Crowd<N>) -> bool {
    let Turn::Seat(seat) = tree.turn() else { unreachable!() };
    let children: Vec<Crowd<N>> = moves(tree).into_iter().map(|mv| child(tree, mv)).collect();
    let values: Vec<Vec<Score>> =
        children.iter().map(|child| max_n(child, &Shares, None, &Limits::default()).value).collect();
    let tie = |a: &Vec<Score>| values.iter().any(|b| a != b && a[seat.index()] == b[seat.index()]);
    values.iter().any(tie) || children.iter().any(has_ties)
}

#[test]
fn means_of_chance_converge_to_the_expectation() {
    let options = Mcts { iterations: Some(40_000), reward: POINTS, ..Mcts::default() };
    let value = |position: &Dice, options: &Mcts| {
        let report = mcts(position, Luck, &Unknown, options, &Limits::default());
        let Value::Points(value) = report.report.value else { panic!("nothing is proven") };
        (report.report.best, value)
    };
    // A die has a variance of 35/12; 40,000 throws give the mean to 0.0085.
    let error = (35.0f64 / 12.0 / 40_000.0).sqrt();
    let (best, mean) = value(&Dice::Rolling { rival: false }, &options);
    assert!(best.is_none() && (mean - 3.5).abs() < 3.0 * error, "{mean}");
    // Nearly all simulations roll.
    let (best, mean) = value(&Dice::Choose { rival: false }, &options);
    assert!(best == Some(7) && (mean - 3.5).abs() < 4.0 * error, "{mean}");
    // The rival is tried on both answers: its worse one costs a little of the 17/6.
    let exact =
        expectimax(&Dice::Rolling { rival: true }, &FinalPoints { limit: 6 }, &Limits::default()).value;
    let (_, mean) = value(&Dice::Rolling { rival: true }, &options);
    assert!((mean - exact).abs() < 3.0 * error + 0.02, "{mean} and {exact}");
    let (best, mean) = value(&Dice::Choose { rival: true }, &options);
    assert!(best == Some(0) && (mean - 3.0).abs() < 1e-12, "17/6 is less than 3: {mean}");
}

#[test]
fn the_same_seed_grows_the_same_tree() {
    let tree = Tree::new(8, 5, 30, true);
    let eval = TreeValue { one_sided: true };
    for options in variants() {
        let search = |seed| mcts(&tree, Duel, &eval, &Mcts { seed, ..options.clone() }, &Limits::default());
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
        Mcts { rave: Some(300.0), ..plain.clone() },
        Mcts { rollout: Rollout::Depth(3), ..plain.clone() },
        Mcts { expand_after: 5, ..plain.clone() },
        Mcts { widening: Some(Widening { factor: 1.0, exponent: 0.5 }), rollout: Rollout::Depth(1), ..plain },
    ]
}

#[test]
fn the_tree_keeps_inside_its_memory() {
    let tree = Tree::new(2, 6, 40, false);
    for memory in [0, 1000, 20_000, 100_000] {
        for rave in [None, Some(100.0)] {
            for threads in [1, 4] {
                let options =
                    Mcts { iterations: Some(2000), memory, rave, threads, reward: POINTS, ..Mcts::default() };
                let report = mcts(&tree, Duel, &Unknown, &options, &Limits::default());
                assert!(report.tree_bytes <= memory, "{} of {memory}", report.tree_bytes);
                assert_eq!(report.iterations, 2000, "a full tree ends no search");
                assert!(report.report.best.is_some());
                assert!(report.tree_nodes < 500, "{memory} bytes: {} nodes", report.tree_nodes);
            }
        }
    }
    let free = Mcts { iterations: Some(2000), reward: POINTS, ..Mcts::default() };
    let report = mcts(&tree, Duel, &Unknown, &free, &Limits::default());
    assert!(report.tree_nodes > 700, "{} nodes", report.tree_nodes);
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
        let report = mcts(&tree, Duel, &Unknown, &options, &Limits::default());
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
        let run = |limits: &Limits| mcts(&tree, Duel, &Unknown, &options, limits);
        let report = run(&Limits { nodes: Some(5001), ..Limits::default() });
        assert_eq!((report.report.stopped, report.report.nodes), (Stop::Nodes, 5001));
        assert!(report.iterations > 0 && report.report.best.is_some());

        let begun = Instant::now();
        let report = run(&Limits::time(Duration::from_millis(30)));
        assert_eq!(report.report.stopped, Stop::Deadline);
        assert!(begun.elapsed() >= Duration::from_millis(30) && report.iterations > 0);

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
        let search = scope.spawn(|| mcts(&tree, Duel, &Unknown, &options, &limits));
        std::thread::sleep(Duration::from_millis(20));
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        search.join().expect("no thread panics")
    });
    assert_eq!(report.report.stopped, Stop::Flag);
}

/// Widening tries few moves, those first that the evaluator likes.
#[test]
fn widening_tries_the_likely_moves_first() {
    let tree = Tree::new(9, 40, 6, false);
    let eval = TreeValue { one_sided: false };
    let options = Mcts {
        iterations: Some(100),
        reward: POINTS,
        solver: false,
        widening: Some(Widening { factor: 1.0, exponent: 0.5 }),
        ..Mcts::default()
    };
    let report = mcts(&tree, Duel, &eval, &options, &Limits::default());
    let tried = report.moves.iter().filter(|mv| mv.visits > 0).count();
    assert_eq!(tried, 10, "the root of 100");
    assert!(report.moves[..10].iter().all(|mv| mv.visits > 0), "moves stand in the order of their values");
    let values: Vec<Score> = report
        .moves
        .iter()
        .map(|mv| {
            let child = child(&tree, mv.mv);
            eval.evaluate(&child, Seat::FIRST)
        })
        .collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");

    // Of six faces only ceil(8^0.5) = 3 are ever followed.
    let options = Mcts { iterations: Some(8), ..options };
    let report = mcts(&Dice::Rolling { rival: false }, Luck, &Unknown, &options, &Limits::default());
    assert_eq!(report.moves.iter().filter(|mv| mv.visits > 0).count(), 3);
    assert_eq!(report.moves.iter().map(|mv| mv.visits).sum::<u32>(), 8);
}

/// A proof is exact under widening too: the moves left out for the time being stay open.
#[test]
fn widening_and_rave_do_not_spoil_proofs() {
    let widening = Some(Widening { factor: 1.0, exponent: 0.3 });
    for seed in 0..100 {
        let tree = Tree::new(seed, 4, 4, true);
        let exact = minimax(&tree, &FinalPoints { limit: 10 }, &Limits::default());
        let options =
            Mcts { iterations: Some(100_000), reward: POINTS, widening, rave: Some(50.0), ..Mcts::default() };
        let eval = TreeValue { one_sided: true };
        let report = mcts(&tree, Duel, &eval, &options, &Limits::default()).report;
        assert_eq!(report.stopped, Stop::Solved, "seed {seed}");
        assert_eq!(report.value, Value::Points(f64::from(exact.value.raw())), "seed {seed}");
    }
}

/// With an evaluator at once instead of rollouts, one visit each gives the moves their static values.
#[test]
fn a_rollout_of_no_moves_is_the_evaluator() {
    let tree = Tree::new(6, 5, 30, false);
    let eval = TreeValue { one_sided: true };
    let options = Mcts { iterations: Some(5), reward: POINTS, rollout: Rollout::Depth(0), ..Mcts::default() };
    let report = mcts(&tree, Duel, &eval, &options, &Limits::default());
    assert_eq!(report.report.nodes, 6, "the root and its moves");
    for mv in report.moves {
        let child = child(&tree, mv.mv);
        let value = eval.evaluate(&child, Seat::FIRST);
        assert_eq!((mv.visits, mv.value), (1, Some(Value::Points(f64::from(value.raw())))));
    }
    let outcome = Mcts { reward: Reward::Outcome { spread: 5.0 }, ..options };
    let report = mcts(&tree, Duel, &eval, &outcome, &Limits::default());
    let Some(Value::Points(value)) = report.moves[0].value else { panic!("nothing is proven") };
    let child = child(&tree, report.moves[0].mv);
    let points = f64::from(eval.evaluate(&child, Seat::FIRST).raw());
    assert!((value - points / (5.0 + points.abs())).abs() < 1e-4, "{value} of {points}");
}

/// A tree as deep as its simulations are many is grown and dropped on a small stack.
#[test]
fn a_long_chain_of_forced_moves_fits_a_small_stack() {
    let search = || {
        let chain = Tree::new(1, 1, 4000, false);
        let options = Mcts { iterations: Some(3500), ..Mcts::default() };
        mcts(&chain, Duel, &Unknown, &options, &Limits::default())
    };
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(search).expect("a thread");
    let report = thread.join().expect("no overflow");
    assert_eq!((report.iterations, report.tree_nodes), (3500, 3500));
}

#[test]
fn a_finished_game_has_a_value_and_no_move() {
    let over = after(TicTacToe::default(), &[0, 3, 1, 4, 2]);
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
