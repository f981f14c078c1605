#![doc = include_str!("../README.md")]

mod border;
mod command;
mod engine;
mod past;
mod placement;

pub use command::answer;
