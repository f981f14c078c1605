#![doc = include_str!("../README.md")]

mod absent;
pub mod check;
pub mod clock;
pub mod columns;
mod definition;
pub mod error;
pub mod experiment;
pub mod export;
pub mod facts;
pub mod game_text;
mod guard;
pub mod hand_out;
pub mod ledger;
mod named_files;
pub mod numbers;
pub mod openings;
pub mod page;
pub mod parquet;
pub mod plots;
pub mod presets;
pub mod progress;
pub mod record;
mod recount;
pub mod report;
pub mod run;
pub mod save;
pub mod schedule;
pub mod setup;
pub mod slurm;
pub mod sprt;
pub mod standings;
pub mod stats;
pub mod sums;
pub mod underway;

pub use registry;
pub use registry::{
    Adjudication, AgentId, Crew, Frame, GameSummary, ImportedGame, Kind, LiveGame, MoveValue, Named, Opt,
    Prospect, Prospects, ReplayedGame, Risk, Spec, SpecError, Takes, TextNode, TextTree, Thought, Unchosen,
    Unit, Weight, parse_duration,
};

pub use clock::parse_clock;
pub use error::Error;
pub use experiment::Experiment;
pub use guard::{Lock, lock};
pub use hand_out::HandOut;
pub use ledger::{Ledger, Stored};
pub use openings::Openings;
pub use presets::{Called, Presets};
pub use progress::Progress;
pub use record::GameRow;
pub use report::{AgentRow, Forfeit, Lead, MeetingRow, Report};
pub use run::{Follow, Watch, no_thread, run};
pub use save::GameFile;
pub use schedule::{Schedule, Timetable};
pub use setup::Setup;
pub use sprt::{SprtReport, parse_sprt};
pub use standings::Standings;
