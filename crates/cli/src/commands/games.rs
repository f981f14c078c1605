//! `plywise games`.

use std::process::ExitCode;

use arena::registry;
use serde_json::json;

use crate::args::ListArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &ListArgs) -> Result<ExitCode, Failure> {
    if args.json {
        let games: Vec<_> = registry::games()
            .iter()
            .map(|game| {
                json!({
                    "name": game.named.name,
                    "about": game.named.about,
                    "options": output::options_json(game.named.options),
                    "position": game.positions,
                    "moves": game.moves,
                    "files": game.files,
                })
            })
            .collect();
        output::json(&games)?;
        return Ok(ExitCode::SUCCESS);
    }
    for game in registry::games() {
        output::line(format!("{}  {}", game.named.name, game.named.about))?;
        output::options(game.named.options)?;
        output::line(format!("    position   {}", game.positions))?;
        output::line(format!("    moves      {}", game.moves))?;
        output::line(format!("    files      {}\n", game.files))?;
    }
    Ok(ExitCode::SUCCESS)
}
