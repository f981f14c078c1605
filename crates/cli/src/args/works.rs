//! What can be typed for the commands that games bring, and for taking heuristics apart.

use std::ffi::OsString;
use std::path::PathBuf;

use arena::registry::door::command::{Arg, ArgTakes, Check, Command, Given, Verb, duration};
use clap::builder::PossibleValue;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, value_parser};

use super::whole;
use crate::failure::Failure;

#[derive(clap::Args, Debug)]
pub(crate) struct ExplainArgs {
    /// The game, such as othello or 2048
    pub(crate) game: String,
    /// The position, in the game's notation [default: the start]
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Whose heuristic: an agent with eval=, such as pvs:eval=corners, a published player such as better_h, champion
    /// [default: the game's best published one]
    #[arg(long)]
    pub(crate) agent: Option<String>,
    /// The source of luck, where the start holds any
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A command of a game's own and what was typed after it.
#[derive(Debug)]
pub(crate) struct Works {
    pub(crate) command: &'static Command,
    pub(crate) given: Given,
}

impl Works {
    /// The commands of this kind beside those of `others`.
    pub(super) fn beside(others: clap::Command) -> clap::Command {
        games::commands().fold(others, |all, command| all.subcommand(described(command)))
    }

    /// The command of a name with what was typed after it, if it is one of these.
    pub(super) fn typed(name: &str, matches: &ArgMatches) -> Option<Self> {
        let command = games::commands().find(|command| command.name == name)?;
        Some(Self { command, given: given(command, matches) })
    }

    /// What was typed after a verb, if it is one: the game's own command of that name.
    pub(crate) fn of_verb(name: &str, matches: &ArgMatches) -> Option<Result<Self, Failure>> {
        let all: Vec<_> = games::verbs().filter(|(_, verb)| verb.command.name == name).collect();
        let what = all.first()?.1.what;
        let game = matches.get_one::<String>(GAME).map_or("", String::as_str);
        let Some((_, verb)) = all.iter().find(|(of, _)| *of == game) else {
            let has = if all.len() == 1 { "has" } else { "have" };
            return Some(Err(Failure::input(format!("{game:?} has no {what}; {} {has}", names(&all)))));
        };
        let own = |arg: &Arg| verb.command.args.iter().any(|own| own.name == arg.name);
        let others = all.iter().flat_map(|(_, verb)| verb.command.args).filter(|arg| !own(arg));
        if let Some(arg) = others.into_iter().find(|arg| typed(arg, matches)) {
            let takes: Vec<_> = verb.command.args.iter().map(|arg| format!("--{}", arg.name)).collect();
            return Some(Err(Failure::input(format!(
                "{name} {game} takes no --{}; it takes {}",
                arg.name,
                takes.join(", ")
            ))));
        }
        Some(Ok(Self { command: &verb.command, given: given(&verb.command, matches) }))
    }
}

/// The argument of a verb that names the game.
const GAME: &str = "game";

/// What a verb takes: the game, and what the games take.
pub(crate) fn with_args(verb: clap::Command) -> clap::Command {
    let all: Vec<_> = games::verbs().filter(|(_, known)| known.command.name == verb.get_name()).collect();
    if all.is_empty() {
        return verb;
    }
    let game = clap::Arg::new(GAME).value_name("GAME").required(true);
    let more: Vec<_> = all.iter().map(|(_, verb)| verb.command.more).collect();
    let verb = verb.after_help(more.join("\n\n")).arg(game.help(format!("The game: {}", names(&all))));
    verb.args(args(&all))
}

/// What the games take, each name once: where not all take it, or not all alike, the help says who.
fn args(all: &[(&'static str, &'static Verb)]) -> Vec<clap::Arg> {
    let mut args: Vec<clap::Arg> = Vec::new();
    for arg in all.iter().flat_map(|(_, verb)| verb.command.args) {
        if args.iter().any(|known| known.get_id() == arg.name) {
            continue;
        }
        let mut abouts: Vec<(&str, Vec<&str>)> = Vec::new();
        for (game, verb) in all {
            let Some(own) = verb.command.args.iter().find(|own| own.name == arg.name) else { continue };
            match abouts.iter_mut().find(|(about, _)| *about == own.about) {
                Some((_, games)) => games.push(game),
                None => abouts.push((own.about, vec![game])),
            }
        }
        let help: Vec<_> = abouts
            .iter()
            .map(|(about, games)| match games.len() == all.len() {
                true => (*about).to_owned(),
                false => format!("{}: {about}", games.join(", ")),
            })
            .collect();
        args.push(argument(arg).help(help.join("; ")));
    }
    args
}

/// Whether an argument was typed, which a default was not.
fn typed(arg: &Arg, matches: &ArgMatches) -> bool {
    matches.value_source(arg.name) == Some(ValueSource::CommandLine)
}

fn names(verbs: &[(&'static str, &'static Verb)]) -> String {
    verbs.iter().map(|(game, _)| *game).collect::<Vec<_>>().join(", ")
}

fn given(command: &'static Command, matches: &ArgMatches) -> Given {
    let mut given = Given::default();
    for arg in command.args {
        if let Some(values) = values(arg, matches) {
            given.add(arg.name, values);
        }
    }
    given
}

fn described(command: &'static Command) -> clap::Command {
    let args = command.args.iter().map(argument);
    clap::Command::new(command.name).about(command.about).after_help(command.more).args(args)
}

fn argument(arg: &'static Arg) -> clap::Arg {
    let mut one = clap::Arg::new(arg.name).help(arg.about).aliases(arg.aliases);
    if !matches!(arg.takes, ArgTakes::Values(_)) {
        one = one.long(arg.name);
    }
    let checked = |check: Check| move |text: &str| check(text).map(|()| text.to_owned());
    one = match arg.takes {
        ArgTakes::Nothing => one.action(ArgAction::SetTrue),
        ArgTakes::Values(names) => one.value_names(names).num_args(0..).allow_negative_numbers(true),
        ArgTakes::Value(name, check) => {
            one.value_name(name).allow_negative_numbers(true).value_parser(checked(check))
        }
        ArgTakes::Text(name) => one.value_name(name).allow_hyphen_values(true),
        ArgTakes::Time(name) => {
            let check: Check = |text| duration(text).map(drop);
            one.value_name(name).allow_hyphen_values(true).value_parser(checked(check))
        }
        ArgTakes::Word(name, words) => {
            let words = words.iter().map(|(word, about)| PossibleValue::new(*word).help(*about));
            one.value_name(name).value_parser(words.collect::<Vec<_>>())
        }
        ArgTakes::File => one.value_name("FILE").value_parser(value_parser!(PathBuf)),
        ArgTakes::Folder => one.value_name("FOLDER").value_parser(value_parser!(PathBuf)),
    };
    let one = arg.default.into_iter().fold(one, clap::Arg::default_value);
    let one = arg.conflicts_with.into_iter().fold(one, clap::Arg::conflicts_with);
    arg.requires.into_iter().fold(one, clap::Arg::requires)
}

/// What was typed for an argument, or its default.
fn values(arg: &Arg, matches: &ArgMatches) -> Option<Vec<OsString>> {
    match arg.takes {
        ArgTakes::Nothing => matches.get_flag(arg.name).then(Vec::new),
        ArgTakes::File | ArgTakes::Folder => Some(vec![matches.get_one::<PathBuf>(arg.name)?.clone().into()]),
        ArgTakes::Values(_)
        | ArgTakes::Value(..)
        | ArgTakes::Text(_)
        | ArgTakes::Time(_)
        | ArgTakes::Word(..) => Some(matches.get_many::<String>(arg.name)?.map(OsString::from).collect()),
    }
}

/// Flags of a published program with one dash, as it had them: `-player1` is `--player1`. Only for commands that say so.
pub(crate) fn with_two_dashes(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<_> = args.collect();
    let takes_one = |typed: &OsString| games::commands().any(|own| own.one_dash && own.name == typed);
    if args.get(1).is_some_and(takes_one) {
        for arg in &mut args[2..] {
            let long = arg
                .to_str()
                .and_then(|text| text.strip_prefix('-'))
                .filter(|name| name.len() > 1 && name.starts_with(|first: char| first.is_ascii_alphabetic()));
            if let Some(name) = long {
                *arg = format!("--{name}").into();
            }
        }
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dash_is_as_good_as_two() {
        let typed = [
            "plywise",
            "cantgoback",
            "-player1",
            "Live",
            "--board",
            "b.csv",
            "-5",
            "-h",
            "-don't_print_game",
        ];
        let read = with_two_dashes(typed.iter().map(OsString::from));
        let expected = [
            "plywise",
            "cantgoback",
            "--player1",
            "Live",
            "--board",
            "b.csv",
            "-5",
            "-h",
            "--don't_print_game",
        ];
        assert_eq!(read, expected);
        let elsewhere = ["plywise", "match", "-player1"];
        assert_eq!(with_two_dashes(elsewhere.iter().map(OsString::from)), elsewhere);
    }
}
