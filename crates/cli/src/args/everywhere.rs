//! What every command takes.

use std::path::PathBuf;

use clap::ValueEnum;

/// What every command takes.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Everywhere {
    /// auto (where somebody looks, without NO_COLOR), always, never
    #[arg(long, global = true, value_name = "WHEN", value_enum, hide_possible_values = true, default_value_t = ColorArg::Auto)]
    pub(crate) color: ColorArg,
    /// No progress on standard error
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
    /// Agents by names of your own [default: agents.toml]
    #[arg(long = "agents", id = "presets", global = true, value_name = "FILE")]
    pub(crate) presets: Option<PathBuf>,
    /// Write down here what engines say and are told
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) engine_log: Option<PathBuf>,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum ColorArg {
    #[default]
    Auto,
    Always,
    Never,
}
