//! Every search of chance gives the oracle's answer.

mod toys;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywise::{
    Agent, ChanceAgent, ChanceOptions, ChanceSearch, Evaluate, FinalPoints, Game, Limits, Luck, Pruning,
    Report, SearchLimits, Seat, Stochastic, Stop, TableUse, Turn, Unknown, Value, contract, deepen,
    expectimax,
};
use toys::dice::{DiceTree, DiceValue, Shape};
use toys::sketch::{Five, Sketch};

const PRUNINGS: [Pruning; 4] = [Pruning::Off, Pruning::Star1, Pruning::STAR2, Pruning::Star2 { probes: 2 }];

fn options(pruning: Pruning) -> ChanceOptions {
    ChanceOptions { pruning, ..ChanceOptions::default() }
}

fn search(tree: &DiceTree, eval: DiceValue, options: ChanceOptions, depth: u32) -> Report<u8, f64> {
    ChanceSearch::new(eval, options).search(tree, &Limits::depth(depth))
}

/// Trees of many shapes.
fn shapes(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Shape> {
    seeds.flat_map(|seed| {
        [1, 2].into_iter().flat_map(move |seats| {
            let regular = Shape::regular(seed, seats, 3, 3, 6);
            [
                regular,
                Shape { even: true, faces: 4, drifting: false, ..regular },
                Shape { ragged: true, branching: 4, faces: 5, height: 8, ..regular },
                Shape { ragged: true, drifting: false, even: true, faces: 2, height: 8, ..regular },
                Shape { transposing: true, height: 7, ..regular },
                Shape { branching: 1, faces: 1, height: 9, drifting: false, ..regular },
            ]
        })
    })
}

/// The definitions, one by one: what a search under `options` has to find. The seat `root` maximises.
fn reference<E: Evaluate<DiceTree>>(
    tree: &DiceTree,
    eval: &E,
    options: &ChanceOptions,
    root: Seat,
    (depth, probability, ply): (u32, f64, u32),
) -> f64 {
    if tree.is_over() {
        return f64::from(eval.finished(tree, root, ply).raw());
    }
    let after = |mv: u8, depth, probability| {
        let mut child = *tree;
        child.play(mv);
        reference(&child, eval, options, root, (depth, probability, ply + 1))
    };
    match tree.turn() {
        Turn::Chance => {
            let mut outcomes = Vec::new();
            tree.outcomes(&mut outcomes);
            outcomes.sort_by(|a, b| b.1.total_cmp(&a.1)); // stable: equals as listed
            outcomes.truncate(options.outcomes);
            let whole: f64 = outcomes.iter().map(|o| o.1).sum();
            let values =
                outcomes.iter().map(|&(mv, p)| (p / whole, after(mv, depth, probability * p / whole)));
            match options.luck {
                Luck::Mean => values.map(|(p, value)| p * value).sum(),
                Luck::Adversary => values.map(|v| v.1).fold(f64::INFINITY, f64::min),
            }
        }
        Turn::Seat(_) if depth == 0 || probability < options.cutoff => {
            f64::from(eval.evaluate(tree, root).raw())
        }
        Turn::Seat(seat) => {
            let mut moves = Vec::new();
            tree.moves(&mut moves);
            let values = moves.into_iter().map(|mv| after(mv, depth - 1, probability));
            if seat == root {
                values.fold(f64::NEG_INFINITY, f64::max)
            } else {
                values.fold(f64::INFINITY, f64::min)
            }
        }
    }
}

fn root_seat(tree: &DiceTree) -> Seat {
    match tree.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => Seat::FIRST,
    }
}

/// Equal up to rounding: sums may be taken in another order.
#[track_caller]
fn assert_close(a: f64, b: f64, place: &str) {
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(500.0), "{a} is not {b}: {place}");
}

/// The report's value is the reference's, and its move has that value.
#[track_caller]
fn assert_answers<E: Evaluate<DiceTree>>(
    report: &Report<u8, f64>,
    tree: &DiceTree,
    eval: &E,
    options: &ChanceOptions,
    depth: u32,
    place: &str,
) {
    let root = root_seat(tree);
    assert_close(report.value, reference(tree, eval, options, root, (depth, 1.0, 0)), place);
    if let (Some(best), Turn::Seat(_)) = (report.best, tree.turn()) {
        let mut child = *tree;
        child.play(best);
        assert_close(
            report.value,
            reference(&child, eval, options, root, (depth - 1, 1.0, 1)),
            &format!("the move's value, {place}"),
        );
    }
}

#[test]
fn toys_keep_the_contract() {
    for shape in shapes(0..3) {
        let promise = contract::Promise { games: 20, seed: 1, longest: 10, payoffs: -500..=500 };
        contract::check_rules(&shape.tree(), &promise);
        if shape.faces > 1 {
            contract::check_chance(&shape.tree(), &promise);
        }
    }
}

#[test]
fn plain_search_is_the_oracle() {
    for shape in shapes(0..20) {
        for depth in [0, 1, 2, 4] {
            let (tree, eval) = (shape.tree(), DiceValue::default());
            let oracle = expectimax(&tree, &eval, &Limits::depth(depth));
            let mut report = search(&tree, eval, ChanceOptions::default(), depth);
            let place = format!("{shape:?}, depth {depth}");
            assert_answers(&report, &tree, &eval, &ChanceOptions::default(), depth, &place);
            report.elapsed = oracle.elapsed;
            assert_eq!(report, oracle, "{place}");
        }
    }
}

#[test]
fn pruned_ordered_and_remembered_searches_have_the_oracles_value() {
    for shape in shapes(0..40) {
        for (depth, eval) in [(1, false), (2, false), (3, true), (4, false)]
            .map(|(depth, tight)| (depth, DiceValue { tight, ..DiceValue::default() }))
        {
            let tree = shape.tree();
            let oracle = expectimax(&tree, &eval, &Limits::depth(depth));
            for pruning in PRUNINGS {
                for (ordered, memory) in [(false, false), (true, false), (false, true), (true, true)] {
                    let options = ChanceOptions { pruning, ordered, ..ChanceOptions::default() };
                    let place = format!("{shape:?}, depth {depth}, {eval:?}, {options:?}, memory {memory}");
                    let mut search = ChanceSearch::new(eval, options);
                    if memory {
                        search = search.with_memory(1);
                    }
                    let report = search.search(&tree, &Limits::depth(depth));
                    assert_answers(&report, &tree, &eval, &options, depth, &place);
                    if shape.even && !ordered {
                        // Sums of quarters and halves are exact: not even rounding differs.
                        assert_eq!((report.value, report.best), (oracle.value, oracle.best), "{place}");
                    }
                    if oracle.stopped == Stop::Solved && !eval.tight {
                        assert_eq!(report.stopped, Stop::Solved, "{place}");
                    }
                    assert!(memory || report.table == TableUse::default(), "{place}");
                    assert_eq!(report.depth, depth, "{place}");
                }
            }
        }
    }
}

#[test]
fn proven_results_are_averaged_as_the_oracle_does() {
    let eval = DiceValue { proves: true, tight: false };
    for shape in shapes(0..20) {
        for depth in [2, 3, 5] {
            for pruning in PRUNINGS {
                for memory in [false, true] {
                    let mut search = ChanceSearch::new(eval, options(pruning));
                    if memory {
                        search = search.with_memory(1);
                    }
                    let report = search.search(&shape.tree(), &Limits::depth(depth));
                    let place = format!("{shape:?}, depth {depth}, {pruning:?}, memory {memory}");
                    assert_answers(&report, &shape.tree(), &eval, &options(pruning), depth, &place);
                }
            }
        }
    }
}

/// Star1 leaves out what plain search looks at, tree by tree. Star2 looks at some positions twice, so that it may
/// need more on one tree; over many it needs fewer where seats alternate, and with one seat it is Star1.
#[test]
fn star2_needs_fewer_nodes_than_star1_and_star1_than_none() {
    for (seats, shapes) in [
        (1, (0..60).map(|seed| Shape::regular(seed, 1, 4, 4, 6)).collect::<Vec<_>>()),
        (2, (0..60).map(|seed| Shape::regular(seed, 2, 4, 4, 6)).collect()),
        (2, (0..20).map(|seed| Shape::regular(seed, 2, 6, 6, 6)).collect()),
    ] {
        let mut total = [0; 3];
        let mut ordered = [0; 3];
        for shape in &shapes {
            let nodes = |options| {
                PRUNINGS.map(|pruning| {
                    search(&shape.tree(), DiceValue::default(), ChanceOptions { pruning, ..options }, 3).nodes
                })
            };
            let [plain, star1, star2, _] = nodes(ChanceOptions::default());
            assert!(star1 <= plain, "{shape:?}: {star1} of {plain}");
            assert!(seats == 2 || star1 == star2, "{shape:?}: without a minimising seat no probe can cut");
            total = [total[0] + plain, total[1] + star1, total[2] + star2];
            let sorted = nodes(ChanceOptions { ordered: true, ..ChanceOptions::default() });
            ordered = std::array::from_fn(|i| ordered[i] + sorted[i]);
        }
        let shape = shapes[0];
        println!(
            "{seats} seats, {} x {}: plain, star1, star2 {total:?}, ordered {ordered:?}",
            shape.branching, shape.faces
        );
        for [plain, star1, star2] in [total, ordered] {
            assert!(star1 < plain && star2 <= star1, "{total:?} {ordered:?}");
            assert!(seats == 1 || star2 < star1, "{total:?} {ordered:?}");
        }
    }
}

#[test]
fn tighter_bounds_prune_more() {
    let mut nodes = [0; 2];
    for seed in 0..40 {
        let tree = Shape::regular(seed, 1, 4, 4, 6).tree();
        for tight in [false, true] {
            let eval = DiceValue { proves: false, tight };
            nodes[usize::from(tight)] += search(&tree, eval, options(Pruning::Star1), 3).nodes;
        }
    }
    assert!(nodes[1] < nodes[0] * 3 / 4, "{nodes:?}");
}

/// The example of the design note, position by position.
#[test]
fn an_upper_bound_below_alpha_cuts() {
    use Sketch::{Dice, End, Max, Min};
    let sure = || Dice(vec![(0.5, End(1)), (0.5, End(1))]);
    let tree = Max(vec![
        sure(),
        // After -3 and -4 the mean is at most (-3 - 4 + 5 + 5) / 4 = 0.75.
        Dice(vec![(0.25, End(-3)), (0.25, End(-4)), (0.25, End(5)), (0.25, End(5))]),
    ]);
    let nodes = |tree: &Sketch, pruning| {
        let report = ChanceSearch::new(Five, options(pruning)).search(&tree, &Limits::default());
        assert_eq!((report.best, report.value, report.stopped), (Some(0), 1.0, Stop::Solved));
        report.nodes
    };
    assert_eq!(nodes(&tree, Pruning::Off), 9);
    assert_eq!(nodes(&tree, Pruning::Star1), 7);
    assert_eq!(nodes(&tree, Pruning::STAR2), 7, "finished games cannot be probed");

    // One answer to each of two outcomes makes the mean at most (0 + 1) / 2: no other answer is looked at.
    let answers = |first| Min(vec![End(first), End(2), End(3), End(4)]);
    let tree = Max(vec![sure(), Dice(vec![(0.5, answers(0)), (0.5, answers(1))])]);
    assert_eq!(nodes(&tree, Pruning::Off), 1 + 3 + 11);
    assert_eq!(nodes(&tree, Pruning::Star1), 1 + 3 + 1 + 5 + 2, "the first outcome whole, then one answer");
    assert_eq!(nodes(&tree, Pruning::STAR2), 1 + 3 + 1 + 2 + 2, "one answer each");
}

#[test]
fn nothing_is_better_than_the_upper_bound() {
    use Sketch::{Dice, End, Max};
    let tree = Max(vec![End(2), Dice(vec![(0.5, End(5)), (0.5, Max(vec![End(1), End(5), End(5)]))]), End(5)]);
    let report = ChanceSearch::new(Five, options(Pruning::Star1)).search(&&tree, &Limits::default());
    assert_eq!((report.best, report.value), (Some(1), 5.0));
    assert_eq!(report.nodes, 1 + 1 + 1 + 1 + 3, "neither the last move nor the last but two is looked at");
}

#[test]
fn memory_saves_work_where_paths_meet() {
    for shape in shapes(0..10).filter(|shape| shape.transposing) {
        for pruning in PRUNINGS {
            let (tree, limits) = (shape.tree(), Limits::depth(4));
            let without = ChanceSearch::new(DiceValue::default(), options(pruning)).search(&tree, &limits);
            let mut search = ChanceSearch::new(DiceValue::default(), options(pruning)).with_memory(1);
            let first = search.search(&tree, &limits);
            let place = format!("{shape:?}, {pruning:?}");
            assert_close(first.value, without.value, &place);
            assert!(first.nodes < without.nodes && first.table.cuts > 0, "{place}");
            assert!(first.table.hits >= first.table.cuts && first.table.probes > first.table.hits, "{place}");
            let again = search.search(&tree, &limits);
            assert_close(again.value, first.value, &place);
            assert!(again.nodes <= first.nodes, "what is known is not searched again: {place}");
            search.forget();
            let forgotten = search.search(&tree, &limits);
            assert_eq!((forgotten.nodes, forgotten.table), (first.nodes, first.table), "{place}");
        }
    }
}

#[test]
fn cut_offs_and_the_likeliest_outcomes_are_what_they_say() {
    for shape in shapes(0..30) {
        // No product of probabilities comes near these thresholds, where rounding would decide.
        for (cutoff, outcomes) in
            [(0.0987, usize::MAX), (0.391, usize::MAX), (0.0, 1), (0.0, 2), (0.197, 2), (0.99, 3)]
        {
            for luck in [Luck::Mean, Luck::Adversary] {
                for pruning in PRUNINGS {
                    let options = ChanceOptions { pruning, cutoff, outcomes, luck, ordered: false };
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

/// With a cut-off a remembered value may be finer than a searched one, never coarser.
#[test]
fn remembered_values_are_never_coarser_than_the_cut_off() {
    for shape in shapes(0..10).filter(|shape| shape.transposing) {
        let options = ChanceOptions { cutoff: 0.15, ..ChanceOptions::default() };
        let tree = shape.tree();
        let mut remembering = ChanceSearch::new(DiceValue::default(), options).with_memory(1);
        let report = remembering.search(&tree, &Limits::depth(4));
        let plain = search(&tree, DiceValue::default(), options, 4);
        assert!(report.depth >= plain.depth, "{shape:?}");
    }
}

#[test]
fn chance_as_an_adversary_is_minimax() {
    for shape in shapes(0..30) {
        for depth in [1, 2, 4] {
            let tree = shape.tree();
            let mut plain = 0;
            for pruning in PRUNINGS {
                for (ordered, memory) in [(false, false), (true, false), (false, true)] {
                    let options =
                        ChanceOptions { pruning, ordered, luck: Luck::Adversary, ..ChanceOptions::default() };
                    let mut search = ChanceSearch::new(DiceValue::default(), options);
                    if memory {
                        search = search.with_memory(1);
                    }
                    let report = search.search(&tree, &Limits::depth(depth));
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
    }
}

#[test]
fn whole_trees_are_solved_by_deepening() {
    for shape in shapes(0..10) {
        let oracle = expectimax(&shape.tree(), &DiceValue::default(), &Limits::default());
        for pruning in PRUNINGS {
            let mut search = ChanceSearch::new(DiceValue::default(), options(pruning)).with_memory(1);
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
    let search = ChanceSearch::new(DiceValue::default(), options(Pruning::STAR2)).with_memory(1);
    let own = |depth, nodes| SearchLimits { depth, nodes, time: None };
    let mut agent = ChanceAgent { search: search.clone(), limits: own(Some(3), None) };
    let report = agent.choose(&tree, &Limits::default());
    let oracle = expectimax(&tree, &DiceValue::default(), &Limits::depth(3));
    assert_eq!(report.best, oracle.best);
    let Value::Points(points) = report.value else { panic!("an expectation is a number of points") };
    assert_close(points * 100.0, oracle.value, "in points");

    let mut agent = ChanceAgent { search, limits: own(None, Some(3000)) };
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

/// Evaluators of other kinds: all results proven, and exact points to the end.
#[test]
fn dice_of_the_oracles_tests() {
    use toys::Dice;
    for pruning in PRUNINGS {
        for (rival, value, best) in [(false, 3.5, 7), (true, 3.0, 0)] {
            let mut search = ChanceSearch::new(FinalPoints { limit: 6 }, options(pruning));
            let report = search.search(&Dice::Choose { rival }, &Limits::default());
            assert_close(report.value, value, &format!("{pruning:?}"));
            assert_eq!((report.best, report.stopped), (Some(best), Stop::Solved), "{pruning:?}");
        }
        let mut search = ChanceSearch::new(Unknown, options(pruning));
        let start = Dice::Choose { rival: true };
        let oracle = expectimax(&start, &Unknown, &Limits::default());
        let report = search.search(&start, &Limits::default());
        assert_close(report.value, oracle.value, &format!("{pruning:?}"));
        assert_eq!(report.best, oracle.best, "{pruning:?}");
    }
}
