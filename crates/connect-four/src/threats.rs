//! What a player knows of Connect Four, for searches: threats, the moves that they force, and what the empty squares still
//! allow. The ideas are Allis's (1988), Tromp's and Pons's.

use plywise::alphabeta::{Bounds, LEARNED, Probe, Rank};
use plywise::Score;

use crate::ConnectFour;

/// Threats, as proofs and as an order of moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl<const COLUMNS: u32, const ROWS: u32> ConnectFour<COLUMNS, ROWS> {
    /// The squares that take the next stone of their columns.
    fn playable(&self) -> u64 {
        (self.all + Self::BOTTOM) & Self::BOARD
    }

    /// The empty squares that complete a line of four of these stones.
    fn completing(&self, stones: u64) -> u64 {
        let mut squares = stones << 1 & stones << 2 & stones << 3;
        for step in [Self::HEIGHT - 1, Self::HEIGHT, Self::HEIGHT + 1] {
            let below = stones << step & stones << (2 * step);
            let above = stones >> step & stones >> (2 * step);
            squares |= below & (stones << (3 * step) | stones >> step);
            squares |= above & (stones << step | stones >> (3 * step));
        }
        squares & Self::BOARD & !self.all
    }

    /// The squares on which the seat to move does not lose to the next stone, if it cannot win: where the other would win it
    /// must go itself, and never below such a square.
    fn safe(&self) -> u64 {
        let (free, threats) = (self.playable(), self.completing(self.own ^ self.all));
        let forced = free & threats;
        let open = if forced == 0 { free } else { forced };
        if forced & forced.wrapping_sub(1) == 0 { open & !(threats >> 1) } else { 0 }
    }

    /// Whether this is its own mirror image.
    fn is_symmetric(&self) -> bool {
        let column = |stones: u64, at: u32| stones >> (at * Self::HEIGHT) & ((1 << ROWS) - 1);
        let same = |at: u32, stones| column(stones, at) == column(stones, COLUMNS - 1 - at);
        (0..COLUMNS / 2).all(|at| same(at, self.all) && same(at, self.own))
    }

    /// Whether some line of four can be filled with these squares.
    fn any_four(squares: u64) -> bool {
        Self::fours(squares).any(|four| four != 0)
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Probe<ConnectFour<COLUMNS, ROWS>> for Threats {
    #[inline]
    fn bounds(&self, position: &ConnectFour<COLUMNS, ROWS>, _: Score, _: Score) -> Bounds {
        if position.is_won() {
            return Bounds::exact(Score::lost_in(0));
        }
        if position.completing(position.own) & position.playable() != 0 {
            return Bounds::exact(Score::won_in(1));
        }
        let left = COLUMNS * ROWS - position.plies;
        if position.safe() == 0 {
            return Bounds::exact(if left < 2 { Score::ZERO } else { Score::lost_in(2) });
        }
        // Neither the next stone of this seat wins nor the next of the other.
        let open = |rival: u64| ConnectFour::<COLUMNS, ROWS>::any_four(ConnectFour::<COLUMNS, ROWS>::BOARD & !rival);
        Bounds {
            at_least: if left >= 4 && open(position.own) { Score::lost_in(4) } else { Score::ZERO },
            at_most: if left >= 3 && open(position.own ^ position.all) { Score::won_in(3) } else { Score::ZERO },
        }
    }

    fn moves(&self, position: &ConnectFour<COLUMNS, ROWS>, out: &mut Vec<u8>) {
        if position.is_won() {
            return;
        }
        let (free, safe) = (position.playable(), position.safe());
        let wins = position.completing(position.own) & free;
        let worth = if wins != 0 { wins } else if safe != 0 { safe } else { free };
        // Of two mirror images one is enough.
        let columns = if position.is_symmetric() { COLUMNS.div_ceil(2) } else { COLUMNS };
        let column = |at: u32| worth >> (at * (ROWS + 1)) & ((1 << ROWS) - 1);
        out.extend((0..columns).filter(|&at| column(at) != 0).map(|at| at as u8));
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Rank<ConnectFour<COLUMNS, ROWS>> for Threats {
    fn rank(&self, position: &ConnectFour<COLUMNS, ROWS>, column: u8) -> i32 {
        let square = position.playable() & ((1 << ROWS) - 1) << (u32::from(column) * (ROWS + 1));
        let threats = position.completing(position.own | square).count_ones() as i32;
        let from_centre = (2 * i32::from(column) + 1 - COLUMNS as i32).abs();
        LEARNED * (2 * threats) - LEARNED / 4 * from_centre
    }

    fn height(&self, position: &ConnectFour<COLUMNS, ROWS>) -> i32 {
        (COLUMNS * ROWS - position.plies) as i32
    }
}
