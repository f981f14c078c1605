//! A synthetic game: the same number of moves everywhere, and each step wins or loses a little.

use plywise::rng::mix;
use plywise::{AlphaBeta, Evaluate, Game, Keyed, Score, Seat, Turn, TwoPlayer};
use registry::door::measurement::Measurement;
use registry::door::recover::{measurement, recover};

/// A lost move found again on such trees.
pub(super) static RECOVER: Measurement = measurement(|_, settings, seed| {
    recover(settings, seed, |rng| ConstantTree::new(rng.next_u64(), 6, 40), AlphaBeta::plain(PointsSoFar))
});

/// Most points that a step is worth.
const STEP: u64 = 10;

/// A game of two seats in turn, `branching` moves everywhere, `height` plies. Every step from one position to the next is
/// worth some points, drawn from the way there; who has more at the end has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstantTree {
    branching: u8,
    height: u32,
    path: u64,
    ply: u32,
    /// Points of the first seat so far.
    points: i32,
}

impl ConstantTree {
    /// Its root; the same seed gives the same points.
    #[must_use]
    pub fn new(seed: u64, branching: u8, height: u32) -> Self {
        Self { branching, height, path: mix(seed), ply: 0, points: 0 }
    }
}

impl Game for ConstantTree {
    type Move = u8;

    fn turn(&self) -> Turn {
        Turn::Seat(Seat((self.ply % 2) as u8))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.ply < self.height {
            out.extend(0..self.branching);
        }
    }

    fn play(&mut self, mv: u8) {
        self.path = mix(self.path ^ mix(u64::from(mv) + 1));
        self.ply += 1;
        self.points += (self.path % (2 * STEP + 1)) as i32 - STEP as i32;
    }

    fn payoff(&self, seat: Seat) -> i32 {
        if seat == Seat::FIRST { self.points } else { -self.points }
    }
}

impl TwoPlayer for ConstantTree {}

impl Keyed for ConstantTree {
    fn key(&self) -> u64 {
        self.path
    }
}

/// The points so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointsSoFar;

impl Evaluate<ConstantTree> for PointsSoFar {
    fn evaluate(&self, position: &ConstantTree, seat: Seat) -> Score {
        Score::heuristic(position.payoff(seat))
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-1_000_000), Score::heuristic(1_000_000))
    }

    fn unit(&self) -> i32 {
        1
    }

    fn finished(&self, position: &ConstantTree, seat: Seat, _: u32) -> Score {
        self.evaluate(position, seat)
    }
}
