//! What every command takes, and what is made of all that can be typed.

use std::path::PathBuf;

use clap::ValueEnum;
use clap_complete::Shell;

pub(crate) const ABOUT_COMPLETIONS: &str = "Try: plywise completions bash > ~/.local/share/bash-completion/completions/plywise\n\
     plywise completions zsh > _plywise, in a folder of $fpath\n\
     plywise completions fish > ~/.config/fish/completions/plywise.fish";

pub(crate) const ABOUT_MAN: &str = "Try: plywise man ~/.local/share/man/man1, then man plywise-match";

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

#[derive(clap::Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ManArgs {
    /// Where to write them; the folder is made if need be
    pub(crate) folder: PathBuf,
}
