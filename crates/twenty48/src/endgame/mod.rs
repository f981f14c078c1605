#![doc = include_str!("README.md")]

mod build;
mod collection;
mod file;
mod frame;
mod halves;
mod level;
mod make;
mod rescue;
mod shape;
mod slides;

pub use build::Progress;
pub use collection::Endgames;
pub use file::Table;
pub use make::{Halt, Made, News, Order};
pub use shape::Shape;
