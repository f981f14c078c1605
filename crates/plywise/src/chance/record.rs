//! A search of a game with chance as a tree: what was entered, under which window, and what came of it.

use super::at::{At, UNLIMITED, Window};
use crate::trace::Leaving;
use crate::tree::{Branching, Growing, Recorded};

/// Who chooses at a recorded position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chooser {
    /// The seat that the search works for.
    Own,
    /// Another seat.
    Other,
    /// The dice.
    Chance,
}

/// One position of a recorded search. Values are in the evaluator's unit, for the seat that the search works for.
#[derive(Clone, PartialEq, Debug)]
pub struct ChanceNode<M> {
    /// The move or outcome that led here; none at the root.
    pub mv: Option<M>,
    /// The probability of that outcome; 1 after a move.
    pub probability: f64,
    /// Plies from the root.
    pub ply: u32,
    /// Moves left to look ahead; none where the search goes on to the end.
    pub depth: Option<u32>,
    /// Who chooses here.
    pub chooser: Chooser,
    /// Alpha and beta; infinite where a side is open.
    pub window: (f64, f64),
    /// Whether it was only tried: by Star2 its first moves, to get a bound; where moves are reduced, as if it were less
    /// probable.
    pub probe: bool,
    /// Its value: exact inside the window, a bound outside. None if the search was stopped below.
    pub value: Option<f64>,
    /// Why the search left it.
    pub why: Leaving,
    /// The positions below that were entered, in their order; places in [`ChanceTree::nodes`].
    pub children: Vec<usize>,
}

impl<M> Branching for ChanceNode<M> {
    fn children(&mut self) -> &mut Vec<usize> {
        &mut self.children
    }
}

/// A recorded search of a game with chance.
pub type ChanceTree<M> = Recorded<ChanceNode<M>>;

/// Records a search up to a number of positions; those beyond it are counted only.
pub(super) struct Recorder<M> {
    tree: Growing<ChanceNode<M>>,
    /// How the next position is reached.
    next: (Option<M>, f64),
    /// Whether it is only tried.
    probe: bool,
}

impl<M: Copy> Recorder<M> {
    pub(super) fn new(most: usize) -> Self {
        Self { tree: Growing::new(most), next: (None, 1.0), probe: false }
    }

    pub(super) fn into_tree(self) -> ChanceTree<M> {
        self.tree.into_tree()
    }

    pub(super) fn reach(&mut self, mv: M, probability: f64) {
        (self.next, self.probe) = ((Some(mv), probability), false);
    }

    /// Likewise, where the position is only tried.
    pub(super) fn try_out(&mut self, mv: M, probability: f64) {
        (self.next, self.probe) = ((Some(mv), probability), true);
    }

    pub(super) fn enter(&mut self, at: At, chooser: Chooser, window: Window) {
        let ((mv, probability), probe) = (self.next, self.probe);
        self.tree.enter(|| ChanceNode {
            mv,
            probability,
            ply: at.ply,
            depth: (at.depth != UNLIMITED).then_some(at.depth),
            chooser,
            window: (window.alpha, window.beta),
            probe,
            value: None,
            why: Leaving::Stopped,
            children: Vec::new(),
        });
    }

    /// Leaves the position entered last. `moves` is how many moves or outcomes it has; `leaf` whether it was valued
    /// without looking further.
    pub(super) fn leave(&mut self, value: Option<f64>, moves: usize, leaf: bool) {
        let full = self.tree.is_full();
        let Some(node) = self.tree.leave() else { return };
        node.value = value;
        let tried = node.children.len();
        node.why = match value {
            None => Leaving::Stopped,
            Some(_) if moves == 0 => Leaving::Finished,
            Some(_) if leaf => Leaving::Horizon,
            Some(_) if tried == 0 && node.chooser != Chooser::Chance => Leaving::Table,
            Some(_) if tried < moves && !full => {
                Leaving::Cut { by: tried.saturating_sub(1), left_out: moves - tried }
            }
            Some(_) => Leaving::Searched,
        };
    }
}
