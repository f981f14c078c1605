//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod added;
mod catalogue;
mod common;
mod damage;
mod forfeit;
mod fuzz;
mod golden;
mod hand_out;
mod network;
mod opened;
mod report;
mod resume;
mod saved;
mod seeds;
