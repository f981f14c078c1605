//! What can be typed about tournaments.

use std::path::PathBuf;

use arena::Schedule;
use clap::{Subcommand, ValueEnum};

use super::whole;

pub(crate) const ABOUT: &str = "In every round each meeting is a pair of games with the same opening and swapped seats; \
in a game of one seat (2048) every agent plays one game, all with the same luck.\n\n\
With --store every game is in the file as soon as it has ended. Kill the command at any moment and type it again: it \
plays what is missing. More --rounds go on from fewer.\n\n\
Try: plywise tournament othello:size=6 alphabeta:depth=4 alphabeta:depth=2 greedy random --opening-plies 4 --store games.db";

#[derive(clap::Args, Debug)]
pub(crate) struct TournamentArgs {
    /// The game, such as othello:size=6
    #[arg(required_unless_present_any = ["experiment", "resume"])]
    pub(crate) game: Option<String>,
    /// The agents, such as alphabeta:depth=5 random
    pub(crate) agents: Vec<String>,
    /// Rounds; in each every meeting is two games with swapped seats [default: 10; with --sprt at most 50,000]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, { arena::experiment::MOST_ROUNDS }>)]
    pub(crate) rounds: Option<u64>,
    /// Who meets whom: everybody everybody, the first all others, or each the next in the list
    #[arg(long, value_enum, default_value_t = ScheduleArg::RoundRobin)]
    pub(crate) schedule: ScheduleArg,
    /// Read all of this from a file that --print wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "agents", "schedule", "seed", "clock",
          "opening_plies", "openings", "adjudicate", "sprt"])]
    pub(crate) experiment: Option<PathBuf>,
    /// Print the experiment as text and play nothing
    #[arg(long, conflicts_with_all = ["html", "json", "json_lines"])]
    pub(crate) print: bool,
    /// Only go on with what the store holds: without a game the newest experiment in it
    #[arg(long, requires = "store")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// How a match or tournament is played, kept and told.
#[derive(clap::Args, Debug)]
pub(crate) struct RunArgs {
    /// The source of all luck: the same seed gives the same games
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Every seat's time: move=500ms, game=60s or moves=5,time=2s; the last two with ,increment=100ms
    #[arg(long)]
    pub(crate) clock: Option<String>,
    /// Plies played at random before the agents take over; games with swapped seats share them [default: 0]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<0, 1000>)]
    pub(crate) opening_plies: Option<u64>,
    /// A suite of openings, such as three-move, or file:path=games.pdn,plies=8; games with swapped seats share one (plywise
    /// openings lists them)
    #[arg(long, value_name = "SUITE", conflicts_with = "opening_plies")]
    pub(crate) openings: Option<String>,
    /// End games early: draw=POINTS,draw_moves=8,draw_from=PLIES, resign=POINTS,resign_moves=4, solved=yes|no, cap=PLIES,
    /// each optional
    #[arg(long, value_name = "RULES")]
    pub(crate) adjudicate: Option<String>,
    /// Two agents: stop when one of two hypotheses about the first one's lead has won, such as elo0=0,elo1=50,
    /// with alpha=0.05, beta=0.05, scale=logistic|normalized;
    /// unless told otherwise with the openings that suit the game, as repeated games prove nothing
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// Games at the same time; it changes no result [default: one per core]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 1024>)]
    pub(crate) threads: Option<u64>,
    /// Keep every game in this file, and go on from what it holds
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Write the report as a page with tables and plots
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print a line of JSON for each game as it ends, for the progress, and at last for the report
    #[arg(long, conflicts_with = "json")]
    pub(crate) json_lines: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ScheduleArg {
    RoundRobin,
    Gauntlet,
    Ladder,
}

impl From<ScheduleArg> for Schedule {
    fn from(schedule: ScheduleArg) -> Self {
        match schedule {
            ScheduleArg::RoundRobin => Self::RoundRobin,
            ScheduleArg::Gauntlet => Self::Gauntlet,
            ScheduleArg::Ladder => Self::Ladder,
        }
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct UnitArgs {
    /// The file with the experiment's text, as plywise tournament --print writes it
    pub(crate) experiment: PathBuf,
    /// The number of a game, from 0, or several as FROM..TO (TO not included)
    #[arg(allow_negative_numbers = true, value_parser = units)]
    pub(crate) index: (u64, u64),
    /// Print a line of JSON for each game: what plywise store add reads
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Subcommand, Debug)]
pub(crate) enum StoreCommand {
    /// Say what a store holds and show the table of an experiment
    Show(StoreShowArgs),
    /// Write the games of an experiment in another format
    Export(StoreExportArgs),
    /// Put games into a store that plywise unit played
    Add(StoreAddArgs),
    /// Verify what a store holds: every row by its checksum, every game by the rules
    Check(StoreCheckArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct StoreShowArgs {
    /// The store
    pub(crate) store: PathBuf,
    /// The experiment: its number in the list, or the beginning of its hash [default: the newest]
    #[arg(long)]
    pub(crate) experiment: Option<String>,
    /// Write the report as a page with tables and plots
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct StoreExportArgs {
    /// The store
    pub(crate) store: PathBuf,
    /// csv, parquet, json, games (the game's own format: pdn, transcripts …), scores (of two seats: who, who, seconds, score,
    /// score) or, for Othello, ggf and wthor (a .wtb, with a .jou and a .trn beside it)
    #[arg(long, default_value = "games")]
    pub(crate) format: String,
    /// The experiment: its number in the list, or the beginning of its hash; several with commas, one after the other
    /// [default: the newest]
    #[arg(long, value_delimiter = ',')]
    pub(crate) experiment: Vec<String>,
    /// Write to this new file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the experiment's text to this new file: with the games as json what plywise store add reads
    #[arg(long, value_name = "FILE")]
    pub(crate) text: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct StoreAddArgs {
    /// The store; it is begun if it does not exist
    pub(crate) store: PathBuf,
    /// The file with the experiment's text
    pub(crate) experiment: PathBuf,
    /// Files with lines that plywise unit --json printed
    #[arg(required = true)]
    pub(crate) results: Vec<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct StoreCheckArgs {
    /// The store
    pub(crate) store: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct SlurmArgs {
    /// The file with the experiment's text, as plywise tournament --print writes it
    pub(crate) experiment: PathBuf,
    /// The store that shall hold the games
    #[arg(long, default_value = "games.db", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) store: String,
    /// Games that each job of the array plays
    #[arg(long, default_value_t = 100, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000>)]
    pub(crate) games_per_job: u64,
    /// Jobs at the same time, at most
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000>)]
    pub(crate) at_once: Option<u64>,
    /// Time that a job may take
    #[arg(long, default_value = "01:00:00", allow_hyphen_values = true, value_parser = slurm_time)]
    pub(crate) time: String,
}

#[derive(clap::Args, Debug)]
pub(crate) struct OpeningsArgs {
    /// The game, such as checkers
    pub(crate) game: String,
    /// The suite, such as three-move, with its options
    pub(crate) suite: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `17` or `100..200`.
fn units(text: &str) -> Result<(u64, u64), String> {
    let number = |text: &str| text.replace('_', "").parse::<u64>().ok().filter(|&unit| unit < u64::MAX);
    let range = match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to)),
        None => number(text).map(|unit| (unit, unit + 1)),
    };
    range
        .filter(|(from, to)| from < to)
        .ok_or_else(|| "it should be the number of a game such as 17, or a range such as 100..200".into())
}

/// Minutes, `hours:minutes:seconds`, `days-hours`, and what else Slurm reads.
fn slurm_time(text: &str) -> Result<String, String> {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (days, rest) = text.split_once('-').unwrap_or(("0", text));
    if number(days) && rest.split(':').all(number) && rest.split(':').count() <= 3 {
        Ok(text.to_owned())
    } else {
        Err("it should be a time of Slurm's such as 01:30:00 or 2-00:00:00".into())
    }
}
