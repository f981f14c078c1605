//! Small games whose answers are known, for the tests of the searches.
#![allow(dead_code, unreachable_pub)] // each test file uses some of them

pub mod crossing;
pub mod dice;
pub mod knows;
pub mod opted;
pub mod reference;
pub mod sketch;
pub mod web;
pub mod written;

use plywise::alphabeta::{Ordering, Settings, Windows};
use plywise::rng::mix;
use plywise::{Evaluate, Game, Keyed, Limits, Score, Seat, Stochastic, Turn, TwoPlayer, Unknown, minimax};

/// Tic-tac-toe: 255,168 complete games, a draw with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe {
    crosses: u16,
    noughts: u16,
}

impl TicTacToe {
    fn has_line(squares: u16) -> bool {
        [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
            .iter()
            .any(|&line: &u16| (squares & line).count_ones() == 3)
    }
}

impl Game for TicTacToe {
    type Move = u8;

    fn turn(&self) -> Turn {
        Turn::Seat(Seat(u8::from(self.crosses.count_ones() > self.noughts.count_ones())))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if !Self::has_line(self.crosses) && !Self::has_line(self.noughts) {
            out.extend((0..9).filter(|square| (self.crosses | self.noughts) >> square & 1 == 0));
        }
    }

    fn play(&mut self, square: u8) {
        match self.turn() {
            Turn::Seat(Seat::FIRST) => self.crosses |= 1 << square,
            _ => self.noughts |= 1 << square,
        }
    }

    fn payoff(&self, seat: Seat) -> i32 {
        let first = i32::from(Self::has_line(self.crosses)) - i32::from(Self::has_line(self.noughts));
        if seat == Seat::FIRST { first } else { -first }
    }
}

impl TwoPlayer for TicTacToe {}

impl Keyed for TicTacToe {
    fn key(&self) -> u64 {
        mix(u64::from(self.crosses) << 16 | u64::from(self.noughts))
    }
}

/// Any evaluator of tic-tac-toe: one search is compiled for all of them.
pub type Marks = &'static dyn Evaluate<TicTacToe>;

/// A random tree: `branching` moves everywhere (or up to that many, if `ragged`), `height` plies, seats that do not
/// always alternate if `ragged`, and payoffs and static values drawn from the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tree {
    pub seed: u64,
    pub branching: u8,
    pub height: u32,
    pub ragged: bool,
    path: u64,
    ply: u32,
}

impl Tree {
    pub fn new(seed: u64, branching: u8, height: u32, ragged: bool) -> Self {
        Self { seed, branching, height, ragged, path: mix(seed), ply: 0 }
    }

    fn draw(&self, salt: u64, bound: u64) -> u64 {
        mix(self.path ^ mix(salt)) % bound
    }
}

impl Game for Tree {
    type Move = u8;

    fn turn(&self) -> Turn {
        let alternating = self.ply % 2 == 1;
        let odd = if self.ragged { self.draw(1, 4) == 0 } else { false };
        Turn::Seat(Seat(u8::from(alternating ^ odd)))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        let early_end = self.ragged && self.ply > 0 && self.draw(2, 10) == 0;
        if self.ply < self.height && !early_end {
            let n =
                if self.ragged { 1 + self.draw(3, u64::from(self.branching)) as u8 } else { self.branching };
            out.extend(0..n);
        }
    }

    fn play(&mut self, mv: u8) {
        self.path = mix(self.path.wrapping_mul(31).wrapping_add(u64::from(mv) + 1));
        self.ply += 1;
    }

    fn payoff(&self, seat: Seat) -> i32 {
        let first = self.draw(4, 21) as i32 - 10;
        if seat == Seat::FIRST { first } else { -first }
    }
}

impl TwoPlayer for Tree {}

impl Keyed for Tree {
    fn key(&self) -> u64 {
        self.path
    }
}

/// Static values of a [`Tree`], few enough to give many ties. Not the same for both seats, as published
/// heuristics are not: searches must ask it from the root's point of view only.
#[derive(Clone, Copy, Debug)]
pub struct TreeValue {
    pub one_sided: bool,
}

/// Any evaluator of a tree: one search is compiled for all of them.
pub type Valued<'a> = &'a dyn Evaluate<Tree>;

/// None of a tree.
pub const UNKNOWN: Valued<'static> = &Unknown;

/// One for searches whose helpers may outlive the answer.
pub fn any(eval: impl Evaluate<Tree> + 'static) -> Valued<'static> {
    Box::leak(Box::new(eval))
}

impl Evaluate<Tree> for TreeValue {
    fn evaluate(&self, position: &Tree, seat: Seat) -> Score {
        let first = position.draw(5, 21) as i32 - 10;
        let second = if self.one_sided { position.draw(6, 21) as i32 - 10 } else { -first };
        Score::heuristic(if seat == Seat::FIRST { first } else { second })
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-10), Score::heuristic(10))
    }

    fn unit(&self) -> i32 {
        1
    }
}

/// A die and a coin: the seat may take `3` at once, or roll a die for its pips; a six lets the other seat (if
/// there is one) take back 4. Expectation of the roll: (1+2+3+4+5+6)/6 = 3.5, or 17/6 with the rival's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dice {
    Choose { rival: bool },
    Rolling { rival: bool },
    Rolled { pips: u8, rival: bool },
    Over(i8),
}

impl Game for Dice {
    /// 0: take; 7: roll; 1 to 6: the die; 8: take back 4; 9: leave it.
    type Move = u8;

    fn turn(&self) -> Turn {
        match self {
            Self::Rolling { .. } => Turn::Chance,
            Self::Rolled { .. } => Turn::Seat(Seat::SECOND),
            _ => Turn::Seat(Seat::FIRST),
        }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        match self {
            Self::Choose { .. } => out.extend([0, 7]),
            Self::Rolling { .. } => out.extend(1..=6),
            Self::Rolled { .. } => out.extend([8, 9]),
            Self::Over(_) => {}
        }
    }

    fn play(&mut self, mv: u8) {
        *self = match (*self, mv) {
            (Self::Choose { .. }, 0) => Self::Over(3),
            (Self::Choose { rival }, 7) => Self::Rolling { rival },
            (Self::Rolling { rival: true }, 6) => Self::Rolled { pips: 6, rival: true },
            (Self::Rolling { .. }, pips) => Self::Over(pips as i8),
            (Self::Rolled { pips, .. }, 8) => Self::Over(pips as i8 - 4),
            (Self::Rolled { pips, .. }, _) => Self::Over(pips as i8),
            (position, mv) => panic!("{mv} is not legal in {position:?}"),
        };
    }

    fn payoff(&self, seat: Seat) -> i32 {
        let Self::Over(points) = self else { panic!("not over: {self:?}") };
        if seat == Seat::FIRST { i32::from(*points) } else { -i32::from(*points) }
    }
}

impl Stochastic for Dice {
    fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
        out.extend((1..=6).map(|pips| (pips, 1.0 / 6.0)));
    }
}

/// The value of a position for the seat to move, to the end of the game.
pub fn truth(tree: &Tree, eval: &TreeValue) -> Score {
    minimax(tree, eval, &Limits::default()).value
}

/// The value of a move for the seat that makes it, seen from before it.
pub fn worth(tree: &Tree, mv: u8, eval: &TreeValue) -> Score {
    let mut child = *tree;
    child.play(mv);
    let value = truth(&child, eval).from_root(1);
    if child.turn() == tree.turn() { value } else { -value }
}

/// Every kind of exact search, with and without deepening and threads.
pub fn all_settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for windows in [Windows::Full, Windows::Principal, Windows::Memory] {
        for order in [Ordering::Listed, Ordering::Static, Ordering::Dynamic] {
            for (deepen, threads) in [(false, 1), (true, 1), (false, 3)] {
                for enhanced_from in [1, i32::MAX] {
                    let settings =
                        Settings { windows, order, deepen, threads, enhanced_from, ..Settings::default() };
                    all.push(Settings { split_from: 1, ..settings });
                }
            }
        }
    }
    all
}
