//! Every search of chance gives the oracle's answer.

use crate::toys::dice::{DiceValue, Shape};
use crate::toys::reference::{PRUNINGS, Remembering, assert_answers, assert_close, options, search, shapes};
use crate::toys::sketch::{Five, Judge, Sketch};
use plywise::{
    ChanceOptions, ChanceSearch, Evaluate, EvaluateChance, FinalPoints, Limits, Pruning, Score, Seat, Stop,
    TableUse, Unknown, contract, deepen, expectimax,
};

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
    let mut remembering = Remembering::default();
    for (number, shape) in shapes(0..12).enumerate() {
        // To empty the memory for each search takes as long as the search.
        let memories: &[bool] = if number % 4 == 0 { &[false, true] } else { &[false] };
        for (depth, eval) in [(1, false), (2, false), (3, true), (4, false)]
            .map(|(depth, tight)| (depth, DiceValue { tight, ..DiceValue::default() }))
        {
            let tree = shape.tree();
            let oracle = expectimax(&tree, &eval, &Limits::depth(depth));
            for pruning in PRUNINGS {
                for (ordered, &memory) in
                    [false, true].into_iter().flat_map(|o| memories.iter().map(move |m| (o, m)))
                {
                    let options = ChanceOptions { pruning, ordered, ..ChanceOptions::default() };
                    let place = format!("{shape:?}, depth {depth}, {eval:?}, {options:?}, memory {memory}");
                    let report = if memory {
                        remembering.search(&tree, eval, options, depth)
                    } else {
                        search(&tree, eval, options, depth)
                    };
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
    let mut remembering = Remembering::default();
    for shape in shapes(0..6) {
        for depth in [2, 3, 5] {
            for pruning in PRUNINGS {
                for memory in [false, true] {
                    let report = if memory {
                        remembering.search(&shape.tree(), eval, options(pruning), depth)
                    } else {
                        search(&shape.tree(), eval, options(pruning), depth)
                    };
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
        let (mut total, mut worse) = ([0; 3], 0);
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
            worse += u32::from(star2 > star1);
            total = [total[0] + plain, total[1] + star1, total[2] + star2];
            let sorted = nodes(ChanceOptions { ordered: true, ..ChanceOptions::default() });
            ordered = std::array::from_fn(|i| ordered[i] + sorted[i]);
        }
        println!("{:?}: plain, star1, star2 {total:?}, ordered {ordered:?}", shapes[0]);
        println!("on {worse} of {} trees star2 needs more nodes than star1", shapes.len());
        for [plain, star1, star2] in [total, ordered] {
            assert!(star1 < plain && star2 <= star1, "{total:?} {ordered:?}");
            assert!(seats == 1 || star2 < star1, "{total:?} {ordered:?}");
        }
        assert!(ordered[1] < total[1] && ordered[2] < total[2], "{total:?} {ordered:?}");
        assert!(
            seats == 1 || ordered[2] * 3 < total[2] * 2,
            "both seats' best moves come first: {ordered:?}"
        );
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
        let report = ChanceSearch::new(&Five as Judge, options(pruning)).search(&tree, &Limits::default());
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

    // Nothing is asked of the last outcome: after two answers the mean is at most (-4 - 4 + 5) / 3.
    let third = 1.0 / 3.0;
    let tree = Max(vec![sure(), Dice(vec![(third, answers(-4)), (third, answers(-4)), (third, answers(5))])]);
    assert_eq!(nodes(&tree, Pruning::STAR2), 1 + 3 + 1 + 2 + 2);

    // The same upside down, for the one who minimises and has -1 for sure.
    let answers = |first| Max(vec![End(first), End(3), End(2), End(1)]);
    let tree = Max(vec![
        End(1),
        Min(vec![End(2), Dice(vec![(third, answers(5)), (third, answers(5)), (third, answers(-5))])]),
    ]);
    let report =
        ChanceSearch::new(&Five as Judge, options(Pruning::STAR2)).search(&&tree, &Limits::default());
    // (5 + 5 - 5) / 3 is below 2; the third outcome is searched from its second answer on.
    assert_eq!((report.value, report.nodes), (2.0, 1 + 1 + 1 + 1 + 1 + 3 * 2 + 2));
    let tree = Max(vec![Min(vec![
        End(1),
        Dice(vec![(third, answers(5)), (third, answers(5)), (third, answers(0))]),
    ])]);
    assert_eq!(nodes(&tree, Pruning::STAR2), 1 + 1 + 1 + 1 + 2 + 2, "(5 + 5 - 5) / 3 is above 1");

    // The first answers leave (2 + 2) / 2 possible, so each outcome is searched, from the second answer on.
    let answers = || Min(vec![End(2), End(-4), End(3)]);
    let tree = Max(vec![sure(), Dice(vec![(0.5, answers()), (0.5, answers())])]);
    let probes = 2 * 2;
    assert_eq!(
        nodes(&tree, Pruning::STAR2),
        1 + 3 + 1 + probes + 2,
        "(-4 + 2) / 2 is known after one more answer"
    );
}

/// Deep and narrow, where windows have two ends and bounds are tight, and where paths meet.
#[test]
fn deep_trees_have_the_oracles_value() {
    let mut remembering = Remembering::default();
    for seed in 0..20 {
        for (seats, transposing) in [(1, false), (2, false), (2, true)] {
            let shape =
                Shape { transposing, even: true, ..Shape::regular(seed, seats, 2 + (seed % 2) as u8, 2, 10) };
            let tree = shape.tree();
            for eval in [false, true].map(|tight| DiceValue { proves: false, tight }) {
                let oracle = expectimax(&tree, &eval, &Limits::depth(5));
                for pruning in PRUNINGS {
                    for memory in [false, true].into_iter().filter(|memory| !memory || seed % 4 < 2) {
                        let report = if memory {
                            remembering.search(&tree, eval, options(pruning), 5)
                        } else {
                            search(&tree, eval, options(pruning), 5)
                        };
                        let place = format!("{shape:?}, {eval:?}, {pruning:?}, memory {memory}");
                        assert_eq!((report.value, report.best), (oracle.value, oracle.best), "{place}");
                    }
                }
            }
        }
    }
}

/// [`Five`], which knows that it values nothing above 0 before the end.
#[derive(Clone, Copy, Debug)]
struct Nearsighted;

impl<'a> Evaluate<&'a Sketch> for Nearsighted {
    fn evaluate(&self, position: &&'a Sketch, seat: Seat) -> Score {
        Five.evaluate(position, seat)
    }
    fn bounds(&self) -> (Score, Score) {
        Five.bounds()
    }
    fn finished(&self, position: &&'a Sketch, seat: Seat, ply: u32) -> Score {
        Five.finished(position, seat, ply)
    }
}

impl EvaluateChance<&Sketch> for Nearsighted {
    fn bounds_below(&self, _: &&Sketch, _: Seat, turns: u32) -> (Score, Score) {
        (Score::heuristic(-5), if turns == 0 { Score::ZERO } else { Score::heuristic(5) })
    }

    fn proves(&self) -> bool {
        false
    }
}

#[test]
fn a_cut_by_the_bounds_of_a_depth_is_no_solution() {
    use Sketch::{Dice, End, Max};
    let tree = Max(vec![End(1), Dice(vec![(0.5, Max(vec![End(5)])), (0.5, Max(vec![End(4)]))])]);
    let mut search = ChanceSearch::new(&Nearsighted as Judge, options(Pruning::Star1));
    let first = search.search(&&tree, &Limits::depth(1));
    assert_eq!((first.value, first.nodes, first.stopped), (1.0, 3, Stop::Depth), "no leaf was looked at");
    let deepened = deepen(&Limits::default(), |limits| search.search(&&tree, limits));
    assert_eq!((deepened.value, deepened.best, deepened.stopped), (4.5, Some(1), Stop::Solved));
}

/// What is left out by bounds that hold for one depth only may matter at another.
#[test]
fn bounds_of_one_depth_do_not_solve_a_tree() {
    let eval = DiceValue { proves: false, tight: true };
    let mut solved = 0;
    for seed in 0..60 {
        let tree = Shape::regular(seed, 2, 3, 2, 8).tree();
        let end = expectimax(&tree, &eval, &Limits::default());
        for depth in [1, 2, 3, 4, 5] {
            let report = search(&tree, eval, options(Pruning::Star1), depth);
            if report.stopped == Stop::Solved {
                solved += 1;
                assert_close(report.value, end.value, &format!("seed {seed}, depth {depth}"));
                assert!(depth >= 4, "seed {seed}: four turns cannot be solved in {depth}");
            }
        }
    }
    assert!(solved > 0, "with five turns left of four the tree is solved");
}

#[test]
fn nothing_is_better_than_the_upper_bound() {
    use Sketch::{Dice, End, Max};
    let tree = Max(vec![End(2), Dice(vec![(0.5, End(5)), (0.5, Max(vec![End(1), End(5), End(5)]))]), End(5)]);
    let report =
        ChanceSearch::new(&Five as Judge, options(Pruning::Star1)).search(&&tree, &Limits::default());
    assert_eq!((report.best, report.value), (Some(1), 5.0));
    assert_eq!(report.nodes, 1 + 1 + 1 + 1 + 3, "neither the last move nor the last but two is looked at");
}

#[test]
fn memory_saves_work_where_paths_meet() {
    let mut remembering = Remembering::default();
    for shape in shapes(0..10).filter(|shape| shape.transposing) {
        for pruning in PRUNINGS {
            let (tree, limits) = (shape.tree(), Limits::depth(4));
            let without = ChanceSearch::new(DiceValue::default(), options(pruning)).search(&tree, &limits);
            let search = remembering.empty(DiceValue::default(), options(pruning));
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

/// Evaluators of other kinds: all results proven, and exact points to the end.
#[test]
fn dice_of_the_oracles_tests() {
    use crate::toys::Dice;
    type Any<'a> = &'a dyn EvaluateChance<Dice>;
    for pruning in PRUNINGS {
        for (rival, value, best) in [(false, 3.5, 7), (true, 3.0, 0)] {
            let mut search = ChanceSearch::new(&FinalPoints { limit: 6 } as Any, options(pruning));
            let report = search.search(&Dice::Choose { rival }, &Limits::default());
            assert_close(report.value, value, &format!("{pruning:?}"));
            assert_eq!((report.best, report.stopped), (Some(best), Stop::Solved), "{pruning:?}");
        }
        let mut search = ChanceSearch::new(&Unknown as Any, options(pruning));
        let start = Dice::Choose { rival: true };
        let oracle = expectimax(&start, &Unknown, &Limits::default());
        let report = search.search(&start, &Limits::default());
        assert_close(report.value, oracle.value, &format!("{pruning:?}"));
        assert_eq!(report.best, oracle.best, "{pruning:?}");
    }
}
