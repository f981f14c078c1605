//! A move in eight bytes.

use std::fmt;

use crate::square::{Direction, Square, Squares};

/// A move: a step, or a whole capture with every square it lands on. Captures that take the same pieces on
/// different paths are different moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    captured: Squares,
    /// Bits 0-4 the origin, 5-9 the target, then two bits for each step's direction, the first step lowest.
    ///
    /// Eleven steps fit. No capture is longer than nine: a king moves by two rows and two columns, so that it
    /// only ever reaches squares of a 4x4 grid, and of the nine crossings inside that grid each is jumped over
    /// at most once.
    packed: u32,
}

const PATH: u32 = 10;

impl Move {
    /// A move of no steps, from which the others grow.
    #[inline]
    pub(crate) const fn at(from: Square) -> Self {
        Self { captured: Squares::NONE, packed: from.index() as u32 * 0b10_0001 }
    }

    /// The plain move of one step.
    #[inline]
    pub(crate) const fn step(from: Square, direction: Direction, to: Square) -> Self {
        let packed = from.index() as u32 | (to.index() as u32) << 5 | (direction as u32) << PATH;
        Self { captured: Squares::NONE, packed }
    }

    /// This capture with one more jump, over one square onto another.
    #[inline]
    pub(crate) const fn jump(self, direction: Direction, over: Squares, to: Squares) -> Self {
        let to = to.0.trailing_zeros();
        let steps = self.captured.len();
        let packed = self.packed & !(31 << 5) | to << 5 | (direction as u32) << (PATH + 2 * steps);
        Self { captured: Squares(self.captured.0 | over.0), packed }
    }

    /// Where the piece starts.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::at((self.packed & 31) as u8)
    }

    /// Where the piece ends; after a circular capture this is where it started.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::at((self.packed >> 5 & 31) as u8)
    }

    /// The pieces that are taken; none for a plain move.
    #[inline]
    #[must_use]
    pub const fn captured(self) -> Squares {
        self.captured
    }

    /// Whether pieces are taken.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }

    /// Step or jump `part` of it, from 0: four times the index of the square that it starts on, and its direction.
    pub(crate) fn part(self, part: usize) -> Option<usize> {
        let from = self.path().nth(part)?;
        let step = u32::try_from(part).ok().filter(|&step| step < self.captured.len().max(1))?;
        Some(4 * from.index() + (self.packed >> (PATH + 2 * step) & 3) as usize)
    }

    /// Every square the piece stands on, origin and target included: two for a plain move, one more than the
    /// pieces taken for a capture.
    pub fn path(self) -> impl Iterator<Item = Square> {
        let mut square = self.from();
        let steps = self.captured.len().max(1);
        let landings = (0..steps).map(move |step| {
            let direction = Direction::ALL[(self.packed >> (PATH + 2 * step) & 3) as usize];
            let next = direction.step(square).expect("a path stays on the board");
            square = if self.is_capture() {
                direction.step(next).expect("a jump lands on the board")
            } else {
                next
            };
            square
        });
        std::iter::once(self.from()).chain(landings)
    }
}

/// In standard notation: `11-15`, `22x15x8`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { "x" } else { "-" };
        for (i, square) in self.path().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { separator }, square.number())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const _: () = assert!(size_of::<Move>() == 8);
