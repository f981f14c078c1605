//! The value is known, the move was lost.

use std::sync::Arc;

use crate::toys::opted::plain;
use crate::toys::written::{Place, Written, at};
use crate::toys::{Marks, TicTacToe, Tree, TreeValue, Valued};
use plywise::alphabeta::Settings;
use plywise::{AlphaBeta, Game, Keyed, Limits, Score, Stop, Table, Unknown, alpha_beta, recover_move};

#[test]
fn the_move_comes_back_for_no_more_nodes_than_the_first_search() {
    let mut shares = Vec::new();
    for seed in 0..400 {
        for (branching, height, ragged) in [(3, 6, false), (4, 6, true), (6, 5, true), (2, 8, true)] {
            for depth in 1..=5 {
                for one_sided in [false, true] {
                    let (tree, eval) = (Tree::new(seed, branching, height, ragged), TreeValue { one_sided });
                    let first = alpha_beta(&tree, &eval as Valued, &Limits::depth(depth));
                    let again = recover_move(&tree, &eval as Valued, depth, first.value);
                    let place = format!("seed {seed}, {branching} x {height}, {ragged}, depth {depth}");
                    assert_eq!(again.best, first.best, "{place}");
                    assert!(again.value >= first.value, "{place}");
                    assert!(again.nodes <= first.nodes, "{place}: {} > {}", again.nodes, first.nodes);
                    if depth == 5 {
                        shares.push((again.nodes, first.nodes));
                    }
                    // A value that nothing reaches has no move, and the answer bounds the true one.
                    let above = recover_move(&tree, &eval as Valued, depth, first.value.next_up());
                    assert_eq!(above.best, None, "{place}");
                    assert!(above.value >= first.value && above.value < first.value.next_up(), "{place}");
                }
            }
        }
    }
    let (again, first) = shares.iter().fold((0, 0), |sum, share| (sum.0 + share.0, sum.1 + share.1));
    assert!(10 * again < 8 * first, "{again} of {first} nodes");
}

#[test]
fn with_a_table_that_remembers_little_is_left_to_do() {
    let table = Arc::new(Table::new(1));
    for seed in 0..100 {
        let tree = Tree::new(seed, 5, 30, true);
        let search = AlphaBeta::new(
            &TreeValue { one_sided: false } as Valued,
            Settings { deepen: false, ..Settings::fast() },
            Some(Arc::clone(&table)),
        );
        table.clear();
        let first = search.search(&tree, &Limits::depth(7));
        let again = search.recover_move(&tree, 7, first.value, &Limits::default());
        let best = again.best.unwrap_or_else(|| panic!("seed {seed}: nothing reaches {:?}", first.value));
        let mut child = tree;
        child.play(best);
        let mine = child.turn() == tree.turn();
        let below = alpha_beta(&child, &TreeValue { one_sided: false } as Valued, &Limits::depth(6)).value;
        let below = if mine { below } else { -below };
        assert_eq!(first.value.from_here(1), below, "seed {seed}: {best} reaches the value");
        assert!(again.nodes <= first.nodes, "seed {seed}: {} > {}", again.nodes, first.nodes);
    }
}

#[test]
fn limits_stop_a_recovery() {
    let tree = Tree::new(3, 6, 60, false);
    let search = AlphaBeta::plain(&TreeValue { one_sided: false } as Valued);
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let report = search.recover_move(&tree, 9, Score::heuristic(11), &limits);
    assert_eq!((report.stopped, report.nodes, report.best), (Stop::Nodes, 100, None));
}

/// A tree of four moves everywhere, `ply` plies from its root: worth so much to the first seat wherever a search ends.
fn worth_everywhere(first: i32, ply: u32) -> Written {
    let value = if ply.is_multiple_of(2) { first } else { -first };
    let next = if ply < 7 { (0..4).map(|_| worth_everywhere(first, ply + 1)).collect() } else { vec![] };
    at(value, next)
}

#[test]
fn the_best_case_is_the_first_move_and_the_worst_the_last() {
    let depth = 6;
    let counts = [0, 1, 2, 3].map(|mv| {
        // Worth 1 to the first seat after one move of the root, nothing after the others.
        let root = at(0, (0..4).map(|other| worth_everywhere(i32::from(other == mv), 1)).collect());
        let start = Place::new(&root);
        let search = plain(Settings::default(), None);
        let first = search.search(&start, &Limits::depth(depth));
        let again = search.recover_move(&start, depth, first.value, &Limits::default());
        assert_eq!((first.value, first.best, again.best), (Score::heuristic(1), Some(mv), Some(mv)));
        (again.nodes, first.nodes)
    });
    // A move that reaches the value costs 1 + 4 + 4 + 16 + 16 + 64 = 105 nodes below the root (one own move, all
    // replies); a move that does not costs 1 + 1 + 4 + 4 + 16 + 16 = 42 (one reply, all own moves).
    assert_eq!(counts.map(|count| count.0), [106, 148, 190, 232]);
    // The first search in its best case: the minimal tree, 4^ceil(l/2) + 4^floor(l/2) - 1 nodes at level l (Knuth & Moore
    // 1975, theorem 1).
    let minimal: u64 = (0..=depth).map(|l| 4_u64.pow(l.div_ceil(2)) + 4_u64.pow(l / 2) - 1).sum();
    assert_eq!(minimal, 268);
    assert_eq!(counts.map(|count| count.1), [minimal, 367, 367, 367]);
}

#[test]
fn proven_values_are_recovered_too() {
    let mut position = TicTacToe::default();
    for square in [0, 4, 8, 1] {
        position.play(square);
    }
    let search = AlphaBeta::plain(&Unknown as Marks);
    let first = search.search(&position, &Limits::depth(5));
    let again = search.recover_move(&position, 5, first.value, &Limits::default());
    assert_eq!(again.best, first.best);
    assert!(again.nodes <= first.nodes);
}

/// A deeper search in a window above the value shows no move to be better than another: the one that was best stays in the table, to
/// be tried first next time.
#[test]
fn the_move_that_was_best_stays_in_the_table_where_none_is_good_enough() {
    let settings = Settings { table_from: 1, order_from: 1, ..Settings::fast() };
    let eval = TreeValue { one_sided: false };
    let mut not_the_first = 0;
    for seed in 0..40 {
        let tree = Tree::new(seed, 5, 6, false);
        let table = Arc::new(Table::new(1));
        let search = AlphaBeta::new(&eval as Valued, settings, Some(Arc::clone(&table)));
        let first = search.search(&tree, &Limits::depth(3));
        let kept = || table.get(tree.key(), 0).expect("the root is in the table");
        let before = kept();
        assert!(before.best.is_some(), "seed {seed}");
        not_the_first += u32::from(before.best != Some(0));
        let above = Score::heuristic(first.value.raw() + 1000);
        let found = search.recover_move(&tree, 4, above, &Limits::default());
        assert_eq!((found.best, found.value < above), (None, true), "seed {seed}: nothing is worth so much");
        let after = kept();
        assert_eq!((after.depth, after.best), (4, before.best), "seed {seed}");
    }
    assert!(not_the_first > 10, "{not_the_first}");
}
