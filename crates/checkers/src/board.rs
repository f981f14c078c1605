//! A placement and whose turn it is.

use std::fmt;

use plywise::rng::mix;
use plywise::{Game, Image, Keyed, Observe, Seat, Symmetric, Turn, TwoPlayer};

use crate::moves::Move;
use crate::square::{Square, Squares};

/// A placement and whose turn it is, under the rules without any draw: what perft counts, what databases hold,
/// what analysis of a single position needs. A whole game, which can be drawn, is [`Checkers`](crate::Checkers).
///
/// The first mover ([`Seat::FIRST`]: Black, or the course's Red) starts on squares 1-12 and moves towards 32.
/// Sixteen bytes; equal boards are equal positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// Every piece, by seat.
    pieces: [Squares; 2],
    /// The kings of both seats.
    kings: Squares,
    turn: Seat,
}

impl Board {
    /// Twelve men each, the first mover to move.
    #[must_use]
    pub const fn start() -> Self {
        Self { pieces: [Squares::FIRST_CAMP, Squares::SECOND_CAMP], kings: Squares::NONE, turn: Seat::FIRST }
    }

    /// A placement of pieces: every piece of each seat, which of them are kings, and who moves.
    ///
    /// # Errors
    /// The squares at fault, where two pieces share one, a king stands on none, a man stands on its crowning row
    /// (it would have been crowned there), a seat has more than twelve pieces or nobody has any.
    pub fn new(pieces: [Squares; 2], kings: Squares, turn: Seat) -> Result<Self, Misplaced> {
        let all = pieces[0] | pieces[1];
        let uncrowned = (pieces[0] & !kings & Squares::LAST_ROW) | (pieces[1] & !kings & Squares::FIRST_ROW);
        if pieces[0].meets(pieces[1]) {
            return Err(Misplaced::Shared(pieces[0] & pieces[1]));
        }
        if !(kings & !all).is_empty() {
            return Err(Misplaced::NoPiece(kings & !all));
        }
        if !uncrowned.is_empty() {
            return Err(Misplaced::Uncrowned(uncrowned));
        }
        if let Some(crowd) = pieces.into_iter().find(|own| own.len() > 12) {
            return Err(Misplaced::TooMany(crowd));
        }
        if all.is_empty() {
            return Err(Misplaced::Empty);
        }
        Ok(Self { pieces, kings, turn: Seat(turn.0 & 1) })
    }

    /// Men and kings of either seat where they may stand, the first seat to move.
    #[inline]
    pub(crate) const fn of(men: [Squares; 2], kings: [Squares; 2]) -> Self {
        let pieces = [Squares(men[0].0 | kings[0].0), Squares(men[1].0 | kings[1].0)];
        Self { pieces, kings: Squares(kings[0].0 | kings[1].0), turn: Seat::FIRST }
    }

    /// Every piece of a seat.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, seat: Seat) -> Squares {
        self.pieces[seat.index() & 1]
    }

    /// The men of a seat.
    #[inline]
    #[must_use]
    pub const fn men(&self, seat: Seat) -> Squares {
        Squares(self.pieces(seat).0 & !self.kings.0)
    }

    /// The kings of a seat.
    #[inline]
    #[must_use]
    pub const fn kings(&self, seat: Seat) -> Squares {
        Squares(self.pieces(seat).0 & self.kings.0)
    }

    /// The squares without a piece.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> Squares {
        Squares(!(self.pieces[0].0 | self.pieces[1].0))
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Seat {
        self.turn
    }

    /// Who stands on a square, and whether it is a king.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<(Seat, bool)> {
        let king = self.kings.has(square);
        if self.pieces[0].has(square) {
            Some((Seat::FIRST, king))
        } else if self.pieces[1].has(square) {
            Some((Seat::SECOND, king))
        } else {
            None
        }
    }

    /// The board seen from the other side, colours changed: each seat now has what the other had.
    #[must_use]
    pub const fn turned(&self) -> Self {
        Self {
            pieces: [self.pieces[1].turned(), self.pieces[0].turned()],
            kings: self.kings.turned(),
            turn: self.turn.other(),
        }
    }

    /// The board after the piece on `from` has stepped to `to`.
    #[inline]
    pub(crate) const fn after_step(&self, from: Squares, to: Squares) -> Self {
        let mut child = *self;
        let own = self.turn.index() & 1;
        child.pieces[own].0 ^= from.0 | to.0;
        if self.kings.meets(from) {
            child.kings.0 ^= from.0 | to.0;
        }
        child.kings.0 |= to.0 & Self::crowning_row(self.turn).0;
        child.turn = self.turn.other();
        child
    }

    /// A placement that follows from another by the rules.
    #[inline]
    pub(crate) const fn known(pieces: [Squares; 2], kings: Squares, turn: Seat) -> Self {
        Self { pieces, kings, turn }
    }

    /// Whether the side that is not to move could jump if it were.
    #[inline]
    #[must_use]
    pub fn is_threatened(&self) -> bool {
        !Self { turn: self.turn.other(), ..*self }.jumpers().is_empty()
    }

    /// The row on which a seat's men are crowned.
    #[inline]
    #[must_use]
    pub const fn crowning_row(seat: Seat) -> Squares {
        if seat.index() == 0 { Squares::LAST_ROW } else { Squares::FIRST_ROW }
    }
}

/// Why pieces cannot stand as they were placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misplaced {
    /// Squares with a piece of each seat.
    #[error("both sides have a piece on {0:?}; a square holds one")]
    Shared(Squares),
    /// Kings without a piece.
    #[error("{0:?} is a king's square without a piece")]
    NoPiece(Squares),
    /// Men on their crowning row.
    #[error("a man on {0:?} has reached its crowning row and is a king")]
    Uncrowned(Squares),
    /// More than twelve pieces of a seat.
    #[error("{} pieces of one side; at most 12 are possible", .0.len())]
    TooMany(Squares),
    /// No piece at all.
    #[error("an empty board; at least one piece is needed")]
    Empty,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", crate::fen::write(self, crate::Rules::Standard))
    }
}

impl Game for Board {
    type Move = Move;

    fn turn(&self) -> Turn {
        Turn::Seat(self.turn)
    }

    /// By ascending number of the origin, then by direction: up-left, up-right, down-left, down-right; the jumps
    /// of one piece depth first.
    fn moves(&self, out: &mut Vec<Move>) {
        self.visit_moves(|mv| out.push(mv));
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (own, other) = (self.turn.index(), self.turn.other().index());
        let (from, to) = (mv.from().set(), mv.to().set());
        debug_assert!(self.pieces[own].meets(from), "{mv} starts from no own piece of {self:?}");
        debug_assert!((self.empty() | from).meets(to), "{mv} ends on a piece of {self:?}");
        debug_assert!(
            (mv.captured() & !self.pieces[other]).is_empty(),
            "{mv} takes what is not there in {self:?}"
        );
        let king = self.kings.meets(from) || Self::crowning_row(self.turn).meets(to);
        self.pieces[own] = self.pieces[own] & !from | to;
        self.pieces[other] = self.pieces[other] & !mv.captured();
        self.kings = self.kings & !from & !mv.captured() | if king { to } else { Squares::NONE };
        self.turn = self.turn.other();
    }

    /// 1 for a win, -1 for a loss: who cannot move has lost.
    fn payoff(&self, seat: Seat) -> i32 {
        if seat == self.turn { -1 } else { 1 }
    }

    #[inline]
    fn move_count(&self) -> usize {
        self.count_moves()
    }

    #[inline]
    fn is_over(&self) -> bool {
        !self.can_move()
    }

    #[inline]
    fn leaves(&self, depth: u32, finished_is_a_leaf: bool) -> Option<u64> {
        Some(self.count_leaves(depth, u32::from(finished_is_a_leaf)))
    }
}

impl TwoPlayer for Board {}

impl Keyed for Board {
    #[inline]
    fn key(&self) -> u64 {
        let placed = u64::from(self.pieces[0].0) | u64::from(self.pieces[1].0) << 32;
        let crowned = u64::from(self.kings.0) | u64::from(self.turn.0) << 32;
        // Both halves go through a bijection, so that boards differing in one half alone never share a key.
        mix(mix(placed) ^ crowned.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }
}

impl Observe for Board {
    type View = Self;

    fn observe(&self, _: Seat) -> Self {
        *self
    }
}

impl Symmetric for Board {
    /// The board itself and the board turned by half a turn with the colours changed. Left and right are no
    /// mirror images: the single corners are not the double corners.
    fn images(&self) -> Vec<Image<Self>> {
        vec![Image { position: *self, swapped: false }, Image { position: self.turned(), swapped: true }]
    }
}

const _: () = assert!(size_of::<Board>() == 16);
