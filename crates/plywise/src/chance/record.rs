//! What a search of a game with chance tells the recorder of its tree.

use super::at::{At, Window};
use crate::score::{Score, Value};
use crate::trace::ExitReason;
use crate::tree::{Chooser, SearchTree, TreeNode, TreeRecorder};

/// A side of a window beyond this is open: no heuristic value lies there.
const OPEN: f64 = Score::HEURISTIC_LIMIT as f64;

/// Records a search up to a number of positions; those beyond it are counted only.
pub(super) struct Recorder<M> {
    tree: TreeRecorder<M>,
    /// How the next position is reached.
    next: (Option<M>, f64),
    /// Whether it is only tried.
    probe: bool,
}

impl<M: Copy> Recorder<M> {
    pub(super) fn new(most: usize, unit: i32) -> Self {
        Self { tree: TreeRecorder::new(most, unit), next: (None, 1.0), probe: false }
    }

    pub(super) fn into_tree(self) -> SearchTree<M> {
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
        let bound = |value: f64| (value.abs() < OPEN).then(|| self.tree.points(value));
        let window = (bound(window.alpha), bound(window.beta));
        self.tree.push(TreeNode {
            mv,
            probability,
            ply: at.ply,
            chooser,
            window,
            probe,
            value: None,
            why: ExitReason::Stopped,
            children: Vec::new(),
        });
    }

    /// Leaves the position entered last. `moves` is how many moves or outcomes it has; `leaf` whether it was valued
    /// without looking further.
    pub(super) fn leave(&mut self, value: Option<f64>, moves: usize, leaf: bool) {
        let (full, value) = (self.tree.is_full(), value.map(|value| Value::Points(self.tree.points(value))));
        let Some(node) = self.tree.pop() else { return };
        node.value = value;
        let tried = node.children.len();
        node.why = match value {
            None => ExitReason::Stopped,
            Some(_) if moves == 0 => ExitReason::Finished,
            Some(_) if leaf => ExitReason::Horizon,
            Some(_) if tried == 0 && node.chooser != Chooser::Chance => ExitReason::Table,
            Some(_) if tried < moves && !full => {
                ExitReason::Cut { by: tried.saturating_sub(1), left_out: moves - tried }
            }
            Some(_) => ExitReason::Searched,
        };
    }
}
