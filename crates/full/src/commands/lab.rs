//! `plywise lab`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use lab::report::Row;
use lab::text::{number, with_error};
use lab::{Error, Options, Plan, Report, Size, catalogue};
use serde_json::json;

use crate::args::lab::{LabCommand, RunArgs};
use cli::failure::Failure;
use cli::interrupt::{self, stop_on_interrupt};
use cli::layout::{self, Fact};
use cli::output;
use cli::progress::Progress;

pub(crate) fn run(command: &LabCommand) -> Result<ExitCode, Failure> {
    match command {
        LabCommand::List(args) => list(args.json),
        LabCommand::Run(args) => run_all(args),
    }
}

fn list(as_json: bool) -> Result<ExitCode, Failure> {
    let plans = catalogue::all().map_err(Failure::input)?;
    if as_json {
        let plans: Vec<_> = plans
            .iter()
            .map(|plan| {
                json!({
                    "experiment": plan.name, "work": plan.work, "title": plan.title, "question": plan.question.trim(),
                    "takes_quick": plan.takes.quick, "takes_full": plan.takes.full,
                    "units_quick": plan.units(Size::Quick), "units_full": plan.units(Size::Full),
                })
            })
            .collect();
        output::json(&plans)?;
        return Ok(ExitCode::SUCCESS);
    }
    let widest = plans.iter().map(|plan| plan.name.len()).max().unwrap_or(0);
    for plan in &plans {
        output::line(layout::explain(0, &plan.name, widest + 2, &plan.title))?;
        let takes = |time: &Option<String>, size| {
            let time = time.clone().unwrap_or_else(|| "not measured".into());
            format!("{time} ({} games and units)", number(plan.units(size) as f64, 0))
        };
        let takes = format!(
            "quick: {}; full: {}",
            takes(&plan.takes.quick, Size::Quick),
            takes(&plan.takes.full, Size::Full)
        );
        output::line(layout::explain(0, "", widest + 2, &takes))?;
    }
    output::line("")?;
    let measure = "times are those of one core; several share the work";
    output::line(layout::sentence(&format!(
        "plywise lab run NAME plays the quick size, with --full the full one; {measure}"
    )))?;
    Ok(ExitCode::SUCCESS)
}

fn run_all(args: &RunArgs) -> Result<ExitCode, Failure> {
    let plans = if args.all {
        catalogue::all()
    } else {
        args.names.iter().map(|name| catalogue::open(name)).collect()
    };
    let plans = plans.map_err(Failure::input)?;
    each_once(&plans, &args.out)?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let options = Options {
        size: if args.full { Size::Full } else { Size::Quick },
        out: args.out.clone(),
        threads: args.threads.map_or(cores, |threads| threads as usize),
        fresh: args.fresh,
    };
    plans.iter().try_for_each(|plan| lab::check_folder(plan, &options)).map_err(Failure::input)?;
    // What is wrong with the last is not to be told after the first has played for hours.
    plans.iter().try_for_each(Plan::check_names).map_err(Failure::input)?;
    let stop = stop_on_interrupt()?;
    let (mut reports, mut stopped, mut wrong) = (Vec::new(), false, None);
    let notice = |text: String| {
        if args.json {
            eprintln!("{text}");
            return Ok(());
        }
        output::line(text)
    };
    each_report(&plans, &options, &stop, &mut |plan, made| {
        match made {
            Some(Ok(report)) if args.json => reports.push(report),
            Some(Ok(report)) => print(plan, &report)?,
            Some(Err(unfinished @ Error::Stopped(_))) => {
                stopped = true;
                notice(format!("{}: {unfinished}", plan.name))?;
            }
            Some(Err(error)) => {
                wrong.get_or_insert(error);
            }
            None => notice(format!("{}: not begun", plan.name))?,
        }
        Ok(())
    })?;
    if args.json {
        match &reports[..] {
            [report] if plans.len() == 1 => output::json(report)?,
            [] if plans.len() == 1 => {}
            reports => output::json(&reports)?,
        }
    }
    match wrong {
        Some(error) => Err(Failure::input(error)),
        None if stopped => Ok(interrupt::exit_code()),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Reports of one name would lie in one folder.
fn each_once(plans: &[Plan], out: &Path) -> Result<(), Failure> {
    let again = |(at, plan): &(usize, &Plan)| plans[..*at].iter().any(|other| other.name == plan.name);
    let Some((_, Plan { name, .. })) = plans.iter().enumerate().find(again) else { return Ok(()) };
    Err(Failure::input(format!(
        "two experiments are called {name}, and both reports would lie in {}; name each once, or give each run an --out of its own",
        out.join(name).display()
    )))
}

/// A report, or why there is none whole; None of an experiment that was not begun.
type Made = Option<Result<Report, Error>>;

/// Runs experiments, as many at a time as there are threads, and hands on what came of each in the order of the experiments. Some have
/// parts of minutes with nothing beside them: one at a time would leave threads idle.
fn each_report(
    plans: &[Plan],
    options: &Options,
    stop: &AtomicBool,
    with: &mut dyn FnMut(&Plan, Made) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let at_once = options.threads.min(plans.len()).max(1);
    let options = &Options { threads: options.threads / at_once, ..options.clone() };
    let begin = || Progress::begin(if let [plan] = plans { &plan.name } else { "lab" });
    let progress = &Mutex::new(begin());
    let shown = || progress.lock().unwrap_or_else(PoisonError::into_inner);
    let (next, ended) = (&AtomicUsize::new(0), &AtomicUsize::new(0));
    let watch = |plan: &Plan, series: &str, done, all| {
        let progress = shown();
        if plans.len() == 1 {
            progress.at(series);
            progress.count(done, all, "parts");
        } else {
            progress.at(format!("{}, {series}, {done} of {all}", plan.name));
            progress.count(ended.load(Ordering::Relaxed) as u64, plans.len() as u64, "experiments");
        }
    };
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for thread in 0..at_once {
            let (sender, watch) = (sender.clone(), &watch);
            let work = move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(plan) = plans.get(at) else { return };
                    let made = (!stop.load(Ordering::Relaxed)).then(|| {
                        lab::run(plan, options, stop, &mut |series, done, all| watch(plan, series, done, all))
                    });
                    if matches!(&made, Some(Err(error)) if !matches!(error, Error::Stopped(_))) {
                        // Nobody is to go on for nothing; what the others have is told all the same.
                        stop.store(true, Ordering::Relaxed);
                    }
                    ended.fetch_add(1, Ordering::Relaxed);
                    if sender.send((at, made)).is_err() {
                        return;
                    }
                }
            };
            match thread::Builder::new().spawn_scoped(scope, work) {
                Err(why) if thread == 0 => return Err(arena::no_thread(options.threads, &why).into()),
                // Where the system has no more threads, those that there are do the work.
                _ => {}
            }
        }
        drop(sender);
        let (mut waiting, mut told) = (BTreeMap::new(), 0);
        for (at, made) in receiver {
            waiting.insert(at, made);
            while let Some(made) = waiting.remove(&told) {
                *shown() = Progress::silent();
                // Whoever read this has gone: nobody is to go on.
                with(&plans[told], made).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                *shown() = begin();
                told += 1;
            }
        }
        Ok(())
    })
}

/// The report for people.
fn print(plan: &Plan, report: &Report) -> Result<(), Failure> {
    let title = format!("{}: {} ({} size)", report.experiment, report.title, report.size.word());
    output::line(layout::sentence(&title))?;
    let mut names: Vec<String> = Vec::new();
    for row in &report.rows {
        if !names.contains(&row.row) {
            names.push(row.row.clone());
        }
    }
    let mut facts: Vec<Fact<String>> = Vec::new();
    for quantity in plan.quantity.iter().filter(|quantity| plan.shows(quantity)) {
        let find =
            |name: &String| report.rows.iter().find(|row| row.row == *name && row.quantity == quantity.name);
        let rows: Vec<Option<&Row>> = names.iter().map(find).collect();
        let each = |cell: &dyn Fn(&Row) -> String| -> Vec<String> {
            rows.iter().map(|row| row.map_or(String::new(), cell)).collect()
        };
        let head = if quantity.unit.is_empty() {
            quantity.name.clone()
        } else {
            format!("{} ({})", quantity.name, quantity.unit)
        };
        if rows.iter().any(Option::is_some) {
            facts.push((head, each(&|row| ours(row, quantity.digits))));
        }
        if rows.iter().any(|row| row.is_some_and(|row| row.published.is_some())) {
            facts.push((
                "published".to_owned(),
                each(&|row| row.published.map_or(String::new(), |value| number(value, quantity.digits))),
            ));
        }
        if rows.iter().any(|row| row.is_some_and(|row| row.standard_errors.is_some())) {
            let errors =
                |row: &Row| row.standard_errors.map_or(String::new(), |errors| format!("{errors:+.1}"));
            facts.push(("errors off".to_owned(), each(&errors)));
        }
    }
    output::line(layout::facts("", &names, &facts, layout::width()))?;
    for judged in &report.claims {
        let sign = judged.verdict.sign().to_string();
        output::line(layout::beside(&sign, &format!("{}: {}", judged.verdict_text(), judged.claim)))?;
        for row in &judged.evidence {
            output::line(layout::beside(" ", &row.line()))?;
        }
    }
    if let Some(missing) = &report.unfinished {
        output::line(layout::sentence(missing))?;
    }
    output::line(format!("report: {}", report.report.display()))
}

fn ours(row: &Row, digits: usize) -> String {
    with_error(row.ours, row.error, digits)
}
