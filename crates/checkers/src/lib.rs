#![doc = include_str!("../README.md")]

mod benches;
mod board;
mod book;
mod by_board;
mod count;
pub mod course;
pub mod databases;
mod diagram;
// Its tests stand in tests/door.rs: those of the crate within build it without its door.
#[cfg(all(feature = "door", not(test)))]
pub mod door;
pub mod ending;
mod fen;
mod generate;
mod material;
mod moves;
mod movetext;
pub mod net;
mod notation;
pub mod patterns;
mod pdn;
mod positional;
mod results;
mod rules;
pub mod search;
mod selective;
mod square;
mod sums;
#[cfg(feature = "door")]
pub mod training;

pub use benches::benches;
pub use board::{Board, Misplaced};
pub use material::Material;
pub use moves::Move;
pub use positional::{Component, Positional};
pub use results::perft_results;
pub use rules::{Checkers, Options, Rules, start};
pub use selective::{Cuts, selective};
pub use square::{Iter, Square, Squares};
