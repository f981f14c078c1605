//! `plywise match`.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arena::{Frame, GameFile, GameSummary, Kind, MatchPlan, MatchReport, Spec, parse_clock, registry};
use indicatif::{ProgressBar, ProgressStyle};
use plywise::Ink;

use crate::args::MatchArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::output;

pub(crate) fn run(args: &MatchArgs) -> Result<ExitCode, Failure> {
    let kind = registry::open(&args.game)?;
    let plan = plan(args, &*kind)?;
    let stop = stop_on_interrupt()?;
    let mut file = match &args.save {
        Some(path) => Some(create(path, args.force)?),
        None => None,
    };
    let mut trouble: Option<io::Error> = None;
    let bar = progress_bar(plan.units(kind.seats()), args.watch.is_some());
    let mut score = (0.0, 0u64);
    let mut on_game = |game: &GameSummary| {
        if let Some(file) = &mut file
            && let Err(error) = file.add(game.unit, &game.text)
        {
            trouble.get_or_insert(error);
            stop.store(true, Ordering::Relaxed);
        }
        show_progress(&bar, game, &mut score);
    };
    let report = match args.watch {
        None => kind.run_match(&plan, &stop, &mut on_game)?,
        Some(pace) => {
            let mut watch = |frame: Frame<'_>| show(&*kind, &frame, pace, &stop);
            kind.watch_match(&plan, &stop, &mut on_game, &mut watch)?
        }
    };
    bar.finish_and_clear();
    if let Some(file) = file {
        match trouble {
            Some(error) => return Err(Failure::input(format!("games could not be saved: {error}"))),
            None => file.finish()?,
        }
    }
    if args.json {
        output::json(&report)?
    } else {
        print(&report, kind.seats())?
    }
    Ok(if stop.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn plan(args: &MatchArgs, kind: &dyn Kind) -> Result<MatchPlan, Failure> {
    let agents = args.agents.iter().map(|text| Spec::parse(text)).collect::<Result<Vec<_>, _>>()?;
    for agent in &agents {
        kind.check_agent(agent)?;
    }
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Ok(MatchPlan {
        agents,
        games: args.games,
        seed: args.seed,
        clock: args.clock.as_deref().map(parse_clock).transpose()?,
        opening_plies: args.opening_plies as u32,
        threads: args.threads.map_or(cores, |threads| threads as usize),
    })
}

fn create(path: &std::path::Path, force: bool) -> Result<GameFile, Failure> {
    GameFile::create(path, force).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::input(format!("{} exists already; name another file or add --force", path.display()))
        }
        _ => Failure::input(error),
    })
}

/// The first interrupt ends the match after the games that are finished; the second ends the command.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })
    .map_err(Failure::input)?;
    Ok(stop)
}

fn progress_bar(units: u64, hidden: bool) -> ProgressBar {
    if hidden || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} games  {per_sec}  {eta} left  {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(units).with_style(style)
}

fn show_progress(bar: &ProgressBar, game: &GameSummary, score: &mut (f64, u64)) {
    if bar.is_hidden() {
        return;
    }
    bar.inc(1);
    score.1 += 1;
    if let [first, second] = game.payoffs[..] {
        let own = if game.agents[0] == 0 { first.cmp(&second) } else { second.cmp(&first) };
        score.0 += f64::from(own as i8 + 1) / 2.0;
        bar.set_message(format!("first agent {:.1} %", 100.0 * score.0 / score.1 as f64));
    } else {
        score.0 += f64::from(game.payoffs[0]);
        bar.set_message(format!("mean {}", output::digits(score.0 / score.1 as f64)));
    }
}

/// One frame of a watched game. Draws in place where that is possible, without hiding the cursor or leaving the
/// normal screen: whatever ends the command leaves the terminal as it should be.
fn show(kind: &dyn Kind, frame: &Frame<'_>, pace: Duration, stop: &AtomicBool) {
    let ink = output::ink();
    let who = frame.seat.map_or("chance".to_owned(), |seat| kind.seat_name(seat));
    let thought = frame.thought.as_ref().map_or(String::new(), |thought| format!("   [{thought}]"));
    let clear = if ink == Ink::Color || io::stdout().is_terminal() { "\u{1b}[H\u{1b}[J" } else { "" };
    let text = format!(
        "{clear}{}: {who} plays {}{thought}\n\n{}\n",
        frame.ply,
        frame.move_text,
        (frame.diagram)(ink)
    );
    let mut out = io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        stop.store(true, Ordering::Relaxed);
    }
    drop(out);
    let until = Instant::now() + pace;
    while !stop.load(Ordering::Relaxed) {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        std::thread::sleep(left.min(Duration::from_millis(20)));
    }
}

fn print(report: &MatchReport, seats: usize) -> Result<(), Failure> {
    let heads = [
        "agent",
        "wins",
        "draws",
        "losses",
        "score",
        "95 %",
        "points ± sd",
        "time/game",
        "time/move",
        "nodes/game ± sd",
    ];
    let rows = report.agents.iter().map(|agent| {
        let score = |x: f64| if seats == 1 { output::digits(x) } else { format!("{:.1} %", 100.0 * x) };
        vec![
            agent.agent.clone(),
            agent.wins.to_string(),
            agent.draws.to_string(),
            agent.losses.to_string(),
            score(agent.mean_score),
            format!("{} … {}", score(agent.score_low), score(agent.score_high)),
            format!("{} ± {}", output::digits(agent.mean_payoff), output::digits(agent.sd_payoff)),
            output::seconds(agent.mean_time_per_game_s),
            output::seconds(agent.mean_time_per_move_s),
            format!(
                "{} ± {}",
                output::digits(agent.mean_nodes_per_game),
                output::digits(agent.sd_nodes_per_game)
            ),
        ]
    });
    let ended = if report.games < report.games_planned {
        format!(" of {} (broken off)", output::count(report.games_planned))
    } else {
        String::new()
    };
    output::line(format!(
        "{}: {}{ended} games, seed {}",
        report.game,
        output::count(report.games),
        report.seed
    ))?;
    output::line(output::table(&heads, 1, rows.collect()).to_string())?;
    output::line(format!(
        "game length {:.1} ± {:.1} plies, {:.2} legal moves on average",
        report.mean_plies, report.sd_plies, report.mean_branching
    ))?;
    for agent in report.agents.iter().filter(|agent| agent.forfeits > 0) {
        output::line(format!("{} lost {} games on time or by an illegal move", agent.agent, agent.forfeits))?;
    }
    if seats > 1 && report.distinct_games < report.games.min(10) {
        output::line(format!(
            "only {} of these games differ: where nothing is left to luck, --opening-plies 4 gives variety",
            report.distinct_games
        ))?;
    }
    Ok(())
}
