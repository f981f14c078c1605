//! What a search visits, in which order and in which windows: values alone cannot tell.

use std::sync::Arc;

use crate::toys::opted::plain;
use crate::toys::written::{End, Place, Visits, Written, at, leaf, over};
use crate::toys::{Tree, TreeValue, Valued};
use plywise::alphabeta::{Ordering, Reuse, Settings, Windows};
use plywise::{AlphaBeta, Evaluate, Game, Limits, Report, Score, Seat, Stop, Table, minimax};

/// The moves in the order in which they were tried `ply` plies from the root, in the first visit of the last iteration.
fn tried(visits: &Visits, ply: u32) -> Vec<usize> {
    let last = visits.entered.iter().map(|entered| entered.0).max().unwrap_or(0);
    let nodes = visits.entered.iter().filter(|entered| entered.0 == last && entered.1.ply <= ply);
    let mut below = nodes.map(|entered| entered.1).skip_while(|node| node.ply < ply);
    let mut tried = Vec::new();
    while let Some(node) = below.next().filter(|node| node.ply == ply) {
        tried.push(node.mv.expect("not the root"));
    }
    tried
}

fn watch(
    root: &Written,
    settings: Settings,
    table: Option<Arc<Table>>,
    depth: u32,
) -> (Report<usize, Score>, Visits) {
    let mut visits = Visits::default();
    let search = plain(settings, table);
    let report = search.search_with(&Place::new(root), &Limits::depth(depth), &mut visits);
    (report, visits)
}

#[test]
fn static_order_tries_first_what_looks_best_to_the_mover() {
    let reply = || at(0, vec![leaf(3), leaf(-20), leaf(8)]);
    let root = at(0, vec![at(-1, vec![reply()]), at(-7, vec![reply()]), at(4, vec![reply()])]);
    let settings = Settings { order: Ordering::Static, ..Settings::default() };
    let (_, visits) = watch(&root, settings, None, 3);
    // A position that is worth little to whoever is then to move is worth much to the mover.
    assert_eq!(tried(&visits, 1), [1, 0, 2]);
    let (_, visits) = watch(&reply(), settings, None, 2);
    assert_eq!(tried(&visits, 1), [1, 0, 2]);
    // The same for the seat that the search does not work for.
    let (_, visits) = watch(&at(0, vec![reply()]), settings, None, 3);
    assert_eq!(tried(&visits, 2), [1, 0, 2]);
}

/// Each move a ply deeper than the one before it finds another best.
fn second_thoughts() -> Written {
    at(0, vec![at(-1, vec![leaf(-1)]), at(-2, vec![leaf(-9)]), at(-3, vec![leaf(5)])])
}

#[test]
fn the_last_iterations_best_move_is_tried_first_without_a_table_too() {
    let settings = Settings { deepen: true, order: Ordering::Dynamic, ..Settings::default() };
    assert_eq!(watch(&second_thoughts(), settings, None, 1).0.best, Some(2));
    let (report, visits) = watch(&second_thoughts(), settings, None, 2);
    assert_eq!((report.best, tried(&visits, 1)[0]), (Some(2), 2));
    let listed = Settings { order: Ordering::Listed, ..settings };
    assert_eq!(tried(&watch(&second_thoughts(), listed, None, 2).1, 1)[0], 0);
}

#[test]
fn the_tables_move_is_tried_first() {
    let settings = Settings { order: Ordering::Dynamic, ..Settings::default() };
    let table = Arc::new(Table::new(1));
    let root = at(0, vec![second_thoughts()]);
    assert_eq!(
        tried(&watch(&root, settings, Some(Arc::clone(&table)), 2).1, 2)[0],
        0,
        "nothing is known yet"
    );
    assert_eq!(tried(&watch(&root, settings, Some(table), 3).1, 2)[0], 2);
}

/// Windows of the root's moves, as often as they are entered: move, and what fits between the bounds.
fn windows_at_root(visits: &Visits) -> Vec<(usize, i64)> {
    let at_root = visits.entered.iter().map(|entered| entered.1).filter(|node| node.ply == 1);
    at_root
        .map(|node| {
            let (low, high) = node.window;
            (node.mv.expect("not the root"), i64::from(high.raw()) - i64::from(low.raw()) - 1)
        })
        .collect()
}

#[test]
fn all_moves_but_the_first_meet_an_empty_window_and_an_open_one_if_they_hold_in_it() {
    let root = at(0, vec![leaf(-3), leaf(-2), leaf(-3), leaf(-9)]);
    let settings = Settings { windows: Windows::Principal, ..Settings::default() };
    let windows = windows_at_root(&watch(&root, settings, None, 2).1);
    let empty: Vec<bool> = windows.iter().map(|window| window.1 == 0).collect();
    let moves: Vec<usize> = windows.iter().map(|window| window.0).collect();
    assert_eq!(moves, [0, 1, 2, 3, 3], "only the last is better than the first");
    assert_eq!(empty, [false, true, true, true, false]);
    assert!(windows[0].1 > 1_000_000_000 && windows[4].1 > 1_000_000_000);
}

/// A win that has been found ends the deepening, though other lines were cut short.
#[test]
fn a_proven_result_needs_no_deeper_search() {
    let longer = |value| at(value, vec![at(-value, vec![at(value, vec![leaf(-value)])])]);
    let root = at(0, vec![longer(3), at(0, vec![at(0, vec![over(End::Lost)])]), longer(4)]);
    let settings = Settings { deepen: true, ..Settings::default() };
    let (report, _) = watch(&root, settings, None, 50);
    assert_eq!((report.value, report.stopped, report.depth), (Score::won_in(3), Stop::Solved, 3));
}

/// The second search enters the root and its moves, and the table answers for each of them: entries of the same depth
/// settle their position, bounds that only just do among them.
#[test]
fn a_table_answers_for_all_moves_of_a_search_that_is_repeated() {
    let table = Arc::new(Table::new(1));
    for (height, solved) in [(4, true), (9, false)] {
        for seed in 0..40 {
            let tree = Tree::new(seed, 4, height, true);
            for (reuse, windows) in [
                (Reuse::Equal, Windows::Full),
                (Reuse::Deeper, Windows::Full),
                (Reuse::Equal, Windows::Principal),
                (Reuse::Deeper, Windows::Principal),
            ] {
                let settings = Settings { reuse, windows, ..Settings::default() };
                table.clear();
                let search = AlphaBeta::new(
                    &TreeValue { one_sided: false } as Valued,
                    settings,
                    Some(Arc::clone(&table)),
                );
                let first = search.search(&tree, &Limits::depth(5));
                let again = search.search(&tree, &Limits::depth(5));
                let most = 1 + 2 * tree.move_count() as u64; // a scout may be followed by an open window
                assert!(again.nodes <= most, "seed {seed}, {settings:?}: {} nodes", again.nodes);
                assert_eq!((again.value, again.best), (first.value, first.best), "seed {seed}, {settings:?}");
                let (stored, cuts) = (first.table.stores, again.table.cuts);
                assert!(
                    first.nodes < 50 || stored > 0 && cuts > 0,
                    "seed {seed}, {settings:?}: {stored} stored, {cuts} cuts"
                );
                // What ended at its horizon then is not solved by being looked up.
                let no_more =
                    again.stopped == first.stopped || reuse == Reuse::Equal && again.stopped == Stop::Depth;
                assert!(no_more, "seed {seed}, {settings:?}: {:?}", again.stopped);
                // The entries know how it goes on, though no position was searched.
                assert_eq!(again.line, first.line, "seed {seed}, {settings:?}");
                let sees_the_end = solved && reuse == Reuse::Deeper;
                assert!(!sees_the_end || first.stopped == Stop::Solved, "seed {seed}, {settings:?}");
            }
        }
    }
}

/// The first move is worth 5; of the second the last of three replies, worth 9 to who makes it, refutes it.
fn refuted() -> Written {
    let reply = |value| at(value, vec![leaf(-value), leaf(-value)]);
    at(0, vec![leaf(-5), at(0, vec![reply(8), reply(9), reply(-9)])])
}

/// What the table knows of a reply refutes a move before any reply to it is searched, and proves no more than it did.
#[test]
fn a_reply_that_the_table_knows_refutes_a_move() {
    let root = refuted();
    for (enhanced_from, last_ply, cuts) in [(2, 1, 1), (3, 3, 1), (i32::MAX, 3, 1)] {
        let table = Arc::new(Table::new(1));
        let settings = Settings { enhanced_from, ..Settings::default() };
        watch(&root.next[1].next[2], settings, Some(Arc::clone(&table)), 1);
        let (report, visits) = watch(&root, settings, Some(table), 3);
        let deepest =
            visits.entered.iter().skip_while(|entered| entered.1.mv != Some(1) || entered.1.ply > 1);
        assert_eq!(deepest.map(|entered| entered.1.ply).max(), Some(last_ply), "from {enhanced_from}");
        assert_eq!((report.value.raw(), report.best, report.stopped), (5, Some(0), Stop::Depth));
        assert_eq!(report.table.cuts, cuts, "from {enhanced_from}");
    }
    // A ply deeper, the search to depth 1 does not serve.
    let table = Arc::new(Table::new(1));
    let settings = Settings { enhanced_from: 2, ..Settings::default() };
    watch(&root.next[1].next[2], settings, Some(Arc::clone(&table)), 1);
    assert_eq!(watch(&root, settings, Some(table), 4).0.table.cuts, 0);
}

/// Entries of searches for one seat and for the other lie apart; those of its own each finds.
#[test]
fn either_seat_finds_the_reply_that_the_table_knows() {
    let root = refuted();
    let nodes = |stored, seat| {
        let settings = Settings { enhanced_from: 2, ..Settings::default() };
        let search = plain(settings, Some(Arc::new(Table::new(1))));
        search.search(&Place::by(&root.next[1].next[2], stored), &Limits::depth(1));
        search.search(&Place::by(&root, seat), &Limits::depth(3)).nodes
    };
    let [first, second] =
        [Seat::FIRST, Seat::SECOND].map(|seat| [nodes(seat, seat), nodes(seat.other(), seat)]);
    assert_eq!(first, second, "its own, and what was stored for the other");
    assert!(first[0] < first[1], "{first:?}: its own spares it the replies to the reply");
}

/// A table that has seen a deeper search must not answer for it where the plain search's value is wanted.
#[test]
fn equal_reuse_never_takes_a_deeper_entry() {
    let mut differs = 0;
    for seed in 0..60 {
        let (tree, eval) = (Tree::new(seed, 3, 12, true), TreeValue { one_sided: false });
        let settings = Settings { reuse: Reuse::Equal, ..Settings::default() };
        let search = AlphaBeta::new(&eval as Valued, settings, Some(Arc::new(Table::new(1))));
        search.search(&tree, &Limits::depth(6));
        for depth in [5, 4, 3, 2] {
            let plain = minimax(&tree, &eval, &Limits::depth(depth)).value;
            assert_eq!(
                search.search(&tree, &Limits::depth(depth)).value,
                plain,
                "seed {seed}, depth {depth}"
            );
            differs += u32::from(plain != minimax(&tree, &eval, &Limits::depth(6)).value);
        }
    }
    assert!(differs > 50, "depths that all say the same test nothing: {differs}");
}

/// Evaluators may differ between the seats: what was found for one is no answer for the other, in one table.
#[test]
fn what_one_seat_found_is_not_taken_for_the_others() {
    let mut met = 0;
    for seed in 0..60 {
        let (mut tree, eval) = (Tree::new(seed, 3, 12, true), TreeValue { one_sided: true });
        let table = Arc::new(Table::new(1));
        let search = AlphaBeta::new(&eval as Valued, Settings::default(), Some(table));
        // Each position of the game to the depth at which the search before it has left its entries.
        for depth in (1..=6).rev() {
            if tree.is_over() {
                break;
            }
            let plain = minimax(&tree, &eval, &Limits::depth(depth)).value;
            assert_eq!(
                search.search(&tree, &Limits::depth(depth)).value,
                plain,
                "seed {seed}, depth {depth}"
            );
            let before = tree.turn();
            tree.play(0);
            met += u32::from(!tree.is_over() && tree.turn() != before);
        }
    }
    assert!(met > 100, "the seats should take turns: {met}");
    let tree = Tree::new(1, 3, 12, false);
    let eval = TreeValue { one_sided: true };
    assert_ne!(eval.evaluate(&tree, Seat::FIRST), -eval.evaluate(&tree, Seat::SECOND));
}
