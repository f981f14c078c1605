//! What can be typed about training.

use std::path::PathBuf;
use std::time::Duration;

use cli::args::{duration, whole};

pub(crate) const ABOUT: &str = "The network learns from games of its own play, by temporal differences on the boards after \
each slide. With --state the whole run is in a file, saved now and then: kill the command at any moment and type it again, \
and it goes on. --out writes the network as a small file that agents take: champion:network=FILE.\n\n\
One thread gives the same network every time. Several learn faster, and no two of their runs are the same.\n\n\
Try: plywise train 2048 --time 10m --state run.td --out my.network";

#[derive(clap::Args, Debug)]
pub(crate) struct TrainArgs {
    /// The game: 2048
    pub(crate) game: String,
    /// How long to learn now
    #[arg(long, allow_hyphen_values = true, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// How many games to learn from now
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, { u64::MAX }>)]
    pub(crate) games: Option<u64>,
    /// Tuples of cells to look at: 5x4, 4x5, 4x6, 5x6, 8x6
    #[arg(long, default_value = "4x6")]
    pub(crate) tuples: String,
    /// What every board is worth at first, in points; a high value makes it try what it does not know
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true, value_parser = points)]
    pub(crate) optimism: f32,
    /// See tiles above the largest missing one half as large once there is a 16384
    #[arg(long)]
    pub(crate) downgrade: bool,
    /// After each game, play its late stages, from 16384 on, again from where they began
    #[arg(long)]
    pub(crate) practice: bool,
    /// The source of all luck
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Games at the same time [default: one per core]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 1024>)]
    pub(crate) threads: Option<u64>,
    /// Begin a new run with the weights of this network
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Begin games at positions of this file, one a line; where all have large tiles, games end with the first 32768
    #[arg(long, value_name = "FILE")]
    pub(crate) starts: Option<PathBuf>,
    /// Keep the run in this file, and go on from what it holds
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Write the network to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// One step of a written weight, in points
    #[arg(long, default_value_t = 4.0, allow_negative_numbers = true, value_parser = step)]
    pub(crate) step: f32,
    /// Draw the learning curve
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print JSON, with the learning curve
    #[arg(long)]
    pub(crate) json: bool,
}

/// Points; what range they lie in, the trainer says.
fn points(text: &str) -> Result<f32, String> {
    text.parse().map_err(|_| "it should be a number of points, such as 4 or 0.5".into())
}

/// Points above 0.
fn step(text: &str) -> Result<f32, String> {
    let step = points(text)?;
    if step.is_finite() && step > 0.0 {
        Ok(step)
    } else {
        Err("it should be a number of points above 0, such as 4 or 0.5".into())
    }
}
