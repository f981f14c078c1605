#![doc = include_str!("../README.md")]

#[cfg(feature = "door")]
pub mod door;
mod threats;

pub use threats::Threats;

use plywise::grid::{Board, Grid, Placement};
use plywise::rng::mix;
use plywise::{Archive, Game, Image, Keyed, Open, Seat, Symmetric, Turn, TwoPlayer};

/// A position: a bit for each square, column after column from below, each with a spare one on top, as in Tromp's solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConnectFour<const COLUMNS: u32, const ROWS: u32> {
    /// The stones of the seat to move, and all stones.
    own: u64,
    all: u64,
    plies: u32,
}

impl<const COLUMNS: u32, const ROWS: u32> ConnectFour<COLUMNS, ROWS> {
    const HEIGHT: u32 = ROWS + 1;
    const BOTTOM: u64 = ((1 << (COLUMNS * Self::HEIGHT)) - 1) / ((1 << Self::HEIGHT) - 1);
    const BOARD: u64 = Self::BOTTOM * ((1 << ROWS) - 1);

    /// Where lines of four begin that lie in these squares, in each of the four ways.
    fn fours(squares: u64) -> impl Iterator<Item = u64> {
        [1, Self::HEIGHT, Self::HEIGHT - 1, Self::HEIGHT + 1].into_iter().map(move |step| {
            let pairs = squares & squares >> step;
            pairs & pairs >> (2 * step)
        })
    }
    /// The stones of the seat to move and of the other, a bit for each square.
    pub fn stones(&self) -> [u64; 2] {
        [self.own, self.own ^ self.all]
    }
    /// Whether the seat that moved last has four in a line.
    pub fn is_won(&self) -> bool {
        Self::fours(self.own ^ self.all).any(|four| four != 0)
    }
    /// Columns that take another stone, whether or not the game is over.
    pub fn columns(&self) -> impl Iterator<Item = u8> + use<COLUMNS, ROWS> {
        let free = (self.all + Self::BOTTOM) & Self::BOARD;
        (0..COLUMNS).filter(move |at| free >> (at * Self::HEIGHT) & ((1 << ROWS) - 1) != 0).map(|at| at as u8)
    }
    /// Lines of four that the seat to move may still fill, less those of the other.
    pub fn open_lines(&self) -> i32 {
        let open = |rival: u64| Self::fours(Self::BOARD & !rival).map(u64::count_ones).sum::<u32>() as i32;
        open(self.own ^ self.all) - open(self.own)
    }
    fn bit(row: usize, column: usize) -> u64 {
        1 << (column as u32 * Self::HEIGHT + ROWS - 1 - row as u32)
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Game for ConnectFour<COLUMNS, ROWS> {
    type Move = u8;
    fn turn(&self) -> Turn {
        Turn::Seat(Seat((self.plies & 1) as u8))
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if !self.is_won() {
            out.extend(self.columns());
        }
    }
    fn play(&mut self, column: u8) {
        self.own ^= self.all;
        self.all |= self.all + (1 << (u32::from(column) * Self::HEIGHT));
        self.plies += 1;
    }
    fn payoff(&self, seat: Seat) -> i32 {
        i32::from(self.is_won()) * if self.turn() == Turn::Seat(seat) { -1 } else { 1 }
    }
    fn is_over(&self) -> bool {
        self.plies == COLUMNS * ROWS || self.is_won()
    }
}

impl<const COLUMNS: u32, const ROWS: u32> TwoPlayer for ConnectFour<COLUMNS, ROWS> {}
impl<const COLUMNS: u32, const ROWS: u32> Open for ConnectFour<COLUMNS, ROWS> {}
impl<const COLUMNS: u32, const ROWS: u32> Archive for ConnectFour<COLUMNS, ROWS> {}
impl<const COLUMNS: u32, const ROWS: u32> Keyed for ConnectFour<COLUMNS, ROWS> {
    fn key(&self) -> u64 {
        mix(self.own + self.all + Self::BOTTOM) // a bit on top of each column ends it
    }
}
impl<const COLUMNS: u32, const ROWS: u32> Symmetric for ConnectFour<COLUMNS, ROWS> {
    fn images(&self) -> Vec<Image<Self>> {
        [*self, self.mirrored()].map(|position| Image { position, swapped: false }).into()
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Placement for ConnectFour<COLUMNS, ROWS> {
    const GRID: Grid = Grid { rows: ROWS as usize, columns: COLUMNS as usize, seats: ["Red", "Yellow"] };
    fn square(&self, row: usize, column: usize) -> Option<Seat> {
        let (bit, first) = (Self::bit(row, column), self.stones()[(self.plies & 1) as usize]);
        (self.all & bit != 0).then_some(if first & bit != 0 { Seat::FIRST } else { Seat::SECOND })
    }
    fn set_up(board: &Board, mover: Seat) -> Result<Self, String> {
        let stones = |seat| board.places(seat).map(|(row, column)| Self::bit(row, column)).sum::<u64>();
        let (own, other) = (stones(mover), stones(mover.other()));
        match ((own | other) + Self::BOTTOM) & (own | other) {
            0 if Self { own: other, all: own | other, plies: 0 }.is_won() => Err("the mover has won".into()),
            0 => Ok(Self { own, all: own | other, plies: (own | other).count_ones() }),
            _ => Err("a stone hangs in the air".into()),
        }
    }
    fn name(&self, column: u8) -> String {
        char::from(b'a' + column).to_string()
    }
}
