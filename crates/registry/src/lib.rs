#![doc = include_str!("../README.md")]

pub mod adjudicate;
pub mod agents;
pub mod analysis;
mod catalogue;
pub mod crew;
pub mod duel;
pub mod entry;
pub mod foreign;
mod games;
pub mod human;
pub mod kind;
pub mod live;
pub mod montecarlo;
pub mod opening;
pub mod play;
pub mod policy;
pub mod spec;

pub use adjudicate::{Adjudged, Adjudication, Agreement};
pub use analysis::{MoveValue, Step, TextNode, TextTree};
pub use catalogue::{GameInfo, benches, games, open};
pub use crew::{Crew, GameSummary, MoveNote, Unit};
pub use games::cantgoback::outlook as cantgoback_outlook;
pub use games::checkers::outlook as checkers_outlook;
pub use games::othello::outlook as othello_outlook;
pub use kind::{ImportedGame, Kind, ReplayedGame};
pub use live::{AgentId, LiveGame, Thought};
pub use opening::{Opening, SuiteLine};
pub use play::{Frame, Spent};
pub use spec::{Named, Opt, Spec, SpecError, parse_duration};
