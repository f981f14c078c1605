//! How the command fails: one line and an exit code.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use arena::registry::spec::unknown;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::args::Args;

/// Exit code of bad input.
const BAD_INPUT: u8 = 2;
/// Exit code after an interrupt, as shells use it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Something that ends the command early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was typed or given cannot be used: one line.
    Input(String),
    /// Whoever read our output has gone: nothing is wrong.
    ClosedPipe,
}

impl Failure {
    /// Bad input, in one line.
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self::Input(message.to_string())
    }

    /// Prints the line, if there is one, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Input(message) => complain(&message),
            Self::ClosedPipe => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Input(error.to_string())
        }
    }
}

impl From<arena::SpecError> for Failure {
    fn from(error: arena::SpecError) -> Self {
        Self::input(error)
    }
}

impl From<lab::Error> for Failure {
    fn from(error: lab::Error) -> Self {
        Self::input(error)
    }
}

impl From<tournament::Error> for Failure {
    fn from(error: tournament::Error) -> Self {
        Self::input(error)
    }
}

impl From<plywise::TextError> for Failure {
    fn from(error: plywise::TextError) -> Self {
        Self::input(error)
    }
}

/// What clap has to say: help as it is, errors as one line.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            if error.use_stderr() { ExitCode::from(BAD_INPUT) } else { ExitCode::SUCCESS }
        }
        ErrorKind::InvalidSubcommand => complain(&unknown_command(error)),
        _ => complain(&one_line(&error.to_string())),
    }
}

fn unknown_command(error: &clap::Error) -> String {
    let given = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(given)) => given.as_str(),
        _ => "",
    };
    let command = Args::command();
    unknown("command", given, command.get_subcommands().map(clap::Command::get_name)).to_string()
}

/// clap's message of several lines in one: the error, its tips, the usage.
fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut text = String::new();
    for line in lines.filter(|line| !line.starts_with("For more information")) {
        let listed = line.starts_with(['<', '-', '[']) && !text.is_empty();
        let join = match text.chars().last() {
            None => "",
            Some(':') => " ",
            Some(']' | '>') if listed => ", ",
            Some(_) if listed => " ",
            Some(_) => "; ",
        };
        text.push_str(join);
        text.push_str(line.trim_start_matches("error: "));
    }
    text.replace("Usage: ", "usage: ")
}

fn complain(message: &str) -> ExitCode {
    say("\u{1b}[1;31merror\u{1b}[0m", "error", message);
    ExitCode::from(BAD_INPUT)
}

/// Says in one line on standard error what goes on all the same.
pub(crate) fn warn(message: &str) {
    say("\u{1b}[1;33mwarning\u{1b}[0m", "warning", message);
}

fn say(colored: &str, plain: &str, message: &str) {
    let mut stderr = io::stderr().lock();
    let label = if stderr.is_terminal() { colored } else { plain };
    let _ = writeln!(stderr, "{label}: {message}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_errors_take_one_line() {
        let clap = "error: the following required arguments were not provided:\n  <GAME>\n  <AGENTS>...\n\n\
                    Usage: plywise match <GAME> <AGENTS>...\n\nFor more information, try '--help'.\n";
        assert_eq!(
            one_line(clap),
            "the following required arguments were not provided: <GAME>, <AGENTS>...; usage: plywise match \
             <GAME> <AGENTS>..."
        );
    }
}
