//! What can be typed about endgame tables.

use std::path::PathBuf;

use cli::args::whole;

pub(crate) const ABOUT: &str = "A table knows, for every position in which six large tiles lie in a line that turns, how to \
double the smallest of them, and with which chance. There are four, for a 64, 128, 256 and 512; together they take 3.1 GB \
and some minutes. Tables that are there are left alone; interrupted, the command goes on with the table that was not \
complete.\n\n\
They help a network that learned whole games, and harm the networks that come along.\n\n\
Try: plywise tables 2048, then plywise match 2048 champion:network=FILE,tables=on";

#[derive(clap::Args, Debug)]
pub(crate) struct TablesArgs {
    /// The game: 2048
    pub(crate) game: String,
    /// The folder to keep them in [default: plywise in $XDG_CACHE_HOME or ~/.cache]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cache: Option<PathBuf>,
    /// The largest tile to be doubled: 64, 128, 256 or 512
    #[arg(long, default_value_t = 512, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) largest: u64,
    /// Work out those too that are there
    #[arg(long)]
    pub(crate) again: bool,
    /// Threads to work on [default: one per core]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 1024>)]
    pub(crate) threads: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
