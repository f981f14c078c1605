#![doc = include_str!("../README.md")]

mod client;
mod command;
mod engine;
mod failure;
mod inbox;
mod limits;
pub mod notation;
mod process;
pub mod protocol;
mod question;

pub use command::{CommandLine, PORT};
pub use engine::{Engine, Protocol, Settings};
pub use failure::Failure;
pub use inbox::Wait;
pub use limits::make_room;
pub use question::{Answer, Question, Time};
