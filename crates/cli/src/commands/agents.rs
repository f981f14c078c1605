//! `plywise agents`.

use std::process::ExitCode;

use arena::{Kind, Named, Opt, Spec};
use serde_json::json;

use crate::args::AgentsArgs;
use crate::failure::Failure;
use crate::layout;
use crate::output;
use crate::presets;

pub(crate) fn run(args: &AgentsArgs) -> Result<ExitCode, Failure> {
    let kinds = match &args.game {
        Some(game) => vec![games::open(game)?],
        None => games::all().iter().map(|game| games::open(game.named.name)).collect::<Result<_, _>>()?,
    };
    // An agent that is none is refused before anything is printed.
    let mut lists: Vec<List<'_>> = Vec::new();
    for kind in &kinds {
        lists.push(List::new(&**kind, args.agent.as_deref())?);
    }
    if args.json {
        let all = lists.iter().map(List::json);
        output::json(&all.collect::<Vec<_>>())?;
        return Ok(ExitCode::SUCCESS);
    }
    for (i, told) in lists.iter().enumerate() {
        if i > 0 {
            output::line("")?;
        }
        output::line(told.kind.name())?;
        list(&told.agents)?;
        for (i, (name, spec)) in told.presets.iter().enumerate() {
            if i == 0 {
                output::line("\n  agents under names of their own")?;
            }
            output::entry(2, name, &format!("stands for {spec}"))?;
        }
        for why in told.agents.iter().filter_map(|agent| lacks(told.kind, agent)) {
            output::line(layout::explain(2, "", 2, &why))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What is told of a game's agents.
struct List<'a> {
    kind: &'a dyn Kind,
    agents: Vec<Named>,
    /// Names that stand for an agent.
    presets: Vec<(&'static str, &'static Spec)>,
}

impl<'a> List<'a> {
    /// All of them, or one.
    fn new(kind: &'a dyn Kind, agent: Option<&str>) -> Result<Self, Failure> {
        let all = presets::all()?.of(kind).collect::<Vec<_>>();
        let Some(agent) = agent else {
            return Ok(Self { kind, agents: kind.agents().to_vec(), presets: all });
        };
        let called = presets::all()?.resolve(kind, agent)?;
        let name = called.name.split(':').next().unwrap_or_default();
        let presets: Vec<_> = all.into_iter().filter(|(known, _)| *known == name).collect();
        let mut agent = *called.spec.find("agent", kind.agents())?;
        if let [(_, spec)] = presets[..] {
            let own =
                |option: &Opt| Opt { default: spec.text(option.key).unwrap_or(option.default), ..*option };
            // The list is printed once, and what it holds is kept as long as the program's own.
            agent.options = agent.options.iter().map(own).collect::<Vec<_>>().leak();
        }
        Ok(Self { kind, agents: vec![agent], presets })
    }

    fn json(&self) -> serde_json::Value {
        let mut told = json!({ "game": self.kind.name(), "agents": agents_json(&self.agents) });
        if !self.presets.is_empty() {
            let preset =
                |(name, spec): &(&str, &Spec)| json!({ "name": name, "stands_for": spec.to_string() });
            told["presets"] = self.presets.iter().map(preset).collect();
        }
        told
    }
}

/// What an agent lacks on this machine, if it lacks anything.
fn lacks(kind: &dyn Kind, agent: &Named) -> Option<String> {
    kind.stand_in(&Spec { name: agent.name.to_owned(), options: Vec::new() }).map(|(_, why)| why)
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
