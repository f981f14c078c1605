//! `plywise tune`.

use std::path::Path;
use std::process::ExitCode;

use arena::Spec;
use plywise::file::{check_writable, read_text};
use serde_json::json;
use tune::{Contest, Listen, Luck, Parameter, Plan, Progress, Tuner, method};

use crate::args::tune::{LuckArg, TuneArgs};
use cli::failure::Failure;
use cli::interrupt::{self, stop_on_interrupt};
use cli::layout::{self, Fact};
use cli::outfile::OutFile;
use cli::output;
use cli::presets;
use cli::progress;

/// Trials between two saves of a run.
const EVERY: u64 = 20;

pub(crate) fn run(args: &TuneArgs) -> Result<ExitCode, Failure> {
    let kind = games::open(&args.game)?;
    let against = args.against.as_deref().map(|text| presets::agent(&*kind, text)).transpose()?;
    let agent = presets::agent(&*kind, &args.agent)?;
    let contest = Contest::new(kind, agent, against, args.opening_plies as u32)?;
    let parameters = parameters(args, &contest)?;
    let fresh = Tuner::new(parameters, plan(args)?).map_err(Failure::input)?;
    args.state.as_deref().map_or(Ok(()), check_writable)?;
    let _one_run = args.state.as_deref().map(arena::lock).transpose()?;
    let mut tuner = match &args.state {
        Some(path) if path.exists() => resume(path, &fresh)?,
        _ => fresh,
    };
    let svg = OutFile::maybe(args.svg.as_deref(), args.state.as_deref())?;
    let stop = stop_on_interrupt()?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let mut watch = Show::new(args, svg, &contest, &tuner);
    let result = tune::run(&mut tuner, &contest, threads, args.state.as_deref(), EVERY, &stop, &mut watch);
    watch.line = progress::Progress::silent();
    result.map_err(Failure::input)?;
    report(args, &contest, &tuner)?;
    watch.draw(&tuner)?;
    if tuner.is_over() {
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(path) = args.state.as_ref().filter(|_| !args.json) {
        output::line(format!("to go on: the same command, with --state {}", path.display()))?;
    }
    Ok(interrupt::exit_code())
}

fn plan(args: &TuneArgs) -> Result<Plan, Failure> {
    let (method, iterations) = method(&Spec::parse(&args.optimizer)?)?;
    Ok(Plan {
        repeats: args.repeats as u32,
        recheck: args.recheck as u32,
        elites: args.elites as u32,
        playoff: args.playoff as u32,
        luck: match args.luck {
            LuckArg::Independent => Luck::Independent,
            LuckArg::Shared => Luck::Shared,
            LuckArg::Fixed => Luck::Fixed,
        },
        positions: true,
        ..Plan::exact(method, iterations, args.seed)
    })
}

/// The agent's weights under the ranges and the start that were typed.
fn parameters(args: &TuneArgs, contest: &Contest) -> Result<Vec<Parameter>, Failure> {
    let mut parameters = contest.parameters()?;
    for text in &args.range {
        let (name, low, high) = range(text).ok_or_else(|| {
            Failure::input(format!("--range {text:?} should look like {}=-10..10", parameters[0].name))
        })?;
        let names = parameters.iter().map(|parameter| parameter.name.clone()).collect::<Vec<_>>().join(", ");
        let Some(parameter) = parameters.iter_mut().find(|parameter| parameter.name == name) else {
            return Err(Failure::input(format!("--range: there is no weight {name:?}; there are: {names}")));
        };
        (parameter.low, parameter.high, parameter.start) = (low, high, (low + high) / 2.0);
    }
    if let Some(text) = &args.start {
        let start: Vec<f64> = text.split('/').filter_map(|part| part.trim().parse().ok()).collect();
        if start.len() != parameters.len() || text.split('/').count() != start.len() {
            let names = parameters.iter().map(|parameter| parameter.name.as_str()).collect::<Vec<_>>();
            return Err(Failure::input(format!(
                "--start {text:?} should be numbers divided by /, one each for {}",
                names.join(", ")
            )));
        }
        parameters.iter_mut().zip(start).for_each(|(parameter, start)| parameter.start = start);
    }
    Ok(parameters)
}

fn range(text: &str) -> Option<(&str, f64, f64)> {
    let (name, ends) = text.split_once('=')?;
    let (low, high) = ends.split_once("..")?;
    Some((name.trim(), low.trim().parse().ok()?, high.trim().parse().ok()?))
}

/// The run in the file, if it is the one that was asked for.
fn resume(path: &Path, asked: &Tuner) -> Result<Tuner, Failure> {
    let place = path.display();
    let kept = Tuner::resume(&read_text(path)?).map_err(Failure::of_file(path))?;
    let same = kept.parameters() == asked.parameters() && kept.plan() == asked.plan();
    if !same {
        return Err(Failure::input(format!(
            "{place} holds another run (other weights, ranges or options); name another file, or type what began it"
        )));
    }
    Ok(kept)
}

/// The run while it goes on.
struct Show<'a> {
    svg: Option<OutFile>,
    contest: &'a Contest,
    line: progress::Progress,
    iterations: usize,
    /// Iterations in all, a play-off included.
    all: u64,
    trials: u64,
}

impl<'a> Show<'a> {
    fn new(args: &TuneArgs, svg: Option<OutFile>, contest: &'a Contest, tuner: &Tuner) -> Self {
        let plan = tuner.plan();
        let iterations = tuner.history().len();
        let all = u64::from(plan.iterations) + u64::from(plan.playoff > 0);
        let line = progress::Progress::begin(format!("{}, tuning {}", args.game, args.agent));
        line.count(iterations as u64, all, "iterations");
        Self { svg, contest, line, iterations, all, trials: 0 }
    }

    fn draw(&mut self, tuner: &Tuner) -> Result<(), Failure> {
        let Some(file) = &mut self.svg else { return Ok(()) };
        let words = lab::CourseWords {
            unit: self.contest.unit(),
            at: "trials",
            best: "best known",
            mean: "mean of an iteration ± one deviation",
        };
        let svg = lab::course_svg(&course(tuner), &words);
        file.write(&svg)
    }
}

impl Listen for Show<'_> {
    fn trial(&mut self, tuner: &Tuner) {
        self.trials += 1;
        self.line.at(output::plural(self.trials, "trial"));
        let Some(last) = tuner.history().last().filter(|_| tuner.history().len() > self.iterations) else {
            return;
        };
        self.iterations = tuner.history().len();
        self.line.count(self.iterations as u64, self.all, "iterations");
        self.line.note(format!(
            "{} {}; this iteration {}",
            best_text(tuner.parameters(), last),
            output::digits(last.best.score),
            output::with_error(last.mean, last.spread)
        ));
        // A picture that cannot be written now is tried again at the end, and the run is worth more.
        let _ = self.draw(tuner);
    }
}

/// Iteration by iteration: trials so far, the best score known, the mean and the spread of the points.
fn course(tuner: &Tuner) -> Vec<lab::CoursePoint> {
    let point = |progress: &Progress| lab::CoursePoint {
        at: progress.evaluations as f64,
        best: progress.best.score,
        mean: progress.mean,
        spread: progress.spread,
    };
    tuner.history().iter().map(point).collect()
}

fn best_text(parameters: &[Parameter], progress: &Progress) -> String {
    let weight = |(parameter, weight): (&Parameter, &f64)| format!("{} {weight:.3}", parameter.name);
    parameters.iter().zip(&progress.best.weights).map(weight).collect::<Vec<_>>().join(", ")
}

fn report(args: &TuneArgs, contest: &Contest, tuner: &Tuner) -> Result<(), Failure> {
    let evaluations = tuner.history().last().map_or(0, |progress| progress.evaluations);
    let best = tuner.best();
    if args.json {
        let agent = best.as_ref().map(|best| contest.agent(&best.weights).to_string());
        return output::json(&json!({
            "game": contest.game(), "agent": agent, "score_unit": contest.unit(), "best": best,
            "parameters": tuner.parameters(), "plan": tuner.plan(), "evaluations": evaluations,
            "games": evaluations * contest.games(), "finished": tuner.is_over(), "history": tuner.history(),
        }));
    }
    let trials = output::plural(evaluations, "trial");
    output::line(format!(
        "{}: {trials}, {} of {} iterations, seed {}",
        contest.game(),
        tuner.history().len().min(tuner.plan().iterations as usize),
        tuner.plan().iterations,
        args.seed
    ))?;
    let Some(best) = best else { return output::line("no iteration is finished yet") };
    let names: Vec<String> = tuner.parameters().iter().map(|parameter| parameter.name.clone()).collect();
    let column = |cell: &dyn Fn(usize) -> String| (0..names.len()).map(cell).collect::<Vec<_>>();
    let facts: Vec<Fact> = vec![
        ("best", column(&|i| format!("{:.4}", best.weights[i]))),
        (
            "begun in",
            column(&|i| {
                let Parameter { low, high, .. } = &tuner.parameters()[i];
                format!("{low} … {high}")
            }),
        ),
    ];
    output::line(layout::facts("weight", &names, &facts, layout::width()))?;
    let score =
        best.error.map_or_else(|| output::digits(best.score), |error| output::with_error(best.score, error));
    let doubt = if best.evaluations == 1 { ", a single trial: luck may have made it" } else { "" };
    output::line(layout::sentence(&format!(
        "{score} {} (mean of {}{doubt})",
        contest.unit(),
        output::plural(u64::from(best.evaluations), "trial")
    )))?;
    output::line(layout::explain(0, "the agent:", 11, &contest.agent(&best.weights).to_string()))
}
