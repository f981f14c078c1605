//! `plywise train checkers`.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use learn::{Plan, Played, Series};
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
        more: "Checkers: the search plays itself on a net, the games are kept in the folder of --state, and a net is fitted to all that \
stand there. Kill the command at any moment and type it again, and it goes on. Play on with --from NET and another --seed in the same \
folder, and the next net learns from the games of both. The same games give the same net on every machine.\n\n\
Try: plywise train checkers --time 10m --state games --out my.net",
        args: ARGS,
        one_dash: false,
        run,
    },
    what: "networks that learn",
};

const WHOLE: fn(&str) -> Result<u64, String> = whole::<1, 1_000_000_000>;
const SEED: fn(&str) -> Result<u64, String> = whole::<0, { u64::MAX }>;
const THREADS: fn(&str) -> Result<u64, String> = whole::<1, 1024>;
const ROUNDS: fn(&str) -> Result<u64, String> = whole::<1, 1000>;

const fn value(name: &'static str, takes: ArgTakes, about: &'static str) -> Arg {
    Arg { name, about, takes, ..ARG }
}

const ARGS: &[Arg] = &[
    value("time", ArgTakes::Time("TIME"), "How long to play now"),
    value(
        "games",
        ArgTakes::Value("GAMES", |text| WHOLE(text).map(drop)),
        "How many games of this seed there are to be",
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
    value("state", ArgTakes::Folder, "Keep the games in this folder, and go on from what it holds"),
    Arg {
        default: Some("20"),
        ..value(
            "rounds",
            ArgTakes::Value("ROUNDS", |text| ROUNDS(text).map(drop)),
            "Rounds of the fit over all positions",
        )
    },
    value("out", ArgTakes::File, "Write the net to this file"),
    value("json", ArgTakes::Nothing, "Print JSON, with the error after each round"),
];

fn run(given: &Given, host: &mut dyn Host) -> Result<(), Failure> {
    let Some(folder) = given.file("state") else {
        return Err(Failure::input("where to keep the games is missing: --state FOLDER"));
    };
    if !given.has("time") && !given.has("games") {
        return Err(Failure::input("how long to play is missing: --time 10m, --games 1000, or both"));
    }
    let net = match given.file("from") {
        Some(path) => Net::open(path).map_err(Failure::input)?,
        None => Net::learned(),
    };
    file::make_folder(folder)?;
    let _one_run = host.take(&folder.join("run"))?;
    let mut out = given.file("out").map(|path| host.output(path, None)).transpose()?;
    let stop = host.stop()?;
    let played = play(given, host, folder, &net, &stop)?;
    if stop.load(Ordering::Relaxed) {
        let there = plural(played.games, "game");
        return host
            .sentence(&format!("stopped, with {there} in {}; the same command goes on", folder.display()));
    }
    let (net, errors) = fit(given, host, folder, &stop);
    if let Some(file) = &mut out {
        file.write(&mut |file| file.write_all(&net))?;
    }
    report(given, host, played, &errors)
}

fn play(
    given: &Given,
    host: &mut dyn Host,
    folder: &Path,
    net: &Net,
    stop: &AtomicBool,
) -> Result<Played, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let games = given.read("games", WHOLE);
    let series = Series {
        seed: given.read("seed", SEED).unwrap_or_default(),
        games: games.unwrap_or(u64::MAX / 1_000),
        folder,
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
            work.count(played.games, games, "games");
        }
        let (games, positions) = (count(played.games), count(played.positions));
        work.note(format!("{games} games there, {positions} positions played now"));
    };
    let start = start(&Options::default(), 0);
    Ok(learn::play(&start, &|| training::search(net.clone()), &plan, &series, &told)?)
}

/// The net as a file, and the errors after each round.
fn fit(given: &Given, host: &mut dyn Host, folder: &Path, stop: &AtomicBool) -> (Vec<u8>, Vec<[f32; 2]>) {
    let rounds = given.read("rounds", ROUNDS).unwrap_or_default();
    let work = host.work("checkers, learning");
    work.at("reading the games".into());
    let mut errors = Vec::new();
    let net = training::fit(&start(&Options::default(), 0), folder, rounds as usize, |round, error| {
        work.at(format!("round {round}"));
        work.count(round as u64, rounds, "rounds");
        work.note(format!("error {:.5}, of what is kept back {:.5}", error[0], error[1]));
        errors.push(error);
        !stop.load(Ordering::Relaxed)
    });
    (net, errors)
}

fn report(given: &Given, host: &mut dyn Host, played: Played, errors: &[[f32; 2]]) -> Result<(), Failure> {
    let (state, out) = (given.file("state"), given.file("out"));
    if given.has("json") {
        let report = json!({
            "game": "checkers", "games": played.games, "played_now": played.now, "positions_now": played.positions,
            "errors": errors, "net": out, "state": state,
        });
        return host.line(&format!("{report:#}"));
    }
    let there = plural(played.games, "game");
    host.line(&format!("checkers: {there} of this seed, {} played now", count(played.now)))?;
    if let Some([learned, kept]) = errors.last() {
        let rounds = plural(errors.len() as u64, "round");
        host.sentence(&format!(
            "mean square error of the share of the points after {rounds}: {learned:.5}, of positions kept back {kept:.5}"
        ))?;
    }
    if let Some(path) = out {
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
