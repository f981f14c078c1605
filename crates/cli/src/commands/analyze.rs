//! `plywise analyze`.

use std::process::ExitCode;

use arena::{LiveGame, MoveValue, Spec, Step, Thought, registry};
use plywise::Limits;
use serde_json::json;

use crate::args::AnalyzeArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &AnalyzeArgs) -> Result<ExitCode, Failure> {
    let kind = registry::open(&args.game)?;
    let spec = Spec::parse(args.agent.as_deref().unwrap_or(kind.sparring_partner()))?;
    kind.check_agent(&spec)?;
    let mut game = kind.live(args.seed, args.position.as_deref())?;
    super::at_a_seats_turn(&mut *game, args.seed)?;
    let agent = game.join(&spec, args.seed)?;
    let limits = Limits::default();
    if !args.json {
        output::line(format!("{}\n\n{spec}", game.diagram(output::ink())))?;
    }
    let mut failed = None;
    let mut tell = |step: &Step| {
        if !args.json
            && let Err(failure) = tell(step)
        {
            failed.get_or_insert(failure);
        }
    };
    let thought = game.think_aloud(agent, &limits, &mut tell);
    if let Some(failure) = failed {
        return Err(failure);
    }
    let Some(thought) = thought else {
        return Err(Failure::input("the search was stopped before it had a move"));
    };
    let moves = if args.all_moves { game.move_values(agent, thought.depth, &limits) } else { Vec::new() };
    if args.json {
        print_json(args, kind.name(), &*game, &thought, &moves)?;
    } else {
        print(&thought, &moves)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(step: &Step) -> Result<(), Failure> {
    output::line(format!(
        "depth {:>3}  {:>12}  {:>14} nodes  {:>9}  {}",
        step.depth,
        step.value.to_string(),
        output::count(step.nodes),
        output::seconds(step.elapsed_s),
        step.line.join(" ")
    ))
}

fn print(thought: &Thought, moves: &[MoveValue]) -> Result<(), Failure> {
    let rate = output::digits(thought.nodes as f64 / thought.elapsed_s.max(1e-9));
    output::line(format!(
        "\nbest {} ({}), depth {}, {} nodes in {} ({rate}/s), stopped: {}",
        thought.best,
        thought.value,
        thought.depth,
        output::count(thought.nodes),
        output::seconds(thought.elapsed_s),
        thought.stopped,
    ))?;
    output::line(format!("line {}", thought.line.join(" ")))?;
    for mv in moves {
        output::line(format!("{:>12}  {:>12}  depth {}", mv.mv, mv.value.to_string(), mv.depth))?;
    }
    Ok(())
}

fn print_json(
    args: &AnalyzeArgs,
    name: &str,
    game: &dyn LiveGame,
    thought: &Thought,
    moves: &[MoveValue],
) -> Result<(), Failure> {
    let mut report = json!({
        "game": name, "position": game.position(), "best": thought.best, "value": thought.number,
        "value_text": thought.value, "line": thought.line, "depth": thought.depth, "nodes": thought.nodes,
        "elapsed_s": thought.elapsed_s, "stopped": thought.stopped,
    });
    if args.all_moves {
        report["moves"] = moves
            .iter()
            .map(|mv| {
                json!({ "move": mv.mv, "value": mv.value.as_f64(), "value_text": mv.value.to_string(), "depth": mv.depth })
            })
            .collect();
    }
    output::json(&report)
}
