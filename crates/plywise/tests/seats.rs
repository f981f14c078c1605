//! Searches for any number of seats.

use crate::crowd::{Brawl, Crowd, PointsNow, Shares, Trio};
use crate::toys::{TicTacToe, Tree, TreeValue, Valued};
use plywise::{
    Evaluate, FinalPoints, Game, Handover, Limits, Score, Seat, SeatSum, Stop, Turn, Unknown, alpha_beta,
    best_reply, contract, deepen, max_n, minimax, paranoid, tree_size,
};

fn scores<const N: usize>(values: [i32; N]) -> Vec<Score> {
    values.map(Score::heuristic).to_vec()
}

/// The hand-made tables stand beside the toys.
#[test]
fn max_n_and_paranoid_differ_where_they_should() {
    let eval = FinalPoints { limit: 8 };
    let own = max_n(&Trio::default(), &eval, None, &Limits::default());
    assert_eq!((own.value, own.line, own.nodes), (scores([4, 3, 3]), vec![1, 0, 0], 15));
    assert_eq!((own.best, own.stopped), (Some(1), Stop::Solved));
    let alone = paranoid(&Trio::default(), &eval, &Limits::default());
    assert_eq!((alone.value, alone.line), (Score::heuristic(1), vec![0, 0, 0]));
    // On the right the second leaf gives 0 < 1: the other two are left out.
    assert_eq!((alone.nodes, alone.stopped), (12, Stop::Solved));
}

/// A grabs 3. For themselves the others grow: A keeps 3. In league they both hit: 3 - 4 = -1, so A guards for 0. If
/// only one of them answers, 3 - 2 = 1 is left and A grabs.
#[test]
fn best_reply_takes_one_answer_where_paranoid_fears_two() {
    let start = Brawl::default();
    let own = max_n(&start, &PointsNow, None, &Limits::depth(3));
    assert_eq!((own.value, own.best), (scores([3, 1, 1]), Some(0)));
    let alone = paranoid(&start, &PointsNow, &Limits::depth(3));
    assert_eq!((alone.value, alone.best), (Score::ZERO, Some(1)));
    let one = best_reply(&start, &PointsNow, &Limits::depth(2));
    assert_eq!((one.value, one.line), (Score::heuristic(1), vec![0, 3]));
    // Root; grab and its four answers (each of two seats grows or hits); guard, cut at the first answer worth 0.
    assert_eq!((one.nodes, one.stopped), (1 + 5 + 2, Stop::Depth));
}

/// Two moves that are equal to the seat that chooses are not equal to the others: the first listed decides.
#[test]
fn ties_of_max_n_go_to_the_first_move() {
    let (mut ties, eval) = (0, Shares);
    for seed in 0..200 {
        let tree = Crowd::<3>::new(seed, 3, 3);
        let Turn::Seat(seat) = tree.turn() else { unreachable!() };
        let report = max_n(&tree, &eval, None, &Limits::default());
        let children: Vec<(u8, Vec<Score>)> = moves(&tree)
            .into_iter()
            .map(|mv| (mv, max_n(&after(&tree, mv), &eval, None, &Limits::default()).value))
            .collect();
        let equal: Vec<_> =
            children.iter().filter(|(_, v)| v[seat.index()] == report.value[seat.index()]).collect();
        assert_eq!((Some(equal[0].0), &equal[0].1), (report.best, &report.value), "seed {seed}");
        ties += usize::from(equal.iter().any(|(_, values)| *values != report.value));
    }
    assert!(ties > 10, "only {ties} trees where the rule matters");
}

#[test]
fn shallow_pruning_changes_nothing_but_the_nodes() {
    fn check<const N: usize>() -> (u64, u64) {
        let sum = SeatSum { lowest: Score::ZERO, highest_sum: i64::from(Crowd::<N>::SUM) };
        let (mut full_nodes, mut pruned_nodes) = (0, 0);
        for seed in 0..300 {
            for (branching, height, depth) in [(3, 6, 6), (4, 5, 4), (6, 4, 4), (2, 9, 7)] {
                let tree = Crowd::<N>::new(seed, branching, height);
                let limits = Limits::depth(depth);
                let full = max_n(&tree, &Shares, None, &limits);
                let pruned = max_n(&tree, &Shares, Some(sum), &limits);
                let place = format!("{N} seats, seed {seed}, {branching} x {height}, depth {depth}");
                assert_eq!(full.value, pruned.value, "{place}");
                assert_eq!((full.best, &full.line), (pruned.best, &pruned.line), "{place}");
                assert_eq!(full.nodes, tree_size(&tree, depth), "{place}");
                assert!(pruned.nodes <= full.nodes, "{place}");
                full_nodes += full.nodes;
                pruned_nodes += pruned.nodes;
            }
        }
        (full_nodes, pruned_nodes)
    }
    assert_eq!([check::<2>(), check::<3>(), check::<4>(), check::<6>()], NODES_MAX_N);
}

/// Nodes of max^n in full and with shallow pruning, on 1200 trees each of 2, 3, 4 and 6 seats.
const NODES_MAX_N: [(u64, u64); 4] =
    [(102_665, 53_037), (102_665, 80_892), (102_665, 92_980), (102_665, 101_199)];

#[test]
fn with_two_seats_all_are_minimax() {
    let sum = Some(SeatSum::ZERO);
    for seed in 0..300 {
        for (branching, height, ragged) in [(3, 6, false), (4, 5, true), (2, 8, true), (1, 9, false)] {
            let tree = Tree::new(seed, branching, height, ragged);
            for depth in [0, 1, 3, 5] {
                let place = format!("seed {seed}, {branching} x {height}, ragged {ragged}, depth {depth}");
                let limits = Limits::depth(depth);
                let fair = TreeValue { one_sided: false };
                let full = minimax(&tree, &fair, &limits);
                let Turn::Seat(seat) = tree.turn() else { unreachable!() };
                for sum in [None, sum] {
                    let own = max_n(&tree, &fair, sum, &limits);
                    assert_eq!((own.value[seat.index()], own.best), (full.value, full.best), "{place}");
                    assert_eq!(own.value[seat.other().index()], -full.value, "{place}");
                    assert!(sum.is_none() && own.nodes == full.nodes || own.nodes <= full.nodes, "{place}");
                }
                // These ask the root's seat only, as minimax does: the evaluator may be one-sided.
                let eval = TreeValue { one_sided: true };
                let full = minimax(&tree, &eval, &limits);
                let pruned = alpha_beta_nodes(&tree, eval, &limits);
                for report in [paranoid(&tree, &eval, &limits), best_reply(&tree, &eval, &limits)] {
                    assert_eq!((report.value, report.best), (full.value, full.best), "{place}");
                    assert_eq!((report.stopped, report.nodes), (full.stopped, pruned), "{place}");
                }
            }
        }
    }
    let start = TicTacToe::default();
    let full = minimax(&start, &Unknown, &Limits::default());
    let own = max_n(&start, &Unknown, sum, &Limits::default());
    assert_eq!((own.value[0], own.best, own.line), (full.value, full.best, full.line));
    assert!(own.nodes < full.nodes / 2, "{}", own.nodes);
}

/// Paranoid of two seats is plain alpha-beta, node for node.
fn alpha_beta_nodes(tree: &Tree, eval: TreeValue, limits: &Limits) -> u64 {
    alpha_beta(tree, &eval as Valued, limits).nodes
}

#[test]
fn coalitions_agree_with_their_definitions() {
    fn check<const N: usize>() {
        for seed in 0..300 {
            for (branching, height, depth) in [(3, 6, 6), (4, 5, 3), (2, 8, 5)] {
                let tree = Crowd::<N>::new(seed, branching, height);
                let (limits, place) =
                    (Limits::depth(depth), format!("{N} seats, seed {seed}, {branching} x {height}"));
                let league = paranoid(&tree, &Shares, &limits);
                let (value, best, nodes) = slowly(&tree, Seat(0), depth, &|tree, _| {
                    moves(tree).into_iter().map(|mv| (mv, after(tree, mv))).collect()
                });
                assert_eq!((league.value, league.best), (value, best), "paranoid, {place}");
                assert!(league.nodes <= nodes, "paranoid, {place}");
                let one = best_reply(&tree, &Shares, &limits);
                let (value, best, nodes) = slowly(&tree, Seat(0), depth, &one_answer);
                assert_eq!((one.value, one.best), (value, best), "best reply, {place}");
                assert!(one.nodes <= nodes, "best reply, {place}");
            }
        }
    }
    check::<3>();
    check::<5>();
}

/// What follows a position of the others in best-reply search: any of them answers, then the first seat moves.
fn one_answer<const N: usize>(tree: &Crowd<N>, seat: Seat) -> Vec<(u8, Crowd<N>)> {
    let mut all = Vec::new();
    for step in 0..N {
        let by = Seat(((seat.index() + step) % N) as u8);
        let turned = if step == 0 { Some(*tree) } else { tree.hand_to(by).filter(|_| by != Seat(0)) };
        for (turned, mv) in
            turned.iter().flat_map(|turned| moves(turned).into_iter().map(move |mv| (turned, mv)))
        {
            let child = after(turned, mv);
            let goes_on =
                child.is_over() || child.turn() == Turn::Seat(by) || child.turn() == Turn::Seat(Seat(0));
            all.push((mv, if goes_on { child } else { child.hand_to(Seat(0)).unwrap_or(child) }));
        }
    }
    all
}

type Answers<'a, G> = &'a dyn Fn(&G, Seat) -> Vec<(u8, G)>;

/// The definition, word by word: value for `root`, first best move, positions.
fn slowly<G>(position: &G, root: Seat, depth: u32, answers: Answers<'_, G>) -> (Score, Option<u8>, u64)
where
    G: Game<Move = u8>,
    Shares: Evaluate<G>,
{
    if position.is_over() {
        return (Shares.finished(position, root, 0), None, 1);
    }
    let Turn::Seat(seat) = position.turn() else { unreachable!() };
    if depth == 0 {
        return (Shares.evaluate(position, root), None, 1);
    }
    let children: Vec<(u8, G)> = if seat == root {
        moves(position).into_iter().map(|mv| (mv, after(position, mv))).collect()
    } else {
        answers(position, seat)
    };
    let below: Vec<(u8, Score, u64)> = children
        .iter()
        .map(|(mv, child)| {
            let (value, _, nodes) = slowly(child, root, depth - 1, answers);
            (*mv, value, nodes)
        })
        .collect();
    let values = below.iter().map(|child| child.1);
    let value = if seat == root { values.max() } else { values.min() }.expect("moves");
    let best = below.iter().find(|child| child.1 == value).map(|child| child.0);
    (value, best, 1 + below.iter().map(|child| child.2).sum::<u64>())
}

fn moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut child = position.clone();
    child.play(mv);
    child
}

type Search<'a> = &'a dyn Fn(&Limits) -> (Stop, u64);

#[test]
fn limits_hold_for_all() {
    let tree = Crowd::<3>::new(4, 6, 40);
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let flagged = Limits { stop: Some(flag), ..Limits::default() };
    let searches: [Search<'_>; 3] = [
        &|limits| {
            let report = max_n(&tree, &Shares, None, limits);
            (report.stopped, report.nodes)
        },
        &|limits| {
            let report = paranoid(&tree, &Shares, limits);
            (report.stopped, report.nodes)
        },
        &|limits| {
            let report = best_reply(&tree, &Shares, limits);
            (report.stopped, report.nodes)
        },
    ];
    for search in searches {
        assert_eq!(search(&limits), (Stop::Nodes, 2000));
        assert_eq!(search(&flagged).0, Stop::Flag);
        assert_eq!(search(&Limits::depth(2)).0, Stop::Depth);
    }
    let report = deepen(&limits, |limits| paranoid(&tree, &Shares, limits));
    let same = paranoid(&tree, &Shares, &Limits::depth(report.depth));
    assert_eq!((report.value, report.best), (same.value, same.best));
}

#[test]
fn each_search_takes_the_others_for_something_else() {
    let start = Brawl::default();
    let report = max_n(&start, &PointsNow, None, &Limits::depth(3));
    assert_eq!((report.best, report.value[0].raw()), (Some(0), 3));
    assert_eq!(paranoid(&start, &PointsNow, &Limits::depth(3)).best, Some(1));
    assert_eq!(best_reply(&start, &PointsNow, &Limits::depth(2)).best, Some(0));
    // The second seat's value is the second entry.
    let report = max_n(&after(&start, 0), &PointsNow, None, &Limits::depth(3));
    assert_eq!((report.best, report.value[1].raw()), (Some(2), 1));
}

#[test]
fn crowds_keep_the_contract() {
    let promise = contract::Promise { games: 50, seed: 1, longest: 9, payoffs: -4..=12 };
    contract::check_rules(&Crowd::<3>::new(5, 3, 8), &promise);
    contract::check_rules(&Crowd::<6>::new(5, 3, 8), &promise);
    contract::check_rules(&Trio::default(), &promise);
    contract::check_rules(&Brawl::default(), &promise);
}
