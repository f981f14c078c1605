//! What `plywise serve` takes.

use std::path::PathBuf;

use cli::args::whole;

pub(crate) const ABOUT: &str = "The page is served on the loopback address only, from this program's own memory. The address that is \
printed ends with a token: a browser that has been there once may play and search, all others of this machine may only look. Games are \
kept in the state folder: who stops the program and starts it again finds them where they were. Ctrl-C ends it.";

#[derive(clap::Args, Debug)]
pub(crate) struct ServeArgs {
    /// The port on this machine; 0 for a free one
    #[arg(long, default_value_t = u64::from(web::PORT), allow_negative_numbers = true, value_parser = whole::<0, 65_535>)]
    pub(crate) port: u64,
    /// A store of games whose tournaments the page shows while they go on
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// The folder in which the page keeps its games [default: plywise in the user's state folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) state: Option<PathBuf>,
    /// The folder of finished reports
    #[arg(long, value_name = "FOLDER", default_value = "reports")]
    pub(crate) reports: PathBuf,
    /// Threads for agents that play, and as many for what viewers look into [default: one per core]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 1024>)]
    pub(crate) threads: Option<u64>,
    /// Let everybody who has an account on this machine play and search, without the token of the printed address
    #[arg(long)]
    pub(crate) no_token: bool,
    /// Open the page in the browser; its address is then seen by whoever may list this machine's processes
    #[arg(long)]
    pub(crate) open: bool,
}
