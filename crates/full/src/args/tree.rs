//! What `plywise tree` takes.

use std::path::PathBuf;

use cli::args::whole;

#[derive(clap::Args, Debug)]
pub(crate) struct TreeArgs {
    /// The game, such as othello:size=4
    pub(crate) game: String,
    /// Whose search is drawn, such as alphabeta:depth=4
    #[arg(long)]
    pub(crate) agent: String,
    /// Plies to look ahead, if the agent does not say
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 64>)]
    pub(crate) depth: Option<u64>,
    /// The position, in the game's notation [default: the start]
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Draw the same tree without pruning above it
    #[arg(long)]
    pub(crate) compare: bool,
    /// Moves drawn of each position; the others are counted
    #[arg(long, default_value_t = 12, allow_negative_numbers = true, value_parser = whole::<1, 100>)]
    pub(crate) fold: u64,
    /// The picture's file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: PathBuf,
    /// The source of luck, where the start holds any
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
}
