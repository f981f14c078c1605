//! What holds for every command: colours, quiet, names of agents, logs of engines.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use clap::{ColorChoice, FromArgMatches, ValueEnum};

use crate::Program;
use crate::args::Args;
use crate::args::everywhere::{ColorArg, Everywhere};
use crate::failure::{self, Failure};
use crate::presets;
use crate::progress;

static COLOR: OnceLock<ColorArg> = OnceLock::new();

/// Reads what was typed. Colours are chosen before, as what is wrong with the rest is told in colours, too.
pub(crate) fn read(program: &Program, typed: &[OsString]) -> Result<Args, clap::Error> {
    let choice = match choose_color(typed) {
        ColorArg::Auto => ColorChoice::Auto,
        ColorArg::Always => ColorChoice::Always,
        ColorArg::Never => ColorChoice::Never,
    };
    Args::from_arg_matches(&program.grammar().color(choice).try_get_matches_from(typed)?)
}

/// Takes colours as the words ask for them.
pub(crate) fn choose_color(typed: &[OsString]) -> ColorArg {
    *COLOR.get_or_init(|| asked_for(typed))
}

/// The last `--color` among the words, wherever it stands.
fn asked_for(typed: &[OsString]) -> ColorArg {
    let words: Vec<&str> =
        typed.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str()).collect();
    let mut values = words.iter().enumerate().filter_map(|(i, word)| match word.strip_prefix("--color") {
        Some("") => words.get(i + 1).copied(),
        Some(value) => value.strip_prefix('='),
        None => None,
    });
    values.next_back().and_then(|value| ColorArg::from_str(value, false).ok()).unwrap_or_default()
}

/// Sets all of it up, before anything is played.
pub(crate) fn apply(asked: &Everywhere) -> Result<(), Failure> {
    if asked.quiet {
        progress::silence();
    }
    presets::choose(asked.presets.as_deref())?;
    match &asked.engine_log {
        Some(folder) => arena::registry::log_engines(folder, failure::warn).map_err(Failure::input),
        None => Ok(()),
    }
}

/// Whether what goes to a stream that is or is no terminal has colours (<https://no-color.org>).
pub(crate) fn has_color(is_terminal: bool) -> bool {
    match COLOR.get().copied().unwrap_or_default() {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto => {
            let is_able = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
            is_terminal && is_able && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}

/// The same for standard error.
pub(crate) fn complains_in_color() -> bool {
    has_color(io::stderr().is_terminal())
}
