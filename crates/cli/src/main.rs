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
mod presets;
mod progress;
mod surroundings;
mod usage;

use std::process::ExitCode;

use crate::args::{Command, Last, Ours};
use crate::failure::Failure;

fn main() -> ExitCode {
    let typed = args::works::with_two_dashes(std::env::args_os());
    let args = match surroundings::read(&typed) {
        Ok(args) => args,
        Err(error) => return usage::answer(&error, &typed),
    };
    match surroundings::apply(&args.everywhere).and_then(|()| run(args.command)) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Ours(command) => ours(*command),
        Command::OfGame(works) => commands::works::run(&works),
        Command::Last(Last::Lab(command)) => commands::lab::run(&command),
        Command::Last(Last::Completions(args)) => commands::manuals::completions(&args),
        Command::Last(Last::Man(args)) => commands::manuals::man(&args),
    }
}

fn ours(command: Ours) -> Result<ExitCode, Failure> {
    match command {
        Ours::Games(args) => commands::games::run(&args),
        Ours::Agents(args) => commands::agents::run(&args),
        Ours::Match(args) => commands::matches::run(&args),
        Ours::Play(args) => commands::play::run(&args),
        Ours::Perft(args) => commands::perft::run(&args),
        Ours::Replay(args) => commands::replay::run(&args),
        Ours::Analyze(args) => commands::analyze::run(&args),
        Ours::Tree(args) => commands::tree::run(&args),
        Ours::Solve(args) => commands::solve::run(&args),
        Ours::Engine(args) => commands::engine::run(&args),
        Ours::Serve(args) => commands::serve::run(&args),
        Ours::Bench(args) => commands::bench::run(&args),
        Ours::Tune(args) => commands::tune::run(&args),
        Ours::Drive(args) => commands::drive::run(&args),
        Ours::Tables(args) => commands::tables::run(&args),
        Ours::Train(args) => commands::train::run(&args),
        Ours::Sprt(args) => commands::sprt::run(&args),
        Ours::Tournament(args) => commands::tournament::run(&args),
        Ours::Unit(args) => commands::unit::run(&args),
        Ours::Store(command) => commands::store::run(&command),
        Ours::Slurm(args) => commands::unit::slurm(&args),
        Ours::Openings(args) => commands::openings::run(&args),
        Ours::Explain(args) => commands::explain::run(&args),
    }
}
