//! Looking at a position: the best move, what each is worth, how deep the search has come.

use std::cell::Cell;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::stats::wilson;
use arena::{AgentId, Kind, LiveGame, MoveValue, Prospects, Spec};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use plywise::{Limits, Seat, Stop as Ended, Turn};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::app::App;
use crate::error::{Answer, Refusal};
use crate::play::Shared;
use crate::pool::{Leaving, Stop, Terms};
use crate::request::{Viewer, aside};
use crate::{memory, names};

/// The longest that one look may take.
const MOST_MS: u64 = 60_000;
/// As long as it takes unless the viewer says otherwise.
const USUAL_MS: u64 = 4_000;
/// What a search may take beyond its time, until it is ended: an agent may have a network to load first.
pub(crate) const SPARE: Duration = Duration::from_secs(3);
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
    /// The depth at which the agent ends of itself, if it does.
    own_depth: Option<u32>,
    /// MiB of tables that it takes.
    needs: u64,
}

impl Question {
    /// The question of a viewer, about a position at a seat's turn.
    async fn ask(app: &Arc<App>, id: String, agent: Option<String>, ply: Option<usize>) -> Answer<Self> {
        let app = Arc::clone(app);
        aside(move || Self::new(&app, &id, agent.as_deref(), ply)).await
    }

    fn new(app: &App, id: &str, agent: Option<&str>, ply: Option<usize>) -> Answer<Self> {
        let room = app.rooms.find(id)?;
        let mut table = room.table();
        table.touched = Instant::now();
        let live = table.live.fork(ply.unwrap_or(usize::MAX));
        let kind = names::game(&table.saved.request.game)?;
        drop(table);
        let adviser = kind.adviser().to_owned();
        let spec = names::agent(&*kind, agent.unwrap_or(&adviser))?;
        let needs = memory::needs(&*kind, &spec);
        match live.turn() {
            Some(Turn::Seat(_)) => Ok(Self { live, own_depth: own_depth(&*kind, &spec), spec, needs }),
            Some(Turn::Chance) => Err(Refusal::conflict("chance is to move; there is nothing to choose")),
            None => Err(Refusal::conflict("the game is over in this position; there is nothing to choose")),
        }
    }
}

/// What a look finds, as it finds it.
pub(crate) async fn analyse(
    State(app): Shared,
    Viewer(viewer): Viewer,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Answer<Events> {
    let question = Question::ask(&app, id, look.agent, look.ply).await?;
    let time = Duration::from_millis(look.ms.unwrap_or(USUAL_MS).clamp(50, MOST_MS));
    let home = Arc::clone(&app);
    told(&app, Terms { viewer, most: time + SPARE }, move |stop, tell| {
        let _memory = home.take_memory(question.needs)?;
        analyse_on_a_thread(question, time, stop, tell)
    })
}

/// The depth that a spec names or that its agent has unless told otherwise; none for those that deepen until they are
/// stopped, or know no depth.
fn own_depth(kind: &dyn Kind, spec: &Spec) -> Option<u32> {
    let given = ["nodes", "time"].iter().any(|key| spec.text(key).is_some());
    let named = kind.agents().iter().find(|named| named.name == spec.name)?;
    let usual =
        named.options.iter().find(|option| option.key == "depth" && !given).map(|option| option.default);
    spec.text("depth").or(usual)?.parse().ok()
}

/// Every depth is one message, in which all belongs together: what each move is worth, of these the best as the
/// position's value, and the line that begins with it.
fn analyse_on_a_thread(question: Question, time: Duration, stop: &Stop, tell: &Tell<'_>) -> Answer<()> {
    let Question { mut live, spec, own_depth, .. } = question;
    let begun = Instant::now();
    let agent = live.join(&spec, 1)?;
    tell(json!({
        "agent": spec.to_string(), "begun": true, "unit": live.scale(agent).unit, "for": live.seat_name(Seat::FIRST),
        "grades": live.scale(agent).grades.filter(|_| live.seats() > 1),
    }));
    let mut told = None;
    let Some(Turn::Seat(seat)) = live.turn() else { return Ok(()) };
    let limits = Limits { deadline: Some(begun + time), ..within(time, stop) };
    let mut nodes = 0;
    let mut found = false;
    for round in rounds(&spec, own_depth) {
        let values = look_once(&mut *live, agent, round, &limits);
        nodes += values.iter().map(|one| one.nodes).sum::<u64>();
        // Values of a search that was cut short are worth nothing.
        if stop.load(std::sync::atomic::Ordering::Relaxed) || Instant::now() >= begun + time {
            break;
        }
        if values
            .iter()
            .all(|one| matches!(one.stopped, Ended::NoChoice | Ended::Unsearched) && one.depth <= 1)
        {
            return Err(Refusal::conflict(format!("{} chooses its moves without valuing them", spec.name)));
        }
        // Whoever looks no deeper than before has come to its own end, or to that of the game.
        let deeper = match round {
            Round::Depth(depth) => values.iter().any(|one| one.depth >= depth),
            Round::Nodes(_) => values.iter().any(|one| one.stopped == Ended::Nodes),
        };
        if deeper || !found {
            tell(found_json(&values, seat, told.as_ref(), nodes, begun.elapsed()));
            if !std::mem::replace(&mut found, true) {
                // What else there is to tell may take a while, or not be had: the values do not wait for it.
                told = live.prospects(&spec, 1).ok().flatten();
                if told.is_some() {
                    tell(found_json(&values, seat, told.as_ref(), nodes, begun.elapsed()));
                }
            }
        }
        if !deeper || values.iter().all(|one| one.stopped == Ended::Solved) {
            break;
        }
    }
    if !found {
        let line = format!("{spec} came to no end within {} s: give it more time", time.as_secs_f64());
        return Err(Refusal::conflict(line));
    }
    tell(json!({ "done": true, "elapsed_s": begun.elapsed().as_secs_f64() }));
    Ok(())
}

/// How far every move is looked at in one go.
#[derive(Clone, Copy)]
enum Round {
    /// So many plies, the move included.
    Depth(u32),
    /// So many positions after each move, for a search that knows no depth.
    Nodes(u64),
}

fn rounds(spec: &Spec, own_depth: Option<u32>) -> Vec<Round> {
    if spec.name == "mcts" {
        return (0..20).map(|round| Round::Nodes(2_000 << round)).collect();
    }
    (2..=own_depth.unwrap_or(DEEPEST).clamp(2, DEEPEST)).map(Round::Depth).collect()
}

fn look_once(live: &mut dyn LiveGame, agent: AgentId, round: Round, limits: &Limits) -> Vec<MoveValue> {
    match round {
        Round::Depth(depth) => live.move_values(agent, depth, limits),
        Round::Nodes(nodes) => {
            live.move_values(agent, DEEPEST, &Limits { nodes: Some(nodes), ..limits.clone() })
        }
    }
}

/// A stream of messages to a viewer.
pub(crate) type Events = Sse<KeepAliveStream<Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>>>;

/// Sends one message to whoever asked.
pub(crate) type Tell<'a> = dyn Fn(Value) + 'a;

/// A stream of what `work` tells while it runs on a thread of its own. It is stopped when the viewer leaves.
pub(crate) fn told(
    app: &Arc<App>,
    terms: Terms,
    work: impl FnOnce(&Stop, &Tell<'_>) -> Answer<()> + Send + 'static,
) -> Answer<Events> {
    let stop = Stop::default();
    let leaving = Leaving(Arc::clone(&stop));
    let (sender, receiver) = mpsc::unbounded_channel::<Value>();
    // The time of a search begins when it does.
    drop(sender.send(json!({ "waiting": true })));
    app.lookers.begin(terms, stop, move |stop| {
        drop(sender.send(json!({ "waiting": false })));
        let done = Cell::new(false);
        let tell = |value: Value| {
            done.set(done.get() || value["done"] == true);
            drop(sender.send(value));
        };
        if let Err(refusal) = work(stop, &tell) {
            tell(json!({ "error": refusal.line(), "done": true }));
        }
        // Whoever still listens would ask for the same again.
        if !done.get() {
            tell(json!({ "done": true, "ended": stop.load(std::sync::atomic::Ordering::Relaxed) }));
        }
    })?;
    let stream = unfold((receiver, None, leaving), |(mut receiver, waiting, leaving)| async move {
        let mut value = match waiting {
            Some(value) => value,
            None => receiver.recv().await?,
        };
        let is_step = |value: &Value| value.get("step").is_some();
        let mut waiting = None;
        // Steps of a quick search come in heaps; where a viewer lags behind, the last one counts.
        while is_step(&value) && waiting.is_none() {
            match receiver.try_recv() {
                Ok(next) if is_step(&next) => value = next,
                Ok(next) => waiting = Some(next),
                Err(_) => break,
            }
        }
        Some((Ok(Event::default().data(value.to_string())), (receiver, waiting, leaving)))
    });
    let stream: Pin<Box<dyn Stream<Item = _> + Send>> = Box::pin(stream);
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(10))))
}

/// Limits of a search that nobody else limits.
pub(crate) fn within(time: Duration, stop: &Stop) -> Limits {
    Limits { deadline: Some(Instant::now() + time), stop: Some(Arc::clone(stop)), ..Limits::default() }
}

/// What a round found, the best move first; values are those of the seat that is listed first.
fn found_json(
    values: &[MoveValue],
    seat: Seat,
    told: Option<&Prospects<String>>,
    nodes: u64,
    elapsed: Duration,
) -> Value {
    let moves: Vec<Value> = values.iter().map(|one| move_json(one, seat, told)).collect();
    let best = values.first();
    let mut found = moves.first().cloned().unwrap_or_default();
    found["step"] = json!(true);
    found["best"] = json!(best.map(|one| &one.mv));
    found["depth"] = json!(values.iter().map(|one| one.depth).max());
    found["line"] = json!(best.map(|one| &one.line));
    found["nodes"] = json!(nodes);
    found["elapsed_s"] = json!(elapsed.as_secs_f64());
    found["moves"] = json!(moves);
    found
}

/// A value of a seat as one of the seat that is listed first.
pub(crate) fn for_first(value: plywise::Value, seat: Seat) -> plywise::Value {
    if seat == Seat::FIRST { value } else { -value }
}

fn move_json(mv: &MoveValue, seat: Seat, told: Option<&Prospects<String>>) -> Value {
    let value = for_first(mv.value, seat);
    let exact = [Ended::Solved, Ended::Exhausted, Ended::Known].contains(&mv.stopped);
    let mut one =
        json!({ "move": mv.mv, "value": value.as_f64(), "text": value.to_string(), "exact": exact });
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

/// What an evaluator's value of a position is made of: that of the agent, or the game's usual one.
pub(crate) async fn explain(
    State(app): Shared,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Answer<Json<Value>> {
    aside(move || {
    let Question { live, spec, .. } = Question::new(&app, &id, look.agent.as_deref(), look.ply)?;
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
    }).await
}
