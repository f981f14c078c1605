//! Opening books that grow by self-play: drop-out expansion (Lincke 2001, "Strategies for the automatic construction of opening
//! books", §3; Buro 1999, "Toward opening book learning").
//!
//! Of all positions that are not expanded, the one is next that both sides reach by giving up the least: every ply on the way counts
//! one, and every point that its move is worth less than the best one counts [`Plan::weight`]. All its moves are made, each new
//! position is searched, and the values are backed up. So the book follows good play far and bad play not at all, and comes back to
//! a move that it had dropped when those before it turn out worse.

mod grow;
mod state;
#[cfg(feature = "verb")]
pub mod verb;

pub use grow::{BATCH, Leaf, Plan, Step, leaves, search, step};
pub use state::State;
