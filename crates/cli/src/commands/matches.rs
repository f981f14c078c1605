//! `plywise match`.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arena::{
    Adjudication, AgentReport, GameFile, GameSummary, Kind, MatchFrame, MatchPlan, MatchReport, Openings,
    Spec,
};
use arena::{parse_clock, parse_sprt, registry, run_match, watch_match};
use plywise::Seat;

use crate::args::MatchArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::interrupt::stop_on_interrupt;
use crate::layout::{self, Fact};
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(args: &MatchArgs) -> Result<ExitCode, Failure> {
    let kind = games::open(&args.game)?;
    let plan = plan(args, &*kind)?;
    if let Some(path) = &args.save {
        check_new(path, args.force)?;
    }
    let stop = stop_on_interrupt()?;
    let units = plan.units(kind.seats());
    let seen = args.watch.is_some() || has_human(&plan.agents);
    let progress = if seen { Progress::silent() } else { Progress::begin(kind.name()) };
    progress.count(0, units, "games");
    // All that was typed can be understood; only now is read what takes long, and before a file is begun.
    plan.agents.iter().try_for_each(|agent| kind.check_agent(agent))?;
    let mut file = match &args.save {
        Some(path) => Some(create(path, args.force)?),
        None => None,
    };
    let mut trouble: Option<io::Error> = None;
    let mut score = (0.0, 0u64);
    let mut on_game = |game: &GameSummary| {
        if let Some(file) = &mut file
            && let Err(error) = file.add(game.unit, &game.text)
        {
            trouble.get_or_insert(error);
            stop.store(true, Ordering::Relaxed);
        }
        show_progress(&progress, units, game, &mut score);
        if let Some(pace) = args.watch {
            show_result(&*kind, &plan, game, pace, &stop);
        }
    };
    let report = match args.watch {
        None => run_match(&*kind, &plan, &stop, &mut on_game)?,
        Some(pace) => {
            let mut watch = |frame: &MatchFrame<'_>| show(&*kind, &plan, frame, pace, &stop);
            watch_match(&*kind, &plan, &stop, &mut on_game, &mut watch)?
        }
    };
    drop(progress);
    if args.json {
        output::json(&report)?;
    } else {
        print(&report, kind.seats())?;
    }
    // Last: whatever becomes of the file, the table is there.
    if let Some(file) = file {
        match trouble {
            Some(error) => return Err(Failure::input(format!("games could not be saved: {error}"))),
            None => file.finish()?,
        }
    }
    Ok(if report.broken_off { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn has_human(agents: &[Spec]) -> bool {
    agents.iter().any(|agent| registry::human::is_person(&agent.name))
}

fn plan(args: &MatchArgs, kind: &dyn Kind) -> Result<MatchPlan, Failure> {
    let agents = args.agents.iter().map(|text| Spec::parse(text)).collect::<Result<Vec<_>, _>>()?;
    agents.iter().try_for_each(|agent| kind.check_options(agent))?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let sprt = args.sprt.as_deref().map(parse_sprt).transpose()?;
    let (plies, suite) = openings(kind, args.opening_plies, args.openings.as_deref(), sprt.is_some());
    Openings::check_drawn(kind, plies)?;
    // A person plays one game at a time.
    let threads = if has_human(&agents) { 1 } else { args.threads.map_or(cores, |threads| threads as usize) };
    Ok(MatchPlan {
        agents,
        games: args.games.unwrap_or(if sprt.is_some() { 100_000 } else { 100 }),
        seed: args.seed,
        clock: args.clock.as_deref().map(parse_clock).transpose()?,
        openings: Openings::parse(kind, plies, suite.as_deref())?,
        adjudication: args.adjudicate.as_deref().map_or(Ok(Adjudication::default()), Adjudication::parse)?,
        sprt,
        threads,
    })
}

/// What was asked for, or what suits: drawn plies, or a suite.
pub(crate) fn openings(
    kind: &dyn Kind,
    plies: Option<u64>,
    suite: Option<&str>,
    test: bool,
) -> (u32, Option<String>) {
    match (plies, suite) {
        (None, None) if test => {
            let (plies, suite) = Openings::for_tests(kind);
            (plies, suite.map(str::to_owned))
        }
        (plies, suite) => (plies.unwrap_or(0) as u32, suite.map(str::to_owned)),
    }
}

/// A file that exists is refused before anything takes long.
fn check_new(path: &Path, force: bool) -> Result<(), Failure> {
    if path.is_file() && !force {
        return Err(exists(path));
    }
    Ok(())
}

fn exists(path: &Path) -> Failure {
    Failure::input(format!("{} exists already; name another file or add --force", path.display()))
}

pub(crate) fn create(path: &Path, force: bool) -> Result<GameFile, Failure> {
    GameFile::create(path, force).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => Failure::input(error),
    })
}

fn show_progress(progress: &Progress, units: u64, game: &GameSummary, score: &mut (f64, u64)) {
    score.1 += 1;
    if let [first, second] = game.payoffs[..] {
        let own = if game.agents[0] == 0 { first.cmp(&second) } else { second.cmp(&first) };
        score.0 += f64::from(own as i8 + 1) / 2.0;
        progress.note(format!("first agent {:.1} %", 100.0 * score.0 / score.1 as f64));
    } else {
        score.0 += f64::from(game.payoffs[0]);
        progress.note(format!("mean {}", output::digits(score.0 / score.1 as f64)));
    }
    progress.count(score.1, units, "games");
}

/// One frame of a watched game. Draws in place where that is possible, without hiding the cursor or leaving the
/// normal screen: whatever ends the command leaves the terminal as it should be.
fn show(kind: &dyn Kind, plan: &MatchPlan, shown: &MatchFrame<'_>, pace: Duration, stop: &AtomicBool) {
    let frame = &shown.frame;
    let who = frame.seat.map_or("chance".to_owned(), |seat| kind.seat_name(seat));
    let thought = frame.thought.as_ref().map_or(String::new(), |thought| format!("   [{thought}]"));
    let clear = if output::can_draw() { "\u{1b}[H\u{1b}[J" } else { "" };
    let seats: Vec<String> = shown
        .agents
        .iter()
        .enumerate()
        .map(|(seat, &agent)| format!("{} {}", kind.seat_name(Seat(seat as u8)), plan.agents[agent]))
        .collect();
    write_now(
        &format!(
            "{clear}game {} of {}: {}\n{}. {who} plays {}{thought}\n\n{}\n\n",
            shown.unit + 1,
            plan.units(kind.seats()),
            seats.join(" – "),
            frame.ply,
            frame.move_text,
            (frame.diagram)(output::ink()).trim_end()
        ),
        stop,
    );
    wait(pace, stop);
}

/// How a watched game ended.
fn show_result(kind: &dyn Kind, plan: &MatchPlan, game: &GameSummary, pace: Duration, stop: &AtomicBool) {
    let points: Vec<String> = game
        .payoffs
        .iter()
        .zip(&game.agents)
        .enumerate()
        .map(|(seat, (points, &agent))| {
            format!("{} {} {points:+}", kind.seat_name(Seat(seat as u8)), plan.agents[agent])
        })
        .collect();
    let forfeit = game
        .forfeit
        .as_ref()
        .map_or(String::new(), |(agent, why)| format!("; {} loses by forfeit: {why}", plan.agents[*agent]));
    write_now(&format!("game {} is over: {}{forfeit}\n\n", game.unit + 1, points.join(", ")), stop);
    wait(pace * 3, stop);
}

/// Whoever has stopped looking has seen enough.
fn write_now(text: &str, stop: &AtomicBool) {
    let mut out = io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        stop.store(true, Ordering::Relaxed);
    }
}

fn wait(time: Duration, stop: &AtomicBool) {
    let until = Instant::now() + time;
    while !stop.load(Ordering::Relaxed) {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        std::thread::sleep(left.min(Duration::from_millis(20)));
    }
}

fn print(report: &MatchReport, seats: usize) -> Result<(), Failure> {
    let games = if report.broken_off {
        format!(
            "{} of {} games (broken off)",
            output::count(report.games),
            output::count(report.games_planned)
        )
    } else {
        output::plural(report.games, "game")
    };
    output::line(format!("{}: {games}, seed {}", report.game, report.seed))?;
    if report.games == 0 {
        return Ok(());
    }
    let names: Vec<String> = report.agents.iter().map(|agent| agent.agent.clone()).collect();
    output::line(layout::facts("agent", &names, &facts(report, seats), layout::width()))?;
    output::line(format!(
        "game length {:.1} ± {:.1} plies, {:.2} legal moves on average",
        report.mean_plies, report.sd_plies, report.mean_branching
    ))?;
    if let Some(lead) = &report.lead {
        output::line(layout::sentence(&lead.line()))?;
    }
    if let Some(sprt) = &report.sprt {
        output::line(layout::sentence(&sprt.line()))?;
    }
    for agent in &report.agents {
        if let Some(first) = &agent.first_forfeit {
            output::line(format!(
                "{} lost {} by forfeit, first game {}: {}",
                agent.agent,
                output::plural(agent.forfeits, "game"),
                first.game,
                first.reason
            ))?;
        }
    }
    if seats > 1 && report.distinct_games < report.games.min(10) {
        output::line(format!(
            "only {} of these games differ: where nothing is left to luck, --opening-plies 4 gives variety",
            report.distinct_games
        ))?;
    }
    Ok(())
}

/// The columns of the table.
fn facts(report: &MatchReport, seats: usize) -> Vec<Fact> {
    let each = |cell: &dyn Fn(&AgentReport) -> String| report.agents.iter().map(cell).collect::<Vec<_>>();
    let mut facts: Vec<Fact> = Vec::new();
    // An agent that plays alone meets nobody.
    if report.agents.len() > 1 {
        facts.push(("wins", each(&|agent| output::count(agent.wins))));
        facts.push(("draws", each(&|agent| output::count(agent.draws))));
        facts.push(("losses", each(&|agent| output::count(agent.losses))));
    }
    let score = |x: f64| if seats == 1 { output::digits(x) } else { format!("{:.1} %", 100.0 * x) };
    facts.push(("score", each(&|agent| output::told(agent.mean_score, score))));
    facts.push(("95 %", each(&|agent| output::interval(agent.score(), score))));
    let spread =
        |mean: f64, deviation: f64| format!("{} ± {}", output::digits(mean), output::digits(deviation));
    if seats == 1 {
        facts.push(("sd", each(&|agent| output::digits(agent.sd_payoff))));
        facts.push(("best", each(&|agent| output::digits(f64::from(agent.best_payoff)))));
        facts.push(("tiles", each(&|agent| output::tiles(&agent.tiles))));
    } else {
        facts.push(("points ± sd", each(&|agent| spread(agent.mean_payoff, agent.sd_payoff))));
    }
    facts.push(("time/game", each(&|agent| output::seconds(agent.mean_time_per_game_s))));
    facts.push(("time/move", each(&|agent| output::seconds(agent.mean_time_per_move_s))));
    facts
        .push(("nodes/game ± sd", each(&|agent| spread(agent.mean_nodes_per_game, agent.sd_nodes_per_game))));
    facts
}
