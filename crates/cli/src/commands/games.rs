//! `plywise games`.

use std::process::ExitCode;

use serde_json::json;

use crate::args::ListArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &ListArgs) -> Result<ExitCode, Failure> {
    if args.json {
        let games: Vec<_> = games::all()
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
    for (i, game) in games::all().iter().enumerate() {
        if i > 0 {
            output::line("")?;
        }
        output::entry(0, game.named.name, game.named.about)?;
        output::options(game.named.options)?;
        output::entry(4, "position", game.positions)?;
        output::entry(4, "moves", game.moves)?;
        output::entry(4, "files", game.files)?;
    }
    Ok(ExitCode::SUCCESS)
}
