//! `plywise agents`.

use std::process::ExitCode;

use arena::{Named, Opt, Spec};
use serde_json::json;

use crate::args::AgentsArgs;
use crate::failure::Failure;
use crate::layout;
use crate::output;

pub(crate) fn run(args: &AgentsArgs) -> Result<ExitCode, Failure> {
    let kinds = match &args.game {
        Some(game) => vec![games::open(game)?],
        None => games::all().iter().map(|game| games::open(game.named.name)).collect::<Result<_, _>>()?,
    };
    // An agent that is none is refused before anything is printed.
    let mut lists: Vec<(&str, Vec<Named>)> = Vec::new();
    for kind in &kinds {
        let agents = match &args.agent {
            Some(agent) => vec![*Spec::parse(agent)?.find("agent", kind.agents())?],
            None => kind.agents().to_vec(),
        };
        lists.push((kind.name(), agents));
    }
    if args.json {
        let all = lists.iter().map(|(game, agents)| json!({ "game": game, "agents": agents_json(agents) }));
        output::json(&all.collect::<Vec<_>>())?;
        return Ok(ExitCode::SUCCESS);
    }
    for (i, (game, agents)) in lists.iter().enumerate() {
        if i > 0 {
            output::line("")?;
        }
        output::line(game)?;
        list(agents)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn agents_json(agents: &[Named]) -> serde_json::Value {
    let entry = |agent: &Named| json!({ "name": agent.name, "about": agent.about, "options": output::options_json(agent.options) });
    agents.iter().map(entry).collect()
}

/// Whether an option is among these, alike in all that is told of it.
fn takes(options: &[Opt], option: &Opt) -> bool {
    let told = |option: &Opt| (option.key, option.values, option.default, option.about);
    options.iter().any(|other| told(other) == told(option))
}

/// The agents with their options. What several take alike is told once, below them all.
fn list(agents: &[Named]) -> Result<(), Failure> {
    let takers = |option: &Opt| agents.iter().filter(|agent| takes(agent.options, option)).count();
    let mut shared: Vec<Opt> = Vec::new();
    for agent in agents {
        output::entry(2, agent.name, agent.about)?;
        let (common, own): (Vec<Opt>, Vec<Opt>) = agent.options.iter().partition(|option| takers(option) > 1);
        if !common.is_empty() {
            let keys: Vec<_> = common.iter().map(|option| option.key).collect();
            output::line(layout::explain(4, "takes", 10, &keys.join(", ")))?;
        }
        output::options(&own)?;
        shared.extend(common.into_iter().filter(|option| !takes(&shared, option)).collect::<Vec<_>>());
    }
    if shared.is_empty() {
        return Ok(());
    }
    output::line("")?;
    output::line("  options that several take")?;
    // Where two options bear one name, it is told whose is whose.
    for option in &shared {
        let alike = shared.iter().filter(|other| other.key == option.key).count();
        output::options(&[*option])?;
        if alike > 1 {
            let of = agents.iter().filter(|agent| takes(agent.options, option)).map(|agent| agent.name);
            output::line(layout::explain(
                4,
                "",
                output::BESIDE,
                &format!("of {}", of.collect::<Vec<_>>().join(", ")),
            ))?;
        }
    }
    Ok(())
}
