//! What a game knows of positions without a search: whatever part of the truth it tells, the value stays.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::toys::knows::{Knows, knowing};
use crate::toys::opted::{Foresight, Opted, Tall, opting, plain};
use crate::toys::written::{End, Place, at, leaf, over};
use crate::toys::{Tree, TreeValue, Valued, all_settings, truth, worth};
use plywise::alphabeta::{Bounds, Host, Reuse, Settings, Windows};
use plywise::{AlphaBeta, Evaluate, Game, Keyed, Limits, Report, Score, Seat, Stop, Table, Turn, minimax};

/// Tells of some positions of a tree the value, of some a bound or two, and of some nothing; some moves it leaves out.
#[derive(Clone, Copy)]
struct Hints(TreeValue);

impl Knows for Hints {
    fn bounds(&self, position: &Tree, alpha: Score, beta: Score) -> Bounds {
        assert!(alpha < beta);
        let value = truth(position, &self.0);
        let slack = |score: Score, by: i32| {
            if score.is_proven() { score } else { Score::heuristic(score.raw() + by) }
        };
        let hint = plywise::rng::mix(position.key() ^ 77);
        let less = slack(value, -((hint >> 8) as i32 & 3));
        let more = slack(value, (hint >> 10) as i32 & 3);
        match hint % 6 {
            0 => Bounds::exact(value),
            1 => Bounds { at_least: less, ..Bounds::NONE },
            2 => Bounds { at_most: more, ..Bounds::NONE },
            3 => Bounds { at_least: less, at_most: more },
            _ => Bounds::NONE,
        }
    }

    fn moves(&self, position: &Tree, out: &mut Vec<u8>) {
        let base = out.len();
        position.moves(out);
        if plywise::rng::mix(position.key() ^ 78).is_multiple_of(2) && out.len() > base {
            // None but the best and one more.
            let best = (out[base..].iter().copied()).max_by_key(|&mv| worth(position, mv, &self.0)).unwrap();
            let one = out[base];
            out.truncate(base);
            out.push(best);
            out.extend(Some(one).filter(|&one| one != best));
        }
    }
}

fn search(tree: &Tree, eval: TreeValue, settings: Settings, table: bool) -> Report<u8, Score> {
    let table = table.then(|| Arc::new(Table::new(1)));
    knowing(&eval, &Hints(eval), settings, table).search(tree, &Limits::default())
}

#[test]
fn what_is_proven_leaves_the_value_alone() {
    let eval = TreeValue { one_sided: false };
    let (mut fewer, mut solved) = (0, 0);
    for seed in 0..12 {
        let tree = Tree::new(seed, 4, 6, seed % 2 == 0);
        let full = minimax(&tree, &eval, &Limits::default());
        for (number, settings) in all_settings().into_iter().enumerate() {
            if number % 3 != seed as usize % 3 {
                continue;
            }
            for table in [false, true] {
                let found = search(&tree, eval, settings, table);
                let place = format!("{tree:?}, {settings:?}, table {table}");
                assert_eq!((found.value, found.stopped), (full.value, Stop::Solved), "{place}");
                assert_eq!(worth(&tree, found.best.expect("a move"), &eval), full.value, "{place}");
                let without =
                    AlphaBeta::new(&eval as Valued, settings, None).search(&tree, &Limits::default());
                fewer += u32::from(found.nodes < without.nodes);
                solved += 1;
            }
        }
    }
    assert!(fewer > solved * 9 / 10, "{fewer} of {solved}");
}

/// Tells of every position a bound, on one side or on both.
struct Told(TreeValue, [bool; 2]);

impl Knows for Told {
    fn bounds(&self, position: &Tree, _: Score, _: Score) -> Bounds {
        let (value, [below, above]) = (truth(position, &self.0), self.1);
        Bounds {
            at_least: if below { value } else { Bounds::NONE.at_least },
            at_most: if above { value } else { Bounds::NONE.at_most },
        }
    }
}

/// Counts the games.
struct Games(AtomicU32);

impl Knows for Games {
    fn forget(&self) {
        self.0.fetch_add(1, Relaxed);
    }
}

#[test]
fn nothing_of_one_game_shows_in_the_next() {
    let eval = TreeValue { one_sided: false };
    let (probe, table) = (Games(AtomicU32::new(0)), Some(Arc::new(Table::new(1))));
    let settings = Settings { windows: Windows::Principal, reuse: Reuse::Deeper, ..Settings::default() };
    let search = knowing(&eval, &probe, settings, table);
    let tree = Tree::new(3, 4, 6, false);
    let nodes = || search.search(&tree, &Limits::default()).nodes;
    let (first, again) = (nodes(), nodes());
    assert!(again < first, "{again} of {first}: the table knows the game");
    search.forget::<Tree>();
    assert_eq!((nodes(), probe.0.load(Relaxed)), (first, 1));
}

/// What a bound settles is not searched: of a position whose moves are all known the moves alone are entered, and either
/// bound alone saves its part.
#[test]
fn what_is_proven_is_not_searched() {
    let eval = TreeValue { one_sided: false };
    let mut nodes = [0; 4];
    for seed in 0..20 {
        let tree = Tree::new(seed, 4, 6, false);
        let sides = [[true, true], [true, false], [false, true], [false, false]];
        for (sum, sides) in nodes.iter_mut().zip(sides) {
            let probe = Told(eval, sides);
            let settings = Settings::default();
            let search = knowing(&eval, &probe, settings, None);
            let report = search.search(&tree, &Limits::default());
            assert_eq!(report.value, truth(&tree, &eval), "{tree:?} {sides:?}");
            *sum += report.nodes;
        }
    }
    let [both, below, above, none] = nodes;
    assert_eq!(both, 20 * (1 + 4));
    assert!(3 * below < 2 * none && 3 * above < 2 * none, "{nodes:?}");
}

/// A probe that knows nothing and wants to be asked about windows that hold something.
struct Windowed;

impl Knows for Windowed {
    fn bounds(&self, _: &Tree, alpha: Score, beta: Score) -> Bounds {
        assert!(alpha < beta, "{alpha:?} to {beta:?}");
        Bounds::NONE
    }
}

/// One thread refutes a position while another takes its next move.
#[test]
fn no_thread_searches_in_an_empty_window() {
    let eval = TreeValue { one_sided: false };
    for seed in 0..4000 {
        let tree = Tree::new(seed, 4, 5, seed % 2 == 0);
        let settings = Settings { threads: 2, split_from: 1, deepen: true, ..Settings::default() };
        let search = knowing(&eval, &Windowed, settings, None);
        let full = minimax(&tree, &eval, &Limits::default());
        assert_eq!(search.search(&tree, &Limits::default()).value, full.value, "{tree:?}");
    }
}

/// A probe that knows nothing now, and says so.
struct Off;

impl Knows for Off {
    fn is_on(&self) -> bool {
        false
    }

    fn bounds(&self, _: &Tree, _: Score, _: Score) -> Bounds {
        panic!("asked for bounds")
    }

    fn ahead(&self, _: &Tree, _: i32, _: Score, _: &mut dyn Host<Tree>) -> Option<Option<Score>> {
        panic!("asked to search")
    }

    fn best(&self, _: &Tree) -> Option<u8> {
        panic!("asked for a move")
    }

    fn note(&self, _: &Tree, _: i32, _: Score, _: u8) {
        panic!("told")
    }
}

#[test]
fn a_probe_that_is_off_is_asked_for_nothing() {
    let table = Arc::new(Table::new(1));
    let eval = TreeValue { one_sided: false };
    for seed in 0..4 {
        let tree = Tree::new(seed, 4, 6, seed % 2 == 0);
        for settings in all_settings() {
            // Shallower than the tree, so that leaves are guesses.
            let limits = Limits { depth: Some(4), ..Limits::default() };
            table.clear();
            let search = knowing(&eval, &Off, settings, Some(Arc::clone(&table)));
            let found = search.search(&tree, &limits);
            table.clear();
            let without = AlphaBeta::new(&eval as Valued, settings, Some(Arc::clone(&table)));
            let (without, place) = (without.search(&tree, &limits), format!("{tree:?}, {settings:?}"));
            assert_eq!(found.value, without.value, "{place}");
            if settings.threads == 1 {
                assert_eq!((found.nodes, found.best), (without.nodes, without.best), "{place}");
            }
        }
    }
}

/// Where the depth runs out a bound corrects what is only a guess, and nothing else: the same on paper.
#[test]
fn a_bound_corrects_what_the_horizon_left_uncertain() {
    fn on_paper(position: &Tree, probe: &Hints, root: Seat, depth: u32, ply: u32) -> Score {
        let Turn::Seat(seat) = position.turn() else { unreachable!() };
        let known = match ply {
            0 => Bounds::NONE,
            _ => probe.bounds(position, -Score::INFINITY, Score::INFINITY),
        };
        let seen = |value: Score| if seat == root { value } else { -value };
        let mut moves = Vec::new();
        probe.moves(position, &mut moves);
        let value = if moves.is_empty() {
            seen(probe.0.finished(position, root, ply))
        } else if depth == 0 {
            seen(probe.0.evaluate(position, root))
        } else {
            let below = moves.into_iter().map(|mv| {
                let mut child = *position;
                child.play(mv);
                let value = on_paper(&child, probe, root, depth - 1, ply + 1);
                if child.turn() == position.turn() { value } else { -value }
            });
            below.max().expect("there are moves")
        };
        value.clamp(known.at_least.from_root(ply), known.at_most.from_root(ply))
    }
    let eval = TreeValue { one_sided: false };
    let mut corrected = 0;
    let table = Arc::new(Table::new(1));
    for seed in 0..20 {
        let tree = Tree::new(seed, 4, 6, seed % 2 == 0);
        let Turn::Seat(root) = tree.turn() else { unreachable!() };
        for depth in [1, 2, 3] {
            let value = on_paper(&tree, &Hints(eval), root, depth, 0);
            corrected += u32::from(value != minimax(&tree, &eval, &Limits::depth(depth)).value);
            for settings in all_settings().into_iter().skip(seed as usize % 4).step_by(4) {
                let settings = Settings { reuse: Reuse::Equal, ..settings };
                table.clear();
                for table in [None, Some(Arc::clone(&table))] {
                    let probe = Hints(eval);
                    let search = knowing(&eval, &probe, settings, table);
                    let found = search.search(&tree, &Limits::depth(depth));
                    assert_eq!(found.value, value, "{tree:?}, depth {depth}, {settings:?}");
                }
            }
        }
    }
    assert!(corrected > 10, "{corrected}");
}

#[test]
fn a_proof_at_a_leaf_ends_the_search_with_its_distance() {
    // The second of two moves wins in three, though it looks bad.
    let root = at(0, vec![leaf(5), at(7, vec![at(0, vec![over(End::Lost)])])]);
    let settings = Settings { deepen: true, ..Settings::default() };
    let search = opting(Tall::default(), Opted::default(), Foresight::LostInTwo(7), settings);
    let found = search.search(&Place::new(&root), &Limits::depth(9));
    assert_eq!((found.value, found.best), (Score::won_in(3), Some(1)));
    assert_eq!((found.stopped, found.depth), (Stop::Solved, 3), "a nearer win might lie within three plies");
    assert_eq!(search.search(&Place::new(&root), &Limits::depth(1)).value, Score::won_in(3));
    let without = plain(settings, None);
    assert_eq!(without.search(&Place::new(&root), &Limits::depth(1)).best, Some(0));
}
