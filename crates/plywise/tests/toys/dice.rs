//! Random trees with turns of chance.

use plywise::rng::mix;
use plywise::{Evaluate, EvaluateChance, Game, Keyed, Score, Seat, Stochastic, Turn};

/// What a [`DiceTree`] looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub seed: u64,
    /// 1 or 2.
    pub seats: u8,
    /// Moves at a seat's turn.
    pub branching: u8,
    /// Outcomes at a turn of chance.
    pub faces: u8,
    /// Plies, turns of chance included.
    pub height: u32,
    /// Anything goes: seats and chance at random, up to that many moves and outcomes, early ends. Else seats
    /// alternate, with a turn of chance after each move.
    pub ragged: bool,
    /// All outcomes are equally likely.
    pub even: bool,
    /// Values drift along the path, so that neighbours are alike. Else they are drawn anew everywhere, from few.
    pub drifting: bool,
    /// The order of what was played does not count: many paths lead to the same position.
    pub transposing: bool,
}

impl Shape {
    /// A regular tree with drifting values.
    pub fn regular(seed: u64, seats: u8, branching: u8, faces: u8, height: u32) -> Self {
        let (ragged, even, drifting, transposing) = (false, false, true, false);
        Self { seed, seats, branching, faces, height, ragged, even, drifting, transposing }
    }

    pub fn tree(self) -> DiceTree {
        DiceTree { shape: self, path: mix(self.seed), ply: 0, total: 0 }
    }
}

/// The tree of a [`Shape`], as a position in it. Values lie in ±[`DiceTree::LIMIT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiceTree {
    pub shape: Shape,
    path: u64,
    pub ply: u32,
    /// The sum of the steps so far.
    pub total: i32,
}

impl DiceTree {
    pub const LIMIT: i32 = 500;

    fn draw(&self, salt: u64, bound: u64) -> u64 {
        mix(self.path ^ mix(salt)) % bound
    }

    /// No ply changes a drifting value by more.
    pub fn step(&self) -> i32 {
        Self::LIMIT / self.shape.height as i32
    }

    fn count(&self, most: u8) -> u8 {
        if self.shape.ragged { 1 + self.draw(3, u64::from(most)) as u8 } else { most }
    }

    /// The first seat's value: of the end (salt 4) or an opinion (salt 5).
    fn value(&self, salt: u64) -> i32 {
        if self.shape.drifting { self.total } else { 50 * (self.draw(salt, 21) as i32 - 10) }
    }
}

impl Game for DiceTree {
    type Move = u8;

    fn turn(&self) -> Turn {
        let (chance, seat) = if self.shape.ragged {
            (self.draw(1, 2) == 0, self.draw(6, u64::from(self.shape.seats)))
        } else {
            (self.ply % 2 == 1, u64::from(self.ply / 2) % u64::from(self.shape.seats))
        };
        if chance { Turn::Chance } else { Turn::Seat(Seat(seat as u8)) }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        let early_end = self.shape.ragged && self.ply > 0 && self.draw(2, 10) == 0;
        if self.ply < self.shape.height && !early_end {
            let most = if self.turn() == Turn::Chance { self.shape.faces } else { self.shape.branching };
            out.extend(0..self.count(most));
        }
    }

    fn play(&mut self, mv: u8) {
        let played = mix(self.shape.seed ^ mix(u64::from(mv) << 2 | u64::from(self.ply % 4)));
        self.path = if self.shape.transposing {
            self.path.wrapping_add(played)
        } else {
            mix(self.path.wrapping_mul(31).wrapping_add(u64::from(mv) + 1))
        };
        let source = if self.shape.transposing { played } else { self.path };
        let step = u64::from(self.step().unsigned_abs());
        self.total += (mix(source) % (2 * step + 1)) as i32 - step as i32;
        self.ply += 1;
    }

    fn payoff(&self, seat: Seat) -> i32 {
        if seat == Seat::FIRST { self.value(4) } else { -self.value(4) }
    }
}

impl Stochastic for DiceTree {
    fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
        let faces = u64::from(self.count(self.shape.faces));
        let weight = |face: u64| if self.shape.even { 1 } else { 1 + self.draw(100 + face, 4) };
        let whole: u64 = (0..faces).map(weight).sum();
        out.extend((0..faces).map(|face| (face as u8, weight(face) as f64 / whole as f64)));
    }
}

impl Keyed for DiceTree {
    fn key(&self) -> u64 {
        mix(self.path ^ mix(u64::from(self.ply)))
    }
}

/// Values of a [`DiceTree`] in hundredths of a point: they lie in [-5, 5] points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiceValue {
    /// A finished game is won or lost, not worth points.
    pub proves: bool,
    /// The bounds below a position are told as tightly as the drift allows.
    pub tight: bool,
}

impl Evaluate<DiceTree> for DiceValue {
    fn evaluate(&self, position: &DiceTree, seat: Seat) -> Score {
        let first = position.value(5);
        Score::heuristic(if seat == Seat::FIRST { first } else { -first })
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-DiceTree::LIMIT), Score::heuristic(DiceTree::LIMIT))
    }

    fn finished(&self, position: &DiceTree, seat: Seat, ply: u32) -> Score {
        let points = position.payoff(seat);
        match points.signum() {
            1 if self.proves => Score::won_in(ply),
            -1 if self.proves => Score::lost_in(ply),
            _ => Score::heuristic(points),
        }
    }
}

impl EvaluateChance<DiceTree> for DiceValue {
    fn bounds_below(&self, position: &DiceTree, seat: Seat, turns: u32) -> (Score, Score) {
        let Shape { drifting, ragged, height, .. } = position.shape;
        if !self.tight || !drifting || ragged {
            return self.bounds();
        }
        let here = if seat == Seat::FIRST { position.total } else { -position.total };
        let plies = turns.saturating_mul(2).saturating_add(1).min(height - position.ply) as i32;
        (Score::heuristic(here - plies * position.step()), Score::heuristic(here + plies * position.step()))
    }

    fn proves(&self) -> bool {
        self.proves
    }
}
