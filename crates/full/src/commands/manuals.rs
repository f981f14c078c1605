//! `plywise completions` and `plywise man`: what shells and readers are told of all that can be typed.

use std::process::ExitCode;

use crate::WHOLE;
use crate::args::manuals::{CompletionsArgs, ManArgs};
use cli::failure::Failure;
use cli::output;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut WHOLE.grammar(), "plywise", &mut script);
    output::line(String::from_utf8_lossy(&script).trim_end())?;
    Ok(ExitCode::SUCCESS)
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
