//! The rules as the library's traits ask for them.

use plywise::{Game, Image, Keyed, Observe, Rng, Seat, Stochastic, Symmetric, Turn, rng::mix};

use crate::board::Board;
use crate::moves::{Cell, Direction, Move};
use crate::{Options, TextError};

/// A position of 2048: the board, whose turn it is, and the score.
///
/// The only seat is [`Seat::FIRST`]. Chance has the turn on an empty board and after each slide. A spawn hands the
/// turn to the player, except on an empty board: the start is such a board, so chance places two tiles there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Twenty48 {
    board: Board,
    /// The score less the board's potential: a slide keeps it, a spawned 4 takes 4 off. It is never positive, which
    /// is why no score exceeds [`Board::potential`]'s limit.
    offset: i32,
    chance: bool,
}

/// The start of a game: an empty board, chance to place two tiles. Everything that is drawn is drawn in play, so the
/// seed changes nothing.
#[must_use]
pub fn start(_options: &Options, _seed: u64) -> Twenty48 {
    Twenty48::START
}

impl Twenty48 {
    /// An empty board at chance's turn.
    pub const START: Self = Self { board: Board::EMPTY, offset: 0, chance: true };

    /// No score exceeds this: the potential of the fullest board, one tile each of 4, 8, … 131072.
    pub const MAX_SCORE: u32 = 3_932_164;

    /// A position in the middle of a game.
    ///
    /// # Errors
    /// One line, if no game can have it: a full board at chance's turn, an empty one at the player's, a score that
    /// the tiles cannot have earned.
    pub fn new(board: Board, score: u32, turn: Turn) -> Result<Self, TextError> {
        let chance = turn == Turn::Chance;
        if chance && board.count_empty() == 0 {
            return Err(TextError::new(
                "chance needs an empty cell, and the board is full: leave out \"spawn\"",
            ));
        }
        if !chance && board == Board::EMPTY {
            return Err(TextError::new("an empty board waits for chance: add \"spawn\" behind it"));
        }
        let most = board.potential();
        if score > most || !score.is_multiple_of(4) {
            return Err(TextError::new(format!(
                "score {score} cannot be: tiles merged into these earned a multiple of 4, at most {most}"
            )));
        }
        Ok(Self { board, offset: score as i32 - most as i32, chance })
    }

    /// The tiles.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    #[inline]
    pub(crate) const fn is_chance(&self) -> bool {
        self.chance
    }

    /// The sum of all merged tiles so far, at most [`Self::MAX_SCORE`].
    #[inline]
    #[must_use]
    pub fn score(&self) -> u32 {
        self.board.potential().wrapping_add_signed(self.offset)
    }

    /// Whether `mv` is among the legal moves.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Slide(way) => !self.chance && self.board.legal().contains(way),
            Move::Spawn { cell, rank } => {
                self.chance && self.board.rank(cell) == 0 && (1..=2).contains(&rank)
            }
        }
    }

    #[inline]
    pub(crate) fn slide(&mut self, way: Direction) {
        self.board = self.board.slide(way);
        self.chance = true;
    }

    /// Takes a board that a legal slide gives, where it is known already.
    #[inline]
    pub(crate) fn slide_to(&mut self, after: Board) {
        debug_assert!(!self.chance && self.board.slides().contains(&after) && after != self.board);
        self.board = after;
        self.chance = true;
    }

    #[inline]
    pub(crate) fn spawn(&mut self, cell: Cell, rank: u8) {
        self.chance = self.board == Board::EMPTY;
        self.board.set(cell, rank);
        self.offset -= 4 * i32::from(rank == 2);
    }

    #[inline]
    pub(crate) fn spawn_drawn(&mut self, rng: &mut Rng) {
        let (cell, rank) = self.draw(rng);
        self.spawn(cell, rank);
    }

    /// Draws the cell and the rank of a new tile with one bounded number: there are ten for each empty cell, and the
    /// first of them is a 4.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> (Cell, u8) {
        let ticket = rng.below(u64::from(self.board.count_empty()) * 10) as u32;
        (self.board.nth_empty(ticket / 10), 1 + u8::from(ticket.is_multiple_of(10)))
    }
}

impl Game for Twenty48 {
    type Move = Move;
    const SEATS: usize = 1;

    #[inline]
    fn turn(&self) -> Turn {
        if self.chance { Turn::Chance } else { Turn::Seat(Seat::FIRST) }
    }

    /// The player: up, right, down, left. Chance: the empty cells row by row, each with a 2, then with a 4.
    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        if self.chance {
            let empty = self.board.empty_cells();
            out.extend(empty.flat_map(|cell| [1, 2].map(|rank| Move::Spawn { cell, rank })));
        } else {
            out.extend(self.board.legal().as_slice().iter().map(|&way| Move::Slide(way)));
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self:?}");
        match mv {
            Move::Slide(way) => self.slide(way),
            Move::Spawn { cell, rank } => self.spawn(cell, rank),
        }
    }

    /// The score.
    fn payoff(&self, _: Seat) -> i32 {
        self.score() as i32
    }

    #[inline]
    fn move_count(&self) -> usize {
        if self.chance { 2 * self.board.count_empty() as usize } else { self.board.legal().len() }
    }

    /// Chance always has an empty cell: a legal slide moves a tile out of a cell or merges two.
    #[inline]
    fn is_over(&self) -> bool {
        !self.chance && self.board.legal().is_empty()
    }
}

impl Stochastic for Twenty48 {
    fn outcomes(&self, out: &mut Vec<(Move, f64)>) {
        let count = f64::from(self.board.count_empty());
        let odds = [(1, 0.9 / count), (2, 0.1 / count)];
        let empty = self.board.empty_cells();
        out.extend(empty.flat_map(|cell| odds.map(|(rank, odds)| (Move::Spawn { cell, rank }, odds))));
    }

    #[inline]
    fn sample(&self, rng: &mut Rng) -> Move {
        let (cell, rank) = self.draw(rng);
        Move::Spawn { cell, rank }
    }
}

/// The board and the turn. The score is not part of it: it changes neither what can happen nor what more can be
/// earned.
impl Keyed for Twenty48 {
    #[inline]
    fn key(&self) -> u64 {
        const CHANCE: u64 = 0xD1B5_4A32_D192_ED03;
        // `mix` is a bijection that keeps 0: below 65536 two boards at the same turn never share a key.
        mix(self.board.low() ^ mix(self.board.high()) ^ if self.chance { CHANCE } else { 0 })
    }
}

/// The player sees everything.
impl Observe for Twenty48 {
    type View = Self;

    fn observe(&self, _: Seat) -> Self {
        *self
    }
}

/// The eight symmetries of the square.
impl Symmetric for Twenty48 {
    fn images(&self) -> Vec<Image<Self>> {
        let image = |board| Image { position: Self { board, ..*self }, swapped: false };
        self.board.images().map(image).into()
    }
}
