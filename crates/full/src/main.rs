//! The whole program: the commands of `plywise-cli`, and those whose parts take long to build.

mod args;
mod commands;

use std::process::ExitCode;

use clap::{ArgMatches, Args, FromArgMatches, Subcommand};
use cli::failure::Failure;
use cli::{Further, Program};

/// The whole program.
const WHOLE: Program = Program {
    further: FURTHER,
    course: Some(lab::course_svg),
    ledgers: Some(store::LEDGERS),
    experiments: || lab::catalogue::names().collect(),
};

const FURTHER: &[Further] = &[
    Further {
        name: "tree",
        args: args::tree::TreeArgs::augment_args,
        run: |typed| commands::tree::run(&read(typed)?),
    },
    Further {
        name: "serve",
        args: |command| args::serve::ServeArgs::augment_args(command).after_help(args::serve::ABOUT),
        run: |typed| commands::serve::run(&read(typed)?),
    },
    Further {
        name: "tune",
        args: |command| args::tune::TuneArgs::augment_args(command).after_help(args::tune::about()),
        run: |typed| commands::tune::run(&read(typed)?),
    },
    Further {
        name: "drive",
        args: args::drive::DriveArgs::augment_args,
        run: |typed| commands::drive::run(&read(typed)?),
    },
    Further {
        name: "contest",
        args: |command| args::contest::ContestArgs::augment_args(command).after_help(args::contest::ABOUT),
        run: |typed| commands::contest::run(&read(typed)?),
    },
    Further {
        name: "lab",
        args: |command| {
            let below = command.subcommand_required(true).arg_required_else_help(true);
            args::lab::LabCommand::augment_subcommands(below)
        },
        run: |typed| commands::lab::run(&read(typed)?),
    },
    Further {
        name: "completions",
        args: |command| {
            args::manuals::CompletionsArgs::augment_args(command).after_help(args::manuals::ABOUT_COMPLETIONS)
        },
        run: |typed| commands::manuals::completions(&read(typed)?),
    },
    Further {
        name: "man",
        args: |command| args::manuals::ManArgs::augment_args(command).after_help(args::manuals::ABOUT_MAN),
        run: |typed| commands::manuals::man(&read(typed)?),
    },
];

/// What was typed after a command, as its own type.
fn read<T: FromArgMatches>(typed: &ArgMatches) -> Result<T, Failure> {
    T::from_arg_matches(typed).map_err(Failure::input)
}

#[global_allocator]
static MEMORY: cli::memory::Frugal = cli::memory::Frugal;

fn main() -> ExitCode {
    // A player of a contest runs in a process of this program that has given up its rights.
    contest::jail::entered(std::env::args_os().skip(1)).unwrap_or_else(|| WHOLE.run())
}
