//! What the options of a search of chance change, and what they do not.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::toys::dice::{DiceTree, DiceValue, Shape};
use crate::toys::reference::{
    PRUNINGS, Remembering, assert_answers, assert_close, options, root_seat, search, shapes,
};
use plywise::chance::Luck;
use plywise::{
    Agent, ChanceAgent, ChanceOptions, ChanceSearch, Evaluate, Game, Limits, Pruning, SearchLimits, Seat,
    Stop, Value, deepen, expectimax,
};

#[test]
fn cut_offs_and_the_likeliest_outcomes_are_what_they_say() {
    for shape in shapes(0..30) {
        // No product of probabilities comes near these thresholds, where rounding would decide.
        for (cutoff, outcomes) in
            [(0.0987, usize::MAX), (0.391, usize::MAX), (0.0, 1), (0.0, 2), (0.197, 2), (0.99, 3)]
        {
            for luck in [Luck::Mean, Luck::Adversary] {
                for pruning in PRUNINGS {
                    let options =
                        ChanceOptions { pruning, cutoff, outcomes, luck, ..ChanceOptions::default() };
                    let place = format!("{shape:?}, {options:?}");
                    let report = search(&shape.tree(), DiceValue::default(), options, 4);
                    assert_answers(&report, &shape.tree(), &DiceValue::default(), &options, 4, &place);
                    assert!(report.depth <= 4, "{place}");
                    assert!(cutoff > 0.0 || report.depth == 4, "{place}");
                }
            }
        }
    }
}

#[test]
fn moves_are_first_tried_as_if_they_were_less_probable() {
    let (mut nodes, mut plain_nodes, mut other_values) = (0, 0, 0);
    for shape in shapes(0..30) {
        let tree = shape.tree();
        // Again no product comes near the thresholds.
        for (cutoff, reduction) in [(0.0987, 0.31), (0.0987, 0.7), (0.197, 0.0), (0.0291, 0.11), (0.0, 0.2)] {
            for luck in [Luck::Mean, Luck::Adversary] {
                let plain = ChanceOptions { cutoff, luck, ..ChanceOptions::default() };
                let options = ChanceOptions { reduction, ..plain };
                let place = format!("{shape:?}, {options:?}");
                let report = search(&tree, DiceValue::default(), options, 4);
                assert_answers(&report, &tree, &DiceValue::default(), &options, 4, &place);
                let plain = search(&tree, DiceValue::default(), plain, 4);
                assert!(
                    cutoff > 0.0 || report.value == plain.value && report.nodes == plain.nodes,
                    "{place}"
                );
                other_values += u32::from((report.value - plain.value).abs() > 1e-6);
                nodes += report.nodes;
                plain_nodes += plain.nodes;
            }
        }
    }
    assert!(nodes < plain_nodes, "{nodes} positions, {plain_nodes} where nothing is reduced");
    assert!(other_values > 0, "no value was changed");
}

#[test]
#[should_panic = "a pruned search reduces nothing"]
fn a_pruned_search_reduces_nothing() {
    let _ = ChanceSearch::<DiceTree, _>::new(
        DiceValue::default(),
        ChanceOptions { reduction: 0.5, ..options(Pruning::Star1) },
    );
}

#[test]
fn a_cut_off_tells_how_deep_it_went_and_that_deeper_does_not_matter() {
    // Six even faces: 1/6 is above 0.1, 1/36 below.
    let tree = Shape { even: true, ..Shape::regular(1, 1, 2, 6, 40) }.tree();
    let options = ChanceOptions { cutoff: 0.1, ..ChanceOptions::default() };
    for memory in [false, true] {
        let mut search = ChanceSearch::new(DiceValue::default(), options);
        if memory {
            search = search.with_memory(1);
        }
        let report = search.search(&tree, &Limits::default());
        assert_eq!((report.depth, report.stopped), (2, Stop::Cutoff));
        assert_eq!(search.search(&tree, &Limits::depth(1)).stopped, Stop::Depth);
        let deepened = deepen(&Limits::default(), |limits| search.search(&tree, limits));
        assert_eq!((deepened.depth, deepened.stopped, deepened.value), (2, Stop::Cutoff, report.value));
    }
}

/// With a cut-off a remembered value may be finer than a searched one, never coarser: what was found in a position
/// that was less probable does not answer for one that is more so.
#[test]
fn remembered_values_are_never_coarser_than_the_cut_off() {
    use crate::toys::crossing::{Crossing, Static};
    for (likely_first, with_memory, stopped) in [(false, 6.0, Stop::Cutoff), (true, 10.0, Stop::Solved)] {
        let start = Crossing::start(likely_first);
        let options = ChanceOptions { cutoff: 0.29, ..ChanceOptions::default() };
        let plain = ChanceSearch::new(Static, options).search(&start, &Limits::default());
        assert_eq!((plain.depth, plain.stopped), (2, Stop::Cutoff));
        assert_close(plain.value, 6.0, "only the likely path is followed to the end");
        let mut search = ChanceSearch::new(Static, options).with_memory(1);
        let report = search.search(&start, &Limits::default());
        assert_close(report.value, with_memory, "what is found on the likely path serves the other");
        assert_eq!((report.depth, report.stopped), (2, stopped));
    }
}

/// Values that were found in a search serve the next one, a turn later, for the seat that then searches.
#[test]
fn what_is_remembered_holds_in_the_next_search() {
    let mut remembering = Remembering::default();
    for shape in shapes(0..8).filter(|shape| !shape.ragged) {
        for eval in [false, true].map(|proves| DiceValue { proves, tight: false }) {
            for pruning in PRUNINGS {
                let search = remembering.empty(eval, options(pruning));
                let mut tree = shape.tree();
                for depth in [4, 3, 2, 3] {
                    let place = format!("{shape:?}, ply {}, {eval:?}, {pruning:?}", tree.ply);
                    let report = search.search(&tree, &Limits::depth(depth));
                    assert_answers(&report, &tree, &eval, &options(pruning), depth, &place);
                    for _ in 0..2 {
                        let mut moves = Vec::new();
                        tree.moves(&mut moves);
                        if let Some(&mv) = moves.last() {
                            tree.play(mv);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn chance_as_an_adversary_is_minimax() {
    let mut remembering = Remembering::default();
    for shape in shapes(0..8) {
        for depth in [1, 2, 4] {
            let tree = shape.tree();
            let mut plain = 0;
            for pruning in PRUNINGS {
                for (ordered, memory) in [(false, false), (true, false), (false, true)] {
                    let options =
                        ChanceOptions { pruning, ordered, luck: Luck::Adversary, ..ChanceOptions::default() };
                    let report = if memory {
                        remembering.search(&tree, DiceValue::default(), options, depth)
                    } else {
                        search(&tree, DiceValue::default(), options, depth)
                    };
                    let place = format!("{shape:?}, depth {depth}, {options:?}, memory {memory}");
                    assert_answers(&report, &tree, &DiceValue::default(), &options, depth, &place);
                    if pruning == Pruning::Off && !memory && !ordered {
                        plain = report.nodes;
                    }
                    assert!(report.nodes <= plain, "{place}");
                    if !memory {
                        assert_eq!(end_of_line(&tree, &report.line), report.value, "{place}");
                    }
                }
            }
        }
    }
}

/// The value at the end of a line.
fn end_of_line(tree: &DiceTree, line: &[u8]) -> f64 {
    let (mut end, eval, root) = (*tree, DiceValue::default(), root_seat(tree));
    for &mv in line {
        end.play(mv);
    }
    let score = if end.is_over() { eval.finished(&end, root, 0) } else { eval.evaluate(&end, root) };
    f64::from(score.raw())
}

#[test]
fn the_depth_can_depend_on_the_position() {
    let tree = Shape::regular(3, 2, 3, 3, 8).tree();
    let mut search = ChanceSearch::new(DiceValue::default(), ChanceOptions::default())
        .with_depth_by(|tree: &DiceTree| 2 + tree.ply / 2);
    let report = search.search(&tree, &Limits::default());
    assert_eq!((report.depth, report.stopped), (2, Stop::Depth));
    assert_eq!(report.nodes, expectimax(&tree, &DiceValue::default(), &Limits::depth(2)).nodes);
    assert_eq!(search.search(&tree, &Limits::depth(1)).depth, 1, "the stricter depth holds");
    let mut later = tree;
    later.play(0);
    later.play(0);
    assert_eq!(search.search(&later, &Limits::default()).depth, 3);
}

#[test]
fn limits_end_a_search_and_keep_the_last_completed_depth() {
    let tree = Shape::regular(5, 2, 5, 4, 40).tree();
    for pruning in PRUNINGS {
        let mut search = ChanceSearch::new(DiceValue::default(), options(pruning)).with_memory(1);
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        let report = deepen(&limits, |limits| search.search(&tree, limits));
        assert_eq!((report.stopped, report.nodes), (Stop::Nodes, 5000), "{pruning:?}");
        let same = expectimax(&tree, &DiceValue::default(), &Limits::depth(report.depth));
        assert_close(report.value, same.value, &format!("{pruning:?}"));
        assert!(report.depth >= 2 && report.best.is_some(), "{pruning:?}");

        let flag = Arc::new(AtomicBool::new(true));
        let limits = Limits { stop: Some(flag), ..Limits::default() };
        let report = search.search(&tree, &limits);
        assert_eq!(report.stopped, Stop::Flag, "{pruning:?}");
        assert!(report.nodes <= 1024, "the flag is looked at often: {}", report.nodes);
        // What completed no depth says what is seen without one.
        let seen = DiceValue::default().evaluate(&tree, Seat::FIRST);
        let report = search.search(&tree, &Limits { nodes: Some(2), ..Limits::default() });
        assert_eq!((report.value, report.stopped), (f64::from(seen.raw()), Stop::Nodes), "{pruning:?}");
    }
}

#[test]
fn whole_trees_are_solved_by_deepening() {
    let mut remembering = Remembering::default();
    for shape in shapes(0..10) {
        let oracle = expectimax(&shape.tree(), &DiceValue::default(), &Limits::default());
        for pruning in PRUNINGS {
            let search = remembering.empty(DiceValue::default(), options(pruning));
            let place = format!("{shape:?}, {pruning:?}");
            let report = deepen(&Limits::default(), |limits| search.search(&shape.tree(), limits));
            assert_eq!(report.stopped, Stop::Solved, "{place}");
            assert_close(report.value, oracle.value, &place);
            let direct = search.search(&shape.tree(), &Limits::default());
            assert_eq!(direct.stopped, Stop::Solved, "{place}");
            assert_close(direct.value, oracle.value, &place);
        }
    }
}

#[test]
fn agents_answer_legally_and_repeat_themselves() {
    let tree = Shape::regular(9, 2, 4, 3, 20).tree();
    let search = || ChanceSearch::new(DiceValue::default(), options(Pruning::STAR2)).with_memory(1);
    let own = |depth, nodes| SearchLimits { depth, nodes, time: None };
    let mut agent = ChanceAgent { search: search(), limits: own(Some(3), None) };
    let report = agent.choose(&tree, &Limits::default());
    let oracle = expectimax(&tree, &DiceValue::default(), &Limits::depth(3));
    assert_eq!(report.best, oracle.best);
    let Value::Points(points) = report.value else { panic!("an expectation is a number of points") };
    assert_close(points * 100.0, oracle.value, "in points");

    let mut agent = ChanceAgent { search: search(), limits: own(None, Some(3000)) };
    let mut play = || {
        agent.new_game(1);
        let reports = [(); 3].map(|()| agent.choose(&tree, &Limits::default()));
        reports.map(|r| (r.best, r.value, r.nodes, r.table))
    };
    let (first, second) = (play(), play());
    assert_eq!(first, second, "a new game begins with an empty memory");
    assert!(first[0].3.stores > 0);

    let mut hurried = ChanceAgent {
        search: ChanceSearch::new(DiceValue::default(), options(Pruning::Star1)),
        limits: own(None, Some(1)),
    };
    assert_eq!(
        hurried.choose(&tree, &Limits::default()).best,
        Some(0),
        "no time for more than the first move"
    );
}
