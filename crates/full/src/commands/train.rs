//! `plywise train`.

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use plywise::{Notation, TextError, file};
use serde_json::{Value, json};
use twenty48::Twenty48;
use twenty48::ntuple::{Block, Lesson, Network, Settings, Sight, Trainer, TupleSet};

use crate::args::train::TrainArgs;
use cli::failure::{Failure, INTERRUPTED};
use cli::interrupt::stop_on_interrupt;
use cli::layout;
use cli::outfile::OutFile;
use cli::output;
use cli::progress::Progress;

pub(crate) fn run(args: &TrainArgs) -> Result<ExitCode, Failure> {
    if args.game != "2048" {
        return Err(Failure::input(format!("{:?} has no networks that learn; 2048 has", args.game)));
    }
    if (args.time, args.games) == (None, None) {
        return Err(Failure::input("how long to learn is missing: --time 10m, --games 1000, or both"));
    }
    let starts = args.starts.as_ref().map(|path| starts(path)).transpose()?;
    // What cannot be written is said before a network is made or read, and hours of learning.
    args.state.as_deref().map_or(Ok(()), file::check_writable)?;
    let _one_run = args.state.as_deref().map(arena::lock).transpose()?;
    let mut out = OutFile::maybe(args.out.as_deref(), args.state.as_deref())?;
    let mut svg = OutFile::maybe(args.svg.as_deref(), args.state.as_deref())?;
    let mut trainer = begin(args, starts)?;
    let stop = stop_on_interrupt()?;
    learn(args, &mut trainer, &stop)?;
    if let Some(file) = &mut out {
        file.write_by(|file| trainer.network().write(args.step, file))?;
    }
    report(args, &trainer)?;
    // Last: whatever becomes of the picture, the report is there.
    if let Some(file) = &mut svg {
        file.write(&curve(&trainer))?;
    }
    Ok(if stop.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn wrong(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::input(format!("{}: {error}", path.display()))
}

/// The run in the file, or a new one, with its first positions.
fn begin(args: &TrainArgs, starts: Option<Vec<Twenty48>>) -> Result<Trainer, Failure> {
    let names = TupleSet::ALL.map(TupleSet::name).join(", ");
    let tuples = TupleSet::by_name(&args.tuples)
        .ok_or_else(|| Failure::input(format!("--tuples {:?} should be one of {names}", args.tuples)))?;
    let sight = if args.downgrade { Sight::Downgraded } else { Sight::Plain };
    let settings = Settings {
        sight,
        optimism: args.optimism,
        practice: args.practice,
        seed: args.seed,
        ..Settings::of(tuples)
    };
    if let Some(path) = args.state.as_ref().filter(|path| path.exists()) {
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
    let refused = |error: TextError| Failure::input(error.message);
    let Some(path) = &args.from else {
        let mut trainer = Trainer::new(settings).map_err(refused)?;
        trainer.begin_at(starts.unwrap_or_default());
        return Ok(trainer);
    };
    let network = Network::read(&mut open(path)?).map_err(|error| wrong(path, error))?;
    let starts = first_positions(network.begins(), starts)?;
    let progress = Progress::begin("2048");
    progress.at("a thousand games to see what the network is sure of");
    Trainer::from_network(&network, settings, starts).map_err(refused)
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
    let starts = Twenty48::START.read_positions(&text).map_err(|error| wrong(path, error.message))?;
    if starts.is_empty() {
        return Err(wrong(path, "holds no positions; one stands on each line"));
    }
    Ok(starts)
}

fn learn(args: &TrainArgs, trainer: &mut Trainer, stop: &AtomicBool) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let lesson = Lesson { games: args.games, time: args.time, threads, file: args.state.as_deref() };
    let progress = Progress::begin("2048, learning");
    if let Some(time) = args.time {
        progress.budget(time);
    }
    if let Some(games) = args.games {
        progress.count(0, games, "games");
    }
    let before = trainer.games();
    let learned = trainer.learn(&lesson, stop, &mut |block| show(&progress, args, before, block));
    drop(progress);
    learned.map_err(|error| match &args.state {
        Some(path) => wrong(path, error),
        None => Failure::input(error.to_string()),
    })
}

fn show(progress: &Progress, args: &TrainArgs, before: u64, block: &Block) {
    if let Some(games) = args.games {
        progress.count((block.before + block.games).saturating_sub(before), games, "games");
    }
    progress.note(format!(
        "{} games: mean score {} ± {}, 2048 in {:.1} %, 8192 in {:.1} %; {} slides/s",
        output::count(block.before + block.games),
        output::digits(block.mean_score()),
        output::digits(block.standard_error()),
        100.0 * block.reached(2048),
        100.0 * block.reached(8192),
        output::digits(block.moves_per_second())
    ));
}

/// The course of the learning as a picture.
fn curve(trainer: &Trainer) -> String {
    let mut best = 0.0;
    let point = |block: &Block| {
        best = block.mean_score().max(best);
        lab::CoursePoint {
            at: (block.before + block.games) as f64,
            best,
            mean: block.mean_score(),
            spread: block.standard_error(),
        }
    };
    let curve: Vec<_> = trainer.curve().iter().map(point).collect();
    let words = lab::CourseWords {
        unit: "points a game",
        at: "games",
        best: "best block so far",
        mean: "mean of each block ± one standard error",
    };
    lab::course_svg(&curve, &words)
}

fn report(args: &TrainArgs, trainer: &Trainer) -> Result<(), Failure> {
    if args.json {
        let curve: Vec<Value> = trainer.curve().iter().map(facts).collect();
        return output::json(&json!({
            "game": args.game, "tuples": args.tuples, "games": trainer.games(), "curve": curve,
            "network": args.out, "state": args.state,
        }));
    }
    output::line(format!("2048: {} learned from", output::plural(trainer.games(), "game")))?;
    let last = trainer.curve().last().unwrap_or(trainer.open_block());
    if last.games > 1 {
        output::line(layout::sentence(&format!(
            "the last {}: mean score {} ± {}, 2048 in {:.1} %, 8192 in {:.1} %, 16384 in {:.1} %",
            output::plural(last.games, "game"),
            output::digits(last.mean_score()),
            output::digits(last.standard_error()),
            100.0 * last.reached(2048),
            100.0 * last.reached(8192),
            100.0 * last.reached(16_384)
        )))?;
    }
    if let Some(path) = &args.out {
        output::line(format!("to play with it: plywise match 2048 champion:network={}", path.display()))?;
    }
    if let Some(path) = &args.state {
        output::line(format!("to go on: the same command, with --state {}", path.display()))?;
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
