//! Which moves to try first.

use plywise::alphabeta::{LEARNED, Rank};
use plywise::{Evaluate, Game};

use crate::Othello;
use crate::patterns::Patterns;
use crate::rules::Move;

/// Fastest first: the move that leaves the other side the fewest replies, corners before all.
///
/// Few replies make small trees, and a side short of moves must soon play bad ones. The rule is old in Othello; Buro
/// 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", §4, orders endgame
/// moves by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FewestReplies;

impl Rank<Othello> for FewestReplies {
    #[inline]
    fn rank(&self, position: &Othello, mv: Move, _: i32) -> i32 {
        let Some(index) = mv.index() else { return 0 };
        let corners = position.size().corners();
        let corner = if corners >> index & 1 == 1 { 4 } else { 0 };
        let mut child = *position;
        child.play(mv);
        let replies = child.placements(child.mover());
        // A reply in a corner weighs as much as two: it cannot be undone.
        let taken = replies & corners;
        // Mostly there is none, and to branch is cheaper than to count to 0.
        let taken = if taken == 0 { 0 } else { taken.count_ones() };
        WEIGHT * (corner - (replies.count_ones() + taken) as i32)
    }

    /// The empty squares: passes are rare.
    #[inline]
    fn height(&self, position: &Othello) -> i32 {
        position.empty().count_ones() as i32
    }
}

/// The same, and where enough depends on it what patterns say of the board after the move.
#[derive(Clone, Copy, Debug)]
pub struct Foreseen(pub Option<Patterns>);

impl Foreseen {
    /// Where fewer plies are left, to look at every board costs more than it saves.
    const FROM: i32 = 3;
    /// Hundredths of a disc that weigh as much as a reply.
    const DISCS: i32 = 200;
}

impl Rank<Othello> for Foreseen {
    #[inline]
    fn rank(&self, position: &Othello, mv: Move, depth: i32) -> i32 {
        let fewest = FewestReplies.rank(position, mv, depth);
        let Some(patterns) = self.0.as_ref().filter(|_| depth >= Self::FROM) else { return fewest };
        let mut child = *position;
        child.play(mv);
        fewest + patterns.evaluate(&child, position.mover()).raw() * (WEIGHT / Self::DISCS)
    }

    #[inline]
    fn height(&self, position: &Othello) -> i32 {
        FewestReplies.height(position)
    }
}

/// One reply weighs twice what a search can learn of a move.
const WEIGHT: i32 = 2 * LEARNED;

#[cfg(test)]
mod tests {
    use plywise::{Notation, Seat};

    use super::*;
    use crate::Size;

    #[test]
    fn corners_come_first_and_the_move_that_gives_one_away_last() {
        // d2 lets White into d1; a1, d1 and d4 are corners.
        let start = Othello::start_with(Size::Four, Seat::FIRST);
        let position = start.read_position("-OX--XO-OXOX--X- X").expect("a position");
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.sort_by_key(|&mv| -FewestReplies.rank(&position, mv, 1));
        let order: Vec<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(order, ["a1", "d1", "d4", "d2"]);
    }
}
