//! `plywise explain`: a heuristic taken apart.

use std::process::ExitCode;

use arena::LiveGame;
use arena::registry::{Explanation, Term};
use plywise::Seat;
use serde_json::json;

use crate::args::works::ExplainArgs;
use crate::failure::Failure;
use crate::layout::{self, Fact};
use crate::output;
use crate::presets;
use crate::progress::Progress;

pub(crate) fn run(args: &ExplainArgs) -> Result<ExitCode, Failure> {
    let kind = games::open(&args.game)?;
    let spec = args.agent.as_deref().map(|text| presets::agent(&*kind, text)).transpose()?;
    // Of an agent that there is not, the game tells which have a heuristic.
    spec.iter().filter(|spec| kind.listed(spec).is_ok()).try_for_each(|spec| kind.check_options(spec))?;
    let mut game = kind.live(args.seed, args.position.as_deref())?;
    game.roll_on();
    if game.turn().is_none() {
        return tell_the_end(args, kind.name(), &*game);
    }
    let progress = Progress::begin(kind.name());
    let explanation = game.explain(spec.as_ref())?;
    drop(progress);
    if args.json {
        print_json(kind.name(), &*game, &explanation)?;
    } else {
        print(&*game, &explanation)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How a game that is over has ended, and why: there is nothing more that a heuristic could say.
fn tell_the_end(args: &ExplainArgs, name: &str, game: &dyn LiveGame) -> Result<ExitCode, Failure> {
    let (payoffs, why) = (game.payoffs(), game.ending());
    let seats: Vec<String> = (0..payoffs.len()).map(|seat| game.seat_name(Seat(seat as u8))).collect();
    if args.json {
        let points: Vec<_> = seats
            .iter()
            .zip(&payoffs)
            .map(|(seat, points)| json!({ "seat": seat, "points": points }))
            .collect();
        output::json(
            &json!({ "game": name, "position": game.position(), "over": true, "why": why, "result": points }),
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(game.diagram(output::ink()))?;
    output::line(layout::sentence(&format!("The game is over: {why}. {}.", result(&seats, &payoffs))))?;
    Ok(ExitCode::SUCCESS)
}

/// Who has won by what: `Black has won by 12`.
fn result(seats: &[String], payoffs: &[i32]) -> String {
    match (seats, payoffs) {
        ([_], [points]) => format!("It has brought {points} points"),
        ([_, _], [0, _]) => "It is a draw".to_owned(),
        ([first, second], [points, _]) => {
            format!("{} has won by {}", if *points > 0 { first } else { second }, points.abs())
        }
        _ => {
            let told = seats.iter().zip(payoffs).map(|(seat, points)| format!("{seat} {points}"));
            format!("Points: {}", told.collect::<Vec<_>>().join(", "))
        }
    }
}

fn print(game: &dyn LiveGame, explanation: &Explanation) -> Result<(), Failure> {
    output::line(game.diagram(output::ink()))?;
    output::line(layout::sentence(&format!(
        "{}, from the point of view of the side to move",
        explanation.agent
    )))?;
    for line in &explanation.definition {
        output::line(layout::explain(0, "", 2, line).trim_start_matches('\n'))?;
    }
    if layout::width().is_some_and(|width| width < WIDE) { narrow(explanation) } else { wide(explanation) }?;
    for (mv, value) in &explanation.candidates {
        output::line(format!("  {mv}: {}", number(*value)))?;
    }
    if !explanation.facts.is_empty() {
        output::line("")?;
    }
    explanation.facts.iter().try_for_each(|fact| output::line(layout::beside("", fact)))
}

const HEADS: [&str; 5] = ["own", "other", "value", "weight", "adds"];
/// Columns that a line of [`row`] takes.
const WIDE: usize = 90;

fn cells(term: &Term) -> [String; 5] {
    let side = |part: Option<f64>| part.map_or_else(String::new, number);
    [side(term.own), side(term.other), number(term.value), number(term.weight), number(term.contribution())]
}

/// The terms, each in a line with its parts below.
fn wide(explanation: &Explanation) -> Result<(), Failure> {
    if !explanation.terms.is_empty() {
        output::line("")?;
        output::line(row("term", HEADS.map(str::to_owned)))?;
    }
    for term in &explanation.terms {
        output::line(row(&term.name, cells(term)))?;
        for (name, adds) in &term.parts {
            output::line(format!("    {name:<72}{:>14}", number(*adds)))?;
        }
    }
    let Some(value) = explanation.value else { return Ok(()) };
    output::line(row("value", [String::new(), String::new(), String::new(), String::new(), number(value)]))
}

/// The same where a line is too short: a table that turns on its side if need be, then the parts.
fn narrow(explanation: &Explanation) -> Result<(), Failure> {
    output::line("")?;
    if !explanation.terms.is_empty() {
        let names: Vec<String> = explanation.terms.iter().map(|term| term.name.to_string()).collect();
        let rows: Vec<[String; 5]> = explanation.terms.iter().map(cells).collect();
        let column = |i: usize| rows.iter().map(|row| row[i].clone()).collect::<Vec<_>>();
        let facts: Vec<Fact> = HEADS.iter().enumerate().map(|(i, &head)| (head, column(i))).collect();
        let told = facts.into_iter().filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
        output::line(layout::facts("term", &names, &told.collect::<Vec<_>>(), layout::width()))?;
    }
    for term in explanation.terms.iter().filter(|term| !term.parts.is_empty()) {
        output::line(layout::sentence(&format!("parts of {}:", term.name)))?;
        for (name, adds) in &term.parts {
            output::line(layout::beside("", &format!("{name} {}", number(*adds))))?;
        }
    }
    let Some(value) = explanation.value else { return Ok(()) };
    output::line(format!("value {}", number(value)))
}

fn row(name: &str, [own, other, value, weight, adds]: [String; 5]) -> String {
    format!("  {name:<28}{own:>12}{other:>12}{value:>12}{weight:>10}{adds:>14}")
}

/// Up to five decimals, none that say nothing.
fn number(x: f64) -> String {
    let text = format!("{x:.5}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".into() } else { short.to_owned() }
}

/// A number without what is left of rounding: values are hundredths or thousandths, and none is as large as a million.
fn tidy(number: f64) -> f64 {
    if number.abs() < 1e6 { (number * 1e9).round() / 1e9 } else { number }
}

fn print_json(name: &str, game: &dyn LiveGame, explanation: &Explanation) -> Result<(), Failure> {
    let part = |(name, adds): &(String, f64)| json!({ "name": name, "adds": tidy(*adds) });
    let term = |term: &Term| {
        json!({
            "name": term.name, "own": term.own.map(tidy), "other": term.other.map(tidy), "value": tidy(term.value),
            "weight": tidy(term.weight), "adds": tidy(term.contribution()), "parts": term.parts.iter().map(part).collect::<Vec<_>>(),
        })
    };
    let candidate = |(mv, value): &(String, f64)| json!({ "move": mv, "value": tidy(*value) });
    output::json(&json!({
        "game": name,
        "position": game.position(),
        "agent": explanation.agent,
        "definition": explanation.definition,
        "terms": explanation.terms.iter().map(term).collect::<Vec<_>>(),
        "value": explanation.value.map(tidy),
        "candidates": explanation.candidates.iter().map(candidate).collect::<Vec<_>>(),
        "facts": explanation.facts,
    }))
}
