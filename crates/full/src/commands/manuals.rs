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
use cli::presets;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    let mut command = with_names(WHOLE.grammar())?;
    clap_complete::generate(args.shell, &mut command, "plywise", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    match args.shell {
        Shell::Bash => script = script.replacen(BASH_WORD, &format!("{BASH_WORD}{BASH_PARTS}"), 1),
        // Two colons make zsh forget the words before such an argument, and with them every option.
        Shell::Zsh => script = script.replace("'*::", "'*:"),
        Shell::Fish => fish_words(&command, "", &mut script),
        _ => {}
    }
    output::line(script.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// What the script for fish leaves out: the words that stand behind no option.
fn fish_words(command: &Command, when: &str, script: &mut String) {
    let values = command.get_positionals().flat_map(clap::Arg::get_possible_values);
    let words: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
    if !words.is_empty() {
        // Files are offered besides where one of them may be a file.
        let alone = command.get_positionals().all(|arg| !arg.get_possible_values().is_empty());
        let files = if alone { "-f " } else { "" };
        *script += &format!("complete -c plywise -n \"{when}\" {files}-a \"{}\"\n", words.join(" "));
    }
    for below in command.get_subcommands() {
        let name = below.get_name();
        fish_words(
            below,
            &match when {
                "" => format!("__fish_plywise_using_subcommand {name}"),
                when => format!("{when}; and __fish_seen_subcommand_from {name}"),
            },
            script,
        );
    }
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

/// Tells shells what names there are, those of `agents.toml` among them; the options behind a name are for the one who types.
fn with_names(command: Command) -> Result<Command, Failure> {
    let (mut agents, mut suites) = (BTreeSet::new(), BTreeSet::new());
    let mut formats = arena::export::Format::COMMON.to_vec();
    for door in games::doors() {
        let kind = games::open(door.info.named.name)?;
        agents.extend(kind.agents().iter().map(|agent| agent.name));
        agents.extend(presets::all()?.of(&*kind).map(|(name, _)| name));
        suites.extend(arena::openings::suites(&*kind).iter().map(|suite| suite.name));
        formats.extend(door.exports.iter().filter(|export| export.write.is_some()).map(|export| export.name));
        formats.extend(door.binaries.iter().map(|binary| binary.name));
    }
    let (agents, suites): (Vec<_>, Vec<_>) = (agents.into_iter().collect(), suites.into_iter().collect());
    let names = |argument: &str| match argument {
        "game" => games::all().iter().map(|game| game.named.name).collect(),
        "agent" | "agents" | "against" => agents.clone(),
        "openings" | "suite" => suites.clone(),
        "format" => formats.clone(),
        "names" => (WHOLE.experiments)(),
        _ => Vec::new(),
    };
    Ok(with_values(command, &names))
}

fn with_values(command: Command, names: &dyn Fn(&str) -> Vec<&'static str>) -> Command {
    let command = command.mut_args(|arg| match names(arg.get_id().as_str()) {
        none if none.is_empty() => arg,
        names => arg.value_parser(PossibleValuesParser::new(names)),
    });
    command.mut_subcommands(|command| with_values(command, names))
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
