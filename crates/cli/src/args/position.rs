//! What can be typed to look into a single position.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::{duration, whole};

#[derive(clap::Args, Debug)]
pub(crate) struct PerftArgs {
    /// The game, such as othello
    pub(crate) game: String,
    /// Plies; whether games that end before count is as in the published counts of the game
    #[arg(allow_negative_numbers = true, value_parser = whole::<0, 64>)]
    pub(crate) depth: u64,
    /// Where to start, in the game's notation
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Show the leaves below each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Whether a forced pass costs a ply
    #[arg(long, value_enum, default_value_t = PassArg::Ply)]
    pub(crate) pass: PassArg,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PassArg {
    /// A pass is a ply like any other
    Ply,
    /// A pass costs nothing
    Free,
}

#[derive(clap::Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// The game, such as othello
    pub(crate) game: String,
    /// The position, in the game's notation [default: the start]
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Look every game of this file over: what each move gave away, how each side did, what was better
    #[arg(long, alias = "game", conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
    /// With --file: write the games here, with what was found as comments; the ending of the name tells the format, such
    /// as pdn or ggf
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) out: Option<PathBuf>,
    /// How long a search may take
    #[arg(long, allow_hyphen_values = true, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Plies that a search goes, at most
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 1000>)]
    pub(crate) depth: Option<u64>,
    /// Positions that a search enters, at most [default: with --file, without --time and --depth, 100000]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000_000>)]
    pub(crate) nodes: Option<u64>,
    /// With --file: games that are looked over at once
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<1, 256>, requires = "file")]
    pub(crate) threads: u64,
    /// Who thinks, such as pvs:time=2s [default: one that suits the game]
    #[arg(long)]
    pub(crate) agent: Option<String>,
    /// Show what each legal move is worth, with --file every move that was played; in 2048 also the final score to expect, where the agent's values are a
    /// network's, and the risk: the share of 1000 random continuations that are over within 10 further turns when the
    /// network plays them without search, with its 95 % interval
    #[arg(long)]
    pub(crate) all_moves: bool,
    /// The source of luck, where the start holds any, and of the risk's continuations
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct SolveArgs {
    /// The game, such as othello:size=4
    pub(crate) game: String,
    /// The position, in the game's notation [default: the start]
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Solve every position of this file: OBF for Othello (by score=wof, unless
    /// othello:score=discs is typed), PDN or a table for checkers, elsewhere a position a line
    #[arg(long, conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
    /// With --file: keep here what is solved, and go on from there when the command is typed again
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) state: Option<PathBuf>,
    /// How long to try, each position; to show how a solved one ends may take as long again
    #[arg(long, default_value = "60s", allow_hyphen_values = true, value_parser = duration)]
    pub(crate) time: Duration,
    /// MiB of table, or of all positions that can be reached; with --file for each thread
    #[arg(long, default_value_t = 256, allow_negative_numbers = true, value_parser = whole::<1, 65_536>)]
    pub(crate) table: u64,
    /// Threads that search together; with more than one, counts of nodes differ from run to run. With --file: positions that
    /// are solved at once, each by one thread
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<1, 256>)]
    pub(crate) threads: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
