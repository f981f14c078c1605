//! A search as a tree: what was entered, with which window, what came of it, and why the rest was left out. One recorder
//! for searches with and without chance.

use crate::score::{Score, Value};
use crate::trace::{Entering, ExitReason, Trace};

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

/// One position of a recorded search. Values are for the seat that the search works for.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeNode<M> {
    /// The move or outcome that led here; none at the root.
    pub mv: Option<M>,
    /// The probability of that outcome, in `(0, 1]`; 1 after a move.
    pub probability: f64,
    /// Plies from the root.
    pub ply: u32,
    /// Who chooses here.
    pub chooser: Chooser,
    /// Alpha and beta, in points; None where a side is open or a proven result.
    pub window: (Option<f64>, Option<f64>),
    /// Whether it was only tried: by Star2 its first moves, to get a bound; where moves are reduced, as if it were less
    /// probable.
    pub probe: bool,
    /// Its value: exact inside the window, a bound outside. None if the search was stopped below.
    pub value: Option<Value>,
    /// Why the search left it.
    pub why: ExitReason,
    /// The positions below that were entered, in their order; places in [`SearchTree::nodes`].
    pub children: Vec<usize>,
}

/// A recorded search. The root is the first node.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchTree<M> {
    /// All recorded positions, each after its parent.
    pub nodes: Vec<TreeNode<M>>,
    /// Positions that were entered, recorded or not.
    pub entered: u64,
    /// The same of all passes from the root, of which the last is recorded.
    pub in_all: u64,
}

/// Records the last iteration of a search, up to a number of positions; those beyond it are counted only.
#[derive(Clone, Debug)]
pub struct TreeRecorder<M> {
    tree: SearchTree<M>,
    most: usize,
    /// Units of a value that make a point.
    unit: i32,
    /// The nodes from the root to here; None for one that was not recorded.
    path: Vec<Option<usize>>,
}

impl<M> TreeRecorder<M> {
    /// A recorder of at most `most` positions, whose values have `unit` units to the point.
    #[must_use]
    pub fn new(most: usize, unit: i32) -> Self {
        Self { tree: SearchTree { nodes: Vec::new(), entered: 0, in_all: 0 }, most, unit, path: Vec::new() }
    }

    /// What was recorded.
    #[must_use]
    pub fn into_tree(self) -> SearchTree<M> {
        self.tree
    }

    /// Whether nothing more will be recorded.
    pub(crate) fn is_full(&self) -> bool {
        self.tree.nodes.len() >= self.most
    }

    /// Units of a value as points.
    pub(crate) fn points(&self, value: f64) -> f64 {
        value / f64::from(self.unit)
    }

    /// Enters a position below the one entered last.
    pub(crate) fn push(&mut self, node: TreeNode<M>) {
        self.tree.entered += 1;
        self.tree.in_all += 1;
        let parent = self.path.last().copied();
        let recorded = parent != Some(None) && !self.is_full();
        let place = recorded.then_some(self.tree.nodes.len());
        if let Some(place) = place {
            if let Some(Some(parent)) = parent {
                self.tree.nodes[parent].children.push(place);
            }
            self.tree.nodes.push(node);
        }
        self.path.push(place);
    }

    /// Leaves the position entered last: what was recorded of it.
    pub(crate) fn pop(&mut self) -> Option<&mut TreeNode<M>> {
        let place = self.path.pop()??;
        self.tree.nodes.get_mut(place)
    }

    fn bound(&self, score: Score) -> Option<f64> {
        match score.to_value(self.unit) {
            Value::Points(points) => Some(points),
            Value::Win { .. } | Value::Loss { .. } => None,
        }
    }
}

impl<M: Copy> Trace<M> for TreeRecorder<M> {
    fn enter(&mut self, node: &Entering<M>) {
        if node.ply == 0 {
            // A search that deepens starts again from the root.
            self.tree.nodes.clear();
            self.tree.entered = 0;
        }
        self.push(TreeNode {
            mv: node.mv,
            probability: 1.0,
            ply: node.ply,
            chooser: if node.maximising { Chooser::Own } else { Chooser::Other },
            window: (self.bound(node.window.0), self.bound(node.window.1)),
            probe: false,
            value: None,
            why: ExitReason::Stopped,
            children: Vec::new(),
        });
    }

    fn leave(&mut self, value: Option<Score>, why: ExitReason) {
        let unit = self.unit;
        if let Some(node) = self.pop() {
            (node.value, node.why) = (value.map(|value| value.to_value(unit)), why);
        }
    }
}
