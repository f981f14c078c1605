//! What a player knows of Connect Four, for searches: threats and the moves that they force, and what the squares that are
//! left still allow. The rules of the game need none of it.
//!
//! Allis 1988, "A knowledge-based approach of Connect-Four" (claimeven); Tromp's Fhourstones; Pons, "Solving Connect
//! Four".

use plywise::Score;
use plywise::alphabeta::{Bounds, LEARNED, Probe, Rank, Settings, Windows};

use crate::ConnectFour;

/// Threats, as proofs and as an order of moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl Threats {
    /// How the game is solved with them: straight to the end, in empty windows. The table and the cut-offs by it begin where
    /// they save more than they cost.
    #[must_use]
    pub fn solving() -> Settings {
        Settings {
            windows: Windows::Memory,
            deepen: false,
            order_from: 3,
            table_from: 8,
            enhanced_from: 12,
            split_from: 16,
            ..Settings::fast()
        }
    }
}

impl<const COLUMNS: u32, const ROWS: u32> ConnectFour<COLUMNS, ROWS> {
    /// The squares in each column with an even number of squares from there to the top.
    const LOWER: u64 = Self::BOTTOM * (((1 << ROWS) - 1) & 0x5555_5555_5555_5555 << (ROWS % 2));

    fn squares_left(&self) -> u32 {
        COLUMNS * ROWS - self.plies
    }

    /// The squares that take the next stone of their columns.
    fn playable(&self) -> u64 {
        (self.all + Self::BOTTOM) & Self::BOARD
    }

    fn column(squares: u64, at: u32) -> u64 {
        squares >> (at * Self::HEIGHT) & ((1 << ROWS) - 1)
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

    /// Where the seat to move can win at once.
    fn wins(&self) -> u64 {
        self.completing(self.own) & self.playable()
    }

    /// Where the seat to move, if it cannot win at once, does not lose to the next stone: on the square on which the other
    /// would win, and never below such a square.
    fn safe(&self) -> u64 {
        let (playable, threats) = (self.playable(), self.completing(self.own ^ self.all));
        match (playable & threats).count_ones() {
            0 => playable & !(threats >> 1),
            1 => playable & threats & !(threats >> 1),
            _ => 0,
        }
    }

    /// All squares on which stones of the seat to move can come to lie while the other does its best to follow. With an even
    /// number of squares left the other answers each stone on top of it, where the column had an even number left, and in
    /// another column otherwise: of those there is an even number, too.
    fn within_reach(&self) -> u64 {
        let free = Self::BOARD & !(self.own ^ self.all);
        if self.squares_left().is_multiple_of(2) {
            free & (self.own | Self::LOWER | self.playable())
        } else {
            free
        }
    }

    fn any_four(squares: u64) -> bool {
        Self::fours(squares).any(|four| four != 0)
    }

    fn is_symmetric(&self) -> bool {
        let same = |stones: u64, at: u32| Self::column(stones, at) == Self::column(stones, COLUMNS - 1 - at);
        (0..COLUMNS / 2).all(|at| same(self.all, at) && same(self.own, at))
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Probe<ConnectFour<COLUMNS, ROWS>> for Threats {
    #[inline]
    fn bounds(&self, position: &ConnectFour<COLUMNS, ROWS>, _: Score, _: Score) -> Bounds {
        if position.is_won() {
            return Bounds::exact(Score::lost_in(0));
        }
        if position.wins() != 0 {
            return Bounds::exact(Score::won_in(1));
        }
        let left = position.squares_left();
        if left > 0 && position.safe() == 0 {
            return Bounds::exact(Score::lost_in(2));
        }
        // Nobody wins with the next stone of each; are there more?
        if left < 3 {
            return Bounds::exact(Score::ZERO);
        }
        let four = ConnectFour::<COLUMNS, ROWS>::any_four;
        let (board, reach) = (ConnectFour::<COLUMNS, ROWS>::BOARD, position.within_reach());
        let at_least = if left > 3 && four(board & !position.own) { Score::lost_in(4) } else { Score::ZERO };
        let at_most = match four(reach) {
            true => Score::won_in(3),
            // Following, the other fills all the rest.
            false if four(board & !reach) => Score::lost_in(left),
            false => Score::ZERO,
        };
        Bounds { at_least, at_most }
    }

    fn moves(&self, position: &ConnectFour<COLUMNS, ROWS>, out: &mut Vec<u8>) {
        if position.is_won() {
            return;
        }
        let first = |sets: [u64; 3]| sets.into_iter().find(|&squares| squares != 0).unwrap_or(0);
        let worth = first([position.wins(), position.safe(), position.playable()]);
        // From the centre outwards, to one side only where the other is its mirror image.
        let step = if position.is_symmetric() { 2 } else { 1 };
        for nth in (0..COLUMNS).step_by(step) {
            let at = if nth % 2 == 0 { (COLUMNS + nth) / 2 } else { (COLUMNS - 1 - nth) / 2 };
            if ConnectFour::<COLUMNS, ROWS>::column(worth, at) != 0 {
                out.push(at as u8);
            }
        }
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Rank<ConnectFour<COLUMNS, ROWS>> for Threats {
    /// A threat is worth two columns towards the centre.
    fn rank(&self, position: &ConnectFour<COLUMNS, ROWS>, column: u8, _: i32) -> i32 {
        let column = u32::from(column);
        let in_column = ((1 << ROWS) - 1) << (column * (ROWS + 1));
        let threats = position.completing(position.own | position.playable() & in_column).count_ones();
        LEARNED * 2 * threats as i32 - LEARNED / 2 * (2 * column + 1).abs_diff(COLUMNS) as i32
    }

    fn height(&self, position: &ConnectFour<COLUMNS, ROWS>) -> i32 {
        position.squares_left() as i32
    }
}
