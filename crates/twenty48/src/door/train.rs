//! `plywise train 2048`.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywise::{Notation, TextError, file};
use registry::Word;
use registry::door::command::{
    ARG, Arg, ArgTakes, Command, CoursePoint, CourseWords, Failure, Given, Host, Verb, Work, duration, whole,
};
use registry::numbers::{count, digits, plural, with_error};
use serde_json::{Value, json};

use crate::Twenty48;
use crate::ntuple::{Block, Lesson, Network, Settings, Sight, Trainer, TupleSet};

/// Learning by self-play.
pub(super) const VERB: Verb = Verb {
    command: Command {
        name: "train",
        about: "Let a network learn by playing itself",
        more: "2048: the network learns from games of its own play, by temporal differences on the boards after each slide. With \
--state the whole run is in a file, saved now and then: kill the command at any moment and type it again, and it goes on. \
--out writes the network as a small file that agents take: champion:network=FILE.\n\n\
One thread gives the same network every time. Several learn faster, and no two of their runs are the same.\n\n\
Try: plywise train 2048 --time 10m --state run.td --out my.network",
        args: ARGS,
        one_dash: false,
        run,
    },
    what: "networks that learn",
};

const fn value(name: &'static str, takes: ArgTakes, about: &'static str) -> Arg {
    Arg { name, about, takes, ..ARG }
}

const ARGS: &[Arg] = &[
    value("time", ArgTakes::Time("TIME"), "How long to learn now"),
    value(
        "games",
        ArgTakes::Value("GAMES", |text| whole::<1, { u64::MAX }>(text).map(drop)),
        "How many games to learn from now",
    ),
    Arg {
        default: Some("4x6"),
        ..value(
            "tuples",
            ArgTakes::Value("TUPLES", |_| Ok(())),
            "Tuples of cells to look at: 5x4, 4x5, 4x6, 5x6, 8x6",
        )
    },
    Arg {
        default: Some("0"),
        ..value(
            "optimism",
            ArgTakes::Value("OPTIMISM", |text| points(text).map(drop)),
            "What every board is worth at first, in points; a high value makes it try what it does not know",
        )
    },
    value(
        "downgrade",
        ArgTakes::Nothing,
        "See tiles above the largest missing one half as large once there is a 16384",
    ),
    value(
        "practice",
        ArgTakes::Nothing,
        "After each game, play its late stages, from 16384 on, again from where they began",
    ),
    Arg {
        default: Some("0"),
        ..value(
            "seed",
            ArgTakes::Value("SEED", |text| whole::<0, { u64::MAX }>(text).map(drop)),
            "The source of all luck",
        )
    },
    value(
        "threads",
        ArgTakes::Value("THREADS", |text| whole::<1, 1024>(text).map(drop)),
        "Games at the same time [default: one per core]",
    ),
    value("from", ArgTakes::File, "Begin a new run with the weights of this network"),
    value(
        "starts",
        ArgTakes::File,
        "Begin games at positions of this file, one a line; where all have large tiles, games end with the first 32768",
    ),
    value("state", ArgTakes::File, "Keep the run in this file, and go on from what it holds"),
    value("out", ArgTakes::File, "Write the network to this file"),
    Arg {
        default: Some("4"),
        ..value(
            "step",
            ArgTakes::Value("STEP", |text| step(text).map(drop)),
            "One step of a written weight, in points",
        )
    },
    value("svg", ArgTakes::File, "Draw the learning curve"),
    value("json", ArgTakes::Nothing, "Print JSON, with the learning curve"),
];

/// Points; what range they lie in, the trainer says.
fn points(text: &str) -> Result<f32, String> {
    text.parse().map_err(|_| "it should be a number of points, such as 4 or 0.5".into())
}

/// Points above 0.
fn step(text: &str) -> Result<f32, String> {
    let step = points(text)?;
    if step.is_finite() && step > 0.0 {
        Ok(step)
    } else {
        Err("it should be a number of points above 0, such as 4 or 0.5".into())
    }
}

fn run(given: &Given, host: &mut dyn Host) -> Result<(), Failure> {
    if !given.has("time") && !given.has("games") {
        return Err(Failure::input("how long to learn is missing: --time 10m, --games 1000, or both"));
    }
    let starts = given.file("starts").map(starts).transpose()?;
    // What cannot be written is said before a network is made or read, and hours of learning.
    let state = given.file("state");
    state.map_or(Ok(()), file::check_writable)?;
    let _one_run = state.map(|path| host.take(path)).transpose()?;
    let mut out = given.file("out").map(|path| host.output(path, state)).transpose()?;
    let mut svg = given.file("svg").map(|path| host.output(path, state)).transpose()?;
    let mut trainer = begin(given, host, starts)?;
    let stop = host.stop()?;
    learn(given, host, &mut trainer, &stop)?;
    if let Some(file) = &mut out {
        let step = given.read("step", step).unwrap_or(4.0);
        file.write(&mut |mut file| trainer.network().write(step, &mut file))?;
    }
    report(given, host, &trainer)?;
    // Last: whatever becomes of the picture, the report is there.
    if let Some(file) = &mut svg {
        let picture = curve(host, &trainer);
        file.write(&mut |file| file.write_all(picture.as_bytes()))?;
    }
    Ok(())
}

fn wrong(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::input(format!("{}: {error}", path.display()))
}

/// The run in the file, or a new one, with its first positions.
fn begin(given: &Given, host: &mut dyn Host, starts: Option<Vec<Twenty48>>) -> Result<Trainer, Failure> {
    let typed = given.text("tuples").unwrap_or_default();
    let tuples = TupleSet::named(typed).ok_or_else(|| {
        Failure::input(format!("--tuples {typed:?} should be one of {}", TupleSet::VALUES.replace('|', ", ")))
    })?;
    let settings = Settings {
        sight: if given.has("downgrade") { Sight::Downgraded } else { Sight::Plain },
        optimism: given.read("optimism", points).unwrap_or_default(),
        practice: given.has("practice"),
        seed: given.read("seed", whole::<0, { u64::MAX }>).unwrap_or_default(),
        ..Settings::of(tuples)
    };
    if let Some(path) = given.file("state").filter(|path| path.exists()) {
        let mut trainer = Trainer::read(&mut open(path)?).map_err(|error| wrong(path, error))?;
        if *trainer.settings() != settings {
            return Err(wrong(
                path,
                "holds a run with other tuples, optimism, sight, practice or seed; name another file, or type what began it",
            ));
        }
        trainer.begin_at(first_positions(trainer.begins(), starts)?);
        return Ok(trainer);
    }
    let Some(path) = given.file("from") else {
        let mut trainer = Trainer::new(settings)?;
        trainer.begin_at(starts.unwrap_or_default());
        return Ok(trainer);
    };
    let network = Network::read(&mut open(path)?).map_err(|error| wrong(path, error))?;
    let starts = first_positions(network.begins(), starts)?;
    let work = host.work("2048");
    work.at("a thousand games to see what the network is sure of".to_owned());
    Ok(Trainer::from_network(&network, settings, starts)?)
}

/// Where the games begin of a run that began at `begins` in large tiles so far; none: at the start.
fn first_positions(begins: u32, starts: Option<Vec<Twenty48>>) -> Result<Vec<Twenty48>, Failure> {
    match starts {
        None if begins > 0 => Err(Failure::input(format!(
            "the network is one for the late stage, from {begins} in large tiles on; name its first positions with --starts"
        ))),
        starts => Ok(starts.unwrap_or_default()),
    }
}

fn open(path: &Path) -> Result<File, Failure> {
    Ok(file::open(path)?)
}

fn starts(path: &Path) -> Result<Vec<Twenty48>, Failure> {
    let text = file::read_text(path)?;
    let starts =
        Twenty48::START.read_positions(&text).map_err(|error: TextError| wrong(path, error.message))?;
    if starts.is_empty() {
        return Err(wrong(path, "holds no positions; one stands on each line"));
    }
    Ok(starts)
}

fn learn(
    given: &Given,
    host: &mut dyn Host,
    trainer: &mut Trainer,
    stop: &Arc<AtomicBool>,
) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = given.read("threads", whole::<1, 1024>).map_or(cores, |threads| threads as usize);
    let (games, time) = (given.read("games", whole::<1, { u64::MAX }>), given.read("time", duration));
    let lesson = Lesson { games, time, threads, file: given.file("state") };
    let work = host.work("2048, learning");
    if let Some(time) = time {
        work.budget(time);
    }
    if let Some(games) = games {
        work.count(0, games, "games");
    }
    let before = trainer.games();
    let learned = trainer.learn(&lesson, stop, &mut |block| show(&*work, games, before, block));
    drop(work);
    learned.map_err(|error| match given.file("state") {
        Some(path) => file::named(path, &error).into(),
        None => error.into(),
    })
}

fn show(work: &dyn Work, games: Option<u64>, before: u64, block: &Block) {
    if let Some(games) = games {
        work.count((block.before + block.games).saturating_sub(before), games, "games");
    }
    work.note(format!(
        "{} games: mean score {}, 2048 in {:.1} %, 8192 in {:.1} %; {} slides/s",
        count(block.before + block.games),
        with_error(block.mean_score(), block.standard_error()),
        100.0 * block.reached(2048),
        100.0 * block.reached(8192),
        digits(block.moves_per_second())
    ));
}

/// The course of the learning as a picture.
fn curve(host: &dyn Host, trainer: &Trainer) -> String {
    let mut best = 0.0;
    let point = |block: &Block| {
        best = block.mean_score().max(best);
        CoursePoint {
            at: (block.before + block.games) as f64,
            best,
            mean: block.mean_score(),
            spread: block.standard_error(),
        }
    };
    let course: Vec<_> = trainer.curve().iter().map(point).collect();
    let words = CourseWords {
        unit: "points a game",
        at: "games",
        best: "best block so far",
        mean: "mean of each block ± one standard error",
    };
    host.course(&course, &words)
}

fn report(given: &Given, host: &mut dyn Host, trainer: &Trainer) -> Result<(), Failure> {
    if given.has("json") {
        let curve: Vec<Value> = trainer.curve().iter().map(facts).collect();
        let report = json!({
            "game": "2048", "tuples": given.text("tuples"), "games": trainer.games(), "curve": curve,
            "network": given.file("out"), "state": given.file("state"),
        });
        return host.line(&format!("{report:#}"));
    }
    host.line(&format!("2048: {} learned from", plural(trainer.games(), "game")))?;
    let last = trainer.curve().last().unwrap_or(trainer.open_block());
    if last.games > 1 {
        host.sentence(&format!(
            "the last {}: mean score {}, 2048 in {:.1} %, 8192 in {:.1} %, 16384 in {:.1} %",
            plural(last.games, "game"),
            with_error(last.mean_score(), last.standard_error()),
            100.0 * last.reached(2048),
            100.0 * last.reached(8192),
            100.0 * last.reached(16_384)
        ))?;
    }
    if let Some(path) = given.file("out") {
        host.line(&format!("to play with it: plywise match 2048 champion:network={}", path.display()))?;
    }
    if let Some(path) = given.file("state") {
        host.line(&format!("to go on: the same command, with --state {}", path.display()))?;
    }
    Ok(())
}

fn facts(block: &Block) -> Value {
    let reached = [2048, 4096, 8192, 16_384, 32_768].map(|tile| block.reached(tile));
    json!({
        "games": block.before + block.games, "mean_score": block.mean_score(),
        "standard_error": block.standard_error(), "best": block.highest,
        "reached": reached,
        "moves": block.moves, "elapsed_s": block.elapsed.as_secs_f64(),
    })
}
