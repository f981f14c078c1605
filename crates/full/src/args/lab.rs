//! What `plywise lab` takes.

use std::path::PathBuf;

use clap::Subcommand;

use cli::args::{ListArgs, whole};

pub(crate) const ABOUT: &str = "Every run writes reports/NAME/: index.html, plots as SVG, tables as CSV, report.json. What is finished is kept \
there and never done twice: a run that was interrupted, or that is asked for more, goes on from what there is. An \
experiment of your own is a file that ends in .toml (docs/design-an-experiment.md).\n\n\
Try: plywise lab run othello-depth";

#[derive(Subcommand, Debug)]
pub(crate) enum LabCommand {
    /// List the experiments
    List(ListArgs),
    /// Run experiments and write their reports
    #[command(after_help = ABOUT)]
    Run(RunArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct RunArgs {
    /// The experiments, such as othello-depth, or files that end in .toml
    #[arg(required_unless_present = "all")]
    pub(crate) names: Vec<String>,
    /// Run all of them
    #[arg(long, conflicts_with = "names")]
    pub(crate) all: bool,
    /// The full, published size instead of the quick one
    #[arg(long)]
    pub(crate) full: bool,
    /// Go on from what there is, which is what happens anyway
    #[arg(long, conflicts_with = "fresh")]
    pub(crate) resume: bool,
    /// Throw away what there is and begin anew
    #[arg(long)]
    pub(crate) fresh: bool,
    /// The folder of the reports
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub(crate) out: PathBuf,
    /// Experiments at the same time, of one alone its games; it changes no result but times [default: one per core]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 1024>)]
    pub(crate) threads: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
