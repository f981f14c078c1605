#![doc = include_str!("../README.md")]

mod client;
mod command;
pub mod dialect;
mod engine;
mod failure;
mod inbox;
mod limits;
mod log;
mod orphans;
mod pause;
mod process;
pub mod protocol;
mod question;

pub use command::{CommandLine, PORT};
pub use dialect::Dialect;
pub use engine::{Engine, Hear, Heard, Settings};
pub use failure::Failure;
pub use inbox::Wait;
pub use limits::make_room;
pub use log::{Complain, Overheard, Transcript, log_to};
pub use pause::{heed_stops, stops};
pub use process::Most;
pub use protocol::Protocol;
pub use question::{Answer, Question, Time};
