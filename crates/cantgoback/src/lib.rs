#![doc = include_str!("../README.md")]

mod archive;
mod benches;
mod board;
mod cells;
pub mod course;
mod diagram;
#[cfg(feature = "door")]
pub mod door;
mod eval;
mod fruits;
mod game;
mod grid;
mod moves;
mod notation;
mod options;
mod simple;
mod symmetry;
mod text;
mod visible;

pub use benches::benches;
pub use board::{BUILT_IN, Board};
pub use cells::{Cell, Cells, Direction};
#[cfg(feature = "door")]
pub(crate) use eval::turns_to_come;
pub use eval::{ScoreDifference, Territory};
pub use game::{CantGoBack, start};
pub use moves::Move;
pub use options::{BothStuck, Forfeit, Fruits, Options, Rules};
pub use simple::SimplePlayer;
pub use visible::Visible;
