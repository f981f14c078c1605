//! Connect Four on boards of any size that fits: the yardstick that other libraries can be held against.

use plywise::alphabeta::Rank;
use plywise::rng::mix;
use plywise::{Evaluate, Game, Keyed, Score, Seat, Turn, TwoPlayer};

/// `COLUMNS` x `ROWS`, each column with one spare bit on top, as in Tromp's solver ("John's Connect Four Playground").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConnectFour<const COLUMNS: u32, const ROWS: u32> {
    own: u64,
    all: u64,
    plies: u32,
}

impl<const COLUMNS: u32, const ROWS: u32> ConnectFour<COLUMNS, ROWS> {
    const HEIGHT: u32 = ROWS + 1;
    const BOTTOM: u64 = {
        let mut bottom = 0;
        let mut column = 0;
        while column < COLUMNS {
            bottom |= 1 << (column * Self::HEIGHT);
            column += 1;
        }
        bottom
    };
    const TOP: u64 = Self::BOTTOM << ROWS;

    fn has_four(stones: u64) -> bool {
        [1, Self::HEIGHT, Self::HEIGHT - 1, Self::HEIGHT + 1].iter().any(|&step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    /// The stones of the seat that has just moved.
    fn moved(&self) -> u64 {
        self.own ^ self.all
    }

    pub fn is_won(&self) -> bool {
        Self::has_four(self.moved())
    }

    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Columns that take another stone.
    #[inline]
    pub fn columns(&self) -> impl Iterator<Item = u8> + use<COLUMNS, ROWS> {
        let free = (self.all + Self::BOTTOM) & !Self::TOP;
        (0..COLUMNS as u8).filter(move |&column| {
            let mask = ((1 << Self::HEIGHT) - 1) << (u32::from(column) * Self::HEIGHT);
            free & mask != 0
        })
    }

    #[inline]
    pub fn drop(&mut self, column: u8) {
        self.own ^= self.all;
        self.all |= self.all + (1 << (u32::from(column) * Self::HEIGHT));
        self.plies += 1;
    }

    /// Stones of the seat to move minus the other's, each counted once for every column towards the nearer edge.
    #[inline]
    pub fn centre(&self) -> i32 {
        let mut value = 0;
        for edge in 1..COLUMNS.div_ceil(2) {
            let columns = Self::columns_from(edge, COLUMNS - edge);
            value += (self.own & columns).count_ones() as i32 - (self.moved() & columns).count_ones() as i32;
        }
        value
    }

    const fn columns_from(first: u32, end: u32) -> u64 {
        (1 << (end * Self::HEIGHT)) - (1 << (first * Self::HEIGHT))
    }

    pub fn hash(&self) -> u64 {
        // The stones to move plus all stones with a sentinel on each column identify the position.
        mix(self.own + self.all + Self::BOTTOM)
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Game for ConnectFour<COLUMNS, ROWS> {
    type Move = u8;

    #[inline]
    fn turn(&self) -> Turn {
        Turn::Seat(Seat((self.plies & 1) as u8))
    }

    #[inline]
    fn moves(&self, out: &mut Vec<u8>) {
        if !self.is_won() {
            out.extend(self.columns());
        }
    }

    #[inline]
    fn play(&mut self, column: u8) {
        self.drop(column);
    }

    fn payoff(&self, seat: Seat) -> i32 {
        let last = Seat((self.plies & 1) as u8).other();
        match (self.is_won(), seat == last) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => -1,
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.plies == COLUMNS * ROWS || self.is_won()
    }
}

impl<const COLUMNS: u32, const ROWS: u32> TwoPlayer for ConnectFour<COLUMNS, ROWS> {}

impl<const COLUMNS: u32, const ROWS: u32> Keyed for ConnectFour<COLUMNS, ROWS> {
    #[inline]
    fn key(&self) -> u64 {
        self.hash()
    }
}

/// The columns in the middle first.
#[derive(Clone, Copy, Debug, Default)]
pub struct MiddleFirst;

impl<const COLUMNS: u32, const ROWS: u32> Rank<ConnectFour<COLUMNS, ROWS>> for MiddleFirst {
    fn rank(&self, _: &ConnectFour<COLUMNS, ROWS>, column: u8) -> i32 {
        -(2 * i32::from(column) + 1 - COLUMNS as i32).abs()
    }
}

/// [`ConnectFour::centre`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Centre;

impl<const COLUMNS: u32, const ROWS: u32> Evaluate<ConnectFour<COLUMNS, ROWS>> for Centre {
    #[inline]
    fn evaluate(&self, position: &ConnectFour<COLUMNS, ROWS>, seat: Seat) -> Score {
        let centre = position.centre();
        Score::heuristic(if position.turn() == Turn::Seat(seat) { centre } else { -centre })
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-256), Score::heuristic(256))
    }

    fn unit(&self) -> i32 {
        1
    }
}
