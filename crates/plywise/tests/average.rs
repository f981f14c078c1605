//! A rival that moves at random.

use crate::toys::{Tree, TreeValue};
use plywise::{
    Agent, AverageAgent, Evaluate, Game, Limits, Score, SearchLimits, Seat, Stop, Turn, TwoPlayer, Value,
    average, minimax,
};

/// By the definition, without regard to effort: the mean over all ways in which the rival may answer.
fn expected(tree: &Tree, eval: &TreeValue, root: Seat, depth: u32) -> f64 {
    let mut moves = Vec::new();
    tree.moves(&mut moves);
    if moves.is_empty() {
        return f64::from(eval.finished(tree, root, 0).raw());
    }
    if depth == 0 {
        return f64::from(eval.evaluate(tree, root).raw());
    }
    let values: Vec<f64> = moves
        .iter()
        .map(|&mv| {
            let mut child = *tree;
            child.play(mv);
            expected(&child, eval, root, depth - 1)
        })
        .collect();
    if tree.turn() == Turn::Seat(root) {
        values.into_iter().fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.iter().sum::<f64>() / values.len() as f64
    }
}

fn seat<G: TwoPlayer>(position: &G) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => unreachable!("no chance here"),
    }
}

#[test]
fn the_rivals_replies_are_averaged() {
    let mut unlike_minimax = 0;
    for seed in 0..200 {
        // Values inside the bounds only: proven results would drown them.
        let (tree, eval) = (Tree::new(seed, 3, 9, false), TreeValue { one_sided: seed % 2 == 0 });
        for depth in 1..=5 {
            let report = average(&tree, &eval, &Limits::depth(depth));
            assert_eq!(
                report.value,
                expected(&tree, &eval, seat(&tree), depth),
                "seed {seed}, depth {depth}"
            );
            let worst = minimax(&tree, &eval, &Limits::depth(depth));
            assert!(
                report.value >= f64::from(worst.value.raw()),
                "the worst reply is no better than the mean"
            );
            assert_eq!((report.nodes, report.depth, report.stopped), (worst.nodes, depth, Stop::Depth));
            unlike_minimax += u32::from(report.best != worst.best);
        }
    }
    assert!(unlike_minimax > 50, "{unlike_minimax}");
}

#[test]
fn limits_stop_it_and_a_move_comes_all_the_same() {
    let (tree, eval) = (Tree::new(1, 4, 9, false), TreeValue { one_sided: false });
    let own = SearchLimits { nodes: Some(100), ..SearchLimits::default() };
    let report = AverageAgent { eval, limits: own }.choose(&tree, &Limits::default());
    assert!(report.best.is_some() && report.nodes <= 100 && report.depth >= 2, "{report:?}");
    let full = AverageAgent { eval, limits: SearchLimits { depth: Some(2), ..own } };
    let Value::Points(value) = full.clone().choose(&tree, &Limits::default()).value else { panic!("proven") };
    assert!((value - average(&tree, &eval, &Limits::depth(2)).value).abs() < 1e-12);
    assert!(Score::heuristic(10).raw() >= value as i32);
}
