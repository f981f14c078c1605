#![doc = include_str!("../README.md")]

pub mod clock;
pub mod matches;
pub mod openings;
pub mod report;
pub mod save;
pub mod sprt;
pub mod stats;
pub mod sums;

pub use registry;
pub use registry::{
    Adjudication, AgentId, Crew, Frame, GameSummary, ImportedGame, Kind, LiveGame, MoveValue, Named, Opt,
    Prospect, Prospects, ReplayedGame, Risk, Spec, SpecError, Step, Takes, TextNode, TextTree, Thought, Unit,
    Weight, parse_duration,
};

pub use clock::parse_clock;
pub use matches::{MatchFrame, MatchPlan, no_thread, run_match, watch_match};
pub use openings::Openings;
pub use report::{AgentReport, Forfeit, Lead, MatchReport};
pub use save::GameFile;
pub use sprt::{SprtReport, parse_sprt};
pub use sums::MatchSums;
