//! Values of positions, a byte each.

use super::slice::{Index, MOST_PIECES, Slice};
use crate::board::Board;
use plywise::{Game, Score, Seat};

/// What a position is worth to the side to move, without the rules of draws.
///
/// A byte: 0 for a draw, else one more than the plies to the end, the winner's shortest way against the longest resistance.
/// A loss takes an even number of plies, a win an odd one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Plies(pub(super) u8);

impl Plies {
    /// Neither side can force anything.
    pub const DRAW: Self = Self(0);
    /// The game is over.
    pub(super) const LOST: Self = Self(1);
    /// The greatest distance that a byte holds, in plies.
    pub const MOST: u8 = u8::MAX - 1;

    /// Whether the side to move wins.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 != 0 && self.0.is_multiple_of(2)
    }

    /// Whether the side to move loses.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        !self.0.is_multiple_of(2)
    }

    /// Plies to the end; None for a draw.
    #[inline]
    #[must_use]
    pub const fn distance(self) -> Option<u8> {
        self.0.checked_sub(1)
    }

    /// The same as the value of a search.
    #[inline]
    #[must_use]
    pub const fn score(self) -> Score {
        match self.distance() {
            None => Score::ZERO,
            Some(plies) if self.is_win() => Score::won_in(plies as u32),
            Some(plies) => Score::lost_in(plies as u32),
        }
    }

    /// What a move is worth that leads to a position of this value. None where no byte holds the distance.
    #[inline]
    pub(super) const fn before(self) -> Option<Self> {
        match self.0 {
            0 => Some(Self::DRAW),
            u8::MAX => None,
            byte => Some(Self(byte + 1)),
        }
    }

    /// The better of two values: a win, the sooner the better; a draw; a loss, the later the better.
    #[inline]
    pub(super) fn max(self, other: Self) -> Self {
        if other.order() > self.order() { other } else { self }
    }

    #[inline]
    const fn order(self) -> i16 {
        let byte = self.0 as i16;
        if byte == 0 {
            0
        } else {
            (if byte % 2 == 0 { 512 } else { -512 }) + if byte % 2 == 0 { -byte } else { byte }
        }
    }
}

/// The values of whole slices, a byte for each position.
#[derive(Debug)]
pub struct Values {
    /// By the slices' numbers.
    slices: Vec<Option<Stored>>,
}

/// A slice.
#[derive(Debug)]
struct Stored {
    index: Index,
    bytes: Vec<u8>,
}

impl Default for Values {
    fn default() -> Self {
        Self { slices: (0..Slice::NUMBERS).map(|_| None).collect() }
    }
}

impl Values {
    /// Adds or replaces a slice; `bytes` has one for each of its positions.
    pub(super) fn put(&mut self, slice: Slice, bytes: Vec<u8>) {
        let index = Index::new(slice);
        debug_assert_eq!(index.len(), bytes.len());
        self.slices[slice.number()] = Some(Stored { index, bytes });
    }

    /// The bytes of a slice, if it is there.
    #[must_use]
    pub fn slice(&self, slice: Slice) -> Option<&[u8]> {
        self.slices[slice.number()].as_ref().map(|found| found.bytes.as_slice())
    }

    /// What a board is worth to the side to move. None where its slice is not there, or the side that is not to move has no
    /// piece: no game comes there.
    #[inline]
    #[must_use]
    pub fn value(&self, board: &Board) -> Option<Plies> {
        let board = if board.to_move() == Seat::FIRST { *board } else { board.turned() };
        let [own, other] = [Seat::FIRST, Seat::SECOND].map(|seat| board.pieces(seat));
        if own.is_empty() {
            return Some(Plies::LOST);
        }
        if other.is_empty() || (own | other).len() as usize > MOST_PIECES {
            return None;
        }
        let Stored { index, bytes } = self.slices[Slice::of(&board).number()].as_ref()?;
        Some(Plies(bytes[index.number(&board)]))
    }

    /// The value of the best move of a board, whose moves lead to slices that are there; a loss where there is none. None where
    /// one leads elsewhere, or further than a byte holds.
    #[must_use]
    pub fn best(&self, board: &Board) -> Option<Plies> {
        let mut best = Some(None);
        board.visit_moves(|mv| {
            let mut child = *board;
            child.play(mv);
            let value = self.value(&child).and_then(Plies::before);
            best = best.and_then(|best: Option<Plies>| {
                value.map(|value| Some(best.map_or(value, |best| best.max(value))))
            });
        });
        best.map(|best| best.unwrap_or(Plies::LOST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_value_is_the_sooner_win_or_the_later_loss() {
        let order = [1, 3, 255, 0, 254, 4, 2].map(Plies);
        for (place, &value) in order.iter().enumerate() {
            for &worse in &order[..=place] {
                assert_eq!([value.max(worse), worse.max(value)], [value; 2], "{value:?} {worse:?}");
            }
        }
    }

    #[test]
    fn a_byte_is_a_result_and_its_distance() {
        let score = |byte| Plies(byte).score();
        assert_eq!(
            [0, 1, 2, 82].map(score),
            [Score::ZERO, Score::lost_in(0), Score::won_in(1), Score::won_in(81)]
        );
        assert_eq!([0, 1, 255].map(|byte| Plies(byte).before()), [Some(Plies(0)), Some(Plies(2)), None]);
    }
}
