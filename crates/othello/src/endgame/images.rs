//! Moves that are images of one another where the board is its own image.

use crate::patterns::images;
use crate::rules::Move;
use crate::{Othello, Size};

/// With more discs no board that is its own image is met but by chance.
const MOST: u32 = 16;

/// Of the moves from `from` on keeps the first of those that are images of one another.
#[inline]
pub(super) fn keep_one(position: &Othello, from: usize, moves: &mut Vec<Move>) {
    let discs = [position.discs(position.mover()), position.discs(position.mover().other())];
    if (discs[0] | discs[1]).count_ones() <= MOST {
        keep(position.size(), discs, from, moves);
    }
}

#[cold]
fn keep(size: Size, discs: [u64; 2], from: usize, moves: &mut Vec<Move>) {
    let seen = discs.map(|discs| images(size, discs));
    // Into itself the board is turned by these.
    let own: Vec<usize> = (1..8).filter(|&at| (0..2).all(|side| seen[side][at] == discs[side])).collect();
    if own.is_empty() {
        return;
    }
    let mut kept = 0_u64;
    let mut at = 0;
    moves.retain(|mv| {
        at += 1;
        let Some(square) = mv.index().filter(|_| at > from) else { return true };
        let turned = images(size, 1 << square);
        let is_new = own.iter().all(|&image| kept & turned[image] == 0);
        kept |= u64::from(is_new) << square;
        is_new
    });
}

#[cfg(test)]
mod tests {
    use plywise::{Game, Notation, Seat};

    use super::*;

    #[test]
    fn the_four_first_moves_are_one() {
        for size in [Size::Four, Size::Six, Size::Eight] {
            let start = Othello::start_with(size, Seat::FIRST);
            let mut moves = Vec::new();
            start.moves(&mut moves);
            assert_eq!(moves.len(), 4);
            keep_one(&start, 0, &mut moves);
            assert_eq!(moves.len(), 1, "{size}");
            // After it, the diagonal through it leaves three replies, none the image of another.
            let mut position = start;
            position.play(moves[0]);
            moves.clear();
            position.moves(&mut moves);
            let all = moves.len();
            keep_one(&position, 0, &mut moves);
            assert_eq!(moves.len(), all, "{}", position.position_text());
        }
    }
}
