//! The search of a position as a tree, node by node.

use std::sync::Arc;
use std::time::Duration;

use arena::registry::grown::{self, no_tree, saving, without_pruning};
use arena::{Spec, TextNode, TextTree};
use axum::Json;
use axum::extract::State;
use plywise::trace::ExitReason;
use plywise::{Seat, Turn};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::{Answer, Refusal};
use crate::play::Shared;
use crate::pool::{Stop, Terms};
use crate::request::{Viewer, aside};
use crate::{memory, names};

/// Positions of one search that are shown; a student looks at far fewer.
const MOST: usize = 3000;
/// The longest that a search that is to be shown may take.
const TIME: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    game: String,
    agent: String,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    seed: u64,
    /// Whether the same search without pruning is wanted, too.
    #[serde(default)]
    compare: bool,
    /// Another agent whose search is wanted, too.
    #[serde(default)]
    beside: Option<String>,
}

pub(crate) async fn grow(
    State(app): Shared,
    Viewer(viewer): Viewer,
    crate::request::Given(asked): crate::request::Given<Asked>,
) -> Answer<Json<Value>> {
    let (asked, specs, needs) = aside(move || {
        let kind = names::game(&asked.game)?;
        let spec = names::agent(&*kind, &asked.agent)?;
        let mut specs = vec![spec.clone()];
        if asked.compare {
            specs.push(without_pruning(&*kind, &spec));
        }
        if let Some(beside) = &asked.beside {
            specs.push(names::agent(&*kind, beside)?);
        }
        let needs = specs.iter().map(|spec| memory::needs(&*kind, spec)).sum();
        Ok((asked, specs, needs))
    })
    .await?;
    let home = Arc::clone(&app);
    let work = move |stop: &Stop| {
        let _memory = home.take_memory(needs)?;
        trees(&asked, &specs, stop)
    };
    Ok(Json(app.lookers.run(Terms { viewer, most: TIME }, work).await??))
}

fn trees(asked: &Asked, specs: &[Spec], stop: &Stop) -> Answer<Value> {
    let kind = names::game(&asked.game)?;
    let mut live = kind.live(asked.seed, asked.position.as_deref())?;
    live.roll_on();
    let Some(Turn::Seat(seat)) = live.turn() else {
        return Err(Refusal::conflict("the game is over in this position; there is nothing to search"));
    };
    let mut trees = Vec::new();
    for spec in specs {
        let tree = grown::grow(&mut *live, spec, stop, MOST)?;
        let tree = tree.ok_or_else(|| Refusal::input(no_tree(&*kind, &*live, &spec.name)))?;
        trees.push((spec, tree));
    }
    let mut told: Vec<Value> = trees.iter().map(|(spec, tree)| tree_json(spec, tree)).collect();
    if let (true, [(_, tree), (_, whole), ..]) = (asked.compare, &trees[..]) {
        told[0]["saving"] = saving(whole, tree).into();
    }
    Ok(
        json!({ "seat": seat.0, "seat_name": live.seat_name(seat), "position": live.seen(Seat::FIRST), "trees": told }),
    )
}

fn tree_json(spec: &Spec, tree: &TextTree) -> Value {
    let nodes: Vec<Value> = tree.nodes.iter().map(node_json).collect();
    json!({ "agent": spec.to_string(), "entered": tree.entered, "in_all": tree.in_all, "nodes": nodes })
}

fn node_json(node: &TextNode) -> Value {
    let (why, by, left_out) = match node.why {
        ExitReason::Finished => ("finished", None, None),
        ExitReason::Recurred => ("recurred", None, None),
        ExitReason::Horizon => ("horizon", None, None),
        ExitReason::Table => ("table", None, None),
        ExitReason::Probed => ("probed", None, None),
        ExitReason::Searched => ("searched", None, None),
        ExitReason::Cut { by, left_out } => ("cut", Some(by), Some(left_out)),
        ExitReason::Selective => ("selective", None, None),
        ExitReason::Stopped => ("stopped", None, None),
    };
    json!({
        "m": node.mv,
        "y": node.ply,
        "k": if node.chance { "chance" } else if node.maximising { "max" } else { "min" },
        "a": node.window.0,
        "b": node.window.1,
        "v": node.value.map(plywise::Value::as_f64),
        "t": node.value.map(|value| value.to_string()),
        "w": why,
        "by": by,
        "n": left_out,
        "l": node.left_out,
        "c": node.children,
        "p": node.probability,
        "probe": node.probe,
        "pos": node.position,
    })
}
