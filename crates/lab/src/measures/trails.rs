//! A game for three: each walks a square grid, and no cell is entered twice. Who cannot go on stands still; the longest
//! trail wins. It is Can't Go Back without fruits for three.

use plywise::{Deterministic, Evaluate, Game, Handover, Rng, Score, Seat, Turn};

/// Cells along a side.
const SIDE: u8 = 6;
const SEATS: usize = 3;

/// A position: cells in bits, six to a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trails {
    taken: u64,
    at: [u8; SEATS],
    steps: [u8; SEATS],
    turn: u8,
}

impl Trails {
    /// Three walkers on cells that are drawn.
    #[must_use]
    pub fn start(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let (mut taken, mut at) = (0, [0; SEATS]);
        for place in &mut at {
            *place = loop {
                let cell = rng.below(u64::from(SIDE) * u64::from(SIDE)) as u8;
                if taken >> cell & 1 == 0 {
                    break cell;
                }
            };
            taken |= 1 << *place;
        }
        Self { taken, at, steps: [0; SEATS], turn: 0 }
    }

    /// The cell where a seat's walker stands: row by row, six to a row, from 0.
    #[must_use]
    pub fn place(&self, seat: Seat) -> u8 {
        self.at[seat.index()]
    }

    /// The free cells beside a seat's, as bits.
    fn exits(&self, seat: usize) -> u64 {
        beside(1 << self.at[seat]) & !self.taken
    }

    /// Cells that a seat could walk to if the others stood still.
    fn reach(&self, seat: usize) -> u32 {
        let mut all = self.exits(seat);
        loop {
            let more = all | beside(all) & !self.taken;
            if more == all {
                return all.count_ones();
            }
            all = more;
        }
    }
}

/// The cells beside some cells.
const fn beside(cells: u64) -> u64 {
    const BOARD: u64 = (1 << (SIDE * SIDE)) - 1;
    let (mut left, mut row) = (0, 0);
    while row < SIDE {
        left |= 1 << (row * SIDE);
        row += 1;
    }
    let right = left << (SIDE - 1);
    (cells << SIDE | cells >> SIDE | (cells & !right) << 1 | (cells & !left) >> 1) & BOARD
}

impl Game for Trails {
    /// The cell that is entered.
    type Move = u8;

    const SEATS: usize = SEATS;

    fn turn(&self) -> Turn {
        Turn::Seat(Seat(self.turn))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        let mut exits = self.exits(usize::from(self.turn));
        while exits != 0 {
            out.push(exits.trailing_zeros() as u8);
            exits &= exits - 1;
        }
    }

    fn play(&mut self, cell: u8) {
        let seat = usize::from(self.turn);
        self.taken |= 1 << cell;
        self.at[seat] = cell;
        self.steps[seat] += 1;
        // To the next who can go on; if nobody can, the game is over at anybody's turn.
        for next in 1..=SEATS {
            let next = (seat + next) % SEATS;
            self.turn = next as u8;
            if self.exits(next) != 0 {
                break;
            }
        }
    }

    fn payoff(&self, seat: Seat) -> i32 {
        i32::from(self.steps[seat.index()])
    }
}

impl Deterministic for Trails {}

impl Handover for Trails {
    fn hand_to(&self, seat: Seat) -> Option<Self> {
        (self.exits(seat.index()) != 0).then_some(Self { turn: seat.0, ..*self })
    }
}

/// The steps so far and half of what can still be reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room;

impl Evaluate<Trails> for Room {
    fn evaluate(&self, position: &Trails, seat: Seat) -> Score {
        let steps = 100 * i32::from(position.steps[seat.index()]);
        Score::heuristic(steps + 50 * position.reach(seat.index()) as i32)
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::ZERO, Score::heuristic(100 * i32::from(SIDE) * i32::from(SIDE)))
    }

    fn finished(&self, position: &Trails, seat: Seat, _: u32) -> Score {
        Score::heuristic(100 * position.payoff(seat))
    }
}
