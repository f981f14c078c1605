//! What can be typed about the original page.

use std::path::PathBuf;

use cli::args::whole;

#[derive(clap::Args, Debug)]
pub(crate) struct DriveArgs {
    /// The game: 2048
    pub(crate) game: String,
    /// The address of the page, such as http://127.0.0.1:8000/
    #[arg(long)]
    pub(crate) url: String,
    /// Who plays
    #[arg(long, default_value = "champion", value_name = "AGENT")]
    pub(crate) agent: String,
    /// Games to play; a game that the page shows already is played on and counts
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000>)]
    pub(crate) games: u64,
    /// Slides to play in each game at most [default: to the end]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, { u64::MAX }>)]
    pub(crate) moves: Option<u64>,
    /// Begin with a new game, whatever the page shows
    #[arg(long)]
    pub(crate) restart: bool,
    /// The browser's driver: chromedriver, geckodriver, or the address of one that runs
    #[arg(long, default_value = "chromedriver", value_name = "DRIVER")]
    pub(crate) driver: String,
    /// Show no window
    #[arg(long)]
    pub(crate) headless: bool,
    /// A further argument of the browser
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub(crate) browser_arg: Vec<String>,
    /// Save the games to this new file
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// The source of the agent's luck
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
