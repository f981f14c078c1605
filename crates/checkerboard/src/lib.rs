#![doc = include_str!("../README.md")]

mod border;
mod clock;
mod command;
mod engine;
mod past;
mod placement;

pub use clock::time_control;
pub use command::answer;
