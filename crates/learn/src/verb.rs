//! What the command `train` has in common in games that learn from the search's games against itself: these are kept in a file, and
//! what values positions is fitted to all that stand there.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plywise::file;
use registry::door::command::{ARG, Arg, ArgTakes, Failure, Given, Host, duration, whole};
use registry::numbers::{count, plural};
use serde_json::json;

use crate::{Errors, Played, Series};

const WHOLE: fn(&str) -> Result<u64, String> = whole::<1, { u64::MAX }>;
const SEED: fn(&str) -> Result<u64, String> = whole::<0, { u64::MAX }>;
const THREADS: fn(&str) -> Result<u64, String> = whole::<1, 1024>;
const ROUNDS: fn(&str) -> Result<u64, String> = whole::<1, 1000>;

/// What a thread that plays takes, its search's tables among it: where it found none it could only end the program.
const EACH: usize = 16 << 20;

const fn value(name: &'static str, takes: ArgTakes, about: &'static str) -> Arg {
    Arg { name, about, takes, ..ARG }
}

/// What it takes: `from` and `rounds` say what these options mean in this game.
#[must_use]
pub const fn args(from: &'static str, rounds: &'static str) -> [Arg; 10] {
    let nodes = ArgTakes::Value("NODES", |text| WHOLE(text).map(drop));
    let seed = ArgTakes::Value("SEED", |text| SEED(text).map(drop));
    let threads = ArgTakes::Value("THREADS", |text| THREADS(text).map(drop));
    let games = ArgTakes::Value("GAMES", |text| WHOLE(text).map(drop));
    [
        value("time", ArgTakes::Time("TIME"), "How long to learn now"),
        value("games", games, "How many games to learn from now"),
        Arg { default: Some("4000"), ..value("nodes", nodes, "Positions to visit per move") },
        Arg { default: Some("0"), ..value("seed", seed, "The source of all luck") },
        value("threads", threads, "Games at the same time [default: one per core]"),
        value("from", ArgTakes::File, from),
        value("state", ArgTakes::File, "Keep the run in this file, and go on from what it holds"),
        value("rounds", ArgTakes::Value("ROUNDS", |text| ROUNDS(text).map(drop)), rounds),
        value("out", ArgTakes::File, "Write the network to this file"),
        value("json", ArgTakes::Nothing, "Print JSON, with the learning curve"),
    ]
}

/// What a game learns, and how.
pub trait Learner {
    /// The game's name.
    const GAME: &'static str;
    /// What comes out: the agent's option that takes it, and what it is called in a report.
    const OUT: &'static str;
    /// What its errors are, such as "mean square error in discs".
    const ERROR: &'static str;
    /// Rounds of a fit, unless it is said how many.
    const ROUNDS: u64;

    /// Plays the games of a series, so many positions a move.
    ///
    /// # Errors
    /// When its file cannot be read or written.
    fn play(&self, series: &Series<'_>, nodes: u64, told: &(dyn Fn(Played) + Sync)) -> io::Result<Played>;

    /// The file of what is fitted to the games of a file; `told` hears of each round, and says whether to go on.
    ///
    /// # Errors
    /// When the file cannot be read, or holds nothing to learn from.
    fn fit(
        &self,
        games: &Path,
        rounds: usize,
        told: &mut dyn FnMut(usize, Errors) -> bool,
    ) -> io::Result<Vec<u8>>;
}

/// Plays and fits, as it was typed; `open` makes the learner of the file that `from` names.
///
/// # Errors
/// What is missing, what cannot be read or written.
pub fn run<L: Learner>(
    given: &Given,
    host: &mut dyn Host,
    open: impl FnOnce(Option<&Path>) -> Result<L, String>,
) -> Result<(), Failure> {
    let Some(file) = given.file("state") else {
        return Err(Failure::input("where to keep the games is missing: --state FILE"));
    };
    if !given.has("time") && !given.has("games") {
        return Err(Failure::input("how long to learn is missing: --time 10m, --games 1000, or both"));
    }
    let learner = open(given.file("from")).map_err(Failure::input)?;
    file::check_writable(file)?;
    let _one_run = host.take(file)?;
    let mut out = given.file("out").map(|path| host.output(path, Some(file))).transpose()?;
    let stop = host.stop()?;
    let played = play(&learner, given, host, file, &stop)?;
    if stop.load(Ordering::Relaxed) {
        return report::<L>(given, host, played, &[]);
    }
    let (learned, errors) = fit(&learner, given, host, file, &stop)?;
    if stop.load(Ordering::Relaxed) {
        // What was not fitted to its end is nothing: the same command fits it anew.
        return report::<L>(given, host, played, &[]);
    }
    if let Some(out) = &mut out {
        out.write(&mut |out| out.write_all(&learned))?;
    }
    report::<L>(given, host, played, &errors)
}

fn play<L: Learner>(
    learner: &L,
    given: &Given,
    host: &mut dyn Host,
    file: &Path,
    stop: &Arc<AtomicBool>,
) -> Result<Played, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let games = given.read("games", WHOLE);
    let threads = given.read("threads", THREADS).map_or(cores, |threads| threads as usize);
    plywise::mapped::check(threads * EACH)
        .map_err(|error| Failure::input(format!("{error}; fewer --threads take less")))?;
    let series = Series {
        seed: given.read("seed", SEED).unwrap_or_default(),
        games,
        file,
        threads,
        time: given.read("time", duration),
        stop,
    };
    let work = host.work(&format!("{}, playing", L::GAME));
    if let Some(time) = series.time {
        work.budget(time);
    }
    let told = |played: Played| {
        if let Some(games) = games {
            work.count(played.now, games, "games");
        }
        let (games, positions) = (count(played.games), count(played.positions));
        work.note(format!("{games} games there, {positions} positions played now"));
    };
    Ok(learner.play(&series, given.read("nodes", WHOLE).unwrap_or(1), &told)?)
}

/// What was learned as a file, and the errors after each round.
fn fit<L: Learner>(
    learner: &L,
    given: &Given,
    host: &mut dyn Host,
    file: &Path,
    stop: &AtomicBool,
) -> Result<(Vec<u8>, Vec<Errors>), Failure> {
    let rounds = given.read("rounds", ROUNDS).unwrap_or(L::ROUNDS);
    let work = host.work(&format!("{}, learning", L::GAME));
    work.at("reading the games".into());
    let mut errors = Vec::new();
    let learned = learner.fit(file, rounds as usize, &mut |round, error| {
        work.at(format!("round {round}"));
        work.count(round as u64, rounds, "rounds");
        work.note(said(error));
        errors.push(error);
        !stop.load(Ordering::Relaxed)
    })?;
    Ok((learned, errors))
}

/// A number as it is written: half as precise, it has no further digits to tell.
fn as_written(number: f32) -> f64 {
    number.to_string().parse().unwrap_or_else(|_| f64::from(number))
}

fn report<L: Learner>(
    given: &Given,
    host: &mut dyn Host,
    played: Played,
    errors: &[Errors],
) -> Result<(), Failure> {
    let (state, out) = (given.file("state"), given.file("out"));
    if given.has("json") {
        let report = json!({
            "game": L::GAME, "games": played.games, "played_now": played.now, "positions_now": played.positions,
            "errors": errors.iter().map(|error| json!({ "learned": as_written(error.learned), "kept_back": error.kept.map(as_written) })).collect::<Vec<_>>(), L::OUT: out, "state": state,
        });
        return host.line(&format!("{report:#}"));
    }
    let there = plural(played.games, "game");
    host.line(&format!("{}: {there} of this seed, {} played now", L::GAME, count(played.now)))?;
    if let Some(&error) = errors.last() {
        let rounds = plural(errors.len() as u64, "round");
        host.sentence(&format!("{} after {rounds}: {}", L::ERROR, said(error)))?;
    }
    if let Some(path) = out.filter(|_| !errors.is_empty()) {
        host.line(&format!(
            "to play with it: plywise match {} champion:{}={} champion",
            L::GAME,
            L::OUT,
            path.display()
        ))?;
    }
    if let Some(path) = state {
        host.line(&format!("to go on: the same command, with --state {}", path.display()))?;
    }
    Ok(())
}

fn said(error: Errors) -> String {
    let kept = error.kept.map_or_else(
        || "none kept back, so few they are".into(),
        |kept| format!("of positions kept back {kept:.5}"),
    );
    format!("{:.5}, {kept}", error.learned)
}
