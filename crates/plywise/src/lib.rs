//! A library for game-tree search: it knows what a game is, and no game.

pub mod agent;
pub mod bench;
pub mod contract;
pub mod evaluate;
pub mod game;
pub mod limits;
pub mod notation;
pub mod perft;
pub mod playout;
pub mod report;
pub mod rng;
pub mod score;

pub use agent::Agent;
pub use bench::Bench;
pub use evaluate::{Evaluate, FinalPoints, Unknown};
pub use game::{Game, Image, Keyed, Observe, Seat, Stochastic, Symmetric, Turn, TwoPlayer};
pub use limits::{Limits, Meter, Stop};
pub use notation::{Archive, GameRecord, Ink, MoveError, Notation, ReplayError, Replayed, TextError};
pub use perft::{Convention, divide, perft};
pub use playout::{playout, playout_with_chance};
pub use report::Report;
pub use rng::Rng;
pub use score::{Score, Value};
