//! Looking into a position: what an agent thinks of it, its exact value, its search as a picture.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arena::registry::capability::Means;
use arena::registry::grown::{counted, grow_whole};
use arena::registry::{Explanation, Term};
use arena::stats::wilson;
use arena::{LiveGame, MoveValue, Prospect, Spec, Thought, parse_duration};
use plywise::Limits;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::agent::{Agent, usable};
use crate::errors::wrong;
use crate::json::object;
use crate::number;
use crate::position::Position;
use crate::work::{Stop, quietly, run};

/// More positions than this nobody can see in one picture.
const MOST: usize = 4000;

/// The agent that was given, or the one that suits the game.
fn analyst(position: &Position, py: Python<'_>, agent: Option<&Bound<'_, PyAny>>) -> PyResult<Spec> {
    let kind = &position.rules().kind;
    let spec = match agent {
        Some(agent) => Agent::ours(agent)?,
        None => Spec::parse(kind.analyst()).map_err(wrong)?,
    };
    usable(py, &**kind, spec)
}

fn told(thought: &Thought) -> Value {
    json!({
        "best": thought.best, "value": thought.number(), "value_text": thought.value.to_string(), "line": thought.line,
        "depth": thought.depth, "nodes": thought.nodes, "elapsed_s": thought.elapsed_s, "stopped": thought.stopped,
    })
}

/// What an agent thinks of a position, as `plywise analyze --json` tells it, and its iterations. `watch` is called with each
/// iteration.
#[pyfunction]
#[pyo3(signature = (position, agent=None, *, all_moves=false, seed=1, watch=None))]
pub(crate) fn analyze(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    agent: Option<&Bound<'_, PyAny>>,
    all_moves: bool,
    #[pyo3(from_py_with = number::seed)] seed: u64,
    watch: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let place = position.get();
    let spec = analyst(place, py, agent)?;
    let live = place.at_a_seats_turn()?;
    let stop = Stop::default();
    let heard: Arc<Mutex<Vec<Thought>>> = Arc::default();
    let limits = Limits { stop: Some(Arc::clone(&stop)), stepwise: true, ..Limits::default() };
    let hears = Arc::clone(&heard);
    let mut shown = 0;
    let tick = |py: Python<'_>| -> PyResult<()> {
        let Some(watch) = watch else { return Ok(()) };
        let news = heard.lock().unwrap_or_else(PoisonError::into_inner)[shown..].to_vec();
        shown += news.len();
        news.iter().try_for_each(|step| watch.call1((object(py, &told(step))?,)).map(drop))
    };
    let look = move || Look { live, spec, seed, limits, heard: hears }.at(all_moves);
    let mut report = place
        .rules()
        .checked(|| run(py, Some(&stop), Some(&place.rules().trouble), tick, look)?.map_err(wrong))?;
    report["game"] = place.rules().kind.name().into();
    object(py, &report)
}

/// A look at a position.
struct Look {
    live: Box<dyn LiveGame>,
    spec: Spec,
    seed: u64,
    limits: Limits,
    heard: Arc<Mutex<Vec<Thought>>>,
}

impl Look {
    fn at(mut self, all_moves: bool) -> Result<Value, String> {
        let agent = self.live.join(&self.spec, self.seed).map_err(|error| error.to_string())?;
        let heard = Arc::clone(&self.heard);
        let mut hear =
            |step: &Thought| heard.lock().unwrap_or_else(PoisonError::into_inner).push(step.clone());
        let thought = self.live.think_aloud(agent, &self.limits, &mut hear);
        let thought =
            thought.ok_or_else(|| format!("{} gave no move: {}", self.spec, self.live.why_no_move(agent)))?;
        let mut report = told(&thought);
        report["position"] = self.live.position().into();
        report["agent"] = self.spec.to_string().into();
        report["iterations"] =
            heard.lock().unwrap_or_else(PoisonError::into_inner).iter().map(told).collect();
        if all_moves {
            let values = self.live.move_values(agent, thought.depth, &self.limits);
            if values.len() < self.live.moves().len() {
                let why = self.live.why_no_move(agent);
                return Err(format!("{} valued only {} moves: {why}", self.spec, values.len()));
            }
            let prospects = self.live.prospects(&self.spec, self.seed).map_err(|error| error.to_string())?;
            let about = |value: &MoveValue| prospects.as_ref().and_then(|prospects| prospects.of(value));
            report["moves"] = values.iter().map(|value| move_told(value, about(value))).collect();
        }
        Ok(report)
    }
}

fn move_told(value: &MoveValue, about: Option<Prospect>) -> Value {
    let mut told = json!({
        "move": value.mv, "value": value.value.as_f64(), "value_text": value.value.to_string(), "depth": value.depth,
        "line": value.line, "nodes": value.nodes,
    });
    if let Some(Prospect { expected_score, risk }) = about {
        let share = wilson(risk.ended.into(), 0, risk.lines.into());
        told["expected_score"] = json!(expected_score);
        told["risk"] = json!(share.mean);
        (told["risk_low"], told["risk_high"]) = (json!(share.low), json!(share.high));
        (told["risk_turns"], told["risk_lines"]) = (json!(risk.turns), json!(risk.lines));
    }
    told
}

/// The exact value of a position, as `plywise solve --json` tells it; `solved` says whether the time was enough.
#[pyfunction]
#[pyo3(signature = (position, *, time="60s", table=256, threads=1))]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    time: &str,
    #[pyo3(from_py_with = number::table)] table: usize,
    #[pyo3(from_py_with = number::threads)] threads: usize,
) -> PyResult<Py<PyAny>> {
    let given = parse_duration(time).filter(|time| !time.is_zero());
    let given =
        given.ok_or_else(|| wrong(format!("time={time:?} should be a time such as 500ms, 2s or 10m")))?;
    for (name, number, most) in [("table", table, 65_536), ("threads", threads, 256)] {
        if !(1..=most).contains(&number) {
            return Err(wrong(format!("{name}={number} should be a whole number from 1 to {most}")));
        }
    }
    let place = position.get();
    let live = place.at_a_seats_turn()?;
    let stop = Stop::default();
    let limits = Limits { stop: Some(Arc::clone(&stop)), ..Limits::default() };
    let means = Means { table_mib: table, threads };
    let work = move || solved(live, means, given, limits);
    let mut report =
        place.rules().checked(|| quietly(py, &stop, &place.rules().trouble, work)?.map_err(wrong))?;
    report["game"] = place.rules().kind.name().into();
    object(py, &report)
}

fn solved(
    mut live: Box<dyn LiveGame>,
    means: Means,
    time: Duration,
    limits: Limits,
) -> Result<Value, String> {
    let solver = live
        .join_solver(means)
        .map_err(|error| error.to_string())?
        .ok_or("this game cannot be solved by full search: chance makes its tree too wide; try analyze")?;
    let limits = Limits { deadline: Instant::now().checked_add(time), ..limits };
    let mut last = None;
    let thought = live.think_aloud(solver, &limits, &mut |step| last = Some(step.clone()));
    let mut report = match thought.filter(Thought::is_solved) {
        Some(thought) => {
            let mut report = told(&thought);
            report["solved"] = true.into();
            report["value_text"] = thought.value.exact_text(live.seats()).into();
            report
        }
        None => json!({
            "solved": false, "value": null, "best": null, "line": [], "stopped": "deadline",
            "depth": last.as_ref().map_or(0, |step: &Thought| step.depth),
            "nodes": last.as_ref().map_or(0, |step| step.nodes),
            "elapsed_s": last.as_ref().map_or(0.0, |step| step.elapsed_s),
        }),
    };
    report["position"] = live.position().into();
    Ok(report)
}

/// The search of an agent as a picture in SVG, and how many positions it entered.
#[pyfunction]
#[pyo3(signature = (position, agent, *, fold=12))]
pub(crate) fn tree_svg(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    agent: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = number::fold)] fold: usize,
) -> PyResult<(String, u64)> {
    let spec = analyst(position.get(), py, Some(agent))?;
    let live = position.get().at_a_seats_turn()?;
    let stop = Stop::default();
    let title = spec.to_string();
    let kind = Arc::clone(&position.get().rules().kind);
    let (mut live, until) = (live, Arc::clone(&stop));
    let work = move || grow_whole(&*kind, &mut *live, &spec, &until, MOST);
    let tree = position
        .get()
        .rules()
        .checked(|| quietly(py, &stop, &position.get().rules().trouble, work)?.map_err(wrong))?;
    let title = format!("{title}: {}", counted(&tree));
    Ok((lab::draw(&[lab::Panel { title: &title, tree: &tree }], fold.clamp(1, 1000)), tree.entered))
}

/// A heuristic taken apart on a position, as `plywise explain --json` tells it.
#[pyfunction]
#[pyo3(signature = (position, agent=None))]
pub(crate) fn explain(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    agent: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let place = position.get();
    let kind = &place.rules().kind;
    let spec = agent.map(Agent::ours).transpose()?;
    // Of an agent that there is not, the game tells which have a heuristic.
    let mut known = spec.iter().filter(|spec| kind.listed(spec).is_ok());
    known.try_for_each(|spec| kind.check_options(spec)).map_err(wrong)?;
    let live = place.at_a_seats_turn()?;
    let work = move || live.explain(spec.as_ref());
    let explained = place
        .rules()
        .checked(|| quietly(py, &Stop::default(), &place.rules().trouble, work)?.map_err(wrong))?;
    object(py, &explanation(&explained))
}

fn explanation(explained: &Explanation) -> Value {
    let term = |term: &Term| {
        json!({
            "term": term.name, "own": term.own, "other": term.other, "value": term.value, "weight": term.weight,
            "adds": term.contribution(),
        })
    };
    json!({
        "agent": explained.agent, "definition": explained.definition, "value": explained.value,
        "terms": explained.terms.iter().map(term).collect::<Vec<_>>(),
        "candidates": explained.candidates.iter().map(|(mv, value)| json!({ "move": mv, "value": value })).collect::<Vec<_>>(),
        "facts": explained.facts,
    })
}
