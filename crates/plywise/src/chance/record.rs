//! A search of a game with chance as a tree: what was entered, under which window, and what came of it.

use super::walk::{At, UNLIMITED, Window};
use crate::trace::Leaving;

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
    /// Whether Star2 only tried the first moves here, to get a bound.
    pub probe: bool,
    /// Its value: exact inside the window, a bound outside. None if the search was stopped below.
    pub value: Option<f64>,
    /// Why the search left it.
    pub why: Leaving,
    /// The positions below that were entered, in their order; places in [`ChanceTree::nodes`].
    pub children: Vec<usize>,
}

/// A recorded search. The root is the first node.
#[derive(Clone, PartialEq, Debug)]
pub struct ChanceTree<M> {
    /// All recorded positions, each after its parent.
    pub nodes: Vec<ChanceNode<M>>,
    /// Positions that were entered, recorded or not.
    pub entered: u64,
}

/// Records a search up to a number of positions; those beyond it are counted only.
pub(super) struct Recorder<M> {
    pub(super) tree: ChanceTree<M>,
    most: usize,
    path: Vec<Option<usize>>,
    /// How the next position is reached.
    next: (Option<M>, f64),
}

impl<M: Copy> Recorder<M> {
    pub(super) fn new(most: usize) -> Self {
        let tree = ChanceTree { nodes: Vec::new(), entered: 0 };
        Self { tree, most, path: Vec::new(), next: (None, 1.0) }
    }

    pub(super) fn reach(&mut self, mv: M, probability: f64) {
        self.next = (Some(mv), probability);
    }

    pub(super) fn enter(&mut self, at: At, chooser: Chooser, window: Window, probe: bool) {
        self.tree.entered += 1;
        let parent = self.path.last().copied();
        let recorded = parent != Some(None) && self.tree.nodes.len() < self.most;
        let place = recorded.then_some(self.tree.nodes.len());
        if let Some(place) = place {
            if let Some(Some(parent)) = parent {
                self.tree.nodes[parent].children.push(place);
            }
            let (mv, probability) = self.next;
            self.tree.nodes.push(ChanceNode {
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
        self.path.push(place);
    }

    /// Leaves the position entered last. `moves` is how many moves or outcomes it has; `leaf` whether it was valued
    /// without looking further.
    pub(super) fn leave(&mut self, value: Option<f64>, moves: usize, leaf: bool) {
        let Some(Some(place)) = self.path.pop() else { return };
        let full = self.tree.nodes.len() >= self.most;
        let node = &mut self.tree.nodes[place];
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
