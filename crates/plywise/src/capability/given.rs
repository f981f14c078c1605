// The two games and the evaluator that the examples of CAPABILITIES.md begin with. No module: they include it.

use plywise::{Evaluate, Game, Score, Seat, Turn};

/// Take one coin or two; whoever takes the last one wins.
#[derive(Clone, Debug)]
pub struct Coins(pub u8, pub Seat);

impl Game for Coins {
    type Move = u8;

    fn turn(&self) -> Turn {
        Turn::Seat(self.1)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(1..=self.0.min(2));
    }

    fn play(&mut self, taken: u8) {
        *self = Self(self.0 - taken, self.1.other());
    }

    fn payoff(&self, seat: Seat) -> i32 {
        if seat == self.1 { -1 } else { 1 }
    }
}

/// Alone: stop (0) or roll (1), three times at most. What the coin shows is added: 2 points, or 1 taken away.
#[derive(Clone, Debug)]
pub struct Rolls {
    pub points: i32,
    pub left: u8,
    pub falling: bool,
}

impl Game for Rolls {
    type Move = u8;
    const SEATS: usize = 1;

    fn turn(&self) -> Turn {
        if self.falling { Turn::Chance } else { Turn::Seat(Seat::FIRST) }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.left > 0 {
            out.extend([0, 1]);
        }
    }

    fn play(&mut self, mv: u8) {
        match (self.falling, mv) {
            (false, 0) => self.left = 0,
            (false, _) => self.falling = true,
            (true, _) => {
                self.points += if mv == 1 { 2 } else { -1 };
                (self.left, self.falling) = (self.left - 1, false);
            }
        }
    }

    fn payoff(&self, _: Seat) -> i32 {
        self.points
    }
}

/// The points so far.
pub struct SoFar;

impl Evaluate<Rolls> for SoFar {
    fn evaluate(&self, position: &Rolls, _: Seat) -> Score {
        Score::heuristic(position.points)
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-3), Score::heuristic(6))
    }

    fn finished(&self, position: &Rolls, seat: Seat, _: u32) -> Score {
        self.evaluate(position, seat)
    }
}

pub const COINS: Coins = Coins(7, Seat::FIRST);
pub const ROLLS: Rolls = Rolls { points: 0, left: 3, falling: false };
