//! Trees of two seats written down by hand, with static values everywhere.

use plywise::trace::{Entering, Iteration, Trace};
use plywise::{Evaluate, Game, Keyed, Score, Seat, Turn, TwoPlayer};

/// A position: what it is worth to the seat to move if the search goes no further, and what follows. The seats alternate.
/// Nothing follows where the game is over.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub value: i32,
    pub end: Option<End>,
    pub noisy: bool,
    pub next: Vec<Written>,
}

/// How a game ends, for the seat whose turn it would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Lost,
    /// With points instead of a result.
    Points(i32),
}

/// A position whose static value is `value` for the seat to move, and what follows.
pub fn at(value: i32, next: Vec<Written>) -> Written {
    Written { value, next, ..Written::default() }
}

/// A position that goes on, but is not looked into: both its moves lead to what it was worth itself.
pub fn leaf(value: i32) -> Written {
    at(value, vec![at(-value, vec![over(End::Points(value))]), at(-value, vec![over(End::Points(value))])])
}

pub fn over(end: End) -> Written {
    Written { end: Some(end), ..Written::default() }
}

#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    pub here: &'a Written,
    seat: Seat,
}

impl<'a> Place<'a> {
    pub fn new(root: &'a Written) -> Self {
        Self::by(root, Seat::FIRST)
    }

    /// The same with this seat to move.
    pub fn by(root: &'a Written, seat: Seat) -> Self {
        Self { here: root, seat }
    }
}

impl Game for Place<'_> {
    type Move = usize;

    fn turn(&self) -> Turn {
        Turn::Seat(self.seat)
    }

    fn moves(&self, out: &mut Vec<usize>) {
        out.extend(0..self.here.next.len());
    }

    fn play(&mut self, mv: usize) {
        *self = Self { here: &self.here.next[mv], seat: self.seat.other() };
    }

    fn payoff(&self, seat: Seat) -> i32 {
        let points = match self.here.end {
            Some(End::Lost) => -1,
            Some(End::Points(points)) => points,
            None => panic!("not over: {self:?}"),
        };
        if seat == self.seat { points } else { -points }
    }
}

impl TwoPlayer for Place<'_> {}

impl Keyed for Place<'_> {
    fn key(&self) -> u64 {
        plywise::rng::mix(std::ptr::from_ref(self.here) as u64)
    }
}

/// Writes down every position entered, under the iteration that it belongs to.
#[derive(Default)]
pub struct Visits {
    done: u32,
    pub entered: Vec<(u32, Entering<usize>)>,
}

impl Trace<usize> for Visits {
    fn enter(&mut self, node: &Entering<usize>) {
        self.entered.push((self.done + 1, *node));
    }

    fn iteration(&mut self, _: &Iteration<usize>) {
        self.done += 1;
    }
}

/// What is written there.
#[derive(Clone, Copy, Debug)]
pub struct AsWritten;

impl<'a> Evaluate<Place<'a>> for AsWritten {
    fn evaluate(&self, position: &Place<'a>, seat: Seat) -> Score {
        let value = position.here.value;
        Score::heuristic(if seat == position.seat { value } else { -value })
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-Score::HEURISTIC_LIMIT), Score::heuristic(Score::HEURISTIC_LIMIT))
    }

    fn unit(&self) -> i32 {
        1
    }

    fn is_noisy(&self, position: &Place<'a>) -> bool {
        position.here.noisy
    }

    fn finished(&self, position: &Place<'a>, seat: Seat, ply: u32) -> Score {
        match position.here.end {
            Some(End::Points(_)) => Score::heuristic(position.payoff(seat)),
            _ if position.payoff(seat) > 0 => Score::won_in(ply),
            _ => Score::lost_in(ply),
        }
    }
}
