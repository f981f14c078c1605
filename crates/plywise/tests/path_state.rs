//! What an evaluator keeps along the path of a search is, wherever it is asked, that of the position in hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::toys::{Tree, TreeValue, Valued};
use plywise::alphabeta::{Ordering, Settings, Windows};
use plywise::{AlphaBeta, Evaluate, Keyed, Limits, PathState, Score, Seat, Table, minimax};

/// An evaluator that is told everything twice: its state is the position's key, which it compares with the position itself.
#[derive(Default)]
struct Suspicious {
    valued: AtomicU64,
}

const VALUE: TreeValue = TreeValue { one_sided: true };

fn state_of(position: &Tree) -> [u16; 3] {
    let key = position.key();
    [key as u16, (key >> 16) as u16, (key >> 32) as u16]
}

impl Evaluate<Tree> for Suspicious {
    fn evaluate(&self, position: &Tree, seat: Seat) -> Score {
        VALUE.evaluate(position, seat)
    }

    fn bounds(&self) -> (Score, Score) {
        VALUE.bounds()
    }

    fn unit(&self) -> i32 {
        1
    }

    fn path_state(&self) -> Option<&dyn PathState<Tree>> {
        Some(self)
    }
}

impl PathState<Tree> for Suspicious {
    fn words(&self) -> usize {
        3
    }

    fn begin(&self, position: &Tree, state: &mut [u16]) {
        state.copy_from_slice(&state_of(position));
    }

    fn follow(&self, before: &Tree, after: &Tree, from: &[u16], state: &mut [u16]) {
        assert_eq!(from, state_of(before), "the state of another position");
        state.copy_from_slice(&state_of(after));
    }

    fn evaluate_with(&self, position: &Tree, seat: Seat, state: &[u16]) -> Score {
        assert_eq!(state, state_of(position), "the state of another position");
        self.valued.fetch_add(1, Relaxed);
        self.evaluate(position, seat)
    }
}

#[test]
fn states_are_those_of_the_positions_valued() {
    let mut valued = 0;
    let table = Arc::new(Table::new(1));
    for seed in 0..6 {
        // Deep and narrow, so that the stack of states grows more than once.
        let (branching, height, depth) = if seed % 2 == 0 { (3, 9, 7) } else { (2, 14, 11) };
        let tree = Tree::new(seed, branching, height, seed % 3 == 0);
        let full = minimax(&tree, &VALUE, &Limits::depth(depth));
        for windows in [Windows::Full, Windows::Principal, Windows::Memory] {
            for order in [Ordering::Listed, Ordering::Static, Ordering::Dynamic] {
                for (deepen, threads) in [(false, 1), (true, 1), (true, 3)] {
                    let settings = Settings { windows, order, deepen, threads, ..Settings::default() };
                    let settings =
                        Settings { split_from: 1, reuse: plywise::alphabeta::Reuse::Equal, ..settings };
                    table.clear();
                    let eval = Suspicious::default();
                    let search = AlphaBeta::new(&eval as Valued, settings, Some(Arc::clone(&table)));
                    let found = search.search(&tree, &Limits::depth(depth));
                    assert_eq!(found.value, full.value, "{tree:?}, {settings:?}");
                    valued += eval.valued.load(Relaxed);
                }
            }
        }
    }
    // Some trees end before the depth does.
    assert!(valued > 10_000, "{valued}");
}
