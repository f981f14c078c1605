#![doc = include_str!("README.md")]

mod bytes;
mod checkpoint;
mod curve;
mod learner;
mod lesson;
mod lookup;
mod network;
mod packed;
mod practice;
mod recall;
mod rehearsal;
mod risk;
mod shipped;
mod stages;
mod steps;
mod table;
mod train;
mod tuples;
mod weights;

pub use checkpoint::CheckpointError;
pub use curve::Block;
pub use learner::Rule;
pub use lesson::Lesson;
pub use network::{Network, Pattern};
pub use risk::{Continuations, lines_lost};
pub use shipped::{BUILT_IN, load, load_stages, missing};
pub use stages::{Stage, Stages, large_total};
pub use train::{Settings, Trainer};
pub use tuples::{Sight, TupleSet};
