//! The published program of an artificial intelligence course (University of Tehran, 2023): minimax with a switch for
//! pruning, difference of discs, on 6x6 against an opponent that moves at random.
//!
//! It differs from [`plywise::alpha_beta`] in what [`Compat::Published`] restores: how it counts positions, in which order
//! it tries moves, and what it does where a side cannot move. With [`Compat::Correct`] it is the same search as everybody
//! else's.

mod agent;
mod game;
mod order;
mod search;

pub use agent::{Count, CourseAgent};
pub use game::{Ending, PublishedGame, play};
pub use order::Order;
pub use search::{Compat, Counts, Course, Found};
