//! Two paths of different probability to the same position.

use plywise::{Evaluate, EvaluateChance, Game, Keyed, Score, Seat, Stochastic, Turn};

/// Chance chooses a path, of probability 0.4 or 0.6; the player goes on; both paths meet in a turn of chance with
/// two even outcomes; the player goes on, and has 10 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crossing {
    likely_first: bool,
    /// Plies played.
    stage: u8,
    /// The outcomes of chance, 0 where they do not matter any more.
    path: u8,
}

impl Crossing {
    pub fn start(likely_first: bool) -> Self {
        Self { likely_first, stage: 0, path: 0 }
    }
}

impl Game for Crossing {
    type Move = u8;
    const SEATS: usize = 1;

    fn turn(&self) -> Turn {
        if self.stage.is_multiple_of(2) { Turn::Chance } else { Turn::Seat(Seat::FIRST) }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        match self.stage {
            0 | 2 => out.extend([0, 1]),
            1 | 3 => out.push(0),
            _ => {}
        }
    }

    fn play(&mut self, mv: u8) {
        self.stage += 1;
        self.path = if self.turn() == Turn::Chance { 0 } else { mv };
    }

    fn payoff(&self, _: Seat) -> i32 {
        10
    }
}

impl Stochastic for Crossing {
    fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
        let first = match (self.stage, self.likely_first) {
            (0, true) => 0.6,
            (0, false) => 0.4,
            _ => 0.5,
        };
        out.extend([(0, first), (1, 1.0 - first)]);
    }
}

impl Keyed for Crossing {
    fn key(&self) -> u64 {
        u64::from(self.stage) << 8 | u64::from(self.path)
    }
}

/// Nothing is worth anything before the end.
#[derive(Clone, Copy, Debug)]
pub struct Static;

impl Evaluate<Crossing> for Static {
    fn evaluate(&self, _: &Crossing, _: Seat) -> Score {
        Score::ZERO
    }
    fn bounds(&self) -> (Score, Score) {
        (Score::ZERO, Score::heuristic(10))
    }
    fn finished(&self, position: &Crossing, seat: Seat, _: u32) -> Score {
        Score::heuristic(position.payoff(seat))
    }
}

impl EvaluateChance<Crossing> for Static {
    fn proves(&self) -> bool {
        false
    }
}
