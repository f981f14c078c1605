#![doc = include_str!("../README.md")]

pub mod args;
mod closed;
pub mod commands;
pub mod failure;
mod handover;
pub mod interrupt;
mod keys;
pub mod layout;
mod ledgers;
mod live;
pub mod memory;
pub mod outfile;
pub mod output;
pub mod presets;
pub mod progress;
mod surroundings;
mod usage;

use std::process::ExitCode;

use arena::ledger::Ledgers;
use arena::registry::door::command::{CoursePoint, CourseWords};
use clap::{ArgMatches, CommandFactory};

use crate::args::{Args, Command, Ours};
use crate::failure::Failure;

/// What a program has beside the commands of this crate.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its further commands.
    pub further: &'static [Further],
    /// What draws the course of an optimisation, which verbs of games do; without it they are not of this program.
    pub course: Option<DrawCourse>,
    /// What opens stores of games; without it they are not of this program.
    pub ledgers: Option<Ledgers>,
    /// The names of experiments, for whoever types one where a command belongs.
    pub experiments: fn() -> Vec<&'static str>,
}

/// What draws the course of an optimisation.
pub type DrawCourse = fn(&[CoursePoint], &CourseWords<'_>) -> String;

/// A command that is not of this crate.
#[derive(Clone, Copy, Debug)]
pub struct Further {
    /// What is typed.
    pub name: &'static str,
    /// Says what can be typed after it.
    pub args: fn(clap::Command) -> clap::Command,
    /// Does it.
    pub run: fn(&ArgMatches) -> Result<ExitCode, Failure>,
}

/// The program that hands over to the whole one what it has not itself.
const CORE: Program = Program { further: &[], course: None, ledgers: None, experiments: Vec::new };

/// Does what was typed, or has the whole program do it.
pub fn core() -> ExitCode {
    handover::unless_ours().unwrap_or_else(|| CORE.run())
}

impl Program {
    /// Does what was typed.
    pub fn run(&self) -> ExitCode {
        memory::make_the_most_of_it();
        ledgers::choose(self.ledgers);
        interrupt::outlive_long_files();
        arena::registry::heed_stops();
        let typed = args::works::with_two_dashes(std::env::args_os());
        let args = match surroundings::read(self, &typed) {
            Ok(args) => args,
            Err(error) => return usage::answer(self, &error, &typed),
        };
        match surroundings::apply(&args.everywhere).and_then(|()| self.command(args.command)) {
            Ok(code) => {
                failure::begins();
                code
            }
            Err(failure) => failure.report(),
        }
    }

    /// All that can be typed.
    pub fn grammar(&self) -> clap::Command {
        Args::command().mut_subcommands(|one| {
            match self.further.iter().find(|further| further.name == one.get_name()) {
                Some(further) => (further.args)(one),
                None if self.course.is_some() => args::works::with_args(one),
                None => one,
            }
        })
    }

    fn command(&self, command: Command) -> Result<ExitCode, Failure> {
        match command {
            Command::Ours(command) => match ledgers::missing(&command) {
                // Nobody waits for a build to hear of a mistake.
                Some(name) if handover::is_ready() || commands::can_begin(&command) => handover::run(name),
                _ => ours(*command),
            },
            Command::OfGame(works) => commands::works::run(&works, |_, _| String::new()),
            Command::Further(name, typed) => match self.further.iter().find(|further| further.name == name) {
                Some(further) => (further.run)(&typed),
                None => match self.course.zip(args::works::Works::of_verb(name, &typed)) {
                    Some((course, works)) => commands::works::run(&works?, course),
                    None => handover::run(name),
                },
            },
        }
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
        Ours::Solve(args) => commands::solve::run(&args),
        Ours::Engine(args) => commands::engine::run(&args),
        Ours::Bench(args) => commands::bench::run(&args),
        Ours::Sprt(args) => commands::sprt::run(&args),
        Ours::Tournament(args) => commands::tournament::run(&args),
        Ours::Unit(args) => commands::unit::run(&args),
        Ours::Store(command) => commands::store::run(&command),
        Ours::Slurm(args) => commands::unit::slurm(&args),
        Ours::Openings(args) => commands::openings::run(&args),
        Ours::Explain(args) => commands::explain::run(&args),
    }
}
