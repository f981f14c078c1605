//! Which searches can be drawn as trees, and what a pruned one is held against.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywise::Limits;

use crate::kind::Kind;
use crate::live::LiveGame;
use crate::spec::Spec;

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
