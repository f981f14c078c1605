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

impl<M> Branching for TreeNode<M> {
    fn children(&mut self) -> &mut Vec<usize> {
        &mut self.children
    }
}

/// A recorded search of a game without chance.
pub type SearchTree<M> = Recorded<TreeNode<M>>;

/// A recorded search. The root is the first node.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded<N> {
    /// All recorded positions, each after its parent.
    pub nodes: Vec<N>,
    /// Positions that were entered, recorded or not.
    pub entered: u64,
}

/// A recorded position, as far as the growing tree must know it.
pub(crate) trait Branching {
    /// The places of the positions below it.
    fn children(&mut self) -> &mut Vec<usize>;
}

/// A tree that grows as a search goes, up to a number of positions; those beyond it are counted only.
#[derive(Clone, Debug)]
pub(crate) struct Growing<N> {
    tree: Recorded<N>,
    most: usize,
    /// The nodes from the root to here; None for one that was not recorded.
    path: Vec<Option<usize>>,
}

impl<N: Branching> Growing<N> {
    /// An empty tree that will hold at most `most` positions.
    pub(crate) fn new(most: usize) -> Self {
        Self { tree: Recorded { nodes: Vec::new(), entered: 0 }, most, path: Vec::new() }
    }

    /// What has grown.
    pub(crate) fn into_tree(self) -> Recorded<N> {
        self.tree
    }

    /// Forgets everything: the search starts again from the root.
    pub(crate) fn restart(&mut self) {
        self.tree.nodes.clear();
        self.tree.entered = 0;
    }

    /// Whether nothing more will be recorded.
    pub(crate) fn is_full(&self) -> bool {
        self.tree.nodes.len() >= self.most
    }

    /// Enters a position below the one entered last.
    pub(crate) fn enter(&mut self, node: impl FnOnce() -> N) {
        self.tree.entered += 1;
        let parent = self.path.last().copied();
        let recorded = parent != Some(None) && !self.is_full();
        let place = recorded.then_some(self.tree.nodes.len());
        if let Some(place) = place {
            if let Some(Some(parent)) = parent {
                self.tree.nodes[parent].children().push(place);
            }
            self.tree.nodes.push(node());
        }
        self.path.push(place);
    }

    /// Leaves the position entered last: what was recorded of it.
    pub(crate) fn leave(&mut self) -> Option<&mut N> {
        let place = self.path.pop()??;
        self.tree.nodes.get_mut(place)
    }
}

/// Records the last iteration of a search, up to a number of positions; those beyond it are counted only.
#[derive(Clone, Debug)]
pub struct TreeRecorder<M>(Growing<TreeNode<M>>);

impl<M> TreeRecorder<M> {
    /// A recorder of at most `most` positions.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self(Growing::new(most))
    }

    /// What was recorded.
    #[must_use]
    pub fn into_tree(self) -> SearchTree<M> {
        self.0.into_tree()
    }
}

impl<M: Copy> Trace<M> for TreeRecorder<M> {
    fn enter(&mut self, node: &Entering<M>) {
        if node.ply == 0 {
            // A search that deepens or widens its window starts again from the root.
            self.0.restart();
        }
        let why = Leaving::Stopped;
        self.0.enter(|| TreeNode { entered: *node, value: None, why, children: Vec::new() });
    }

    fn leave(&mut self, value: Option<Score>, why: Leaving) {
        if let Some(node) = self.0.leave() {
            (node.value, node.why) = (value, why);
        }
    }
}
