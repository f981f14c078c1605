#![doc = include_str!("../README.md")]

pub mod agents;
pub mod analysis;
pub mod clock;
pub mod entry;
mod games;
pub mod kind;
pub mod live;
pub mod matches;
pub mod montecarlo;
pub mod play;
pub mod registry;
pub mod report;
pub mod save;
pub mod signature;
pub mod spec;
pub mod stats;

pub use analysis::{MoveValue, Step, TextNode, TextTree};
pub use clock::parse_clock;
pub use kind::{Kind, ReplayedGame};
pub use live::{AgentId, LiveGame, Thought};
pub use matches::{GameSummary, MatchFrame, MatchPlan};
pub use play::Frame;
pub use report::{AgentReport, Forfeit, MatchReport};
pub use save::GameFile;
pub use spec::{Named, Opt, Spec, SpecError, parse_duration};
