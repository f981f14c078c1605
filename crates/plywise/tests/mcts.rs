//! What Monte Carlo tree search finds: proofs, limits of means, single visits.

use crate::crowd::{Crowd, Shares};
use crate::toys::{Dice, TicTacToe, Tree, TreeValue, UNKNOWN, Valued};
use plywise::{
    Duel, Evaluate, FinalPoints, Game, Limits, Luck, Mcts, Party, Reward, Rollout, Score, Seat, Stop, Turn,
    Unknown, Value, Widening, expectimax, max_n, mcts, minimax,
};

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
    assert_eq!((report.iterations, report.report.nodes), PROOF);
}

/// Simulations, and positions entered, that prove tic-tac-toe drawn with seed 3. Minimax enters 549,946.
const PROOF: (u64, u64) = (12_965, 101_170);

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
                    let report = mcts(&tree, Duel, &UNKNOWN, &options, &Limits::default()).report;
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
        let options = Mcts {
            iterations: Some(20_000),
            solver: false,
            reward: POINTS,
            exploration: 0.7,
            seed,
            ..Mcts::default()
        };
        let report = mcts(&tree, Duel, &UNKNOWN, &options, &Limits::default()).report;
        assert_eq!(report.stopped, Stop::Iterations);
        let Value::Points(value) = report.value else { panic!("nothing is proven: {:?}", report.value) };
        let found = report.best.map(|mv| values[usize::from(mv)]);
        right += usize::from(found == Some(best) && (value - f64::from(best)).abs() < 1.0);
    }
    assert!(clear > 20, "{clear} trees have one best move by two points");
    assert_eq!(right, clear, "trees with one best move");
}

/// Three and five seats: every one maximises its own mean, which is max^n where no two moves are equal to a seat.
#[test]
fn many_seats_converge_to_max_n() {
    fn check<const N: usize>() -> (u32, u32) {
        let (mut right, mut trees) = (0, 0);
        for seed in 0..40 {
            let tree = Crowd::<N>::new(seed, 3, 3);
            let exact = max_n(&tree, &Shares, None, &Limits::default());
            if has_ties(&tree) {
                continue;
            }
            trees += 1;
            let options = Mcts {
                iterations: Some(20_000),
                reward: POINTS,
                exploration: std::f64::consts::SQRT_2,
                ..Mcts::default()
            };
            let report = mcts(&tree, Party, &Unknown, &options, &Limits::default());
            let Value::Points(value) = report.report.value else { panic!("nothing is proven") };
            right += u32::from((value - f64::from(exact.value[0].raw())).abs() < 0.5);
        }
        (right, trees)
    }
    let counts = [check::<3>(), check::<5>()];
    assert_eq!(counts, [(22, 22), (9, 9)], "right and all, of three seats and of five");
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
    let report = mcts(&tree, Duel, &(&eval as Valued), &options, &Limits::default());
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
fn widening_does_not_spoil_proofs() {
    let widening = Some(Widening { factor: 1.0, exponent: 0.3 });
    for seed in 0..100 {
        let tree = Tree::new(seed, 4, 4, true);
        let exact = minimax(&tree, &FinalPoints { limit: 10 }, &Limits::default());
        let options = Mcts { iterations: Some(100_000), reward: POINTS, widening, ..Mcts::default() };
        let eval = TreeValue { one_sided: true };
        let report = mcts(&tree, Duel, &(&eval as Valued), &options, &Limits::default()).report;
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
    let report = mcts(&tree, Duel, &(&eval as Valued), &options, &Limits::default());
    assert_eq!(report.report.nodes, 6, "the root and its moves");
    for mv in report.moves {
        let child = child(&tree, mv.mv);
        let value = eval.evaluate(&child, Seat::FIRST);
        assert_eq!((mv.visits, mv.value), (1, Some(Value::Points(f64::from(value.raw())))));
    }
    let outcome = Mcts { reward: Reward::Outcome { spread: 5.0 }, ..options };
    let report = mcts(&tree, Duel, &(&eval as Valued), &outcome, &Limits::default());
    let Some(Value::Points(value)) = report.moves[0].value else { panic!("nothing is proven") };
    let child = child(&tree, report.moves[0].mv);
    let points = f64::from(eval.evaluate(&child, Seat::FIRST).raw());
    assert!((value - points / (5.0 + points.abs())).abs() < 1e-4, "{value} of {points}");
}
