//! What a worker reads from the table and writes into it.

use super::Reuse;
use super::search::Search;
use super::worker::{Node, Worker};
use crate::game::{Keyed, TwoPlayer};
use crate::score::Score;
use crate::table::{Bound, Entry};

impl<G: TwoPlayer + Keyed, S: Search<G>> Worker<'_, G, S> {
    /// The key under which the table knows this position, where the table is asked at all.
    #[inline]
    pub(super) fn table_key(&self, position: &G, height: i32) -> Option<u64> {
        // The salt keeps the seats apart: static values are taken from the point of view of the root's seat, and
        // an evaluator need not give both seats opposite values.
        self.plan.table?;
        (height >= self.plan.settings.table_from).then(|| position.key() ^ self.plan.salt)
    }

    #[inline]
    pub(super) fn look_up(&mut self, key: u64, node: &Node<G::Move>) -> Option<Entry> {
        self.used.probes += 1;
        let found = self.plan.table?.get(key, node.ply);
        self.used.hits += u64::from(found.is_some());
        found
    }

    /// The value that the table knows, if it settles the node. Never at the root, where a move is wanted.
    #[inline]
    pub(super) fn table_cut(&mut self, entry: &Entry, node: &Node<G::Move>) -> Option<Score> {
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value >= node.beta,
            Bound::Upper => entry.value <= node.alpha,
        };
        if !settles || node.ply == 0 || !self.serves(entry, node.depth) {
            return None;
        }
        self.used.cuts += 1;
        // A value from a search that ended at its horizon is as good as a horizon of its own: this search is not
        // solved by it.
        self.horizon += u64::from(entry.depth != Entry::SOLVED);
        Some(entry.value)
    }

    /// Whether an entry stands for a search to this depth.
    #[inline]
    pub(super) fn serves(&self, entry: &Entry, depth: i32) -> bool {
        // A deeper entry is better informed but is not what a search to this depth finds; whoever wants the plain
        // value asks for equal depth (`Reuse::Equal`).
        match self.plan.settings.reuse {
            Reuse::Deeper => entry.depth >= stored_depth(depth),
            Reuse::Equal => entry.depth == stored_depth(depth),
        }
    }

    pub(super) fn remember(
        &mut self,
        key: u64,
        node: &Node<G::Move>,
        value: Score,
        best: Option<u32>,
        solved: bool,
    ) {
        let Some(table) = self.plan.table else { return };
        // Fail-soft (Fishburn 1983): a value outside the window is the tightest bound that was seen, not the
        // window's edge.
        let bound = match value {
            value if value >= node.beta => Bound::Lower,
            value if value > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let solved = solved && self.plan.settings.reuse == Reuse::Deeper;
        let depth = if solved { Entry::SOLVED } else { stored_depth(node.depth) };
        self.used.stores += 1;
        table.put(key, node.ply, Entry { value, bound, depth, best });
    }
}

/// A depth as the table holds it.
#[inline]
fn stored_depth(depth: i32) -> u32 {
    (depth.max(0) as u32).min(Entry::DEEPEST)
}
