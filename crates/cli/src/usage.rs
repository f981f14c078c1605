//! What is said of arguments that are no command: one line, where clap would print several.

use std::ffi::OsString;
use std::process::ExitCode;

use arena::registry::spec::{close_to, unknown};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use plywise::notation::quote;

use crate::Program;
use crate::failure::{BAD_INPUT, Failure, visible};
use crate::surroundings;

/// Answers what clap refused: help as it is, errors as one line.
pub(crate) fn answer(program: &Program, error: &clap::Error, typed: &[OsString]) -> ExitCode {
    // What clap says in its own words quotes what was typed as a terminal can show it.
    let shown = typed.iter().map(|arg| arg.to_str().map_or_else(|| arg.clone(), |arg| visible(arg).into()));
    let again = surroundings::read(program, &shown.collect::<Vec<_>>())
        .err()
        .filter(|again| again.kind() == error.kind());
    let command = meant(program, typed);
    let nothing_typed = typed.iter().skip(1).all(|arg| arg == "--");
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            error.print().map_or_else(|error| Failure::unprinted(error).report(), |()| ExitCode::SUCCESS)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if nothing_typed => {
            let _ = error.print();
            ExitCode::from(BAD_INPUT)
        }
        _ => Failure::Input(line(program, error, again.as_ref().unwrap_or(error), command, typed)).report(),
    }
}

fn line(
    program: &Program,
    error: &clap::Error,
    shown: &clap::Error,
    mut command: clap::Command,
    typed: &[OsString],
) -> String {
    let name = command.get_bin_name().unwrap_or("plywise").to_owned();
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(given)) => given.as_str(),
        _ => "",
    };
    match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let commands: Vec<_> = commands(&command).collect();
            format!("{name} takes one of these: {}; {name} --help tells more", commands.join(", "))
        }
        ErrorKind::InvalidSubcommand => no_command(program, given(ContextKind::InvalidSubcommand), &command),
        ErrorKind::UnknownArgument => {
            let given = given(ContextKind::InvalidArg);
            let is_number =
                given.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            if given.starts_with('-') && !is_number {
                let options: Vec<String> = command
                    .get_arguments()
                    .filter_map(|arg| Some(format!("--{}", arg.get_long()?)))
                    .collect();
                return unknown(&format!("option of {name}"), given, options.iter().map(String::as_str))
                    .to_string();
            }
            if typed.get(1).is_some_and(|first| first == "--") {
                return format!("-- stands where a command belongs; leave it out: {name} {given}");
            }
            let usage = command.render_usage().to_string();
            format!("{} is one word too many; {}", quote(given), usage.replace("Usage: ", "usage: "))
        }
        ErrorKind::TooManyValues => {
            let (option, value) = (given(ContextKind::InvalidArg), given(ContextKind::InvalidValue));
            format!("{option} takes no value such as {}; {name} --help tells what it takes", quote(value))
        }
        ErrorKind::InvalidUtf8 => {
            let odd = typed.iter().find(|arg| arg.to_str().is_none());
            let odd = odd.map_or_else(String::new, |arg| arg.to_string_lossy().into_owned());
            format!("{} is no text in UTF-8; only the name of a file may be anything else", quote(&odd))
        }
        _ => in_one(&shown.to_string()),
    }
}

/// The command whose arguments were typed.
fn meant(program: &Program, typed: &[OsString]) -> clap::Command {
    let mut command = program.grammar();
    command.build();
    let mut words = typed.iter().skip(1).skip_while(|word| *word == "help");
    while let Some(word) = words.next() {
        let word = word.to_str().unwrap_or_default();
        if let Some(below) = command.find_subcommand(word).cloned() {
            command = below;
        } else if takes_a_value(&command, word) {
            words.next();
        } else if !word.starts_with('-') {
            break;
        }
    }
    command
}

/// Whether the word is an option whose value is the next word.
fn takes_a_value(command: &clap::Command, word: &str) -> bool {
    let named = word.strip_prefix("--").filter(|name| !name.contains('='));
    let option = named.and_then(|name| command.get_arguments().find(|arg| arg.get_long() == Some(name)));
    option.is_some_and(|option| option.get_action().takes_values())
}

fn commands(command: &clap::Command) -> impl Iterator<Item = &str> {
    command.get_subcommands().map(clap::Command::get_name).filter(|name| *name != "help")
}

/// A name where a command belongs: what the name is, or what commands there are.
fn no_command(program: &Program, given: &str, command: &clap::Command) -> String {
    let near_command = close_to(given, commands(command)).is_some();
    let name = given.split(':').next().unwrap_or(given);
    let games = || games::all().iter().map(|game| game.named.name);
    if command.get_bin_name().is_none_or(|name| name == "plywise") && !near_command {
        if let Some(game) = close_to(name, games()) {
            let is = if game == name {
                format!("{name} is a game")
            } else {
                format!("did you mean the game {game}? It is")
            };
            return format!(
                "{is}, no command: plywise play {game}, plywise agents {game} and plywise match {game} AGENT AGENT are; \
                 plywise --help lists them all"
            );
        }
        if (program.experiments)().contains(&name) {
            return format!("{name} is an experiment, no command: plywise lab run {name} runs it");
        }
        let plays = |game: &&str| {
            games::open(game).is_ok_and(|kind| kind.agents().iter().any(|agent| agent.name == name))
        };
        let of: Vec<&str> = games().filter(plays).collect();
        if let [game, ..] = of[..] {
            return format!(
                "{name} is an agent of {}, no command: plywise agents {game} {name} tells of it, plywise match {game} {given} \
                 random has it play",
                of.join(", ")
            );
        }
    }
    let what = command.get_bin_name().filter(|name| *name != "plywise");
    let what = what.map_or("command".to_owned(), |name| format!("command of {name}"));
    unknown(&what, given, commands(command)).to_string()
}

/// clap's message of several lines in one: the error, its tips, the usage.
fn in_one(message: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_errors_take_one_line() {
        let clap = "error: the following required arguments were not provided:\n  <GAME>\n  <AGENTS>...\n\n\
                    Usage: plywise match <GAME> <AGENTS>...\n\nFor more information, try '--help'.\n";
        assert_eq!(
            in_one(clap),
            "the following required arguments were not provided: <GAME>, <AGENTS>...; usage: plywise match \
             <GAME> <AGENTS>..."
        );
    }
}
