//! A fault in one thread of a search ends the search, for all.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread::{self, ThreadId};
use std::time::Duration;

use crate::toys::{Tree, TreeValue, any};
use plywise::alphabeta::Settings;
use plywise::{AlphaBeta, Evaluate, Limits, Score, Seat, Table};

/// Values that one of two threads, the first or the one that helps it, fails to get once the other is at work.
#[derive(Debug)]
struct Faulty {
    first: ThreadId,
    fails: bool,
    helped: AtomicBool,
}

impl Evaluate<Tree> for Faulty {
    fn evaluate(&self, position: &Tree, seat: Seat) -> Score {
        let first = thread::current().id() == self.first;
        if !first {
            self.helped.store(true, Relaxed);
        }
        assert!(first != self.fails || !self.helped.load(Relaxed), "a fault");
        TreeValue { one_sided: false }.evaluate(position, seat)
    }
    fn bounds(&self) -> (Score, Score) {
        Evaluate::<Tree>::bounds(&TreeValue { one_sided: false })
    }
}

#[test]
fn a_fault_in_one_thread_ends_the_search_for_all() {
    for (fails, detached) in [(true, false), (true, true), (false, false), (false, true)] {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let eval = Faulty { first: thread::current().id(), fails, helped: AtomicBool::new(false) };
            let settings = Settings { threads: 2, split_from: 1, ..Settings::fast() };
            let search = Arc::new(AlphaBeta::new(any(eval), settings, Some(Arc::new(Table::new(1)))));
            // By itself this search never ends.
            let tree = Tree::new(5, 8, 1000, false);
            let ended = catch_unwind(AssertUnwindSafe(|| {
                if detached {
                    search.search_detached(&tree, &Limits::default(), &mut |_| {});
                } else {
                    search.search(&tree, &Limits::default());
                }
            }));
            while Arc::strong_count(&search) > 1 {
                thread::yield_now(); // whoever helped goes home
            }
            let _ = sender.send(ended.is_err());
        });
        let ended = receiver.recv_timeout(Duration::from_secs(60));
        assert_eq!(ended, Ok(true), "the first thread fails: {fails}, detached: {detached}");
    }
}
