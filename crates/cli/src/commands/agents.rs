//! `plywise agents`.

use std::process::ExitCode;

use arena::registry;
use serde_json::json;

use crate::args::AgentsArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &AgentsArgs) -> Result<ExitCode, Failure> {
    let kinds = match &args.game {
        Some(game) => vec![registry::open(game)?],
        None => {
            registry::games().iter().map(|game| registry::open(game.named.name)).collect::<Result<_, _>>()?
        }
    };
    if args.json {
        let all: Vec<_> = kinds
            .iter()
            .map(|kind| {
                let agents: Vec<_> = kind
                    .agents()
                    .iter()
                    .map(|agent| {
                        json!({
                            "name": agent.name,
                            "about": agent.about,
                            "options": output::options_json(agent.options),
                        })
                    })
                    .collect();
                json!({ "game": kind.name(), "agents": agents })
            })
            .collect();
        output::json(&all)?;
        return Ok(ExitCode::SUCCESS);
    }
    for (i, kind) in kinds.iter().enumerate() {
        if i > 0 {
            output::line("")?;
        }
        output::line(kind.name())?;
        for agent in kind.agents() {
            output::entry(2, agent.name, agent.about)?;
            output::options(agent.options)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
