//! How far to look ahead.

use crate::board::Board;
use crate::game::Twenty48;
use crate::moves::Cell;

impl Board {
    /// How many different tiles there are.
    #[must_use]
    pub(crate) fn distinct_tiles(self) -> u32 {
        let ranks = Cell::all().fold(0u32, |set, cell| set | 1 << self.rank(cell));
        (ranks & !1).count_ones()
    }
}

/// Turns of the player to look ahead: two fewer than there are different tiles, at least 3. The fuller the ladder of
/// tiles, the more there is to lose. The rule of nneonneo's 2048-ai (2014); it takes a cut-off of improbable lines
/// besides, 1/10,000 there.
#[must_use]
pub fn dynamic_depth(position: &Twenty48) -> u32 {
    position.board().distinct_tiles().saturating_sub(2).max(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_grows_with_the_different_tiles() {
        let depth = |ranks: [u8; 16]| {
            let board = Board::from_ranks(ranks).expect("a board");
            dynamic_depth(
                &Twenty48::new(board, 0, plywise::Turn::Seat(plywise::Seat::FIRST)).expect("a position"),
            )
        };
        assert_eq!(depth([1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 3);
        assert_eq!(depth([1, 2, 3, 4, 5, 6, 6, 6, 0, 0, 0, 0, 0, 0, 0, 0]), 4);
        assert_eq!(depth([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]), 14);
    }
}
