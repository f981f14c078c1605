//! Small games of three and more seats, for the tests of the searches.
#![allow(dead_code, unreachable_pub)] // each test file uses some of them

use plywise::rng::mix;
use plywise::{Deterministic, Evaluate, Game, Handover, Score, Seat, Turn};

/// A random tree for `N` seats that mostly take turns, with payoffs of 0 and more that sum to [`Crowd::SUM`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crowd<const N: usize> {
    pub branching: u8,
    pub height: u32,
    path: u64,
    ply: u32,
    turn: u8,
}

impl<const N: usize> Crowd<N> {
    pub const SUM: i32 = 12;

    pub fn new(seed: u64, branching: u8, height: u32) -> Self {
        Self { branching, height, path: mix(seed), ply: 0, turn: 0 }
    }

    fn draw(&self, salt: u64, bound: u64) -> u64 {
        mix(self.path ^ mix(salt)) % bound
    }

    /// `SUM` cut into `N` parts at random places.
    fn shares(&self, salt: u64) -> [i32; N] {
        let mut cuts: Vec<i32> =
            (1..N as u64).map(|i| self.draw(salt + i, Self::SUM as u64 + 1) as i32).collect();
        cuts.sort_unstable();
        cuts.push(Self::SUM);
        let mut before = 0;
        std::array::from_fn(|i| cuts[i] - std::mem::replace(&mut before, cuts[i]))
    }
}

impl<const N: usize> Game for Crowd<N> {
    type Move = u8;
    const SEATS: usize = N;

    fn turn(&self) -> Turn {
        Turn::Seat(Seat(self.turn))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        let early_end = self.ply > 0 && self.draw(2, 10) == 0;
        if self.ply < self.height && !early_end {
            out.extend(0..=self.draw(3, u64::from(self.branching)) as u8);
        }
    }

    fn play(&mut self, mv: u8) {
        self.path = mix(self.path.wrapping_mul(31).wrapping_add(u64::from(mv) + 1));
        self.ply += 1;
        let step = if self.draw(1, 4) == 0 { self.draw(4, N as u64) as usize } else { 1 };
        self.turn = ((usize::from(self.turn) + step) % N) as u8;
    }

    fn payoff(&self, seat: Seat) -> i32 {
        self.shares(100)[seat.index()]
    }
}

impl<const N: usize> Deterministic for Crowd<N> {}

impl<const N: usize> Handover for Crowd<N> {
    fn hand_to(&self, seat: Seat) -> Option<Self> {
        // Another seat has other moves, and one time in five none.
        let handed = Self { turn: seat.0, path: mix(self.path ^ u64::from(seat.0)), ..*self };
        (!handed.is_over() && self.draw(5 + u64::from(seat.0), 5) > 0).then_some(handed)
    }
}

/// Static values of a [`Crowd`], of the same sum.
#[derive(Clone, Copy, Debug)]
pub struct Shares;

impl<const N: usize> Evaluate<Crowd<N>> for Shares {
    fn evaluate(&self, position: &Crowd<N>, seat: Seat) -> Score {
        Score::heuristic(position.shares(200)[seat.index()])
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::ZERO, Score::heuristic(Crowd::<N>::SUM))
    }

    fn unit(&self) -> i32 {
        1
    }

    fn finished(&self, position: &Crowd<N>, seat: Seat, _: u32) -> Score {
        Score::heuristic(position.payoff(seat))
    }
}

/// Three seats move once each, left or right, and get what the table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trio {
    made: u8,
    path: usize,
}

/// ```text
/// A                 l                                  r
/// B         l               r                  l               r
/// C      l     r         l     r            l     r         l     r
///      1,2,7 6,1,3     2,6,2 3,1,6        4,3,3 0,8,2     5,1,4 2,5,3
/// C picks  1,2,7           3,1,6             4,3,3           5,1,4      its own third number
/// B picks          1,2,7                              4,3,3             its own second number
/// A picks                              4,3,3 (r)
/// Taken for a coalition, B and C leave A the least of four: min(1,6,2,3) = 1 on the left, min(4,0,5,2) = 0 on
/// the right: A plays l and expects 1.
/// ```
const TRIO: [[i32; 3]; 8] =
    [[1, 2, 7], [6, 1, 3], [2, 6, 2], [3, 1, 6], [4, 3, 3], [0, 8, 2], [5, 1, 4], [2, 5, 3]];

impl Game for Trio {
    type Move = u8;
    const SEATS: usize = 3;

    fn turn(&self) -> Turn {
        Turn::Seat(Seat(self.made))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.made < 3 {
            out.extend([0, 1]);
        }
    }

    fn play(&mut self, mv: u8) {
        self.path = 2 * self.path + usize::from(mv);
        self.made += 1;
    }

    fn payoff(&self, seat: Seat) -> i32 {
        TRIO[self.path][seat.index()]
    }
}

impl Deterministic for Trio {}

/// The first seat grabs 3 points or guards itself; then the others each grow by 1 or hit the first, for 2 of its
/// points unless it is guarded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Brawl {
    turn: u8,
    made: u8,
    guarded: bool,
    pub points: [i32; 3],
}

impl Game for Brawl {
    /// 0: grab; 1: guard; 2: grow; 3: hit.
    type Move = u8;
    const SEATS: usize = 3;

    fn turn(&self) -> Turn {
        Turn::Seat(Seat(self.turn))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        match (self.made, self.turn) {
            (3.., _) => {}
            (_, 0) => out.extend([0, 1]),
            _ => out.extend([2, 3]),
        }
    }

    fn play(&mut self, mv: u8) {
        match mv {
            0 => self.points[0] += 3,
            1 => self.guarded = true,
            2 => self.points[usize::from(self.turn)] += 1,
            _ if self.guarded => {}
            _ => self.points[0] -= 2,
        }
        self.made += 1;
        self.turn = (self.turn + 1) % 3;
    }

    fn payoff(&self, seat: Seat) -> i32 {
        self.points[seat.index()]
    }
}

impl Deterministic for Brawl {}

impl Handover for Brawl {
    fn hand_to(&self, seat: Seat) -> Option<Self> {
        Some(Self { turn: seat.0, ..*self })
    }
}

/// The points so far.
#[derive(Clone, Copy, Debug)]
pub struct PointsNow;

impl Evaluate<Brawl> for PointsNow {
    fn evaluate(&self, position: &Brawl, seat: Seat) -> Score {
        Score::heuristic(position.points[seat.index()])
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-4), Score::heuristic(3))
    }

    fn unit(&self) -> i32 {
        1
    }

    fn finished(&self, position: &Brawl, seat: Seat, _: u32) -> Score {
        self.evaluate(position, seat)
    }
}
