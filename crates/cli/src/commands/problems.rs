//! `plywise solve --file`: all positions of a file, several at once, each kept as soon as it is solved.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

use arena::registry::AgentId;
use arena::registry::capability::Means;
use arena::registry::door::problem::Problem;
use arena::save::read_whole;
use arena::{Kind, LiveGame, Spec, Thought};
use plywise::file::in_letters;
use plywise::{Limits, Stop, Value};
use serde_json::json;

use super::solved::{Found, State};
use crate::args::SolveArgs;
use crate::failure::Failure;
use crate::interrupt::{self, stop_on_interrupt};
use crate::layout;
use crate::output;
use crate::progress::Progress;

pub(super) fn run(args: &SolveArgs, path: &Path) -> Result<ExitCode, Failure> {
    let named = Failure::of_file(path);
    let (kind, problems) = read(&args.game, path)?;
    for problem in &problems {
        let live = || kind.live(0, Some(&problem.position));
        live().map_err(|error| named(format!("{}: {error}", problem.name)))?;
        for mv in &problem.moves {
            let mut game = live()?;
            game.roll_on();
            game.play(mv).map_err(|error| named(format!("{}: its best move: {error}", problem.name)))?;
        }
    }
    let _one_run = args.state.as_deref().map(arena::lock).transpose()?;
    let mut state = args.state.as_deref().map(State::open).transpose()?;
    let mut found: BTreeMap<usize, Found> = BTreeMap::new();
    if let Some(state) = &state {
        let known = problems.iter().enumerate().filter_map(|(at, problem)| {
            state
                .known
                .get(&(kind.name().to_owned(), problem.position.clone()))
                .filter(|found| found.known_moves == problem.moves || problem.moves.contains(&found.best))
                .map(|found| (at, found.clone()))
        });
        found.extend(known);
    }
    let left: Vec<usize> = (0..problems.len()).filter(|at| !found.contains_key(at)).collect();
    let stop = stop_on_interrupt()?;
    let progress = Progress::begin(format!("solving {}, {}", kind.name(), path.display()));
    progress.count(found.len() as u64, problems.len() as u64, "problems");
    let mut table = Lines { problems: &problems, quiet: args.json, next: 0 };
    table.print(&found, false)?;
    let (sender, told) = channel();
    let next = AtomicUsize::new(0);
    // What solvers open, such as databases, is opened once: this one keeps it until the last is done.
    let mut keeper = kind.live(0, problems.first().map(|problem| problem.position.as_str()))?;
    if keeper.turn().is_some() {
        keeper.join_solver(Means { table_mib: 1, threads: 1 })?;
    }
    let work = Work { args, kind: &*kind, problems: &problems, left: &left, next: &next, stop: &stop };
    std::thread::scope(|scope| {
        for _ in 0..(args.threads as usize).min(left.len()) {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work.go(&sender));
        }
        drop(sender);
        for answer in told {
            let kept = answer.and_then(|(at, answer)| {
                if let Some(state) = state.as_mut().filter(|_| answer.solved) {
                    state.keep(&answer)?;
                }
                found.insert(at, answer);
                progress.count(found.len() as u64, problems.len() as u64, "problems");
                table.print(&found, false)
            });
            if kept.is_err() {
                stop.store(true, Ordering::Relaxed);
                return kept;
            }
        }
        Ok(())
    })?;
    drop(progress);
    table.print(&found, true)?;
    report(args, &*kind, &problems, &found)
}

/// The game under the options that its files of problems go by, and the problems.
fn read(game: &str, path: &Path) -> Result<(Box<dyn Kind>, Vec<Problem>), Failure> {
    let mut spec = Spec::parse(game)?;
    games::open(game)?;
    let reader = games::door(&spec.name).map(|door| door.problems).expect("the game was opened");
    if let Some(custom) = reader.custom.filter(|custom| spec.text(custom.option).is_none()) {
        spec.options.push((custom.option.to_owned(), custom.usual.to_owned()));
    }
    let kind = games::open(&spec.to_string())?;
    let text = in_letters(read_whole(path)?.0);
    let problems = match text.trim() {
        "" => Vec::new(),
        _ => (reader.read)(&text).map_err(Failure::of_file(path))?,
    };
    if problems.is_empty() {
        return Err(Failure::of_file(path)(format!(
            "there is no problem in it; it should be {}",
            reader.files
        )));
    }
    Ok((kind, problems))
}

/// The game under the custom that its files rarely go by, unless one was typed.
fn other_custom(game: &str) -> Option<String> {
    let mut spec = Spec::parse(game).ok()?;
    let custom = games::door(game)?.problems.custom?;
    spec.text(custom.option).is_none().then(|| {
        spec.options.push((custom.option.to_owned(), custom.other.to_owned()));
        spec.to_string()
    })
}

/// What the threads share.
struct Work<'a> {
    args: &'a SolveArgs,
    kind: &'a dyn Kind,
    problems: &'a [Problem],
    left: &'a [usize],
    next: &'a AtomicUsize,
    stop: &'a Arc<AtomicBool>,
}

impl Work<'_> {
    /// Takes one problem after another until none is left.
    fn go(&self, tell: &Sender<Result<(usize, Found), Failure>>) {
        while !self.stop.load(Ordering::Relaxed) {
            let Some(&at) = self.left.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            let answer = self.solve(&self.problems[at]).transpose();
            if answer.is_some_and(|answer| tell.send(answer.map(|found| (at, found))).is_err()) {
                return;
            }
        }
    }

    /// Solves one with a table of its own, so that its nodes do not depend on what else is solved. None once interrupted.
    fn solve(&self, problem: &Problem) -> Result<Option<Found>, Failure> {
        let begun = Instant::now();
        let mut game = self.kind.live(0, Some(&problem.position)).map_err(Failure::input)?;
        game.roll_on();
        if game.turn().is_none() {
            return self.finished(&mut *game, problem).map(Some);
        }
        let means = Means { table_mib: self.args.table as usize, threads: 1 };
        let solver = game.join_solver(means)?.ok_or_else(|| super::solve::unsolvable(self.kind))?;
        let limits = Limits {
            deadline: Some(Instant::now() + self.args.time),
            stop: Some(Arc::clone(self.stop)),
            ..Limits::default()
        };
        let mut last: Option<Thought> = None;
        let thought = game.think_aloud(solver, &limits, &mut |step| last = Some(step.clone()));
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let solved = thought.as_ref().is_some_and(Thought::is_solved);
        let Some(thought) = thought.or(last) else { return Ok(None) };
        let not_as_good =
            if solved { not_as_good(problem, &mut *game, solver, &thought.best, &limits) } else { None };
        Ok(Some(Found {
            game: self.kind.name().to_owned(),
            position: problem.position.clone(),
            solved,
            value: if solved {
                thought.value.exact_text(self.kind.seats())
            } else {
                thought.value.to_string()
            },
            points: Some(thought.number()).filter(|points| points.is_finite()),
            best: thought.best,
            known_moves: problem.moves.clone(),
            not_as_good,
            nodes: thought.nodes,
            elapsed_s: begun.elapsed().as_secs_f64(),
        }))
    }

    /// A game that is over has its value and no move.
    fn finished(&self, game: &mut dyn LiveGame, problem: &Problem) -> Result<Found, Failure> {
        let value = value_at_the_end(self.kind, game)?;
        Ok(Found {
            game: self.kind.name().to_owned(),
            position: problem.position.clone(),
            solved: true,
            value: value.exact_text(self.kind.seats()),
            points: Some(value.as_f64()).filter(|_| matches!(value, Value::Points(_))),
            best: String::new(),
            known_moves: problem.moves.clone(),
            not_as_good: None,
            nodes: 0,
            elapsed_s: 0.0,
        })
    }
}

/// The first of the moves that the file calls best which does not keep the value that the file tells, where the solver found
/// another. What cannot be solved in the time that is left is not held against the file.
fn not_as_good(
    problem: &Problem,
    game: &mut dyn LiveGame,
    solver: AgentId,
    best: &str,
    limits: &Limits,
) -> Option<String> {
    let known = problem.known?;
    if problem.moves.iter().any(|mv| mv == best) {
        return None;
    }
    let keeps = |mv: &str, game: &mut dyn LiveGame| {
        let worth = game.move_value(solver, mv, FAR, limits);
        let is_sure = |stopped| matches!(stopped, Stop::Solved | Stop::Exhausted | Stop::Known);
        worth.is_none_or(|worth| !is_sure(worth.stopped) || known.is(worth.value))
    };
    problem.moves.iter().find(|mv| !keeps(mv, game)).cloned()
}

/// Beyond the end of every game.
const FAR: u32 = 1000;

/// What a game that is over is worth to the side that would move, in what a search to the end counts.
pub(super) fn value_at_the_end(kind: &dyn Kind, game: &mut dyn LiveGame) -> Result<Value, Failure> {
    if kind.agents().iter().all(|agent| agent.name != "minimax") {
        return Err(super::solve::unsolvable(kind));
    }
    let searcher = game.join(&Spec::parse("minimax")?, 0)?;
    Ok(game.finished(searcher).map_or(Value::Points(0.0), |(_, value)| value))
}

impl Found {
    /// The value again: what is no number of points is a win or a loss.
    fn worth(&self) -> Value {
        match self.points {
            Some(points) => Value::Points(points),
            None if self.value.starts_with("win") => Value::Win { plies: 0 },
            None => Value::Loss { plies: 0 },
        }
    }

    fn verdict(&self, problem: &Problem) -> Verdict {
        match problem.agrees(self.worth(), &self.best) {
            _ if !self.solved => Verdict::Unsolved,
            Some(true) if self.not_as_good.as_ref().is_some_and(|mv| problem.moves.contains(mv)) => {
                Verdict::Wrong
            }
            Some(true) => Verdict::Right,
            Some(false) => Verdict::Wrong,
            None => Verdict::Unknown,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Right,
    Wrong,
    /// The file does not tell.
    Unknown,
    Unsolved,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unknown => "",
            Self::Unsolved => "not solved",
        }
    }
}

/// What the file says, in a few words.
fn expected(problem: &Problem) -> String {
    let known = problem.known.map(|known| known.to_string());
    known
        .into_iter()
        .chain((!problem.moves.is_empty()).then(|| problem.moves.join(" ")))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The lines of the table, in the order of the file however the answers come.
struct Lines<'a> {
    problems: &'a [Problem],
    quiet: bool,
    next: usize,
}

impl Lines<'_> {
    /// Prints what can be printed: up to the first that is missing, or, at the end, all that there is.
    fn print(&mut self, found: &BTreeMap<usize, Found>, all: bool) -> Result<(), Failure> {
        while self.next < self.problems.len() {
            let answer = found.get(&self.next);
            if answer.is_none() && !all {
                return Ok(());
            }
            if let Some(answer) = answer.filter(|_| !self.quiet) {
                self.line(&self.problems[self.next], answer)?;
            }
            self.next += 1;
        }
        Ok(())
    }

    fn line(&self, problem: &Problem, found: &Found) -> Result<(), Failure> {
        const WIDEST: usize = 28;
        let name: String = problem.name.chars().take(WIDEST).collect();
        let width = self.problems.iter().map(|problem| problem.name.chars().count()).max().unwrap_or(0);
        let verdict = match (found.verdict(problem), &found.not_as_good) {
            (Verdict::Wrong, Some(mv)) => format!("WRONG, {mv} is not as good"),
            (Verdict::Wrong, None) => format!("WRONG, not {}", expected(problem)),
            (verdict, _) => verdict.word().to_owned(),
        };
        let (nodes, time) = (output::count(found.nodes), output::seconds(found.elapsed_s));
        let columns = format!(
            "{name:<width$}  {:>10}  {:<6}  {nodes:>15} {:<5}  {time:>9}  ",
            found.value,
            found.best,
            output::things(found.nodes, "node"),
            width = width.min(WIDEST)
        );
        output::line(layout::beside(columns.trim_end_matches("  "), &verdict))
    }
}

fn report(
    args: &SolveArgs,
    kind: &dyn Kind,
    problems: &[Problem],
    found: &BTreeMap<usize, Found>,
) -> Result<ExitCode, Failure> {
    let verdicts: Vec<Verdict> = found.iter().map(|(&at, found)| found.verdict(&problems[at])).collect();
    let of = |verdict| verdicts.iter().filter(|&&v| v == verdict).count();
    let (right, wrong) = (of(Verdict::Right), of(Verdict::Wrong));
    let solved = found.len() - of(Verdict::Unsolved);
    let nodes: u64 = found.values().map(|found| found.nodes).sum();
    let time: f64 = found.values().map(|found| found.elapsed_s).sum();
    if args.json {
        let each: Vec<_> = found
            .iter()
            .map(|(&at, answer)| {
                let problem = &problems[at];
                let verdict = answer.verdict(problem);
                json!({
                    "name": problem.name, "position": problem.position, "solved": answer.solved,
                    "value": answer.points, "value_text": answer.value, "best": answer.best,
                    "right": (verdict != Verdict::Unknown).then_some(verdict == Verdict::Right),
                    "known": problem.known.map(|known| known.to_string()), "known_moves": problem.moves,
                    "not_as_good": answer.not_as_good,
                    "nodes": answer.nodes, "elapsed_s": answer.elapsed_s,
                })
            })
            .collect();
        output::json(&json!({
            "game": kind.name(), "scoring": kind.scoring(), "problems": each, "asked": problems.len(),
            "solved": solved, "right": right, "wrong": wrong, "nodes": nodes, "elapsed_s": time,
            "stopped": interrupt::is_set().then_some("interrupted"),
        }))?;
    } else {
        output::line(layout::sentence(&format!(
            "{solved} of {} solved, {right} right, {wrong} wrong; {} in {} ({}/s)",
            output::plural(problems.len() as u64, "problem"),
            output::plural(nodes, "node"),
            output::seconds(time),
            output::digits(nodes as f64 / time.max(1e-9)),
        )))?;
        super::tell_scoring(kind)?;
        if let Some(other) = other_custom(&args.game).filter(|_| wrong > 0) {
            output::line(layout::sentence(&format!("wrong? If the file counts otherwise, type {other}")))?;
        }
    }
    if interrupt::is_set() {
        if let Some(state) = args.state.as_ref().filter(|_| !args.json) {
            output::line(format!(
                "interrupted; to go on: the same command, with --state {}",
                state.display()
            ))?;
        }
        return Ok(interrupt::exit_code());
    }
    Ok(ExitCode::from(u8::from(solved < problems.len() || wrong > 0)))
}
