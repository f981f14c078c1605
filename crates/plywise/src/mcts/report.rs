//! What a Monte Carlo search found, read off its tree.

use std::sync::atomic::Ordering::Relaxed;

use super::options::Reward;
use super::tree::{Edge, GRAINS, Node};
use crate::game::Turn;
use crate::report::Report;
use crate::score::Value;

/// The answer of [`crate::mcts()`].
#[derive(Clone, PartialEq, Debug)]
pub struct MctsReport<M> {
    /// As every search gives it. The value is the mean reward of the best move for the seat to move (at a turn of
    /// chance: of all simulations for the first seat), or its proven worth; the line follows the most visits; the
    /// depth is the line's length; `nodes` are positions entered, those of rollouts and of widening included.
    pub report: Report<M, Value>,
    /// What is known of each legal move, or outcome of chance, at the root.
    pub moves: Vec<RootMove<M>>,
    /// Simulations that ran to their end.
    pub iterations: u64,
    /// Nodes in the tree.
    pub tree_nodes: usize,
    /// Bytes that they take.
    pub tree_bytes: usize,
}

/// A move at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Simulations that began with it.
    pub visits: u32,
    /// Their mean reward for the seat to move, in points, or the move's proven worth; None without either.
    pub value: Option<Value>,
}

/// The statistics of every move of the root.
pub(super) fn root_moves<M: Copy>(root: &Node<M>, reward: Reward) -> Vec<RootMove<M>> {
    let about = |edge: &Edge<M>| RootMove {
        mv: edge.mv,
        visits: edge.visits.load(Relaxed),
        value: proven(edge, reward).or(edge.mean().map(Value::Points)),
    };
    root.edges.iter().map(about).collect()
}

/// A move's proven worth, if it has one.
fn proven<M>(edge: &Edge<M>, reward: Reward) -> Option<Value> {
    let points = edge.exact()?;
    let plies = 1 + edge.plies.load(Relaxed);
    Some(match (reward, points) {
        (Reward::Outcome { .. }, 1..) => Value::Win { plies },
        (Reward::Outcome { .. }, ..=-1) => Value::Loss { plies },
        _ => Value::Points(f64::from(points)),
    })
}

/// What the root is worth: its best move's value; at a turn of chance the mean of all simulations.
pub(super) fn root_value<M: Copy>(root: &Node<M>, reward: Reward) -> Value {
    match root.turn {
        Turn::Seat(_) => {
            let edge = &root.edges[best_move(root)];
            proven(edge, reward).unwrap_or(Value::Points(edge.mean().unwrap_or(0.0)))
        }
        Turn::Chance => {
            let sum: i64 = root.edges.iter().map(|edge| edge.sum.load(Relaxed)).sum();
            let visits: u64 = root.edges.iter().map(|edge| u64::from(edge.visits.load(Relaxed))).sum();
            Value::Points(if visits == 0 { 0.0 } else { sum as f64 / GRAINS / visits as f64 })
        }
    }
}

/// The moves with the most visits, each after the one before, until chance has the turn or the tree ends.
pub(super) fn line<M: Copy>(root: &Node<M>) -> Vec<M> {
    let mut line = Vec::new();
    let mut node = Some(root);
    while let Some(here) = node.filter(|node| node.turn != Turn::Chance) {
        let edge = &here.edges[best_move(here)];
        line.push(edge.mv);
        node = edge.child.get().map(|child| &**child);
    }
    line
}

/// The move to play: the most visited of those that a better proven one does not make pointless, unless the best
/// proven move is worth at least its mean. Of proven moves of equal worth the shortest win and the longest loss; of
/// equally visited moves that with the best mean; then the first.
fn best_move<M>(node: &Node<M>) -> usize {
    let low = node.edges.iter().map(|edge| edge.bounds().0).max().expect("a node has moves");
    let mut proven: Option<(u32, usize)> = None;
    let mut open: Option<(u32, f64, usize)> = None;
    for (i, edge) in node.edges.iter().enumerate() {
        let plies = edge.plies.load(Relaxed);
        if edge.exact() == Some(low) {
            if proven.is_none_or(|(best, _)| if low > 0 { plies < best } else { plies > best }) {
                proven = Some((plies, i));
            }
        } else if edge.bounds().1 > low {
            // The most visited move, not the one with the best mean: a mean of few visits is luck (Chaslot et al.
            // 2008, "robust child").
            let tried = (edge.visits.load(Relaxed), edge.mean().unwrap_or(f64::NEG_INFINITY));
            if open.is_none_or(|(visits, mean, _)| tried > (visits, mean)) {
                open = Some((tried.0, tried.1, i));
            }
        }
    }
    match (proven, open) {
        (Some((_, i)), Some((_, mean, j))) => {
            if f64::from(low) >= mean {
                i
            } else {
                j
            }
        }
        (Some((_, i)), None) => i,
        (None, Some((.., j))) => j,
        (None, None) => 0,
    }
}
