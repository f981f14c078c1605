//! The rules.

use std::fmt;

use plywise::rng::mix;
use plywise::{Game, Image, Keyed, Notation, Observe, Seat, Symmetric, Turn, TwoPlayer};

use crate::{Rule, Size, flips, lanes, squares};

/// A move: a disc on a square, or the pass that is forced when there is no such move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// The turn goes over and the board stays as it is.
    pub const PASS: Self = Self(64);

    /// A disc on the square in this row and column, both from 0 and below 8; row 0 is the top one.
    ///
    /// # Panics
    /// If there is no such square on any board.
    #[must_use]
    pub const fn at(row: usize, column: usize) -> Self {
        assert!(row < 8 && column < 8);
        Self((8 * row + column) as u8)
    }

    /// Row and column from 0, row 0 at the top; nothing for a pass.
    #[must_use]
    pub const fn square(self) -> Option<(usize, usize)> {
        match self.index() {
            Some(index) => Some((index as usize / 8, index as usize % 8)),
            None => None,
        }
    }

    /// Whether this is the pass.
    #[inline]
    #[must_use]
    pub const fn is_pass(self) -> bool {
        self.0 == Self::PASS.0
    }

    #[inline]
    pub(crate) const fn from_index(index: u8) -> Self {
        debug_assert!(index < 64);
        Self(index)
    }

    /// Bit index of the square.
    #[inline]
    pub(crate) const fn index(self) -> Option<u8> {
        if self.is_pass() { None } else { Some(self.0) }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index() {
            Some(index) => f.write_str(&squares::name(index)),
            None => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A position of Othello.
///
/// [`Seat::FIRST`] is Black, [`Seat::SECOND`] White. Sets of squares hold a1 in bit 0, b1 in bit 1, a2 in bit 8,
/// whatever the size. The size is a value and no parameter of the type, so that every search is compiled once for all
/// sizes; it costs one look-up where squares of the board are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Othello {
    own: u64,
    other: u64,
    mover: Seat,
    size: Size,
    rule: Rule,
}

impl Othello {
    /// The start with `mover` to move: the four middle squares hold two White discs on the diagonal through a1 and
    /// two Black discs on the other. Black begins by the standard rules.
    #[must_use]
    pub const fn start_with(size: Size, mover: Seat) -> Self {
        let (near, far) = (size.side() / 2 - 1, size.side() / 2);
        let white = squares::square(near, near) | squares::square(far, far);
        let black = squares::square(near, far) | squares::square(far, near);
        Self::arrange(size, black, white, mover)
    }

    /// The position with these discs and this side to move, or nothing if a square holds two discs or is not on
    /// the board. Any other arrangement is taken, whether or not play could lead to it.
    #[must_use]
    pub const fn new(size: Size, black: u64, white: u64, mover: Seat) -> Option<Self> {
        if black & white != 0 || (black | white) & !size.board() != 0 || mover.0 > 1 {
            return None;
        }
        Some(Self::arrange(size, black, white, mover))
    }

    const fn arrange(size: Size, black: u64, white: u64, mover: Seat) -> Self {
        if mover.0 == 0 {
            Self { own: black, other: white, mover, size, rule: Rule::Discs }
        } else {
            Self { own: white, other: black, mover, size, rule: Rule::Discs }
        }
    }

    /// The size of the board.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The same position of a game that is scored by `rule`; as made, discs are counted.
    #[must_use]
    pub const fn scored(self, rule: Rule) -> Self {
        Self { rule, ..self }
    }

    /// How the game is scored.
    #[inline]
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The discs of a seat.
    #[inline]
    #[must_use]
    pub const fn discs(&self, seat: Seat) -> u64 {
        if seat.0 == self.mover.0 { self.own } else { self.other }
    }

    /// Black's discs.
    #[inline]
    #[must_use]
    pub const fn black(&self) -> u64 {
        self.discs(Seat::FIRST)
    }

    /// White's discs.
    #[inline]
    #[must_use]
    pub const fn white(&self) -> u64 {
        self.discs(Seat::SECOND)
    }

    /// The squares without a disc.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> u64 {
        self.size.board() & !(self.own | self.other)
    }

    /// Whose turn it is, also when the game is over.
    #[inline]
    #[must_use]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The squares where `seat` could place a disc if it were to move.
    #[inline(always)]
    #[must_use]
    pub const fn placements(&self, seat: Seat) -> u64 {
        let (own, other) =
            if seat.0 == self.mover.0 { (self.own, self.other) } else { (self.other, self.own) };
        flips::moves(own, other, self.empty())
    }

    /// What placing a disc on the square with this bit index turns over; nothing if that is not legal.
    #[inline]
    pub(crate) fn turned_by(&self, index: u8) -> u64 {
        if (self.own | self.other) >> index & 1 == 1 { 0 } else { flips::flips(index, self.own, self.other) }
    }

    /// Places the mover's disc where it turns over `flips`.
    #[inline]
    pub(crate) fn place(&mut self, index: u8, flips: u64) {
        let own = self.own | flips | 1 << index;
        *self = Self { own: self.other & !flips, other: own, mover: self.mover.other(), ..*self };
    }

    /// Passes the turn.
    #[inline]
    pub(crate) fn pass(&mut self) {
        *self = Self { own: self.other, other: self.own, mover: self.mover.other(), ..*self };
    }

    /// Discs of `seat` less those of the other.
    #[inline]
    #[must_use]
    pub const fn difference(&self, seat: Seat) -> i32 {
        let own = self.own.count_ones() as i32 - self.other.count_ones() as i32;
        if seat.0 == self.mover.0 { own } else { -own }
    }
}

impl fmt::Debug for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position_text())
    }
}

impl Game for Othello {
    type Move = Move;
    const PASSES: bool = true;

    #[inline]
    fn turn(&self) -> Turn {
        Turn::Seat(self.mover)
    }

    /// Squares in ascending order, row by row from a1; the pass alone where the mover has none and the other has.
    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        let placements = self.placements(self.mover);
        if placements != 0 {
            out.extend(squares::indices(placements).map(Move::from_index));
        } else if self.placements(self.mover.other()) != 0 {
            out.push(Move::PASS);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        match mv.index() {
            Some(index) => {
                let flips = flips::flips(index, self.own, self.other);
                debug_assert!(self.turned_by(index) != 0, "{mv} is not legal in {self:?}");
                self.place(index, flips);
            }
            None => {
                debug_assert!(self.placements(self.mover) == 0, "no pass is allowed in {self:?}");
                self.pass();
            }
        }
    }

    /// The difference of discs, with the empty squares as the [`Rule`] has it.
    #[inline]
    fn payoff(&self, seat: Seat) -> i32 {
        self.rule.over(self.difference(seat), self.empty().count_ones() as i32)
    }

    #[inline]
    fn move_count(&self) -> usize {
        match self.placements(self.mover) {
            0 => usize::from(self.placements(self.mover.other()) != 0),
            placements => placements.count_ones() as usize,
        }
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        flips::is_stuck(self.own, self.other, self.empty())
    }

    #[inline]
    fn is_pass(&self, mv: Move) -> bool {
        mv.is_pass()
    }

    #[inline]
    fn leaves(&self, depth: u32, finished_is_a_leaf: bool) -> Option<u64> {
        if depth != 2 || !finished_is_a_leaf {
            return None; // no published count leaves out games that are over
        }
        Some(match lanes::leaves(self.own, self.other, self.size.board()) {
            // A forced pass has its replies below it; a game that is over is one leaf.
            0 => u64::from(self.placements(self.mover.other()).count_ones()).max(1),
            leaves => leaves,
        })
    }
}

impl TwoPlayer for Othello {}

impl Keyed for Othello {
    /// Two scrambled halves, one for the mover's discs and one for the other's. The side to move salts the first,
    /// so that the same board with colours exchanged has another key.
    #[inline]
    fn key(&self) -> u64 {
        const SALTS: [u64; 3] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0];
        mix(self.own ^ SALTS[self.mover.index() & 1]).rotate_left(23) ^ mix(self.other ^ SALTS[2])
    }
}

impl Observe for Othello {
    type View = Self;

    fn observe(&self, _: Seat) -> Self {
        *self
    }
}

impl Symmetric for Othello {
    /// The eight symmetries of the square, each as it is and with the colours exchanged: 16 images, the position
    /// itself first.
    fn images(&self) -> Vec<Image<Self>> {
        let mut images = Vec::with_capacity(16);
        let mut turned = *self;
        for _ in 0..4 {
            for position in [turned, turned.mapped(squares::transpose)] {
                images.push(Image { position, swapped: false });
                let exchanged = Self { mover: position.mover.other(), ..position };
                images.push(Image { position: exchanged, swapped: true });
            }
            // Two mirrors make a quarter turn.
            turned =
                turned.mapped(squares::transpose).mapped(|set| squares::flip_rows(set, self.size.side()));
        }
        images
    }
}

impl Othello {
    fn mapped(self, map: impl Fn(u64) -> u64) -> Self {
        Self { own: map(self.own), other: map(self.other), ..self }
    }
}
