//! Looking at a position: the best move, what each is worth, how deep the search has come.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::stats::wilson;
use arena::{LiveGame, MoveValue, Prospects, Spec, Step, Thought};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use plywise::{Limits, Turn};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::app::App;
use crate::error::{Answer, Refusal};
use crate::names;
use crate::play::Shared;
use crate::pool::{Leaving, Stop};

/// The longest that one look may take.
const MOST_MS: u64 = 60_000;
/// As long as it takes unless the viewer says otherwise.
const USUAL_MS: u64 = 4_000;
/// Moves are looked at to no greater depth.
const DEEPEST: u32 = 60;

#[derive(Deserialize)]
pub(crate) struct Look {
    /// Who looks; one that plays well unless given.
    #[serde(default)]
    agent: Option<String>,
    /// After which ply; the last unless given.
    #[serde(default)]
    ply: Option<usize>,
    /// Milliseconds.
    #[serde(default)]
    ms: Option<u64>,
}

/// A position and who shall look at it.
pub(crate) struct Question {
    pub(crate) live: Box<dyn LiveGame>,
    pub(crate) spec: Spec,
}

impl Question {
    /// The question of a viewer, about a position at a seat's turn.
    pub(crate) fn new(app: &App, id: &str, agent: Option<&str>, ply: Option<usize>) -> Answer<Self> {
        let room = app.rooms.find(id)?;
        let mut table = room.table();
        table.touched = Instant::now();
        let live = table.board_at(ply)?;
        let kind = names::game(&table.saved.request.game)?;
        drop(table);
        let adviser = names::adviser(&*kind);
        let spec = names::agent(&*kind, agent.unwrap_or(&adviser))?;
        match live.turn() {
            Some(Turn::Seat(_)) => Ok(Self { live, spec }),
            Some(Turn::Chance) => Err(Refusal::conflict("chance is to move; there is nothing to choose")),
            None => Err(Refusal::conflict("the game is over in this position; there is nothing to choose")),
        }
    }
}

/// What a look finds, as it finds it.
pub(crate) async fn analyse(
    State(app): Shared,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Answer<Events> {
    let question = Question::new(&app, &id, look.agent.as_deref(), look.ply)?;
    let time = Duration::from_millis(look.ms.unwrap_or(USUAL_MS).clamp(50, MOST_MS));
    told(&app, move |stop, tell| analyse_on_a_thread(question, time, stop, tell))
}

fn analyse_on_a_thread(question: Question, time: Duration, stop: &Stop, tell: &Tell<'_>) -> Answer<()> {
    let Question { mut live, spec } = question;
    let begun = Instant::now();
    tell(json!({ "agent": spec.to_string(), "begun": true }));
    let agent = live.join(&spec, 1)?;
    // The values are wanted even where what else there is to tell cannot be had.
    let told = live.prospects(&spec, 1).ok().flatten();
    let tell_moves = |values: &[MoveValue]| tell_moves(values, told.as_ref(), tell);
    let of = |share: f64| Limits { deadline: Some(begun + time.mul_f64(share)), ..within(time, stop) };
    // First a rough value of every move, then the search itself, then the values as deep as time allows.
    let by_depth = spec.name != "mcts";
    if by_depth {
        tell_moves(&live.move_values(agent, 2, &of(0.2)));
    }
    let thought = live.think_aloud(agent, &of(0.6), &mut |step| tell(step_json(step)));
    let Some(thought) = thought else { return Ok(()) };
    tell(thought_json(&thought));
    let stopped = || stop.load(std::sync::atomic::Ordering::Relaxed) || begun.elapsed() >= time;
    if by_depth {
        for depth in 3..=thought.depth.clamp(2, DEEPEST) {
            let values = live.move_values(agent, depth, &of(1.0));
            // Values of a search that was cut short are worth nothing.
            if stopped() {
                break;
            }
            tell_moves(&values);
        }
    } else if !stopped() {
        tell_moves(&live.move_values(agent, 1, &Limits { deadline: None, ..of(1.0) }));
    }
    tell(json!({ "done": true, "elapsed_s": begun.elapsed().as_secs_f64() }));
    Ok(())
}

/// A stream of messages to a viewer.
pub(crate) type Events = Sse<KeepAliveStream<Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>>>;

/// Sends one message to whoever asked.
pub(crate) type Tell<'a> = dyn Fn(Value) + 'a;

/// A stream of what `work` tells while it runs on a thread of its own. It is stopped when the viewer leaves.
pub(crate) fn told(
    app: &Arc<App>,
    work: impl FnOnce(&Stop, &Tell<'_>) -> Answer<()> + Send + 'static,
) -> Answer<Events> {
    let stop = Stop::default();
    let leaving = Leaving(Arc::clone(&stop));
    let (sender, receiver) = mpsc::unbounded_channel::<Value>();
    app.lookers.begin(stop, move |stop| {
        let tell = |value: Value| drop(sender.send(value));
        if let Err(refusal) = work(stop, &tell) {
            tell(json!({ "error": refusal.line(), "done": true }));
        }
    })?;
    let stream = unfold((receiver, leaving), |(mut receiver, leaving)| async move {
        let mut value = receiver.recv().await?;
        // Steps of a quick search come in heaps; where a viewer lags behind, the last one counts.
        while value.get("step").is_some() {
            match receiver.try_recv() {
                Ok(next) => value = next,
                Err(_) => break,
            }
        }
        Some((Ok(Event::default().data(value.to_string())), (receiver, leaving)))
    });
    let stream: Pin<Box<dyn Stream<Item = _> + Send>> = Box::pin(stream);
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(10))))
}

/// Limits of a search that nobody else limits.
pub(crate) fn within(time: Duration, stop: &Stop) -> Limits {
    Limits { deadline: Some(Instant::now() + time), stop: Some(Arc::clone(stop)), ..Limits::default() }
}

fn tell_moves(values: &[MoveValue], told: Option<&Prospects<String>>, tell: &Tell<'_>) {
    let moves: Vec<Value> = values.iter().map(|mv| move_json(mv, told)).collect();
    tell(json!({ "moves": moves }));
}

fn move_json(mv: &MoveValue, told: Option<&Prospects<String>>) -> Value {
    let mut one =
        json!({ "move": mv.mv, "value": mv.value.as_f64(), "text": mv.value.to_string(), "depth": mv.depth });
    if let Some(prospect) = told.and_then(|told| told.of(mv)) {
        let share = wilson(prospect.risk.ended.into(), 0, prospect.risk.lines.into());
        one["expected_score"] = json!(prospect.expected_score);
        one["risk"] = json!({
            "share": share.mean, "low": share.low, "high": share.high, "turns": prospect.risk.turns,
            "lines": prospect.risk.lines,
        });
    }
    one
}

fn step_json(step: &Step) -> Value {
    json!({
        "step": true, "depth": step.depth, "value": step.value.as_f64(), "text": step.value.to_string(),
        "line": step.line, "nodes": step.nodes, "elapsed_s": step.elapsed_s,
    })
}

pub(crate) fn thought_json(thought: &Thought) -> Value {
    json!({
        "best": thought.best, "value": thought.number, "text": thought.value, "line": thought.line,
        "depth": thought.depth, "nodes": thought.nodes, "elapsed_s": thought.elapsed_s, "stopped": thought.stopped,
    })
}

/// What an evaluator's value of a position is made of: that of the agent, or the game's usual one.
pub(crate) async fn explain(
    State(app): Shared,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Answer<Json<Value>> {
    let Question { live, spec } = Question::new(&app, &id, look.agent.as_deref(), look.ply)?;
    let told = live.explain(Some(&spec)).or_else(|_| live.explain(None))?;
    let terms = told.terms.iter().map(|term| {
        json!({
            "name": term.name, "own": term.own, "other": term.other, "value": term.value, "weight": term.weight,
            "adds": term.contribution(),
            "parts": term.parts.iter().map(|(name, adds)| json!({ "name": name, "adds": adds })).collect::<Vec<_>>(),
        })
    });
    let candidates = told.candidates.iter().map(|(mv, value)| json!({ "move": mv, "value": value }));
    Ok(Json(json!({
        "agent": told.agent,
        "asked": spec.to_string(),
        "definition": told.definition,
        "terms": terms.collect::<Vec<_>>(),
        "value": told.value,
        "candidates": candidates.collect::<Vec<_>>(),
        "facts": told.facts,
    })))
}
