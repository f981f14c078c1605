//! What can be typed about tuning.

use std::path::PathBuf;

use cli::args::whole;

const ABOUT: &str = "A trial is one game of a game of one seat (its points are the score), else a pair of games \
against --against with swapped seats (the share of points). Each iteration plays its points --repeats times; against \
noise the best points are played again, --recheck times in every iteration and --playoff times at the end on fresh \
luck, and the mean of these decides.\n\n\
With --state the run is in the file as it goes on. Kill the command at any moment and type it again: it goes on, to \
the identical result on any number of threads.\n\n\
Optimizers (name:key=value,…): ";

#[derive(clap::Args, Debug)]
pub(crate) struct TuneArgs {
    /// The game, such as 2048
    pub(crate) game: String,
    /// The agent whose weights are tuned, such as heuristic
    pub(crate) agent: String,
    /// How new weights are found, such as pso:particles=50,iterations=100
    #[arg(long, default_value = "cma-es:iterations=50", value_name = "OPTIMIZER")]
    pub(crate) optimizer: String,
    /// Whom the agent plays; none in a game of one seat
    #[arg(long, value_name = "AGENT")]
    pub(crate) against: Option<String>,
    /// Plies drawn at random at the start of each pair of games
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<0, 1000>)]
    pub(crate) opening_plies: u64,
    /// Look for a weight in another range, such as h1=-10..10
    #[arg(long, value_name = "WEIGHT=LOW..HIGH", allow_hyphen_values = true)]
    pub(crate) range: Vec<String>,
    /// Where methods with a single start begin: weights divided by / [default: the middle of each range]
    #[arg(long, value_name = "W/W/…", allow_hyphen_values = true)]
    pub(crate) start: Option<String>,
    /// Trials of each point
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000>)]
    pub(crate) repeats: u64,
    /// Further trials of each of the best points in every iteration
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<0, 1_000_000>)]
    pub(crate) recheck: u64,
    /// Best points that are played again
    #[arg(long, default_value_t = 3, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000>)]
    pub(crate) elites: u64,
    /// Trials of each of the best points after the last iteration
    #[arg(long, default_value_t = 30, allow_negative_numbers = true, value_parser = whole::<0, 1_000_000>)]
    pub(crate) playoff: u64,
    /// Which trials meet the same luck: none, those of one iteration, or all
    #[arg(long, value_enum, default_value_t = LuckArg::Shared)]
    pub(crate) luck: LuckArg,
    /// The source of all luck
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Keep the run in this file, and go on from what it holds
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Trials at the same time; it changes no result [default: one per core]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 1024>)]
    pub(crate) threads: Option<u64>,
    /// Draw the course of the run, again after each iteration
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print JSON, with every point of every iteration
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum LuckArg {
    Independent,
    Shared,
    Fixed,
}

/// The text after the help, with the optimizers and their options.
pub(crate) fn about() -> String {
    let named = |named: &arena::Named| {
        let keys = named.options.iter().map(|option| format!("{}={}", option.key, option.values));
        format!("{}: {}\n  {}", named.name, named.about, keys.collect::<Vec<_>>().join("  "))
    };
    let list: Vec<String> = ::tune::METHODS.iter().map(named).collect();
    format!(
        "{ABOUT}\n{}\n\nTry: plywise tune 2048 heuristic --optimizer pso:particles=20,iterations=10",
        list.join("\n")
    )
}
