#![doc = include_str!("../README.md")]

mod ahead;
mod archive;
mod benches;
mod book;
pub mod course;
mod diagram;
// Its tests stand in tests/door.rs: those of the crate within build it without its door.
#[cfg(all(feature = "door", not(test)))]
pub mod door;
pub mod endgame;
mod evaluate;
mod flips;
pub mod ggf;
mod kernel;
mod lanes;
pub mod names;
mod notation;
mod options;
mod order;
pub mod patterns;
pub mod probcut;
mod rules;
pub mod search;
mod squares;
mod table;
mod tally;
#[cfg(all(feature = "door", not(test)))]
pub mod training;
pub mod wthor;

pub use benches::benches;

pub use evaluate::{Corners, Discs, Mobility, Weighted};
pub use options::{Rule, Setup, Size};
pub use order::{FewestReplies, Foreseen};
pub use rules::{Move, Othello};
