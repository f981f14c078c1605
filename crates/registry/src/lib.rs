#![doc = include_str!("../README.md")]

pub mod agents;
pub mod analysis;
mod catalogue;
pub mod crew;
pub mod entry;
pub mod foreign;
mod games;
pub mod kind;
pub mod live;
pub mod montecarlo;
pub mod play;
pub mod spec;

pub use analysis::{MoveValue, Step, TextNode, TextTree};
pub use catalogue::{GameInfo, benches, games, open};
pub use crew::{Crew, GameSummary, Unit};
pub use kind::{Kind, ReplayedGame};
pub use live::{AgentId, LiveGame, Thought};
pub use play::{Frame, Spent};
pub use spec::{Named, Opt, Spec, SpecError, parse_duration};
