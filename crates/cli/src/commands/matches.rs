//! `plywise match`.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arena::{Experiment, Follow, Frame, GameFile, GameSummary, Kind, Setup, Unit};
use plywise::Seat;

use super::contest::{self, Besides};
use crate::args::MatchArgs;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::output;
use crate::presets;

pub(crate) fn run(args: &MatchArgs) -> Result<ExitCode, Failure> {
    let setup = experiment(args)?.open()?;
    check_outputs(args)?;
    let stop = stop_on_interrupt()?;
    let shown = args.watch.map(|pace| Shown::new(&setup, pace, &stop));
    let besides = Besides {
        save: args.save.clone().map(|path| (path, args.force)),
        follow: shown.map(|shown| Arc::new(shown) as Arc<dyn Follow>),
    };
    contest::run(&setup, &args.run, &stop, besides)
}

pub(super) fn experiment(args: &MatchArgs) -> Result<Experiment, Failure> {
    let kind = games::open(&args.game)?;
    let games = args.games.unwrap_or(if args.run.sprt.is_some() { 100_000 } else { 100 });
    for text in &args.agents {
        kind.check_options(&presets::kept(&*kind, text, args.run.store.as_deref())?.spec)?;
    }
    let (name, seats, given) = (kind.name(), kind.seats(), args.agents.len());
    if seats > 1 && given != seats {
        let more = if given > seats { "; a tournament takes more of them: plywise tournament" } else { "" };
        return Err(Failure::input(format!("{name} is played by {seats} agents; {given} given{more}")));
    }
    Ok(contest::typed(&args.game, &args.agents, &args.run)?.of_games(games, seats))
}

/// What is to be written can be, and is not there where it is not to be replaced.
pub(super) fn check_outputs(args: &MatchArgs) -> Result<(), Failure> {
    if let Some(path) = args.save.as_ref().filter(|path| path.is_file() && !args.force) {
        return Err(exists(path));
    }
    contest::check_outputs(&args.run, args.save.as_deref())
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

/// Draws the games as they are played.
struct Shown {
    kind: Arc<dyn Kind>,
    /// What they are called.
    agents: Vec<String>,
    games: u64,
    pace: Duration,
    stop: Arc<AtomicBool>,
}

impl Shown {
    fn new(setup: &Setup, pace: Duration, stop: &Arc<AtomicBool>) -> Self {
        let (kind, stop) = (Arc::clone(&setup.kind), Arc::clone(stop));
        Self { kind, agents: setup.names.clone(), games: setup.units(), pace, stop }
    }

    /// A seat and who sits there.
    fn player(&self, seat: usize, agent: usize) -> String {
        format!("{} {}", self.kind.seat_name(Seat(seat as u8)), self.agents[agent])
    }
}

impl Follow for Shown {
    /// Draws in place where that is possible, without hiding the cursor or leaving the normal screen: whatever ends the
    /// command leaves the terminal as it should be.
    fn frame(&self, unit: &Unit, frame: &Frame<'_>) {
        let who = frame.seat.map_or("chance".to_owned(), |seat| self.kind.seat_name(seat));
        let thought = frame.thought.as_ref().map_or(String::new(), |thought| format!("   [{thought}]"));
        let clear = if output::can_draw() { "\u{1b}[H\u{1b}[J" } else { "" };
        let seats: Vec<String> =
            unit.seating.iter().enumerate().map(|(seat, &agent)| self.player(seat, agent)).collect();
        write_now(
            &format!(
                "{clear}game {} of {}: {}\n{}. {who} plays {}{thought}\n\n{}\n\n",
                unit.number + 1,
                self.games,
                seats.join(" – "),
                frame.ply,
                frame.move_text,
                (frame.diagram)(output::ink()).trim_end()
            ),
            &self.stop,
        );
        wait(self.pace, &self.stop);
    }

    fn end(&self, unit: &Unit, game: Option<&GameSummary>) {
        let Some(game) = game else { return };
        let seats = game.payoffs.iter().zip(&game.agents).enumerate();
        let points: Vec<String> = seats
            .map(|(seat, (points, &agent))| format!("{} {points:+}", self.player(seat, agent)))
            .collect();
        let forfeit = game.forfeit.as_ref().map_or(String::new(), |(agent, why)| {
            format!("; {} loses by forfeit: {why}", self.agents[*agent])
        });
        let text = format!("game {} is over: {}{forfeit}\n\n", unit.number + 1, points.join(", "));
        write_now(&text, &self.stop);
        wait(self.pace * 3, &self.stop);
    }
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
