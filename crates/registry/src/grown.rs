//! Which searches can be drawn as trees, and what a pruned one is held against.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plywise::{Limits, Value};

use crate::kind::Kind;
use crate::live::LiveGame;
use crate::numbers::count;
use crate::spec::{Spec, SpecError};
use crate::text_tree::TextTree;

/// Agents whose search at a game of chance looks at outcomes.
const OF_CHANCE: [&str; 3] = ["expectimax", "star1", "star2"];

/// What is said of an agent whose search is no tree: which agents of this game grow one from the position of `live`.
#[must_use]
pub fn no_tree(kind: &dyn Kind, live: &dyn LiveGame, agent: &str) -> String {
    let grows = |name: &&str| {
        let mut live = live.fork(live.plies());
        let Ok(agent) = Spec::parse(name).and_then(|spec| live.join(&spec, 0)) else { return false };
        // Ended before it begins: whether there is a tree shows all the same.
        let stop = Some(Arc::new(AtomicBool::new(true)));
        live.tree(agent, &Limits { stop, ..Limits::default() }, 1).is_some()
    };
    let all: Vec<&str> = kind.agents().iter().map(|agent| agent.name).filter(grows).collect();
    let grow = match &all[..] {
        [] => format!("none of {} does", kind.name()),
        [one] => format!("{one} grows one"),
        [most @ .., last] => format!("{} and {last} grow one", most.join(", ")),
    };
    format!("the search of {agent} is no tree that can be drawn; {grow}")
}

/// The same search without pruning: minimax, or expectimax where there is chance, with the same evaluator to the same depth.
#[must_use]
pub fn without_pruning(kind: &dyn Kind, spec: &Spec) -> Spec {
    let is_of_chance = kind.agents().iter().all(|agent| agent.name != "minimax");
    let kept: &[&str] = match OF_CHANCE.contains(&spec.name.as_str()) {
        true => &["depth", "eval", "order", "outcomes"],
        false => &["depth", "eval"],
    };
    let options = spec.options.iter().filter(|(key, _)| kept.contains(&key.as_str())).cloned().collect();
    Spec { name: if is_of_chance { "expectimax" } else { "minimax" }.into(), options }
}

/// Positions of a search after which it is not waited for: far more than can be drawn.
pub const MOST_IN_ALL: u64 = 2_000_000;

/// The tree of the search of an agent like this, of which at most `most` positions are recorded; none if it is no tree that can be drawn.
/// One that enters [`MOST_IN_ALL`] positions is cut off there, but for a published player's, which knows no limit of positions.
///
/// # Errors
/// When the agent cannot be built.
pub fn grow(
    live: &mut dyn LiveGame,
    spec: &Spec,
    stop: &Arc<AtomicBool>,
    most: usize,
) -> Result<Option<TextTree>, SpecError> {
    let mut tree = |nodes| -> Result<_, SpecError> {
        // Each time anew: what an agent remembers would leave nothing to draw.
        let agent = live.join(spec, 0)?;
        Ok(live.tree(agent, &Limits { nodes, stop: Some(Arc::clone(stop)), ..Limits::default() }, most))
    };
    // What may be cut off deepens; whether it has to be is known then, and a search to a depth goes straight there.
    let tried = tree(Some(MOST_IN_ALL))?;
    let is_whole = tried.as_ref().is_some_and(|tried| tried.in_all < MOST_IN_ALL);
    // What was stopped is all there is.
    if is_whole && !stop.load(Ordering::Relaxed) { tree(None) } else { Ok(tried) }
}

/// The same of a tree that is drawn whole.
///
/// # Errors
/// When there is none, or none of at most `most` positions: one line that says so. What was stopped is returned as far as it came.
pub fn grow_whole(
    kind: &dyn Kind,
    live: &mut dyn LiveGame,
    spec: &Spec,
    stop: &Arc<AtomicBool>,
    most: usize,
) -> Result<TextTree, String> {
    let tree = grow(live, spec, stop, most).map_err(|error| error.to_string())?;
    let tree = tree.ok_or_else(|| no_tree(kind, live, &spec.name))?;
    if stop.load(Ordering::Relaxed) {
        return Ok(tree);
    }
    let is_cut_off = tree.in_all >= MOST_IN_ALL;
    if is_cut_off || tree.entered as usize > most {
        let (entered, more) = (count(tree.entered), if is_cut_off { " and more" } else { "" });
        return Err(format!(
            "{spec} enters {entered} positions{more}; at most {most} can be drawn: lower the depth"
        ));
    }
    Ok(tree)
}

/// How many positions a search entered: in the pass that is drawn, and in all.
#[must_use]
pub fn counted(tree: &TextTree) -> String {
    let (entered, in_all) = (count(tree.entered), count(tree.in_all));
    match tree.in_all > tree.entered {
        true => format!("{entered} positions in its last pass, {in_all} in all"),
        false => format!("{entered} positions"),
    }
}

/// What a search did without beside the `whole` tree, and whether the root is worth the same in both: what is left out by guess or looked
/// up may tell otherwise.
#[must_use]
pub fn saving(whole: &TextTree, tree: &TextTree) -> String {
    let value = |tree: &TextTree| tree.nodes.first().and_then(|root| root.value);
    let (Some(all), Some(own)) = (value(whole), value(tree)) else {
        return "not finished, so that nothing can be said of what it saves".into();
    };
    let deepest = |tree: &TextTree| tree.nodes.iter().map(|node| node.ply).max();
    if deepest(tree) > deepest(whole) {
        return format!(
            "worth {own} beyond the depth where the whole tree ends, worth {all}: of another tree nothing is saved"
        );
    }
    let saved = 100.0 * (1.0 - tree.in_all as f64 / whole.in_all.max(1) as f64);
    let effort = match saved < 0.0 {
        true => format!("{:.0} % more work", -saved),
        false => format!("{saved:.0} % of the work saved"),
    };
    // Averages over dice may be added up in another order.
    let alike = match (all, own) {
        (Value::Points(a), Value::Points(b)) => (a - b).abs() < 1e-6,
        _ => all == own,
    };
    match alike {
        true => format!("{effort}, the same value"),
        false => format!("{effort}, worth {own} where the whole tree says {all}"),
    }
}
