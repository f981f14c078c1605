//! Searches whose helpers may outlive the answer.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::ThreadId;
use std::time::Duration;

use crate::toys::{Tree, TreeValue, Valued, any};
use plywise::alphabeta::{Reuse, Settings, Windows};
use plywise::{AlphaBeta, Evaluate, Limits, Pace, Score, Seat, Stop, Table, TimeSource, minimax};

const EVEN: TreeValue = TreeValue { one_sided: false };

#[test]
fn detached_threads_give_the_oracles_value_and_count_every_node() {
    let table = Arc::new(Table::new(1));
    for seed in 0..30 {
        let tree = Tree::new(seed, 5, 7, seed % 2 == 0);
        let truth = minimax(&tree, &EVEN, &Limits::depth(6));
        for (threads, windows) in [(1, Windows::Full), (2, Windows::Principal), (4, Windows::Memory)] {
            let (reuse, split_from) = (Reuse::Equal, 1);
            let settings = Settings { windows, threads, reuse, split_from, ..Settings::fast() };
            table.clear();
            let counted = Arc::new(AtomicU64::new(0));
            let eval = Counting(Arc::clone(&counted));
            let search = Arc::new(AlphaBeta::new(any(eval), settings, Some(Arc::clone(&table))));
            let mut heard = Vec::new();
            let report = search.search_detached(&tree, &Limits::depth(6), &mut |iteration| {
                heard.push(iteration.depth);
            });
            assert_eq!(report.value, truth.value, "seed {seed}, {settings:?}");
            assert_eq!(heard, (1..=report.depth).collect::<Vec<_>>(), "seed {seed}, {settings:?}");
            let valued = counted.load(Relaxed);
            assert!(
                report.nodes >= valued,
                "seed {seed}, {settings:?}: {} nodes, {valued} values",
                report.nodes
            );
        }
    }
}

/// Counts the values that it gives.
#[derive(Debug)]
struct Counting(Arc<AtomicU64>);

impl Evaluate<Tree> for Counting {
    fn evaluate(&self, position: &Tree, seat: Seat) -> Score {
        self.0.fetch_add(1, Relaxed);
        EVEN.evaluate(position, seat)
    }
    fn bounds(&self) -> (Score, Score) {
        Evaluate::<Tree>::bounds(&EVEN)
    }
}

/// A clock that moves on by 10 µs whenever somebody looks.
#[derive(Debug, Default)]
struct Looked(AtomicU64);

impl TimeSource for Looked {
    fn now(&self) -> Duration {
        Duration::from_micros(10 * self.0.fetch_add(1, Relaxed))
    }
}

/// Values that only one thread gets at once; all others wait for them, as if the machine had no time for these threads.
#[derive(Debug)]
struct Stuck {
    served: ThreadId,
    released: Mutex<bool>,
    news: Condvar,
    somebody_waits: AtomicBool,
    gave_up: AtomicBool,
}

impl Evaluate<Tree> for Stuck {
    fn evaluate(&self, position: &Tree, seat: Seat) -> Score {
        if std::thread::current().id() != self.served {
            self.somebody_waits.store(true, Relaxed);
            let waits = |released: &mut bool| !*released;
            let guard = self.released.lock().expect("nobody panics here");
            let result = self.news.wait_timeout_while(guard, Duration::from_secs(20), waits);
            self.gave_up.fetch_or(result.expect("nobody panics here").1.timed_out(), Relaxed);
        }
        EVEN.evaluate(position, seat)
    }
    fn bounds(&self) -> (Score, Score) {
        Evaluate::<Tree>::bounds(&EVEN)
    }
}

#[test]
fn a_search_whose_time_is_up_does_not_wait_for_a_helper_that_does_not_run() {
    let eval: &'static _ = Box::leak(Box::new(Stuck {
        served: std::thread::current().id(),
        released: Mutex::new(false),
        news: Condvar::new(),
        somebody_waits: AtomicBool::new(false),
        gave_up: AtomicBool::new(false),
    }));
    let settings = Settings { threads: 2, split_from: 1, ..Settings::fast() };
    let search = Arc::new(AlphaBeta::new(eval as Valued, settings, Some(Arc::new(Table::new(1)))));
    let pace = Pace::new(Arc::new(Looked::default()), Duration::from_millis(20));
    let limits = Limits { pace: Some(Arc::new(pace)), ..Limits::default() };
    let report = search.search_detached(&Tree::new(5, 8, 1000, false), &limits, &mut |_| {});
    assert!(eval.somebody_waits.load(Relaxed), "the helper should have got work");
    assert!(!eval.gave_up.load(Relaxed), "the answer came only once the helper went on");
    assert!(report.stopped == Stop::Deadline && report.best.is_some(), "{report:?}");

    *eval.released.lock().expect("nobody panics here") = true;
    eval.news.notify_all();
    while Arc::strong_count(&search) > 1 {
        std::thread::yield_now(); // the helper goes home, or this test never ends
    }
}
