#![doc = include_str!("../README.md")]

mod ahead;
mod archive;
mod benches;
mod board;
mod depth;
mod diagram;
// Its tests stand in tests/door.rs: those of the crate within build it without its door.
#[cfg(all(feature = "door", not(test)))]
pub mod door;
pub mod endgame;
mod evaluators;
mod features;
mod game;
mod means;
mod moves;
mod notation;
pub mod ntuple;
mod random;
mod reach;
mod rows;
mod sums;

pub use benches::benches;
pub use board::{Board, BoardError};
pub use depth::dynamic_depth;
pub use evaluators::{Empties, GameScore, Published};
pub use features::{Features, Reading};
pub use game::{Twenty48, start};
pub use moves::{Cell, Direction, Directions, Move};
pub use random::random_game;

use plywise::TextError;

/// What may be chosen about the game before it starts: nothing, 2048 has one board and one set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {}
