//! A search of the game's own within the general one (`Probe::ahead`, `best`, `note`): it changes no value, and is heeded.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::toys::knows::{Knows, knowing};
use crate::toys::{Tree, TreeValue, Valued, all_settings, worth};
use plywise::alphabeta::{Host, Ordering, Reuse, Settings, Siblings};
use plywise::{AlphaBeta, Game, Keyed, Limits, Score, Stop, Table, minimax};

/// Searches every other position of a tree by itself, where nothing is proven of it, with those who are idle where somebody is.
struct OwnSearch {
    eval: TreeValue,
    shared: AtomicU32,
    noted: AtomicU32,
    misled: AtomicU32,
}

impl OwnSearch {
    fn new(eval: TreeValue) -> Self {
        Self { eval, shared: AtomicU32::new(0), noted: AtomicU32::new(0), misled: AtomicU32::new(0) }
    }

    /// The first move by itself, the others with the threads that are idle.
    fn together(
        &self,
        position: &Tree,
        depth: u32,
        alpha: Score,
        host: &mut dyn Host<Tree>,
    ) -> Option<Option<Score>> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut child = *position;
        child.play(*moves.first()?);
        let first = minimax(&child, &self.eval, &Limits::depth(depth - 1));
        host.meter().enter_many(first.nodes);
        let best = if child.turn() == position.turn() { first.value } else { -first.value };
        if best.is_proven() {
            return None;
        }
        if best > alpha || moves.len() == 1 {
            return Some(host.meter().allowance().map(|_| best));
        }
        moves.remove(0);
        self.shared.fetch_add(1, Relaxed);
        let siblings = Siblings { position, depth: depth as i32, alpha, best, moves: moves.clone() };
        let found = host.share(siblings);
        if let Some((value, better)) = found {
            assert_eq!(value > alpha, better.is_some());
            assert!(better.is_none_or(|better| moves.contains(&better)));
        }
        Some(found.map(|(value, _)| value))
    }
}

impl Knows for OwnSearch {
    fn ahead(
        &self,
        position: &Tree,
        depth: i32,
        alpha: Score,
        host: &mut dyn Host<Tree>,
    ) -> Option<Option<Score>> {
        let depth = u32::try_from(depth).ok().filter(|&depth| depth > 0)?;
        if plywise::rng::mix(position.key() ^ 79).is_multiple_of(2) {
            return None;
        }
        if depth > 1 && host.has_idle() {
            return self.together(position, depth, alpha, host);
        }
        let own = minimax(position, &self.eval, &Limits::depth(depth));
        if own.value.is_proven() {
            return None;
        }
        host.meter().enter_many(own.nodes);
        Some(host.meter().allowance().map(|_| own.value))
    }

    /// Any move, and now and then one that is none.
    fn best(&self, position: &Tree) -> Option<u8> {
        let lot = plywise::rng::mix(position.key() ^ 80);
        (!lot.is_multiple_of(3)).then_some((lot >> 8) as u8 % 6)
    }

    /// It hears of the whole truth.
    fn note(&self, position: &Tree, depth: i32, value: Score, best: u8) {
        let seen = |position: &Tree, depth| minimax(position, &self.eval, &Limits::depth(depth)).value;
        let mut child = *position;
        child.play(best);
        let depth = depth as u32;
        let after = seen(&child, depth - 1);
        let after = if child.turn() == position.turn() { after } else { -after };
        // Told to the test's own thread: this one may be another.
        let is_true = value == seen(position, depth) && value == after;
        (if is_true { &self.noted } else { &self.misled }).fetch_add(1, Relaxed);
    }
}

/// A game's own search in null windows changes no value, counts what it enters, and stops when it must.
#[test]
fn a_search_of_the_games_own_finds_the_same() {
    let eval = TreeValue { one_sided: false };
    let (mut asked, mut stopped, mut noted) = (0, 0, 0);
    let table = Arc::new(Table::new(1));
    for seed in 0..12 {
        let tree = Tree::new(seed, 4, 6, seed % 2 == 0);
        for depth in [2, 3, 4] {
            let full = minimax(&tree, &eval, &Limits::depth(depth));
            for settings in all_settings().into_iter().skip(seed as usize % 3).step_by(3) {
                let settings = Settings { reuse: Reuse::Equal, ..settings };
                for table in [None, Some(Arc::clone(&table))] {
                    let probe = OwnSearch::new(eval);
                    let search = knowing(&eval, &probe, settings, table);
                    search.table.iter().for_each(|table| table.clear());
                    let found = search.search(&tree, &Limits::depth(depth));
                    assert_eq!(found.value, full.value, "{tree:?}, depth {depth}, {settings:?}");
                    // A proof in its place would say so.
                    assert_eq!(
                        found.stopped == Stop::Solved,
                        full.value.is_proven(),
                        "{tree:?}, {settings:?}"
                    );
                    let without = AlphaBeta::new(&eval as Valued, settings, None);
                    asked += u32::from(without.search(&tree, &Limits::depth(depth)).nodes != found.nodes);
                    noted += probe.noted.load(Relaxed);
                    assert_eq!(probe.misled.load(Relaxed), 0, "{tree:?}, depth {depth}, {settings:?}");
                    let few = Limits { nodes: Some(found.nodes / 2), ..Limits::depth(depth) };
                    search.table.iter().for_each(|table| table.clear());
                    let cut = search.search(&tree, &few);
                    assert!(cut.nodes <= found.nodes / 2, "{tree:?}, depth {depth}, {settings:?}");
                    stopped += u32::from(cut.stopped == Stop::Nodes);
                }
            }
        }
    }
    assert!(asked > 100 && stopped > 100 && noted > 100, "{asked}, {stopped}, {noted}");
}

/// Whether a thread is idle when the game's own search looks for one is the system's affair: of many searches one meets it, on a
/// single busy core too, and has the same value.
#[test]
fn a_search_of_the_games_own_shares_with_idle_threads() {
    let eval = TreeValue { one_sided: false };
    let trees: Vec<_> = (0..12).map(|seed| Tree::new(seed, 4, 6, seed % 2 == 0)).collect();
    let threaded: Vec<_> = all_settings().into_iter().filter(|settings| settings.threads > 1).collect();
    let shares = |attempt: usize| {
        let settings = Settings { reuse: Reuse::Equal, ..threaded[attempt / trees.len() % threaded.len()] };
        let (tree, probe) = (&trees[attempt % trees.len()], OwnSearch::new(eval));
        let search = knowing(&eval, &probe, settings, None);
        let found = search.search(tree, &Limits::depth(4)).value;
        assert_eq!(found, minimax(tree, &eval, &Limits::depth(4)).value);
        probe.shared.load(Relaxed) > 0
    };
    assert!((0..20_000).any(shares));
}

/// Says which move is best, or which is worst.
struct Advisor(TreeValue, bool);

impl Knows for Advisor {
    fn best(&self, position: &Tree) -> Option<u8> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.into_iter().max_by_key(|&mv| {
            let worth = worth(position, mv, &self.0).raw();
            if self.1 { worth } else { -worth }
        })
    }
}

#[test]
fn the_move_that_the_game_found_best_is_tried_first() {
    let eval = TreeValue { one_sided: false };
    let mut nodes = [0, 0, 0];
    for seed in 0..20 {
        let tree = Tree::new(seed, 4, 5, false);
        let settings = Settings { order: Ordering::Dynamic, ..Settings::default() };
        let plain = AlphaBeta::new(&eval as Valued, settings, None).search(&tree, &Limits::default());
        nodes[1] += plain.nodes;
        for (at, best) in [(0, true), (2, false)] {
            let probe = Advisor(eval, best);
            let search = knowing(&eval, &probe, settings, None);
            let found = search.search(&tree, &Limits::default());
            assert_eq!(found.value, plain.value, "{tree:?}, {best}");
            nodes[at] += found.nodes;
        }
    }
    let [first, plain, last] = nodes;
    assert!(10 * first < 9 * plain && 10 * plain < 9 * last, "{nodes:?}");
}
