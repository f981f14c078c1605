#![doc = include_str!("../README.md")]

pub mod error;
pub mod experiment;
pub mod export;
mod ggf;
mod guard;
pub mod page;
pub mod plots;
pub mod record;
pub mod report;
pub mod run;
pub mod schedule;
pub mod slurm;
pub mod standings;
pub mod store;
pub mod underway;

pub use error::Error;
pub use experiment::{Experiment, Setup};
pub use guard::lock;
pub use record::GameRow;
pub use report::{AgentRow, MeetingRow, Report};
pub use run::{Progress, Watch, run};
pub use schedule::{Schedule, Timetable};
pub use standings::Standings;
pub use store::{Store, Stored};
