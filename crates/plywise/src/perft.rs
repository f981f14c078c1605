//! Perft: the leaves of the full game tree at a depth, the field's test of move generators.

use crate::game::Game;
use crate::gauge;

/// What the published counts of a game leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Convention {
    /// Whether a forced pass costs a ply.
    pub pass_is_a_ply: bool,
    /// Whether a game that ends before the depth counts as one leaf, or not at all.
    pub finished_is_a_leaf: bool,
}

impl Default for Convention {
    /// A pass costs a ply and a finished game is a leaf.
    fn default() -> Self {
        Self { pass_is_a_ply: true, finished_is_a_leaf: true }
    }
}

/// Counts the leaves `depth` plies below `position`. The last ply is counted, not played.
#[must_use]
pub fn perft<G: Game>(position: &G, depth: u32, convention: Convention) -> u64 {
    let mut moves = Vec::with_capacity(256);
    count(position, depth, convention, &mut moves)
}

/// The leaves below each move of `position`, in the order of [`Game::moves`]. `depth` is at least 1.
#[must_use]
pub fn divide<G: Game>(position: &G, depth: u32, convention: Convention) -> Vec<(G::Move, u64)> {
    divide_by(position, depth, convention, |child, depth| perft(child, depth, convention))
}

/// The same where leaves are counted in another way: `count` is asked for those of each child at a depth.
#[must_use]
pub fn divide_by<G: Game>(
    position: &G,
    depth: u32,
    convention: Convention,
    count: impl Fn(&G, u32) -> u64,
) -> Vec<(G::Move, u64)> {
    let mut roots = Vec::new();
    position.moves(&mut roots);
    let below = depth.saturating_sub(1);
    roots
        .into_iter()
        .map(|mv| {
            let mut child = position.clone();
            child.play(mv);
            let cost_free = position.is_pass(mv) && !convention.pass_is_a_ply;
            (mv, count(&child, if cost_free { depth } else { below }))
        })
        .collect()
}

/// Whole subtrees of this depth are told to the process: often enough to see that the work gets on.
const GAUGED: u32 = 4;

/// `moves` is one stack for the whole walk: each node's moves lie above its parent's.
fn count<G: Game>(position: &G, depth: u32, convention: Convention, moves: &mut Vec<G::Move>) -> u64 {
    let over = u64::from(convention.finished_is_a_leaf);
    match depth {
        0 => return 1,
        1 if convention.pass_is_a_ply => {
            return match position.move_count() {
                0 => over,
                n => n as u64,
            };
        }
        2 | 3 if convention.pass_is_a_ply => {
            if let Some(leaves) = position.leaves(depth, convention.finished_is_a_leaf) {
                return leaves;
            }
        }
        _ => {}
    }
    let base = moves.len();
    position.moves(moves);
    let top = moves.len();
    if top == base {
        return over;
    }
    let mut leaves = 0;
    for i in base..top {
        let mv = moves[i];
        let mut child = position.clone();
        child.play(mv);
        let cost = u32::from(convention.pass_is_a_ply || !position.is_pass(mv));
        leaves += count(&child, depth - cost, convention, moves);
    }
    moves.truncate(base);
    if depth == GAUGED {
        gauge::add_nodes(leaves);
    }
    leaves
}
