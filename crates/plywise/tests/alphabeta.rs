//! Every setting of the alpha-beta family that promises the oracle's value gives it.

use std::sync::Arc;

use crate::toys::knows::moody;
use crate::toys::opted::plain;
use crate::toys::written::{End, Place, Written, at, over};
use crate::toys::{Marks, TicTacToe, Tree, TreeValue, Valued};
use plywise::alphabeta::{AlphaBeta, Ordering, Reuse, Settings, Windows};
use plywise::trace::{Entering, ExitReason, Trace};
use plywise::{Evaluate, Game, Keyed, Limits, Report, Score, Seat, Stop, Table, Turn, Unknown, minimax};

const ALL_WINDOWS: [Windows; 3] = [Windows::Full, Windows::Principal, Windows::Memory];
const ALL_ORDERS: [Ordering; 3] = [Ordering::Listed, Ordering::Static, Ordering::Dynamic];

/// A window in which few values of the trees lie, in hundredths of a point.
const NARROW: i32 = 300;

/// Every combination of the settings that leave the value alone.
fn exact_settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for windows in ALL_WINDOWS {
        for order in ALL_ORDERS {
            for deepen in [false, true] {
                for from in [1, 2] {
                    let settings = Settings { windows, order, deepen, ..Settings::default() };
                    all.push(Settings {
                        order_from: from,
                        table_from: from,
                        enhanced_from: if from == 1 { i32::MAX } else { 1 },
                        aspiration: if from == 1 { 0 } else { NARROW },
                        reuse: Reuse::Equal,
                        ..settings
                    });
                }
            }
        }
    }
    all
}

/// What the oracle says of a tree, found once for all settings.
struct Truth {
    tree: Tree,
    depth: u32,
    eval: TreeValue,
    full: Report<u8, Score>,
    /// What each move is worth.
    values: Vec<Score>,
}

impl Truth {
    fn new(tree: &Tree, depth: u32, one_sided: bool) -> Self {
        let eval = TreeValue { one_sided };
        let full = minimax(tree, &eval, &Limits::depth(depth));
        let mut moves = Vec::new();
        tree.moves(&mut moves);
        let values = moves.iter().map(|&mv| value_of(tree, mv, &eval, depth)).collect();
        Self { tree: *tree, depth, eval, full, values }
    }

    /// Holds a search with these settings to it.
    fn check(&self, settings: Settings, table: Option<Arc<Table>>) -> Report<u8, Score> {
        let Self { tree, depth, eval, full, values } = self;
        let search = moody(eval, settings, table);
        let found = search.search(tree, &Limits::depth(*depth));
        let place = || format!("{tree:?}, depth {depth}, {eval:?}, {settings:?}");
        assert_eq!(found.value, full.value, "{}", place());
        assert_eq!(found.best.is_some(), full.best.is_some(), "{}", place());
        if let Some(best) = found.best {
            assert_eq!(values[best as usize], full.value, "the move is not worth its value: {}", place());
            assert_eq!(found.line[0], best, "{}", place());
        }
        if settings.order == Ordering::Listed && settings.windows == Windows::Full && settings.threads == 1 {
            assert_eq!(found.best, full.best, "{}", place());
        }
        if !settings.deepen && settings.windows == Windows::Full && settings.threads == 1 {
            assert!(found.nodes <= full.nodes, "{}", place());
        }
        found
    }
}

/// What a move is worth to the seat to move, by the oracle.
fn value_of(tree: &Tree, mv: u8, eval: &TreeValue, depth: u32) -> Score {
    fn below(position: &Tree, root: Seat, eval: &TreeValue, depth: u32, ply: u32) -> Score {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            return eval.finished(position, root, ply);
        }
        if depth == 0 {
            return eval.evaluate(position, root);
        }
        let values = moves.into_iter().map(|mv| {
            let mut child = *position;
            child.play(mv);
            below(&child, root, eval, depth - 1, ply + 1)
        });
        if position.turn() == Turn::Seat(root) { values.max().unwrap() } else { values.min().unwrap() }
    }
    let Turn::Seat(root) = tree.turn() else { unreachable!() };
    let mut child = *tree;
    child.play(mv);
    below(&child, root, eval, depth.saturating_sub(1), 1)
}

#[test]
fn every_exact_setting_gives_the_oracles_value() {
    let table = Arc::new(Table::new(1));
    for seed in 0..16 {
        for (branching, height, ragged) in [(3, 6, false), (4, 6, true), (2, 8, true)] {
            let tree = Tree::new(seed, branching, height, ragged);
            for depth in [1, 3, 5] {
                let truth = Truth::new(&tree, depth, seed % 2 == 0);
                for settings in exact_settings() {
                    truth.check(settings, None);
                    table.clear();
                    truth.check(settings, Some(Arc::clone(&table)));
                }
            }
        }
    }
}

/// Settings that share their work.
fn shared_settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for windows in ALL_WINDOWS {
        for order in ALL_ORDERS {
            for threads in [2, 3, 5] {
                let settings = Settings { windows, order, threads, ..Settings::default() };
                let enhanced_from = if threads == 2 { 1 } else { i32::MAX };
                let (deepen, aspiration) = (threads == 3, NARROW);
                let settings = Settings { enhanced_from, deepen, aspiration, ..settings };
                all.push(Settings { reuse: Reuse::Equal, split_from: 1, ..settings });
            }
        }
    }
    all
}

/// Each setting meets twenty trees, each tree a third of the settings.
#[test]
fn threads_leave_the_value_alone() {
    let table = Arc::new(Table::new(1));
    for seed in 0..30 {
        for (branching, height, ragged) in [(4, 7, true), (5, 6, false)] {
            let tree = Tree::new(seed, branching, height, ragged);
            let truth = Truth::new(&tree, 6, seed % 2 == 0);
            for settings in shared_settings().into_iter().skip(seed as usize % 3).step_by(3) {
                truth.check(settings, None);
                table.clear();
                truth.check(settings, Some(Arc::clone(&table)));
            }
        }
    }
}

#[test]
fn threads_stop_when_told() {
    let tree = Tree::new(3, 8, 60, false);
    let settings = Settings { threads: 4, split_from: 1, ..Settings::fast() };
    let search =
        AlphaBeta::new(&TreeValue { one_sided: false } as Valued, settings, Some(Arc::new(Table::new(1))));
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let report = search.search(&tree, &limits);
    assert!(report.stopped == Stop::Nodes && report.best.is_some() && report.nodes <= 20_000, "{report:?}");
    let report = search.search(&tree, &Limits::time(std::time::Duration::from_millis(20)));
    assert!(report.stopped == Stop::Deadline && report.best.is_some(), "{report:?}");
}

/// In listed or static order an iteration that was cut short may not have looked at the last best move: only completed
/// depths answer. In dynamic order that move comes first, and one that has beaten it is the better answer.
#[test]
fn only_a_learned_order_lets_an_unfinished_depth_change_the_move() {
    let (mut checked, mut changed) = (0, 0);
    for seed in 0..40 {
        let tree = Tree::new(seed, 6, 40, true);
        for order in ALL_ORDERS {
            let settings = Settings { deepen: true, order, ..Settings::default() };
            let search = AlphaBeta::new(&TreeValue { one_sided: false } as Valued, settings, None);
            for nodes in (20..2000).step_by(90) {
                let report = search.search(&tree, &Limits { nodes: Some(nodes), ..Limits::default() });
                if report.stopped != Stop::Nodes || report.depth == 0 {
                    continue;
                }
                let done = search.search(&tree, &Limits::depth(report.depth));
                if order == Ordering::Dynamic {
                    changed += u32::from(report.best != done.best);
                } else {
                    assert_eq!(report.best, done.best, "{tree:?}, {order:?}, {nodes} nodes");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 500 && changed > 0, "{checked} searches cut short, {changed} moves changed");
}

#[test]
fn a_table_that_is_kept_between_searches_does_not_change_them() {
    let table = Arc::new(Table::new(1));
    for seed in 0..20 {
        let mut tree = Tree::new(seed, 4, 9, true);
        for _ in 0..4 {
            let truth = Truth::new(&tree, 4, true);
            for settings in exact_settings() {
                truth.check(settings, Some(Arc::clone(&table)));
            }
            let mut moves = Vec::new();
            tree.moves(&mut moves);
            let Some(&mv) = moves.first() else { break };
            tree.play(mv);
        }
    }
}

#[test]
fn solved_positions_are_known_at_any_depth() {
    let table = Arc::new(Table::new(4));
    for windows in ALL_WINDOWS {
        for order in ALL_ORDERS {
            let settings = Settings { windows, order, deepen: true, ..Settings::default() };
            let search = AlphaBeta::new(&Unknown as Marks, settings, Some(Arc::clone(&table)));
            let report = search.search(&TicTacToe::default(), &Limits::default());
            assert_eq!((report.value, report.stopped), (Score::ZERO, Stop::Solved), "{settings:?}");
        }
    }
    let again = AlphaBeta::new(&Unknown as Marks, Settings::fast(), Some(table))
        .search(&TicTacToe::default(), &Limits::default());
    assert!(again.nodes < 100 && again.table.hit_rate() > 0.5, "{again:?}");
}

/// What the table remembers of a search that did not see the end is no proof in the next one.
#[test]
fn a_remembered_answer_is_no_more_solved_than_it_was() {
    for windows in ALL_WINDOWS {
        let mut unsolved = 0;
        for seed in 0..60 {
            let tree = Tree::new(seed, 4, 9, true);
            let table = Arc::new(Table::new(1));
            let settings = Settings { windows, ..Settings::default() };
            let search = AlphaBeta::new(&TreeValue { one_sided: false } as Valued, settings, Some(table));
            let first = search.search(&tree, &Limits::depth(4));
            let again = search.search(&tree, &Limits::depth(4));
            assert_eq!(
                (again.value, again.stopped),
                (first.value, first.stopped),
                "seed {seed}, {windows:?}"
            );
            assert!(again.nodes <= first.nodes, "seed {seed}: the table saves work");
            unsolved += u32::from(first.stopped == Stop::Depth);
        }
        assert!(unsolved > 10, "{windows:?}: {unsolved}");
    }
}

/// Quiescence against the obvious recursion.
#[test]
fn selective_deepening_gives_the_value_of_its_definition() {
    struct Noisy(TreeValue);
    impl Evaluate<Tree> for Noisy {
        fn evaluate(&self, position: &Tree, seat: Seat) -> Score {
            self.0.evaluate(position, seat)
        }
        fn bounds(&self) -> (Score, Score) {
            self.0.bounds()
        }
        fn is_noisy(&self, position: &Tree) -> bool {
            position.key().is_multiple_of(3)
        }
    }
    fn value(position: &Tree, eval: &Noisy, depth: i32, cap: i32, ply: u32) -> Score {
        let Turn::Seat(seat) = position.turn() else { unreachable!() };
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            return eval.finished(position, seat, ply);
        }
        if depth <= 0 && !(depth > -cap && eval.is_noisy(position)) {
            return eval.evaluate(position, seat);
        }
        moves
            .into_iter()
            .map(|mv| {
                let mut child = *position;
                child.play(mv);
                let value = value(&child, eval, depth - 1, cap, ply + 1);
                if child.turn() == position.turn() { value } else { -value }
            })
            .max()
            .unwrap()
    }
    let mut longer = 0;
    for seed in 0..60 {
        let tree = Tree::new(seed, 3, 9, true);
        for quiescence in [2, 5] {
            for windows in ALL_WINDOWS {
                let settings =
                    Settings { windows, quiescence, order: Ordering::Dynamic, ..Settings::default() };
                let eval = Noisy(TreeValue { one_sided: false });
                let expected = value(&tree, &eval, 3, quiescence as i32, 0);
                let plain = minimax(&tree, &eval, &Limits::depth(3)).value;
                longer += u32::from(plain != expected);
                let search = AlphaBeta::new(&eval as Valued, settings, None);
                let found = search.search(&tree, &Limits::depth(3));
                assert_eq!(found.value, expected, "seed {seed}, {settings:?}");
            }
        }
    }
    assert!(longer > 100, "selective deepening should matter: {longer}");
}

/// A tree in which the seats alternate, written down.
fn written(tree: &Tree) -> Written {
    let Turn::Seat(mover) = tree.turn() else { unreachable!() };
    let mut moves = Vec::new();
    tree.moves(&mut moves);
    if moves.is_empty() {
        return over(End::Points(tree.payoff(mover)));
    }
    let below = moves.into_iter().map(|mv| {
        let mut child = *tree;
        child.play(mv);
        written(&child)
    });
    at(TreeValue { one_sided: false }.evaluate(tree, mover).raw(), below.collect())
}

#[test]
fn a_trace_hears_every_node_once_and_in_pairs() {
    #[derive(Default)]
    struct Balance {
        open: i64,
        entered: u64,
        deepest: u32,
    }
    impl Trace<usize> for Balance {
        fn enter(&mut self, node: &Entering<usize>) {
            assert_eq!(self.open, i64::from(node.ply), "a child lies one ply below its parent");
            assert_eq!(node.mv.is_none(), node.ply == 0);
            assert!(node.window.0 < node.window.1);
            self.open += 1;
            self.entered += 1;
            self.deepest = self.deepest.max(node.ply);
        }
        fn leave(&mut self, value: Option<Score>, _: ExitReason) {
            assert!(value.is_some());
            self.open -= 1;
        }
    }
    let tree = written(&Tree::new(9, 3, 6, false));
    for settings in exact_settings().into_iter().filter(|settings| !settings.deepen) {
        let mut balance = Balance::default();
        let search = plain(settings, None);
        let report = search.search_with(&Place::new(&tree), &Limits::depth(5), &mut balance);
        assert_eq!((balance.open, balance.entered, balance.deepest), (0, report.nodes, 5), "{settings:?}");
    }
}

#[test]
fn deepening_ends_where_the_table_tells_depths_apart_no_more() {
    let line = (0..1100).fold(over(End::Points(0)), |next, _| at(0, vec![next]));
    for table in [None, Some(Arc::new(Table::new(1)))] {
        let search = plain(Settings::fast(), table);
        let report = search.search(&Place::new(&line), &Limits::default());
        assert_eq!((report.depth, report.stopped), (1022, Stop::Depth));
    }
}
