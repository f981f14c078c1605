//! How much this process has searched and played so far, for whoever shows that long work gets on.
//!
//! The counts belong to the process, not to a search: what shows progress stands far above what works. They are a little
//! late, and no result may depend on them; a [`Report`](crate::Report) has the exact ones.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static NODES: AtomicU64 = AtomicU64::new(0);
static MOVES: AtomicU64 = AtomicU64::new(0);

/// Positions that searches have entered, and leaves that perft has counted.
#[must_use]
pub fn nodes() -> u64 {
    NODES.load(Relaxed)
}

/// Moves that agents have chosen in games.
#[must_use]
pub fn moves() -> u64 {
    MOVES.load(Relaxed)
}

/// So many more positions.
pub(crate) fn add_nodes(nodes: u64) {
    NODES.fetch_add(nodes, Relaxed);
}

/// So many more moves.
pub fn add_moves(moves: u64) {
    MOVES.fetch_add(moves, Relaxed);
}
