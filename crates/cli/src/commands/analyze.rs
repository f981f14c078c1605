//! `plywise analyze`.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use arena::stats::{Estimate, wilson};
use arena::{Kind, LiveGame, MoveValue, Prospect, Prospects, Risk, Thought};
use plywise::Limits;
use serde_json::{Value, json};

use crate::args::AnalyzeArgs;
use crate::failure::Failure;
use crate::interrupt::{self, stop_on_interrupt};
use crate::layout;
use crate::output;
use crate::presets;
use crate::progress::Progress;

pub(crate) fn run(args: &AnalyzeArgs) -> Result<ExitCode, Failure> {
    if let Some(file) = &args.file {
        return super::annotate::run(args, file);
    }
    let kind = games::open(&args.game)?;
    // Who may look for so long, or so far, looks deeper and deeper until then.
    let whole = args.depth.is_some() || args.time.is_some() || args.nodes.is_some();
    let usual = if whole { kind.adviser() } else { kind.analyst() };
    let mut called = presets::called(&*kind, args.agent.as_deref().unwrap_or(usual))?;
    let is_preset = called.name != called.spec.to_string();
    let spec = &mut called.spec;
    kind.check_options(spec)?;
    super::no_person(spec)?;
    super::look_as_deep(&*kind, spec, args)?;
    let told = spec.to_string();
    let told = if is_preset { format!("{} ({told})", called.name) } else { told };
    let mut game = kind.live(args.seed, args.position.as_deref())?;
    super::at_a_seats_turn(&mut *game)?;
    let stop = stop_on_interrupt()?;
    let progress = Progress::begin(format!("{}, {told}", kind.name()));
    let agent = game.join(spec, args.seed)?;
    let begun = Instant::now();
    // Where every move is valued, half of the time is theirs.
    let part = if args.all_moves { 2 } else { 1 };
    let limits = Limits {
        depth: args.depth.map(|depth| depth as u32),
        nodes: args.nodes,
        deadline: args.time.map(|time| begun + time / part),
        stop: Some(Arc::clone(&stop)),
        stepwise: true,
        ..Limits::default()
    };
    // Before the first word of the search, and not before: one that fails leaves nothing but why.
    let mut head = (!args.json).then(|| format!("{}\n\n{told}", game.diagram(output::ink())));
    let mut heard = Heard::default();
    let mut failed = None;
    let mut tell = |step: &Thought| {
        heard.hear(step);
        progress.at(format!("depth {}", step.depth + 1));
        if !args.json
            && let Err(failure) = head.take().map_or(Ok(()), output::line).and_then(|()| tell(step))
        {
            failed.get_or_insert(failure);
            stop.store(true, Ordering::Relaxed);
        }
    };
    let thought = game.think_aloud(agent, &limits, &mut tell);
    if let Some(failure) = failed {
        return Err(failure);
    }
    let Some(thought) = thought.or_else(|| heard.best_so_far()) else {
        if interrupt::is_set() {
            return nothing_yet(args, kind.name(), &*game);
        }
        return Err(Failure::input(format!("{told} gave no move: {}", game.why_no_move(agent))));
    };
    let mut moves = Moves { values: Vec::new(), prospects: None };
    if args.all_moves && !interrupt::is_set() {
        progress.at("what each move is worth");
        let limits = Limits { deadline: args.time.map(|time| begun + time), ..limits };
        moves.values = game.move_values(agent, thought.depth, &limits);
        let (valued, all) = (moves.values.len(), game.moves().len());
        if valued < all && !interrupt::is_set() {
            let (all, why) = (output::plural(all as u64, "move"), game.why_no_move(agent));
            return Err(Failure::input(format!("{told} valued {valued} of {all}: {why}")));
        }
        moves.prospects = game.prospects(spec, args.seed)?;
    }
    drop(progress);
    let thought =
        if interrupt::is_set() { Thought { stopped: INTERRUPTED_WORD, ..thought } } else { thought };
    if args.json {
        print_json(args, &*kind, &*game, &thought, &moves)?;
    } else {
        head.take().map_or(Ok(()), output::line)?;
        print(&thought, &moves)?;
        super::tell_scoring_of(&*kind, game.scale(agent))?;
        let (valued, all) = (moves.values.len(), game.moves().len());
        if args.all_moves && valued < all {
            output::line(format!(
                "interrupted: {valued} of {} are valued",
                output::plural(all as u64, "move")
            ))?;
        }
    }
    Ok(if interrupt::is_set() { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

/// Why an interrupted search ended.
const INTERRUPTED_WORD: &str = "interrupted";

/// An interrupt that came before there was any answer.
fn nothing_yet(args: &AnalyzeArgs, name: &str, game: &dyn LiveGame) -> Result<ExitCode, Failure> {
    if args.json {
        output::json(
            &json!({ "game": name, "position": game.position(), "best": null, "stopped": INTERRUPTED_WORD }),
        )?;
    } else {
        output::line("interrupted before the search had any answer")?;
    }
    Ok(interrupt::exit_code())
}

/// What a search has told so far.
#[derive(Default)]
pub(crate) struct Heard {
    /// The last depth that was completed.
    pub(crate) done: Option<Thought>,
    /// The last word, which may be about a depth that was cut short.
    pub(crate) last: Option<Thought>,
}

impl Heard {
    pub(crate) fn hear(&mut self, step: &Thought) {
        if !step.was_cut_short() {
            self.done = Some(step.clone());
        }
        self.last = Some(step.clone());
    }

    /// The answer of a search that was interrupted: the value of the last depth that was completed, and the best moves known.
    fn best_so_far(self) -> Option<Thought> {
        let (done, last) = (self.done?, self.last?);
        (!last.best.is_empty()).then_some(Thought {
            value: done.value,
            depth: done.depth,
            stopped: INTERRUPTED_WORD,
            ..last
        })
    }
}

/// Every legal move, the best first, and what the game tells of each.
struct Moves {
    values: Vec<MoveValue>,
    prospects: Option<Prospects<String>>,
}

impl Moves {
    fn told(&self, mv: &MoveValue) -> Option<Prospect> {
        self.prospects.as_ref()?.of(mv)
    }
}

fn tell(step: &Thought) -> Result<(), Failure> {
    let cut_short = if step.was_cut_short() { ", cut short" } else { "" };
    let columns = format!(
        "depth {:>3}  {:>12}  {:>14} {:<5}  {:>9}",
        step.depth,
        step.value.to_string(),
        output::count(step.nodes),
        output::things(step.nodes, "node"),
        output::seconds(step.elapsed_s),
    );
    output::line(layout::beside(&columns, &format!("{}{cut_short}", step.line.join(" "))))
}

fn print(thought: &Thought, moves: &Moves) -> Result<(), Failure> {
    let rate = output::digits(thought.nodes as f64 / thought.elapsed_s.max(1e-9));
    output::line("")?;
    output::line(layout::sentence(&format!(
        "best {} ({}), depth {}, {} in {} ({rate}/s), stopped: {}",
        thought.best,
        thought.value,
        thought.depth,
        output::plural(thought.nodes, "node"),
        output::seconds(thought.elapsed_s),
        thought.stopped,
    )))?;
    output::line(layout::explain(0, "line", 5, &thought.line.join(" ")))?;
    let mut meaning = None;
    for mv in &moves.values {
        let told = moves.told(mv);
        meaning = meaning.or(told.map(|told| told.risk));
        let mut told = told.map_or_else(String::new, prospect);
        if let Some(own) = mv.own {
            told += &format!("  at most; alone it has {own}");
        }
        let columns = format!("{:>12}  {:>12}  depth {}", mv.mv, mv.value.to_string(), mv.depth);
        output::line(layout::beside(&columns, &told))?;
    }
    match meaning {
        Some(Risk { lines, turns, .. }) => output::line("").and(output::line(layout::sentence(&format!(
            "risk: how many of {lines} random continuations are over within {turns} further turns, played by the \
             network without search (95 % interval)"
        )))),
        None => Ok(()),
    }
}

/// What follows a move's value in its line.
fn prospect(Prospect { expected_score, risk }: Prospect) -> String {
    let expected = expected_score.map_or_else(
        || "no score expected".to_owned(),
        |score| format!("final score {:>9}", output::count(score.max(0.0).round() as u64)),
    );
    let Estimate { mean, low, high } = interval(risk);
    let [mean, low, high] = [mean, low, high].map(|share| 100.0 * share);
    format!("  {expected}  risk {mean:>5.1} % ({low:.1} to {high:.1})")
}

fn interval(risk: Risk) -> Estimate {
    wilson(risk.ended.into(), 0, risk.lines.into())
}

fn print_json(
    args: &AnalyzeArgs,
    kind: &dyn Kind,
    game: &dyn LiveGame,
    thought: &Thought,
    moves: &Moves,
) -> Result<(), Failure> {
    let mut report = json!({
        "game": kind.name(), "position": game.position(), "best": thought.best, "value": thought.number(),
        "value_text": thought.value.to_string(), "line": thought.line, "depth": thought.depth, "nodes": thought.nodes,
        "elapsed_s": thought.elapsed_s, "stopped": thought.stopped, "scoring": kind.scoring(),
    });
    if args.all_moves {
        report["moves"] = moves.values.iter().map(|mv| move_json(mv, moves.told(mv))).collect();
    }
    output::json(&report)
}

fn move_json(mv: &MoveValue, told: Option<Prospect>) -> Value {
    let mut one = json!({ "move": mv.mv, "value": mv.value.as_f64(), "value_text": mv.value.to_string(), "depth": mv.depth });
    if let Some(own) = mv.own {
        one["own_value"] = json!(own.as_f64());
    }
    if let Some(Prospect { expected_score, risk }) = told {
        let Estimate { mean, low, high } = interval(risk);
        one["expected_score"] = json!(expected_score);
        one["risk"] = json!(mean);
        one["risk_low"] = json!(low);
        one["risk_high"] = json!(high);
        one["risk_turns"] = json!(risk.turns);
        one["risk_lines"] = json!(risk.lines);
    }
    one
}
