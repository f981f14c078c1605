//! A perfectly ordered tree, of which alpha-beta can see no less than it does.

use plywise::alphabeta::{AlphaBeta, Settings, Windows};
use plywise::trace::{ExitReason, Trace};
use plywise::{Evaluate, Game, Keyed, Limits, Score, Seat, Turn, TwoPlayer, minimax, tree_size};

/// Knuth & Moore 1975, theorem 1: with the best move always first, exactly B^ceil(d/2) + B^floor(d/2) - 1 leaves of a
/// uniform tree are examined, and no algorithm examines fewer.
#[test]
fn a_perfectly_ordered_tree_is_searched_with_the_fewest_leaves() {
    for branching in 2..=5u64 {
        for depth in 1..=7u32 {
            let tree = Ordered { branching: branching as u8, ply: 0, worst: false };
            let limits = Limits::depth(depth);
            for windows in [Windows::Full, Windows::Principal] {
                let settings = Settings { windows, ..Settings::default() };
                let mut leaves = Leaves::default();
                let report =
                    AlphaBeta::new(OrderedValue, settings, None).search_with(&tree, &limits, &mut leaves);
                let least = branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1;
                assert_eq!(leaves.0, least, "branching {branching}, depth {depth}, {windows:?}");
                assert_eq!(report.value, minimax(&tree, &OrderedValue, &limits).value);
            }
            assert_eq!(tree_size(&tree, depth), (0..=depth).map(|d| branching.pow(d)).sum::<u64>());
        }
    }
}

#[derive(Default)]
struct Leaves(u64);

impl<M> Trace<M> for Leaves {
    fn leave(&mut self, _: Option<Score>, why: ExitReason) {
        self.0 += u64::from(why == ExitReason::Horizon);
    }
}

/// A uniform tree where every move but the first is a mistake: the mover's loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ordered {
    branching: u8,
    ply: u32,
    /// Whether somebody has gone wrong; the first to do so decides.
    worst: bool,
}

impl Ordered {
    fn spoiled_by(self) -> Option<u32> {
        self.worst.then_some(self.ply >> 16)
    }
}

impl Game for Ordered {
    type Move = u8;
    fn turn(&self) -> Turn {
        Turn::Seat(Seat((self.ply & 1) as u8))
    }
    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(0..self.branching);
    }
    fn play(&mut self, mv: u8) {
        if mv > 0 && !self.worst {
            self.worst = true;
            self.ply |= ((self.ply & 1) + 1) << 16; // who went wrong first: 1 or 2
        }
        self.ply += 1;
    }
    fn payoff(&self, _: Seat) -> i32 {
        unreachable!("this game does not end")
    }
}

impl TwoPlayer for Ordered {}

impl Keyed for Ordered {
    fn key(&self) -> u64 {
        plywise::rng::mix(u64::from(self.ply) << 1 | u64::from(self.worst))
    }
}

struct OrderedValue;

impl Evaluate<Ordered> for OrderedValue {
    fn evaluate(&self, position: &Ordered, seat: Seat) -> Score {
        let first = match position.spoiled_by() {
            None => 0,
            Some(1) => -10,
            Some(_) => 10,
        };
        Score::heuristic(if seat == Seat::FIRST { first } else { -first })
    }
    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-10), Score::heuristic(10))
    }
}
