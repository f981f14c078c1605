//! `plywise solve`.

use std::process::ExitCode;
use std::time::Instant;

use arena::registry::capability::Means;
use arena::{Kind, LiveGame, Thought};
use plywise::Limits;
use serde_json::json;

use super::analyze::Heard;
use crate::args::SolveArgs;
use crate::failure::Failure;
use crate::interrupt::{self, stop_on_interrupt};
use crate::layout;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(args: &SolveArgs) -> Result<ExitCode, Failure> {
    if let Some(file) = &args.file {
        return super::problems::run(args, file);
    }
    let kind = games::open(&args.game)?;
    let mut game = kind.live(0, args.position.as_deref())?;
    game.roll_on();
    if game.turn().is_none() {
        return finished(args, &*kind, &mut *game);
    }
    let Some(solver) =
        game.join_solver(Means { table_mib: args.table as usize, threads: args.threads as usize })?
    else {
        return Err(unsolvable(&*kind));
    };
    let stop = stop_on_interrupt()?;
    let progress = Progress::begin(format!("solving {}", kind.name()));
    progress.budget(args.time);
    let begun = Instant::now();
    let deadline = Some(begun + args.time);
    let limits = Limits { deadline, stop: Some(stop), ..Limits::default() };
    let mut heard = Heard::default();
    let mut tell = |step: &Thought| {
        heard.hear(step);
        progress.at(format!("depth {}", step.depth + 1));
    };
    let thought = game.think_aloud(solver, &limits, &mut tell);
    // What tells only of its last attempt has tried something else before.
    let elapsed_s = begun.elapsed().as_secs_f64();
    heard.last.iter_mut().for_each(|last| last.elapsed_s = elapsed_s);
    let thought = thought.map(|thought| Thought { elapsed_s, ..thought });
    drop(progress);
    let Some(solved) = thought.filter(Thought::is_solved) else {
        return unsolved(args, kind.name(), &*game, &heard);
    };
    let value = solved.value.exact_text(kind.seats());
    if args.json {
        output::json(&json!({
            "game": kind.name(), "position": game.position(), "value": solved.number(), "value_text": value,
            "best": solved.best, "line": solved.line, "nodes": solved.nodes, "elapsed_s": solved.elapsed_s,
            "solved": true, "stopped": solved.stopped, "scoring": kind.scoring(),
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(game.diagram(output::ink()).trim_end())?;
    output::line(format!("\nexact value {value} for the side to move, best {}", solved.best))?;
    output::line(layout::explain(0, "line", 5, &solved.line.join(" ")))?;
    super::tell_scoring(&*kind)?;
    let time = output::seconds(solved.elapsed_s);
    let counted = |thing| output::plural(solved.nodes, thing);
    output::line(match (solved.is_exhaustive(), solved.is_known()) {
        (true, _) => format!("by exhaustion: {} in {time}, all that can be reached", counted("position")),
        (_, true) => format!("by database: {} looked up in {time}", counted("position")),
        _ => format!("{} in {time}", counted("node")),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A game that is over has its value and no move.
fn finished(args: &SolveArgs, kind: &dyn Kind, game: &mut dyn LiveGame) -> Result<ExitCode, Failure> {
    let value = super::problems::value_at_the_end(kind, game)?;
    let told = value.exact_text(kind.seats());
    if args.json {
        output::json(&json!({
            "game": kind.name(), "position": game.position(), "value": value.as_f64(), "value_text": told,
            "best": null, "line": [], "nodes": 0, "elapsed_s": 0.0, "solved": true, "stopped": "finished",
            "scoring": kind.scoring(),
        }))?;
    } else {
        output::line(game.diagram(output::ink()).trim_end())?;
        output::line(format!("\nthe game is over; exact value {told} for the side to move"))?;
        super::tell_scoring(kind)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn unsolvable(kind: &dyn Kind) -> Failure {
    Failure::input(format!(
        "{} cannot be solved by full search: chance makes its tree too wide; try analyze",
        kind.name()
    ))
}

/// What is known where the time was too short, or an interrupt came.
fn unsolved(args: &SolveArgs, name: &str, game: &dyn LiveGame, heard: &Heard) -> Result<ExitCode, Failure> {
    let interrupted = interrupt::is_set();
    let Heard { done, last } = heard;
    if args.json {
        output::json(&json!({
            "game": name, "position": game.position(), "solved": false, "value": null,
            "stopped": if interrupted { "interrupted" } else { "deadline" },
            "depth": done.as_ref().map_or(0, |step| step.depth),
            "value_so_far": done.as_ref().map(|step| step.value.as_f64()),
            "best_so_far": last.as_ref().and_then(|step| step.line.first()),
            "line_so_far": last.as_ref().map_or(&[][..], |step| &step.line),
            "nodes": last.as_ref().map_or(0, |step| step.nodes),
            "elapsed_s": last.as_ref().map_or(0.0, |step| step.elapsed_s),
        }))?;
    } else {
        output::line(match interrupted {
            true => "not solved: interrupted".to_owned(),
            false => layout::sentence(&format!(
                "not solved within {}; --time 10m gives it more",
                output::time(args.time)
            )),
        })?;
        if let (Some(done), Some(last)) = (done, last) {
            output::line(layout::sentence(&format!(
                "so far, unfinished: depth {} complete, {} in {}; value {} as far as that shows, best line {}",
                done.depth,
                output::plural(last.nodes, "node"),
                output::seconds(last.elapsed_s),
                done.value,
                last.line.join(" ")
            )))?;
        }
    }
    Ok(ExitCode::from(if interrupted { interrupt::code() } else { 1 }))
}
