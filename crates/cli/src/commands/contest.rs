//! What `plywise match` and `plywise tournament` share: one run, one report, one table.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::facts::Fact;
use arena::page::page;
use arena::{Experiment, Follow, Kind, Openings, Report, Setup, Spec, registry, run as play};
use plywise::file::{behind_links, check_writable, is_same};

use super::matches::create;
use crate::args::tournament::RunArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::layout;
use crate::ledgers;
use crate::live::{Bar, Lines, Watching};
use crate::outfile::{BESIDE_STORES, OutFile};
use crate::output;
use crate::presets;
use crate::progress::Progress;

/// What was typed as an experiment of one round. Spaces and quotes that mean nothing make no other experiment.
pub(crate) fn typed(game: &str, agents: &[String], args: &RunArgs) -> Result<Experiment, Failure> {
    let normal = |text: &str| Spec::parse(text).map(|spec| spec.to_string());
    let suite = args.openings.as_deref().map(normal).transpose()?;
    let kind = games::open(game)?;
    let (opening_plies, openings) =
        openings(&*kind, args.opening_plies, suite.as_deref(), args.sprt.is_some());
    let kept = |text: &String| presets::kept(&*kind, text, args.store.as_deref());
    let agents = agents.iter().map(kept).collect::<Result<Vec<_>, _>>()?;
    if args.clock.is_none() {
        agents.iter().try_for_each(|agent| arena::clock::check_without(&*kind, &agent.spec))?;
    }
    let (names, agents): (Vec<_>, Vec<_>) = agents.into_iter().map(|agent| (agent.name, agent.spec)).unzip();
    Ok(Experiment {
        seed: args.seed,
        clock: args.clock.clone(),
        opening_plies,
        openings,
        adjudicate: args.adjudicate.clone(),
        sprt: args.sprt.clone(),
        ..Experiment::new(normal(game)?, agents).with_names(names)
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

/// What only some runs do.
#[derive(Default)]
pub(crate) struct Besides {
    /// Writes every game to a file, and whether that may replace one that exists.
    pub(crate) save: Option<(PathBuf, bool)>,
    /// Sees the games while they are played.
    pub(crate) follow: Option<Arc<dyn Follow>>,
}

/// What could not be written in the end is told before anything begins. Pipes and devices are taken as they are, and opened once;
/// a store that is there may hold all that is asked for.
pub(crate) fn check_outputs(args: &RunArgs, save: Option<&Path>) -> Result<(), Failure> {
    let is_special = |path: &Path| path.metadata().is_ok_and(|there| !there.is_file() && !there.is_dir());
    let (html, store) = (args.html.as_deref(), args.store.as_deref());
    let named = [("--save", save), ("--html", html), ("--store", store)];
    let named = named.into_iter().filter_map(|(option, path)| Some((option, path?)));
    let files: Vec<_> = named.filter(|(_, path)| !is_special(path)).collect();
    check_apart(&files)?;
    let begun = files.iter().filter(|(option, path)| *option != "--store" || !path.is_file());
    Ok(begun.map(|&(_, path)| path).try_for_each(check_writable)?)
}

/// No two of the files that options name are one, and none is one that another keeps beside it: a store its log, games the mark of how
/// far they are whole.
fn check_apart(files: &[(&str, &Path)]) -> Result<(), Failure> {
    for (at, &(option, path)) in files.iter().enumerate() {
        if let Some((other, same)) = files[..at].iter().find(|(_, other)| is_same(path, other)) {
            let (path, same) = (path.display(), same.display());
            return Err(Failure::input(format!("{option} {path} and {other} {same} are one file; name two")));
        }
        let (keeper, beside): (_, &[&str]) = match option {
            "--store" => (behind_links(path), &BESIDE_STORES),
            "--save" => (path.to_owned(), &[".whole"]),
            _ => continue,
        };
        for ending in beside {
            let mut own = keeper.clone().into_os_string();
            own.push(ending);
            if let Some((other, taken)) = files.iter().find(|(_, other)| is_same(Path::new(&own), other)) {
                let (path, taken) = (path.display(), taken.display());
                let what = format!(
                    "{other} {taken}: {option} {path} keeps a file of that name beside it; name another"
                );
                return Err(Failure::input(what));
            }
        }
    }
    Ok(())
}

/// Plays what is missing and reports.
pub(crate) fn run(
    setup: &Setup,
    args: &RunArgs,
    stop: &Arc<AtomicBool>,
    besides: Besides,
) -> Result<ExitCode, Failure> {
    if !args.json_lines && crate::closed::stdout_was_closed() {
        return Err(Failure::input(
            "standard output is closed, so that nobody would see the report; redirect it to a file, or to /dev/null",
        ));
    }
    Openings::check_drawn(&*setup.kind, setup.experiment.opening_plies)?;
    // Where a person plays or looks on: one game at a time, and nothing drawn over it.
    let is_for_people =
        besides.follow.is_some() || setup.agents.iter().any(|agent| registry::human::is_person(&agent.name));
    let is_silent = is_for_people || args.json_lines;
    let progress = if is_silent { Progress::silent() } else { Progress::begin(setup.kind.name()) };
    progress.count(0, setup.units(), "games");
    // All that was typed can be understood; only now is read what takes long, and before a file is begun.
    setup.ready()?;
    let mut html = OutFile::maybe(args.html.as_deref(), args.store.as_deref())?;
    let mut store = args.store.as_deref().map(ledgers::open).transpose()?;
    let file = besides.save.map(|(path, force)| create(&path, force)).transpose()?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = if is_for_people { 1 } else { args.threads.map_or(cores, |threads| threads as usize) };
    let lines = args.json_lines.then(|| Lines::new(stop));
    let mut watch =
        Watching { bar: Bar::new(progress), lines, file, trouble: None, follow: besides.follow, stop };
    let report = play(setup, store.as_deref_mut(), threads, stop, &mut watch)?;
    let Watching { bar, lines, file, trouble, .. } = watch;
    drop(bar);
    let told = match lines {
        Some(lines) => lines.end(&report),
        None if args.json => output::json(&report),
        None => print(&report).and_then(|()| match &args.store {
            Some(store) if report.broken_off => {
                output::line(format!("to go on: plywise tournament --resume --store {}", store.display()))
            }
            _ => Ok(()),
        }),
    };
    // Whatever becomes of the files the table is there, and whatever becomes of the table the files are.
    if let Some(html) = &mut html {
        html.write(&page(&report))?;
    }
    told.map_err(|failure| if stop.load(Ordering::Relaxed) { failure } else { unread(failure) })?;
    if let Some(error) = trouble {
        return Err(Failure::input(format!("games could not be saved: {error}")));
    }
    file.map_or(Ok(()), arena::GameFile::finish)?;
    let interrupted = report.broken_off && stop.load(Ordering::Relaxed);
    Ok(if interrupted { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

/// A report that nobody reads is lost, and whoever asked for it is told so.
fn unread(failure: Failure) -> Failure {
    match failure {
        Failure::ClosedPipe => Failure::input(
            "whoever read standard output has gone before the report was printed; --store FILE keeps the games, --html FILE \
             the report",
        ),
        other => other,
    }
}

/// The report for people.
pub(crate) fn print(report: &Report) -> Result<(), Failure> {
    output::line(format!("{}: {}, seed {}", report.game, report.games_told(), report.seed))?;
    if report.games == 0 {
        return Ok(());
    }
    let names: Vec<String> =
        report.listed().into_iter().map(|agent| report.agents[agent].agent.clone()).collect();
    output::line(layout::facts("agent", &names, &report.facts(), layout::width()))?;
    report.stand_for().try_for_each(|line| output::line(layout::sentence(&line)))?;
    let choices = report
        .mean_branching
        .map_or(String::new(), |choices| format!(", {choices:.2} legal moves on average"));
    let spread = if report.games > 1 { format!(" ± {:.1}", report.sd_plies) } else { String::new() };
    let length = format!("game length {:.1}{spread} plies{choices}", report.mean_plies);
    output::line(layout::sentence(&length))?;
    if let Some(lead) = &report.lead {
        let single = report.games - 2 * lead.pairs.iter().sum::<u64>();
        let apart = if single > 0 { "; a game without its partner does not count here" } else { "" };
        output::line(layout::sentence(&format!("{}{apart}", lead.line())))?;
    }
    if let Some(sprt) = &report.sprt {
        output::line(layout::sentence(&sprt.line()))?;
    }
    if report.seats == 2 && names.len() > 2 {
        output::line(layout::facts("against", &names, &cross_table(report), layout::width()))?;
    }
    for line in report.forfeits() {
        output::line(layout::sentence(&line))?;
    }
    if let Some(doubt) = report.doubt() {
        output::line(layout::sentence(&doubt))?;
    }
    Ok(())
}

/// Points of each against each other, both in the order of the table.
fn cross_table(report: &Report) -> Vec<Fact<String>> {
    let column = |other: usize| {
        report.listed().into_iter().map(|own| report.points_against(own, other).unwrap_or_default()).collect()
    };
    (1..).zip(report.listed()).map(|(place, other): (usize, _)| (place.to_string(), column(other))).collect()
}
