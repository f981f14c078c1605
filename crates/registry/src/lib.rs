#![doc = include_str!("../README.md")]

pub mod adjudicate;
pub mod agents;
pub mod analysis;
mod catalogue;
pub mod crew;
pub mod duel;
pub mod entry;
pub mod explain;
pub mod folders;
pub mod foreign;
mod games;
pub mod human;
pub mod kind;
pub mod live;
pub mod luck;
pub mod measure;
pub mod montecarlo;
pub mod opening;
pub mod play;
pub mod policy;
pub mod prospect;
pub mod spec;
mod takes;
pub mod tunable;

pub use adjudicate::{Adjudged, Adjudication, Agreement};
pub use analysis::{End, MoveValue, Scale, Step, TextNode, TextTree};
pub use catalogue::{GameInfo, benches, games, open};
pub use crew::{Crew, GameSummary, MoveNote, Unit};
pub use explain::{Explanation, Term};
pub use folders::{cache_folder, state_folder};
pub use games::cantgoback::{
    options as cantgoback_options, outlook as cantgoback_outlook, view as cantgoback_view,
};
pub use games::cantgoback_course::{has_global_time, published as published_player};
pub use games::checkers::outlook as checkers_outlook;
pub use games::othello::outlook as othello_outlook;
pub use kind::{ImportedGame, Kind, ReplayedGame};
pub use live::{AgentId, LiveGame, Thought};
pub use luck::Luck;
pub use opening::{Opening, SuiteLine};
pub use play::{Frame, Spent};
pub use prospect::{Prospect, Prospects, Risk};
pub use spec::{Named, Opt, Spec, SpecError, parse_duration};
pub use takes::Takes;
pub use tunable::Weight;
