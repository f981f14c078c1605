//! `plywise tournament`.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::{Openings, Spec};
use tournament::page::page;
use tournament::{AgentRow, Experiment, Report, Store, run as play};

use super::matches::openings;
use super::unit::read_experiment;
use crate::args::tournament::TournamentArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::interrupt::stop_on_interrupt;
use crate::layout::{self, Fact};
use crate::live::{Bar, Lines};
use crate::outfile::OutFile;
use crate::output;

pub(crate) fn run(args: &TournamentArgs) -> Result<ExitCode, Failure> {
    let experiment = experiment(args)?;
    if args.print {
        experiment.open()?;
        output::line(experiment.text())?;
        return Ok(ExitCode::SUCCESS);
    }
    // What cannot be played leaves no file behind.
    let setup = experiment.open()?;
    Openings::check_drawn(&*setup.kind, experiment.opening_plies)?;
    setup.ready()?;
    drop(setup);
    let mut html = OutFile::maybe(args.html.as_deref(), args.store.as_deref())?;
    let mut store = args.store.as_deref().map(Store::open).transpose()?;
    if let Some(store) = store.as_ref().filter(|_| args.resume) {
        let hash = experiment.hash();
        if !store.experiments()?.iter().any(|stored| stored.hash == hash) {
            return Err(Failure::input(
                "the store holds nothing of this experiment; without --resume it begins anew",
            ));
        }
    }
    let stop: Arc<AtomicBool> = stop_on_interrupt()?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let report = if args.json_lines {
        let mut lines = Lines::new(&stop);
        let report = play(&experiment, store.as_mut(), threads, &stop, &mut lines)?;
        lines.end(&report)?;
        report
    } else {
        play(&experiment, store.as_mut(), threads, &stop, &mut Bar::new(&experiment.game))?
    };
    if args.json {
        output::json(&report)?;
    } else if !args.json_lines {
        print(&report)?;
        if report.broken_off
            && let Some(store) = &args.store
        {
            output::line(format!("to go on: plywise tournament --resume --store {}", store.display()))?;
        }
    }
    // Last: whatever becomes of the page, the table is there.
    if let Some(html) = &mut html {
        html.write(&page(&report))?;
    }
    let interrupted = report.broken_off && stop.load(Ordering::Relaxed);
    Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// What was typed, or what the file or the store says.
fn experiment(args: &TournamentArgs) -> Result<Experiment, Failure> {
    let mut experiment = match (&args.experiment, &args.game) {
        (Some(path), _) => read_experiment(path)?,
        (None, Some(game)) => typed(args, game)?,
        (None, None) => newest(args.store.as_deref())?,
    };
    if let Some(rounds) = args.rounds {
        experiment.rounds = rounds;
    }
    Ok(experiment)
}

fn typed(args: &TournamentArgs, game: &str) -> Result<Experiment, Failure> {
    // Spaces and quotes that mean nothing shall not make another experiment.
    let normal = |text: &str| Spec::parse(text).map(|spec| spec.to_string());
    let suite = args.openings.as_deref().map(normal).transpose()?;
    let kind = games::open(game)?;
    let (opening_plies, openings) =
        openings(&*kind, args.opening_plies, suite.as_deref(), args.sprt.is_some());
    Ok(Experiment {
        game: normal(game)?,
        agents: args.agents.iter().map(|text| normal(text)).collect::<Result<_, _>>()?,
        schedule: args.schedule.into(),
        seed: args.seed,
        clock: args.clock.clone(),
        opening_plies,
        openings,
        adjudicate: args.adjudicate.clone(),
        rounds: if args.sprt.is_some() { 50_000 } else { 10 },
        sprt: args.sprt.clone(),
    })
}

fn newest(store: Option<&Path>) -> Result<Experiment, Failure> {
    let path = store.ok_or_else(|| Failure::input("--resume takes --store FILE"))?;
    let newest = Store::read(path)?.experiments()?.pop();
    let newest =
        newest.ok_or_else(|| Failure::input(format!("{} holds no experiments yet", path.display())))?;
    Ok(newest.experiment)
}

/// The report for people.
pub(crate) fn print(report: &Report) -> Result<(), Failure> {
    let games = if report.broken_off {
        format!(
            "{} of {} games (not finished)",
            output::count(report.games),
            output::count(report.games_planned)
        )
    } else {
        output::plural(report.games, "game")
    };
    output::line(format!("{}: {games}, seed {}", report.game, report.seed))?;
    let ranked: Vec<&AgentRow> = report.ranking.iter().map(|&agent| &report.agents[agent]).collect();
    let names: Vec<String> = ranked.iter().map(|row| row.agent.clone()).collect();
    output::line(layout::facts("agent", &names, &facts(&ranked, report.seats), layout::width()))?;
    if let Some(sprt) = &report.sprt {
        output::line(layout::sentence(&sprt.line()))?;
    }
    if report.seats == 2 && ranked.len() > 2 {
        output::line(layout::facts("against", &names, &cross_table(report), layout::width()))?;
    }
    for row in &ranked {
        if let Some((game, why)) = &row.first_forfeit {
            let games = output::plural(row.forfeits, "game");
            output::line(format!("{} lost {games} by forfeit, first game {game}: {why}", row.agent))?;
        }
    }
    if let Some(doubt) = report.doubt() {
        output::line(layout::sentence(&doubt))?;
    }
    Ok(())
}

fn facts(ranked: &[&AgentRow], seats: usize) -> Vec<Fact> {
    let each = |cell: &dyn Fn(&AgentRow) -> String| ranked.iter().map(|row| cell(row)).collect::<Vec<_>>();
    let mut facts: Vec<Fact> = Vec::new();
    if seats == 2 {
        let elo = |elo: Option<f64>| elo.map_or(String::new(), |elo| format!("{elo:+.0}"));
        facts.push(("Elo", each(&|row| row.unrated.map_or_else(|| elo(row.elo), str::to_owned))));
        facts.push((
            "95 %",
            each(&|row| {
                if row.elo.is_some() {
                    format!("{} … {}", elo(row.elo_low), elo(row.elo_high))
                } else {
                    String::new()
                }
            }),
        ));
    }
    facts.push(("games", each(&|row| output::count(row.games))));
    if ranked.len() > 1 {
        facts.push(("wins", each(&|row| output::count(row.wins))));
        facts.push(("draws", each(&|row| output::count(row.draws))));
        facts.push(("losses", each(&|row| output::count(row.losses))));
    }
    if seats == 2 {
        let share = |score: f64| format!("{:.1} %", 100.0 * score);
        facts.push(("score", each(&|row| output::told(row.mean_score, share))));
        let likely =
            |row: &AgentRow| row.superiority.map_or(String::new(), |p| format!("{:.1} %", 100.0 * p));
        facts.push(("over next", each(&likely)));
    } else {
        facts.push(("mean points", each(&|row| output::told(row.mean_score, output::digits))));
        facts.push(("95 %", each(&|row| output::interval(row.score(), output::digits))));
        facts.push(("best", each(&|row| output::digits(f64::from(row.best_payoff)))));
        facts.push(("tiles", each(&|row| output::tiles(&row.tiles))));
    }
    facts.push(("time/move", each(&|row| output::seconds(row.mean_time_per_move_s))));
    facts.push(("nodes/game", each(&|row| output::digits(row.mean_nodes_per_game))));
    facts
}

/// Points of each against each other, both in the order of the ranking.
fn cross_table(report: &Report) -> Vec<Fact> {
    const PLACES: [&str; 16] =
        ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"];
    let score = |own: usize, other: usize| match report.score_against(own, other) {
        Some((half_points, games)) if games > 0 => {
            let half = if half_points % 2 == 0 { "" } else { "½" };
            format!("{}{half}/{games}", half_points / 2)
        }
        _ => String::new(),
    };
    let column = |other: usize| report.ranking.iter().map(|&own| score(own, other)).collect();
    PLACES.iter().zip(&report.ranking).map(|(&place, &other)| (place, column(other))).collect()
}
