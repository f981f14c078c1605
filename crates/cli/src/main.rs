//! The `plywise` command: parses what was typed, calls the library, prints what it returns.

mod args;
mod commands;
mod failure;
mod interrupt;
mod keys;
mod layout;
mod live;
mod outfile;
mod output;
mod progress;
mod usage;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::failure::Failure;

fn main() -> ExitCode {
    let typed = args::works::with_two_dashes(std::env::args_os());
    let args = match Args::try_parse_from(&typed) {
        Ok(args) => args,
        Err(error) => return usage::answer(&error, &typed),
    };
    match run(args.command) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Games(args) => commands::games::run(&args),
        Command::Agents(args) => commands::agents::run(&args),
        Command::Match(args) => commands::matches::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Analyze(args) => commands::analyze::run(&args),
        Command::Tree(args) => commands::tree::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Engine(args) => commands::engine::run(&args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Tune(args) => commands::tune::run(&args),
        Command::Drive(args) => commands::drive::run(&args),
        Command::Tables(args) => commands::tables::run(&args),
        Command::Train(args) => commands::train::run(&args),
        Command::Sprt(args) => commands::sprt::run(&args),
        Command::Tournament(args) => commands::tournament::run(&args),
        Command::Unit(args) => commands::unit::run(&args),
        Command::Store(command) => commands::store::run(&command),
        Command::Slurm(args) => commands::unit::slurm(&args),
        Command::Openings(args) => commands::openings::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Checkers(args) => commands::checkers::run(&args),
        Command::Cantgoback(args) => commands::cantgoback::run(&args),
        Command::Lab(command) => commands::lab::run(&command),
    }
}
