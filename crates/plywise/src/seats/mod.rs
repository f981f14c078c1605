//! Searches for any number of seats: max^n, paranoid and best reply.
//!
//! | search | takes the others for | a value is | prunes by |
//! |---|---|---|---|
//! | [`max_n`] | players for themselves | a vector, one entry per seat | bounds on the vector's sum (shallow) |
//! | [`paranoid`] | a coalition against the root's seat | that seat's value | alpha-beta |
//! | [`best_reply`] | the same, but only one of them answers | that seat's value | alpha-beta |
//!
//! In a zero-sum game of two seats all three give [`crate::minimax()`]'s value and move.

mod coalition;
mod maxn;

pub use coalition::{best_reply, paranoid};
pub use maxn::{SeatSum, max_n};

use crate::game::{Game, Seat, TwoPlayer};

/// Positions whose turn can go to another seat, as if those before it had let theirs pass, whether or not the rules
/// know a pass.
pub trait Handover: Game {
    /// The same position at `seat`'s turn; None where it would have no move.
    fn hand_to(&self, seat: Seat) -> Option<Self>;
}

impl<G: TwoPlayer> Handover for G {
    fn hand_to(&self, _: Seat) -> Option<Self> {
        unreachable!("between two seats there is nobody to leave out")
    }
}
