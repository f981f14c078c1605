//! Threads that meet in a table and in a search, by the million; what `docs/faults.md` tells of them ran as the ignored tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::toys::{Tree, TreeValue, Valued};
use plywise::alphabeta::{Reuse, Settings, Windows};
use plywise::{AlphaBeta, Bound, Entry, Evaluate, Keyed, Limits, Rng, Score, Seat, Stop, Table, minimax};

const THREADS: u64 = 4;
/// Few enough that threads meet in a bucket all the time: some share one, most do not.
const KEYS: u64 = 64;

/// Every part of an entry follows from its key and its depth.
fn entry(key: u64, depth: u32) -> Entry {
    let bound = [Bound::Lower, Bound::Upper, Bound::Exact][(key as usize + depth as usize) % 3];
    let best = (depth.is_multiple_of(2)).then_some(key as u32 + depth);
    Entry { value: Score::heuristic(key as i32 * 1000 + depth as i32), bound, depth, best }
}

/// Asks and stores from several threads. How many entries were found, each of them whole.
fn hammer(probes: u64) -> u64 {
    let table = Table::new(1);
    let found = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (table, found) = (&table, &found);
            scope.spawn(move || {
                let (mut rng, mut hits) = (Rng::new(thread), 0);
                for _ in 0..probes / THREADS {
                    let number = rng.below(KEYS);
                    // The high bits choose the bucket: eight of these keys share one.
                    let key = ((number / 8) << 60) | (number + 1);
                    let word = rng.next_u64();
                    if let Some(known) = table.get(key, 0) {
                        assert_eq!(known, entry(number, known.depth), "an entry that nobody wrote");
                        hits += 1;
                    }
                    if word.is_multiple_of(2) {
                        table.put(key, 0, entry(number, (word >> 8) as u32 % 1000));
                    }
                    if word.is_multiple_of(1 << 16) {
                        table.age();
                    }
                }
                found.fetch_add(hits, Relaxed);
            });
        }
    });
    found.into_inner()
}

#[test]
fn no_thread_reads_what_none_has_written() {
    assert!(hammer(2_000_000) > 100_000);
}

/// Searches of small trees by three to five threads, each stopped somewhere: by its nodes, by a flag, or not at all. Whatever
/// stops it, all threads leave it; and where nothing does, the value is the sequential one.
fn stop_everywhere(searches: u64) -> u64 {
    let table = Arc::new(Table::new(1));
    let (mut rng, mut complete) = (Rng::new(1), 0);
    for seed in 0..searches {
        let tree = Tree::new(seed, 4, 6, seed % 2 == 0);
        let eval = TreeValue { one_sided: seed % 3 == 0 };
        let windows = [Windows::Full, Windows::Principal, Windows::Memory][rng.index(3)];
        let threads = 3 + rng.index(3);
        let settings = Settings { windows, threads, reuse: Reuse::Equal, split_from: 1, ..Settings::fast() };
        table.clear();
        let search = AlphaBeta::new(&eval as Valued, settings, Some(Arc::clone(&table)));
        let flag = Arc::new(AtomicBool::new(false));
        let mut limits = Limits { stop: Some(Arc::clone(&flag)), ..Limits::depth(5) };
        let how = rng.below(3);
        if how == 0 {
            limits.nodes = Some(1 + rng.below(500));
        }
        let report = std::thread::scope(|scope| {
            if how == 1 {
                let turns = rng.below(2000);
                scope.spawn(move || {
                    (0..turns).for_each(|_| std::hint::spin_loop());
                    flag.store(true, Relaxed);
                });
            }
            search.search(&tree, &limits)
        });
        assert!(limits.nodes.is_none_or(|most| report.nodes <= most), "{limits:?} {settings:?}: {report:?}");
        if how == 2 {
            let truth = minimax(&tree, &eval, &Limits::depth(5));
            assert_eq!(report.value, truth.value, "{tree:?} {settings:?}");
        }
        complete += u64::from(!matches!(report.stopped, Stop::Nodes | Stop::Flag));
    }
    complete
}

#[test]
fn a_team_comes_home_wherever_it_is_stopped() {
    assert!(stop_everywhere(300) >= 50);
}

/// `PROBES` and `SEARCHES` say how many, unless 10⁹ and 10⁶ shall be.
#[test]
#[ignore = "minutes: figures for docs/faults.md"]
fn for_minutes() {
    let number = |name, usual| std::env::var(name).map_or(usual, |text| text.parse().expect("a number"));
    let (probes, searches) = (number("PROBES", 1_000_000_000), number("SEARCHES", 1_000_000));
    println!("{probes} probes by {THREADS} threads: {} entries found, all whole", hammer(probes));
    println!("{searches} searches: {} ended by themselves", stop_everywhere(searches));
}

/// Now and then the other threads have their turn, on a single core, too.
struct Yielding;

impl Evaluate<Tree> for Yielding {
    fn evaluate(&self, position: &Tree, seat: Seat) -> Score {
        if position.key().is_multiple_of(16) {
            std::thread::yield_now();
        }
        TreeValue { one_sided: false }.evaluate(position, seat)
    }

    fn bounds(&self) -> (Score, Score) {
        Evaluate::<Tree>::bounds(&TreeValue { one_sided: false })
    }
}

/// Whoever works spends what is left: threads that find nothing to do keep nothing back, others a last handful.
#[test]
fn threads_spend_together_what_one_may() {
    for (threads, most) in [(2, 10_000), (4, 10_000), (16, 10_000), (16, 40_000)] {
        let settings = Settings { threads, ..Settings::fast() };
        let search = AlphaBeta::new(&Yielding as Valued, settings, None);
        let limits = Limits { nodes: Some(most), ..Limits::depth(12) };
        let report = search.search(&Tree::new(5, 6, 14, false), &limits);
        assert_eq!(report.stopped, Stop::Nodes, "{threads} threads: {report:?}");
        // Each is given 64 at once.
        let spent = most - 64 * threads as u64..=most;
        assert!(spent.contains(&report.nodes), "{threads} threads: {report:?}");
    }
}
