//! Every search gives the oracle's answer.

use std::time::{Duration, Instant};

use crate::toys::sketch::{Judge, Sketch};
use crate::toys::{Dice, Marks, TicTacToe, Tree, TreeValue, Valued};
use plywise::chance::Luck;
use plywise::{
    Agent, AlphaBeta, AlphaBetaAgent, ChanceOptions, ChanceSearch, Convention, Evaluate, ExpectimaxAgent,
    FinalPoints, Game, GreedyAgent, Limits, MinimaxAgent, RandomAgent, Score, SearchLimits, Stop, Turn,
    Unknown, Value, alpha_beta, contract, deepen, divide, expectimax, minimax, perft, tree_size,
};

#[test]
fn tic_tac_toe_has_255168_games_and_is_a_draw() {
    let start = TicTacToe::default();
    assert_eq!(perft(&start, 9, Convention::default()), 255_168);
    let split = divide(&start, 9, Convention::default());
    assert_eq!(split.iter().map(|d| d.1).sum::<u64>(), 255_168);
    // Games won by the first move, by the second, and drawn: 131,184, 77,904 and 46,080 (Wikipedia, "Tic-tac-toe").
    let unfinished = Convention { finished_is_a_leaf: false, ..Convention::default() };
    assert_eq!(perft(&start, 9, unfinished), 46_080 + 81_792, "games that last nine plies");

    let full = minimax(&start, &Unknown, &Limits::default());
    assert_eq!((full.value, full.stopped), (Score::ZERO, Stop::Solved));
    assert_eq!(full.nodes, 549_946, "every position on every path");
    let pruned = AlphaBeta::plain(&Unknown as Marks).search(&start, &Limits::default());
    assert_eq!((pruned.value, pruned.best, pruned.stopped), (full.value, full.best, Stop::Solved));
    assert!(pruned.nodes < full.nodes / 10);
}

#[test]
fn alpha_beta_equals_minimax_on_random_trees_in_fewer_nodes() {
    for seed in 0..400 {
        for (branching, height, ragged) in
            [(3, 6, false), (4, 5, true), (5, 7, true), (2, 8, true), (1, 9, false)]
        {
            let tree = Tree::new(seed, branching, height, ragged);
            let place = format!("seed {seed}, {branching} x {height}, ragged {ragged}");
            for depth in [0, 1, 2, 4, 5] {
                for one_sided in [false, true] {
                    let (eval, limits) = (TreeValue { one_sided }, Limits::depth(depth));
                    let (full, pruned) =
                        (minimax(&tree, &eval, &limits), alpha_beta(&tree, &eval as Valued, &limits));
                    assert_eq!(full.value, pruned.value, "{place}, depth {depth}");
                    assert_eq!(full.best, pruned.best, "{place}, depth {depth}");
                    if full.stopped == Stop::Solved {
                        assert_eq!(pruned.stopped, Stop::Solved, "{place}, depth {depth}");
                    }
                    assert_eq!(full.nodes, tree_size(&tree, depth), "{place}, depth {depth}");
                    assert!(pruned.nodes <= full.nodes, "{place}, depth {depth}");
                    assert_eq!(
                        follow(&tree, &eval, &pruned.line, depth),
                        pruned.value,
                        "{place}, depth {depth}"
                    );
                }
            }
        }
    }
}

/// The value at the end of a line, which must be the line's own.
fn follow(tree: &Tree, eval: &TreeValue, line: &[u8], depth: u32) -> Score {
    use plywise::{Evaluate, Game, Turn};
    let Turn::Seat(root) = tree.turn() else { unreachable!() };
    let mut end = *tree;
    for &mv in line {
        end.play(mv);
    }
    assert!(line.len() == depth as usize || end.is_over());
    if end.is_over() { eval.finished(&end, root, line.len() as u32) } else { eval.evaluate(&end, root) }
}

#[test]
fn deepening_ends_where_the_fixed_depth_does() {
    let eval = TreeValue { one_sided: false };
    let limits = Limits::depth(5);
    let open =
        |seed| Some(Tree::new(seed, 4, 8, true)).filter(|t| !minimax(t, &eval, &limits).value.is_proven());
    let tree = (0..).find_map(open).expect("some tree is not decided within five plies");
    let fixed = alpha_beta(&tree, &eval as Valued, &limits);
    let deepened = deepen(&limits, |limits| alpha_beta(&tree, &eval as Valued, limits));
    assert_eq!((fixed.value, fixed.best, fixed.depth), (deepened.value, deepened.best, deepened.depth));
    assert!(deepened.nodes > fixed.nodes, "the shallow iterations are counted too");
    let whole = deepen(&Limits::default(), |limits| alpha_beta(&tree, &eval as Valued, limits));
    assert_eq!(whole.stopped, Stop::Solved);
    assert!(whole.depth <= 9, "a tree of height 8 is done by then: {}", whole.depth);
}

#[test]
fn limits_end_a_search_and_keep_the_last_completed_depth() {
    let tree = Tree::new(3, 6, 60, false);
    let eval = TreeValue { one_sided: false };
    let limits = Limits { nodes: Some(5000), ..Limits::default() };
    let report = deepen(&limits, |limits| alpha_beta(&tree, &eval as Valued, limits));
    assert_eq!((report.stopped, report.nodes), (Stop::Nodes, 5000));
    let same = alpha_beta(&tree, &eval as Valued, &Limits::depth(report.depth));
    assert_eq!((report.value, report.best), (same.value, same.best));

    let begun = Instant::now();
    let report =
        deepen(&Limits::time(Duration::from_millis(30)), |limits| alpha_beta(&tree, &eval as Valued, limits));
    assert_eq!(report.stopped, Stop::Deadline);
    assert!(begun.elapsed() >= Duration::from_millis(30) && report.best.is_some());

    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let limits = Limits { stop: Some(flag), ..Limits::default() };
    assert_eq!(minimax(&tree, &eval, &limits).stopped, Stop::Flag);
}

/// A search that completed no depth says what the position is worth without it, not nothing.
#[test]
fn a_search_that_got_nowhere_says_what_it_sees() {
    let eval = TreeValue { one_sided: false };
    let limits = Limits { nodes: Some(2), ..Limits::default() };
    for seed in 0..20 {
        let tree = Tree::new(seed, 6, 60, false);
        let Turn::Seat(seat) = tree.turn() else { continue };
        let seen = eval.evaluate(&tree, seat);
        for report in [minimax(&tree, &eval, &limits), alpha_beta(&tree, &eval as Valued, &limits)] {
            assert_eq!((report.value, report.stopped), (seen, Stop::Nodes), "{seed}");
        }
    }
}

#[test]
fn expectation_of_a_die() {
    let eval = FinalPoints { limit: 6 };
    let alone = expectimax(&Dice::Choose { rival: false }, &eval, &Limits::default());
    assert!((alone.value - 3.5).abs() < 1e-12);
    assert_eq!((alone.best, alone.stopped), (Some(7), Stop::Solved), "rolling is worth more than the sure 3");
    let contested = expectimax(&Dice::Choose { rival: true }, &eval, &Limits::default());
    assert_eq!((contested.value, contested.best), (3.0, Some(0)), "17/6 is less than 3");
    let roll = expectimax(&Dice::Rolling { rival: true }, &eval, &Limits::default());
    assert!((roll.value - 17.0 / 6.0).abs() < 1e-12);
    assert_eq!((roll.best, roll.nodes), (None, 9), "chance, six faces, two answers to the six");
}

/// The example of the 2048 work: a sure 10 against a branch of 100 and 9. A rival makes it 9, a coin 54.5.
#[test]
fn a_rival_and_a_coin_prefer_different_branches() {
    use Sketch::{End, Max, Min};
    let eval = FinalPoints { limit: 100 };
    let rival = Max(vec![End(10), Min(vec![End(100), End(9)])]);
    let coin = Max(vec![End(10), Sketch::Dice(vec![(0.5, End(100)), (0.5, End(9))])]);
    let found = [&rival, &coin].map(|tree| expectimax(&tree, &eval, &Limits::default()));
    assert_eq!(found.map(|report| (report.best, report.value)), [(Some(0), 10.0), (Some(1), 54.5)]);
    let feared = ChanceOptions { luck: Luck::Adversary, ..ChanceOptions::default() };
    let report = ChanceSearch::new(&eval as Judge, feared).search(&&coin, &Limits::default());
    assert_eq!((report.best, report.value), (Some(0), 10.0), "dice that are feared are a rival");
}

#[test]
fn toys_keep_the_contract() {
    let promise = contract::Promise { games: 50, seed: 1, longest: 9, payoffs: -10..=10 };
    contract::check_rules(&TicTacToe::default(), &promise);
    contract::check_two_player(&TicTacToe::default(), &promise);
    contract::check_rules(&Tree::new(5, 3, 8, true), &promise);
    contract::check_two_player(&Tree::new(5, 3, 8, true), &promise);
    contract::check_rules(&Dice::Choose { rival: true }, &promise);
    contract::check_chance(&Dice::Choose { rival: true }, &promise);
}

#[test]
#[should_panic = "lies outside"]
fn an_evaluator_beyond_its_bounds_breaks_the_contract() {
    let promise = contract::Promise { games: 5, seed: 1, longest: 9, payoffs: -1..=1 };
    let eval =
        plywise::Lead { of: |position: &TicTacToe| plywise::Game::move_count(position) as i32, most: 8 };
    contract::check_evaluator(&TicTacToe::default(), &eval, &promise);
}

#[test]
fn agents_answer_legally_and_repeat_themselves() {
    let limits = Limits::default();
    let own = SearchLimits { depth: Some(3), ..SearchLimits::default() };
    fn repeats(mut agent: impl Agent<TicTacToe>) {
        let mut choose = || {
            agent.new_game(11);
            [(); 5].map(|()| agent.choose(&TicTacToe::default(), &Limits::default()).best)
        };
        let (first, second) = (choose(), choose());
        assert_eq!(first, second);
        assert!(first.iter().all(|best| best.expect("the game is not over") < 9));
    }
    // Through a pointer to any agent the searches that it records would be compiled, too.
    repeats(RandomAgent::default());
    repeats(GreedyAgent { eval: Unknown });
    repeats(MinimaxAgent { eval: Unknown, limits: own });
    repeats(AlphaBetaAgent::new(AlphaBeta::plain(&Unknown as Marks), own));
    let mut chance = ExpectimaxAgent { eval: FinalPoints { limit: 6 }, limits: SearchLimits::default() };
    assert_eq!(chance.choose(&Dice::Choose { rival: false }, &limits).value, Value::Points(3.5));
}
