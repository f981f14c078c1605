//! The tree that all threads of a search grow: atomics and cells that are written once, no locks.
//!
//! A node is made whole by one thread and then published through a [`OnceLock`]; a thread that made the same node
//! at the same time drops its own. All that changes afterwards are counters, each correct by itself: sums and visits
//! by `fetch_add`, proven bounds by `fetch_max` and `fetch_min`, which only ever tighten. A reader may see a sum
//! without its visit; it then ranks one move by a slightly stale mean, as the next visit to it would see anyway
//! (Enzenberger & Müller 2010, "A lock-free multithreaded Monte-Carlo tree search algorithm").

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, AtomicUsize, Ordering::Relaxed};

use crate::game::Turn;

/// Rewards are summed as whole numbers of this part of a point, so that sums do not depend on their order. They are
/// exact while |points| x visits stays below 2^47.
pub(super) const GRAINS: f64 = 65_536.0;

/// A position below which the search has gone at least twice.
pub(super) struct Node<M> {
    pub(super) turn: Turn,
    /// Simulations that went through, those under way included.
    pub(super) visits: AtomicU32,
    /// Every legal move, or every outcome of chance.
    pub(super) edges: Box<[Edge<M>]>,
}

/// A move of a node.
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// Simulations that went through and came back.
    pub(super) visits: AtomicU32,
    /// Simulations that went through and are still under way: the virtual losses.
    pub(super) in_flight: AtomicU32,
    /// What they brought the seat that chooses here (at a turn of chance: the first seat), in grains.
    pub(super) sum: AtomicI64,
    /// The least and the most that the move can be worth to that seat, in points, as far as it is proven.
    low: AtomicI32,
    high: AtomicI32,
    /// Plies from here to the end, once the move's worth is proven.
    pub(super) plies: AtomicU32,
    pub(super) child: OnceLock<Box<Node<M>>>,
}

impl<M: Copy> Node<M> {
    /// A node with nothing known about its moves but that each is worth between `low` and `high` points.
    pub(super) fn new(turn: Turn, moves: &[M], (low, high): (i32, i32)) -> Self {
        let edge = |&mv: &M| Edge {
            mv,
            visits: AtomicU32::new(0),
            in_flight: AtomicU32::new(0),
            sum: AtomicI64::new(0),
            low: AtomicI32::new(low),
            high: AtomicI32::new(high),
            plies: AtomicU32::new(0),
            child: OnceLock::new(),
        };
        Self { turn, visits: AtomicU32::new(0), edges: moves.iter().map(edge).collect() }
    }

    /// Bytes that a node with so many moves takes.
    pub(super) fn bytes(moves: usize) -> usize {
        size_of::<Self>() + moves * size_of::<Edge<M>>()
    }
}

impl<M> Edge<M> {
    /// Mean reward in points; None before the first visit.
    pub(super) fn mean(&self) -> Option<f64> {
        let visits = self.visits.load(Relaxed);
        (visits > 0).then(|| self.sum.load(Relaxed) as f64 / GRAINS / f64::from(visits))
    }

    /// The proven bounds of the move's worth, in points.
    pub(super) fn bounds(&self) -> (i32, i32) {
        (self.low.load(Relaxed), self.high.load(Relaxed))
    }

    /// The move's worth, once it is proven.
    pub(super) fn exact(&self) -> Option<i32> {
        let (low, high) = self.bounds();
        (low == high).then_some(low)
    }

    /// Tightens the bounds; tells whether that changed them. `plies` is the distance of the end that proves it.
    pub(super) fn tighten(&self, low: i32, high: i32, plies: u32) -> bool {
        let was_exact = self.exact().is_some();
        // Before the bounds are tightened: whoever then sees them meet finds a distance.
        if low == high && !was_exact {
            self.plies.store(plies, Relaxed);
        }
        let raised = self.low.fetch_max(low, Relaxed) < low;
        let lowered = self.high.fetch_min(high, Relaxed) > high;
        raised || lowered
    }
}

impl<M> Drop for Node<M> {
    /// Level by level: a chain of forced moves can be deeper than the stack.
    fn drop(&mut self) {
        let mut below: Vec<Box<Self>> = Vec::new();
        below.extend(self.edges.iter_mut().filter_map(|edge| edge.child.take()));
        while let Some(mut node) = below.pop() {
            below.extend(node.edges.iter_mut().filter_map(|edge| edge.child.take()));
        }
    }
}

/// What the tree takes and may take.
pub(super) struct Memory {
    bytes: AtomicUsize,
    nodes: AtomicUsize,
    most_bytes: usize,
}

impl Memory {
    pub(super) fn new(most_bytes: usize) -> Self {
        Self { bytes: AtomicUsize::new(0), nodes: AtomicUsize::new(0), most_bytes }
    }

    /// Takes room for a node, if there is room.
    pub(super) fn take(&self, bytes: usize) -> bool {
        let room = |used: usize| used.checked_add(bytes).filter(|&sum| sum <= self.most_bytes);
        let taken = self.bytes.fetch_update(Relaxed, Relaxed, room).is_ok();
        self.nodes.fetch_add(usize::from(taken), Relaxed);
        taken
    }

    /// Gives the room of one node back.
    pub(super) fn give_back(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Relaxed);
        self.nodes.fetch_sub(1, Relaxed);
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    pub(super) fn nodes(&self) -> usize {
        self.nodes.load(Relaxed)
    }
}
