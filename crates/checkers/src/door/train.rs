//! `plywise train checkers`.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use learn::{Errors, Plan, Played, Series};
use plywise::file;
use registry::door::command::{ARG, Arg, ArgTakes, Command, Failure, Given, Host, Verb, duration, whole};
use registry::numbers::{count, plural};
use serde_json::json;

use crate::net::Net;
use crate::{Options, start, training};

/// Learning from the search's games against itself.
pub(super) static VERB: Verb = Verb {
    command: Command {
        name: "train",
        about: "Let a network learn by playing itself",
        more: "Checkers: the search plays itself on a net, the games are kept in the file of --state, and a net is fitted to all that \
stand there. Kill the command at any moment and type it again, and it goes on. Play on with --from NET and another --seed in the same \
file, and the next net learns from the games of both. The same games give the same net on every machine.\n\n\
Try: plywise train checkers --time 10m --state my.games --out my.net",
        args: ARGS,
        one_dash: false,
        run,
    },
    what: "networks that learn",
};

const WHOLE: fn(&str) -> Result<u64, String> = whole::<1, { u64::MAX }>;
const SEED: fn(&str) -> Result<u64, String> = whole::<0, { u64::MAX }>;
const THREADS: fn(&str) -> Result<u64, String> = whole::<1, 1024>;
const ROUNDS: fn(&str) -> Result<u64, String> = whole::<1, 1000>;

const fn value(name: &'static str, takes: ArgTakes, about: &'static str) -> Arg {
    Arg { name, about, takes, ..ARG }
}

const ARGS: &[Arg] = &[
    value("time", ArgTakes::Time("TIME"), "How long to learn now"),
    value(
        "games",
        ArgTakes::Value("GAMES", |text| WHOLE(text).map(drop)),
        "How many games to learn from now",
    ),
    Arg {
        default: Some("4000"),
        ..value(
            "nodes",
            ArgTakes::Value("NODES", |text| WHOLE(text).map(drop)),
            "Positions to visit per move",
        )
    },
    Arg {
        default: Some("0"),
        ..value("seed", ArgTakes::Value("SEED", |text| SEED(text).map(drop)), "The source of all luck")
    },
    value(
        "threads",
        ArgTakes::Value("THREADS", |text| THREADS(text).map(drop)),
        "Games at the same time [default: one per core]",
    ),
    value("from", ArgTakes::File, "Play with this net [default: the one that comes along]"),
    value("state", ArgTakes::File, "Keep the run in this file, and go on from what it holds"),
    Arg {
        default: Some("20"),
        ..value(
            "rounds",
            ArgTakes::Value("ROUNDS", |text| ROUNDS(text).map(drop)),
            "Rounds of the fit over all positions",
        )
    },
    value("out", ArgTakes::File, "Write the network to this file"),
    value("json", ArgTakes::Nothing, "Print JSON, with the learning curve"),
];

fn run(given: &Given, host: &mut dyn Host) -> Result<(), Failure> {
    let Some(file) = given.file("state") else {
        return Err(Failure::input("where to keep the games is missing: --state FILE"));
    };
    if !given.has("time") && !given.has("games") {
        return Err(Failure::input("how long to learn is missing: --time 10m, --games 1000, or both"));
    }
    let net = match given.file("from") {
        Some(path) => Net::open(path).map_err(Failure::input)?,
        None => Net::learned(),
    };
    file::check_writable(file)?;
    let _one_run = host.take(file)?;
    let mut out = given.file("out").map(|path| host.output(path, Some(file))).transpose()?;
    let stop = host.stop()?;
    let played = play(given, host, file, &net, &stop)?;
    if stop.load(Ordering::Relaxed) {
        return report(given, host, played, &[]);
    }
    let (net, errors) = fit(given, host, file, &stop)?;
    if stop.load(Ordering::Relaxed) {
        // A net that was not fitted to its end is none: the same command fits it anew.
        return report(given, host, played, &[]);
    }
    if let Some(out) = &mut out {
        out.write(&mut |out| out.write_all(&net))?;
    }
    report(given, host, played, &errors)
}

fn play(
    given: &Given,
    host: &mut dyn Host,
    file: &Path,
    net: &Net,
    stop: &AtomicBool,
) -> Result<Played, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let games = given.read("games", WHOLE);
    let series = Series {
        seed: given.read("seed", SEED).unwrap_or_default(),
        games,
        file,
        threads: given.read("threads", THREADS).map_or(cores, |threads| threads as usize),
        time: given.read("time", duration),
        stop,
    };
    let plan = Plan { nodes: given.read("nodes", WHOLE).unwrap_or(training::PLAN.nodes), ..training::PLAN };
    let work = host.work("checkers, playing");
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
    let start = start(&Options::default(), 0);
    Ok(learn::play(&start, &|| training::search(net.clone()), &plan, &series, &told)?)
}

/// The net as a file, and the errors after each round.
fn fit(
    given: &Given,
    host: &mut dyn Host,
    file: &Path,
    stop: &AtomicBool,
) -> Result<(Vec<u8>, Vec<Errors>), Failure> {
    let rounds = given.read("rounds", ROUNDS).unwrap_or_default();
    let work = host.work("checkers, learning");
    work.at("reading the games".into());
    let mut errors = Vec::new();
    let net = training::fit(file, rounds as usize, |round, error| {
        work.at(format!("round {round}"));
        work.count(round as u64, rounds, "rounds");
        work.note(said(error));
        errors.push(error);
        !stop.load(Ordering::Relaxed)
    })?;
    Ok((net, errors))
}

fn report(given: &Given, host: &mut dyn Host, played: Played, errors: &[Errors]) -> Result<(), Failure> {
    let (state, out) = (given.file("state"), given.file("out"));
    if given.has("json") {
        let report = json!({
            "game": "checkers", "games": played.games, "played_now": played.now, "positions_now": played.positions,
            "errors": errors.iter().map(|error| json!({ "learned": error.learned, "kept_back": error.kept })).collect::<Vec<_>>(), "net": out, "state": state,
        });
        return host.line(&format!("{report:#}"));
    }
    let there = plural(played.games, "game");
    host.line(&format!("checkers: {there} of this seed, {} played now", count(played.now)))?;
    if let Some(&error) = errors.last() {
        let rounds = plural(errors.len() as u64, "round");
        host.sentence(&format!(
            "mean square error of the share of the points after {rounds}: {}",
            said(error)
        ))?;
    }
    if let Some(path) = out.filter(|_| !errors.is_empty()) {
        host.line(&format!(
            "to play with it: plywise match checkers champion:net={} champion",
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
