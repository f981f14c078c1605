//! A search as a tree: what was entered, with which window, what came of it, and why the rest was left out.

use crate::score::Score;
use crate::trace::{Entering, Leaving, Trace};

/// One position of a recorded search.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeNode<M> {
    /// How the search came here.
    pub entered: Entering<M>,
    /// What it is worth to the seat that the search works for: exact inside the window, a bound outside. None if the
    /// search was stopped below.
    pub value: Option<Score>,
    /// Why the search left it.
    pub why: Leaving,
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
}

/// Records the last iteration of a search, up to a number of positions; those beyond it are counted only.
#[derive(Clone, Debug)]
pub struct TreeRecorder<M> {
    tree: SearchTree<M>,
    most: usize,
    /// The nodes from the root to here; None for one that was not recorded.
    path: Vec<Option<usize>>,
}

impl<M> TreeRecorder<M> {
    /// A recorder of at most `most` positions.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { tree: SearchTree { nodes: Vec::new(), entered: 0 }, most, path: Vec::new() }
    }

    /// What was recorded.
    #[must_use]
    pub fn into_tree(self) -> SearchTree<M> {
        self.tree
    }
}

impl<M: Copy> Trace<M> for TreeRecorder<M> {
    fn enter(&mut self, node: &Entering<M>) {
        if node.ply == 0 {
            // A search that deepens or widens its window starts again from the root.
            self.tree.nodes.clear();
            self.tree.entered = 0;
        }
        self.tree.entered += 1;
        let parent = self.path.last().copied();
        let recorded = parent != Some(None) && self.tree.nodes.len() < self.most;
        let place = recorded.then_some(self.tree.nodes.len());
        if let Some(place) = place {
            if let Some(Some(parent)) = parent {
                self.tree.nodes[parent].children.push(place);
            }
            let why = Leaving::Stopped;
            self.tree.nodes.push(TreeNode { entered: *node, value: None, why, children: Vec::new() });
        }
        self.path.push(place);
    }

    fn leave(&mut self, value: Option<Score>, why: Leaving) {
        if let Some(Some(place)) = self.path.pop() {
            let node = &mut self.tree.nodes[place];
            (node.value, node.why) = (value, why);
        }
    }
}
