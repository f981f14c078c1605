//! Proven results in games of two seats without chance.
//!
//! Winands, Björnsson & Saito 2008, "Monte-Carlo tree search solver", back up proven wins and losses: a position is
//! won if one move wins and lost if all lose. Here each move carries a lower and an upper bound of its worth instead
//! (Cazenave & Saffidine 2011, "Score bounded Monte-Carlo tree search"), which proves draws and points as well; with
//! wins and losses alone it is the same rule.

use super::tree::{Edge, Node};
use crate::game::Turn;

/// The proven bounds of a position for the seat to move there, and its distance from the end once they meet.
pub(super) struct Proof {
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) plies: u32,
}

impl Proof {
    /// The best of the moves' bounds.
    pub(super) fn of<M>(node: &Node<M>) -> Self {
        let bounds = || node.edges.iter().map(Edge::bounds);
        let low = bounds().map(|(low, _)| low).max().expect("a node has moves");
        let high = bounds().map(|(_, high)| high).max().expect("a node has moves");
        let ends = node.edges.iter().filter(|edge| edge.exact() == Some(low));
        let ends = ends.map(|edge| 1 + edge.plies.load(std::sync::atomic::Ordering::Relaxed));
        // The winner takes the shortest way that is known, the loser the longest.
        let plies = if low > 0 { ends.min() } else { ends.max() };
        Self { low, high, plies: plies.unwrap_or(0) }
    }

    /// Hands the bounds of `node` to the move that led there from `above`; tells whether that taught anything.
    pub(super) fn lift<M>(node: &Node<M>, above: &Node<M>, edge: &Edge<M>) -> bool {
        let Self { low, high, plies } = Self::of(node);
        let same_seat: bool = matches!((node.turn, above.turn), (Turn::Seat(a), Turn::Seat(b)) if a == b);
        // A seat that moves twice keeps its bounds; the other's are its own turned round.
        let (low, high) = if same_seat { (low, high) } else { (negate(high), negate(low)) };
        edge.tighten(low, high, plies)
    }
}

/// No bound (the two ends of the number range) becomes no bound.
pub(super) fn negate(bound: i32) -> i32 {
    match bound {
        i32::MIN => i32::MAX,
        i32::MAX => i32::MIN,
        bound => -bound,
    }
}

/// Tells which moves can still matter, given the proven lower bound of the best.
#[derive(Clone, Copy)]
pub(super) struct Gate {
    low: i32,
    keep_proven: bool,
}

impl Gate {
    /// `floor` is the least that any result can be. At the root a proven move is left alone; below, its worth belongs
    /// into the mean that is backed up.
    pub(super) fn new<M>(node: &Node<M>, is_root: bool, floor: i32) -> Self {
        let low = node.edges.iter().map(|edge| edge.bounds().0).max().expect("a node has moves");
        Self { low, keep_proven: !is_root && low > floor }
    }

    /// The same gate, for what is not proven yet.
    pub(super) fn open_only(self) -> Self {
        Self { keep_proven: false, ..self }
    }

    pub(super) fn admits<M>(self, edge: &Edge<M>) -> bool {
        edge.bounds().1 > self.low || (self.keep_proven && edge.exact() == Some(self.low))
    }
}
