//! What can be typed about contests.

use std::path::PathBuf;

use clap::Subcommand;

use cli::args::whole;

pub(crate) const ABOUT: &str = "Every file or folder in FOLDER is a player: NAME.py or a folder with player.py (the course's own class, or a class \
Player with choose(position, clock)), a program that speaks the line protocol, or NAME.agent, a text that names an agent. Each \
game of each player runs in a process of its own without network, other processes and other people's files; crashes, \
timeouts and illegal moves cost the game. The results are one page, FOLDER/results/index.html, and grades.csv beside it. \
Typed again it plays what is missing: a late hand-in only its own games (docs/contest.md).\n\n\
Try: plywise contest hand-ins --game othello:size=6 --rounds 3\n\
     plywise contest check hand-ins/alice.py --game othello:size=6";

#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub(crate) struct ContestArgs {
    #[command(subcommand)]
    pub(crate) command: Option<ContestCommand>,
    /// The folder of hand-ins
    #[arg(required = true)]
    pub(crate) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) terms: Option<TermsArgs>,
    /// Pairs of games of each two players, with swapped seats; alone, games of each
    #[arg(long, default_value_t = 5, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000>)]
    pub(crate) rounds: u64,
    /// Points by these rules: reference agents and what a score against them earns
    #[arg(long, value_name = "FILE")]
    pub(crate) grades: Option<PathBuf>,
    /// The folder of the results [default: results in FOLDER]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Games at the same time; more than there are cores takes time from the players [default: one per core]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 1024>)]
    pub(crate) threads: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Subcommand, Debug)]
pub(crate) enum ContestCommand {
    /// Load one player, play a few games against `random`, and say what is wrong
    Check(CheckArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct CheckArgs {
    /// The player's file or folder
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) terms: TermsArgs,
    /// Pairs of games to try; alone, games
    #[arg(long, default_value_t = 2, allow_negative_numbers = true, value_parser = whole::<1, 1000>)]
    pub(crate) rounds: u64,
}

// What a contest and a trial before it share; a comment of this kind, since the other would head the help.
#[derive(clap::Args, Debug)]
pub(crate) struct TermsArgs {
    /// The game, as plywise games lists it
    #[arg(long)]
    pub(crate) game: String,
    /// Every player's time: move=500ms, game=60s or moves=5,time=2s; the last two with ,increment=100ms
    #[arg(long, default_value = "move=1s")]
    pub(crate) clock: String,
    /// The source of all luck
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Plies drawn at random before the players take over [default: what suits the game]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<0, 1000>)]
    pub(crate) opening_plies: Option<u64>,
    /// The Python that players run in
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    pub(crate) python: String,
    /// Memory of each player, in MiB
    #[arg(long, default_value_t = 1024, allow_negative_numbers = true, value_parser = whole::<64, 1_048_576>)]
    pub(crate) memory: u64,
    /// Processor time of each player and game, in seconds
    #[arg(long, default_value_t = 600, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000>)]
    pub(crate) cpu: u64,
    /// Seconds to be loaded in
    #[arg(long, default_value_t = 10, allow_negative_numbers = true, value_parser = whole::<1, 3600>)]
    pub(crate) startup: u64,
    /// Play even where the system cannot keep players from harm
    #[arg(long)]
    pub(crate) unwalled: bool,
}
