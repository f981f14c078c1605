//! `plywise solve`.

use std::process::ExitCode;
use std::time::Instant;

use arena::registry;
use plywise::Limits;
use serde_json::json;

use crate::args::SolveArgs;
use crate::failure::Failure;
use crate::layout;
use crate::output;

pub(crate) fn run(args: &SolveArgs) -> Result<ExitCode, Failure> {
    let kind = registry::open(&args.game)?;
    let mut game = kind.live(0, args.position.as_deref())?;
    super::at_a_seats_turn(&mut *game)?;
    let Some(solver) = game.join_solver(args.table as usize)? else {
        return Err(Failure::input(format!(
            "{} cannot be solved by full search: chance makes its tree too wide; try analyze with expectimax",
            kind.name()
        )));
    };
    let limits = Limits { deadline: Some(Instant::now() + args.time), ..Limits::default() };
    let thought = game.think(solver, &limits);
    let solved = thought.filter(|thought| thought.stopped == "solved");
    let Some(solved) = solved else {
        output::line(format!(
            "not solved within {}: the position is out of reach of a full search; --time 10m gives it more",
            output::time(args.time)
        ))?;
        return Ok(ExitCode::from(1));
    };
    if args.json {
        output::json(&json!({
            "game": kind.name(), "position": game.position(), "value": solved.number, "value_text": solved.value,
            "best": solved.best, "line": solved.line, "nodes": solved.nodes, "elapsed_s": solved.elapsed_s,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(game.diagram(output::ink()))?;
    output::line(format!("\nexact value {} for the side to move, best {}", solved.value, solved.best))?;
    output::line(layout::explain(0, "line", 5, &solved.line.join(" ")))?;
    let (nodes, time) = (output::count(solved.nodes), output::seconds(solved.elapsed_s));
    output::line(format!("{nodes} nodes in {time}"))?;
    Ok(ExitCode::SUCCESS)
}
