//! A perfectly ordered tree, of which alpha-beta can see no less than it does.

use plywise::alphabeta::{Settings, Windows};
use plywise::trace::{ExitReason, Trace};
use plywise::{Limits, Score, minimax, tree_size};

use crate::toys::opted::plain;
use crate::toys::written::{AsWritten, End, Place, Written, at, over};

const DEEPEST: u32 = 7;

/// Knuth & Moore 1975, theorem 1: with the best move always first, exactly B^ceil(d/2) + B^floor(d/2) - 1 leaves of a
/// uniform tree are examined, and no algorithm examines fewer.
#[test]
fn a_perfectly_ordered_tree_is_searched_with_the_fewest_leaves() {
    for branching in 2..=5u64 {
        let root = ordered(branching, 0, None);
        let tree = Place::new(&root);
        for depth in 1..=DEEPEST {
            let limits = Limits::depth(depth);
            for windows in [Windows::Full, Windows::Principal] {
                let settings = Settings { windows, ..Settings::default() };
                let mut leaves = Leaves::default();
                let search = plain(settings, None);
                let report = search.search_with(&tree, &limits, &mut leaves);
                let least = branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1;
                assert_eq!(leaves.0, least, "branching {branching}, depth {depth}, {windows:?}");
                assert_eq!(report.value, minimax(&tree, &AsWritten, &limits).value);
            }
            assert_eq!(tree_size(&tree, depth), (0..=depth).map(|d| branching.pow(d)).sum::<u64>());
        }
    }
}

#[derive(Default)]
struct Leaves(u64);

impl Trace<usize> for Leaves {
    fn leave(&mut self, _: Option<Score>, why: ExitReason) {
        self.0 += u64::from(why == ExitReason::Horizon);
    }
}

/// A uniform tree where every move but the first is a mistake: the mover's loss. `ply` plies from the root it has this value for the
/// first seat, if somebody has gone wrong: the first to do so decides.
fn ordered(branching: u64, ply: u32, spoiled: Option<i32>) -> Written {
    let first = spoiled.unwrap_or(0);
    let value = if ply.is_multiple_of(2) { first } else { -first };
    let next = match ply {
        DEEPEST => vec![over(End::Points(0))], // nobody looks there
        _ => {
            let mistake = spoiled.or(Some(if ply.is_multiple_of(2) { -10 } else { 10 }));
            let after = |mv| ordered(branching, ply + 1, if mv == 0 { spoiled } else { mistake });
            (0..branching).map(after).collect()
        }
    };
    at(value, next)
}
