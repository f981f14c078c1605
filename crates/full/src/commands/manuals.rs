//! `plywise completions` and `plywise man`: what shells and readers are told of all that can be typed.

use std::collections::BTreeSet;
use std::process::ExitCode;

use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use crate::WHOLE;
use crate::args::manuals::{CompletionsArgs, ManArgs};
use cli::failure::Failure;
use cli::output;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut with_names(WHOLE.grammar())?, "plywise", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if args.shell == Shell::Bash {
        script = script.replacen(BASH_WORD, &format!("{BASH_WORD}{BASH_PARTS}"), 1);
    }
    output::line(script.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// Where the script for bash knows the word that is typed and the one before it.
const BASH_WORD: &str = "    prev=\"$3\"\n";
/// To bash `:` and `=` end a word: `--color=al` is three, and what follows `othello:` is an option that the script does not know.
const BASH_PARTS: &str = r#"    local word="${COMP_WORDS[COMP_CWORD]}" last="${COMP_WORDS[COMP_CWORD - 1]}"
    [[ "${word}" == :* || "${last}" == ":" ]] && return 0
    if [[ "${word}" == "=" || "${last}" == "=" ]]; then
        [[ "${word}" == "=" ]] && cur="" prev="${last}" || prev="${COMP_WORDS[COMP_CWORD - 2]}"
        [[ "${prev}" == --* ]] || return 0
    fi
"#;

/// Tells shells what games and agents there are; the options behind a name are for the one who types.
fn with_names(command: Command) -> Result<Command, Failure> {
    let mut agents = BTreeSet::new();
    for game in games::all() {
        agents.extend(games::open(game.named.name)?.agents().iter().map(|agent| agent.name));
    }
    let games: Vec<&'static str> = games::all().iter().map(|game| game.named.name).collect();
    Ok(with_values(command, &games, &agents.into_iter().collect::<Vec<_>>()))
}

fn with_values(command: Command, games: &[&'static str], agents: &[&'static str]) -> Command {
    let command = command.mut_args(|arg| match arg.get_id().as_str() {
        "game" => arg.value_parser(PossibleValuesParser::new(games)),
        "agent" | "agents" => arg.value_parser(PossibleValuesParser::new(agents)),
        _ => arg,
    });
    command.mut_subcommands(|command| with_values(command, games, agents))
}

pub(crate) fn man(args: &ManArgs) -> Result<ExitCode, Failure> {
    let folder = &args.folder;
    plywise::file::make_folder(folder).map_err(Failure::of_file(folder))?;
    // The command `help` has nothing to tell in print.
    let command = WHOLE.grammar().disable_help_subcommand(true);
    clap_mangen::generate_to(command, folder).map_err(Failure::of_file(folder))?;
    output::line(format!(
        "written to {}; man -l {} reads the first",
        folder.display(),
        folder.join("plywise.1").display()
    ))?;
    Ok(ExitCode::SUCCESS)
}
