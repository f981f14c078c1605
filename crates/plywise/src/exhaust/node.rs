//! What is known of a position, in four bytes.

use crate::game::Seat;

/// The lowest bits are a number: moves that may still save an open position's seat, or a decided one's distance to the end.
/// Two bits hold the winner, 0 for none, and one the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node(u32);

const WINNER: u32 = 29;
const MOVER: u32 = 31;
const NUMBER: u32 = (1 << WINNER) - 1;

/// So many positions at the most: no distance is as great as their number.
pub(super) const MOST: usize = NUMBER as usize;

impl Node {
    /// A position that goes on: nothing is known yet.
    pub(super) fn open(mover: Seat, moves: usize) -> Self {
        Self(u32::from(mover.0 & 1) << MOVER | moves as u32 & NUMBER)
    }

    /// A position at which the game is over, with what the first seat gets.
    pub(super) fn over(payoff: i32) -> Self {
        match payoff {
            0 => Self(0),
            1.. => Self(0).won(Seat::FIRST, 0),
            _ => Self(0).won(Seat::SECOND, 0),
        }
    }

    const fn won(self, by: Seat, distance: u32) -> Self {
        Self(self.0 & 1 << MOVER | (by.0 as u32 + 1) << WINNER | distance)
    }

    /// Who wins; None while that is open, and at last where it is a draw.
    pub(super) fn winner(self) -> Option<Seat> {
        match self.0 >> WINNER & 3 {
            0 => None,
            seat => Some(Seat(seat as u8 - 1)),
        }
    }

    pub(super) const fn number(self) -> u32 {
        self.0 & NUMBER
    }

    /// A move from here leads to a win of `winner`: whether this decides the position, so many plies from the end.
    pub(super) fn hears_of(&mut self, winner: Seat, distance: u32) -> bool {
        if self.winner().is_some() {
            return false;
        }
        let own = self.0 >> MOVER == u32::from(winner.0);
        if !own {
            self.0 -= 1;
        }
        let decides = own || self.number() == 0;
        if decides {
            *self = self.won(winner, distance);
        }
        decides
    }

    /// Whether a move that leads to `child` is a best one.
    pub(super) fn is_kept_by(self, child: Self) -> bool {
        self.winner() == child.winner() && (self.winner().is_none() || self.number() == child.number() + 1)
    }
}
