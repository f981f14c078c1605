//! The agents that the library gives to every game, by name.

use plywise::{
    Evaluate, ExpectimaxAgent, Game, GreedyAgent, Method, RandomAgent, SearchAgent, SearchLimits, Stochastic,
    TwoPlayer,
};

use crate::spec::{Named, Opt, Spec, SpecError};

const DEPTH: Opt = Opt { key: "depth", values: "1..=1000", default: "3", about: "plies to look ahead" };
const NODES: Opt = Opt {
    key: "nodes",
    values: "1..",
    default: "no limit",
    about: "positions to visit per move, deepening until then",
};
const TIME: Opt = Opt {
    key: "time",
    values: "50ms, 2s …",
    default: "no limit",
    about: "time per move, deepening until then",
};

/// The entry of `random`.
pub const RANDOM: Named =
    Named { name: "random", about: "plays uniformly among the legal moves", options: &[] };

/// The entry of `greedy`.
#[must_use]
pub const fn greedy_entry(options: &'static [Opt]) -> Named {
    Named { name: "greedy", about: "looks one ply ahead and takes the best static value", options }
}

/// The entry of `minimax`.
#[must_use]
pub const fn minimax_entry(options: &'static [Opt]) -> Named {
    Named { name: "minimax", about: "looks at every line to a fixed depth (Shannon 1950)", options }
}

/// The entry of `alphabeta`.
#[must_use]
pub const fn alphabeta_entry(options: &'static [Opt]) -> Named {
    Named {
        name: "alphabeta",
        about: "minimax that leaves out what cannot matter (Knuth & Moore 1975)",
        options,
    }
}

/// The entry of `expectimax`.
#[must_use]
pub const fn expectimax_entry(options: &'static [Opt]) -> Named {
    Named { name: "expectimax", about: "averages over the dice to a fixed depth (Michie 1966)", options }
}

/// The options of a search, the game's evaluators first.
#[must_use]
pub const fn search_options(eval: Opt) -> [Opt; 4] {
    [eval, DEPTH, NODES, TIME]
}

/// The limits in a spec. Without any: `depth` 3.
///
/// # Errors
/// When a value is out of range.
pub fn limits(spec: &Spec) -> Result<SearchLimits, SpecError> {
    let mut limits = SearchLimits {
        depth: spec.number("depth", 1..=1000)?.map(|depth| depth as u32),
        nodes: spec.number("nodes", 1..=u64::MAX)?,
        time: spec.duration("time")?,
    };
    if limits == SearchLimits::default() {
        limits.depth = Some(3);
    }
    Ok(limits)
}

/// An agent for a two-player game: `random`, `greedy`, `minimax`, `alphabeta`.
///
/// # Errors
/// When an option's value is wrong, or the name is none of these.
pub fn two_player<G, E>(spec: &Spec, eval: E) -> Result<Box<dyn plywise::Agent<G>>, SpecError>
where
    G: TwoPlayer + 'static,
    E: Evaluate<G> + Send + 'static,
{
    match spec.name.as_str() {
        "minimax" => Ok(Box::new(SearchAgent { method: Method::Minimax, eval, limits: limits(spec)? })),
        "alphabeta" => Ok(Box::new(SearchAgent { method: Method::AlphaBeta, eval, limits: limits(spec)? })),
        _ => any_game(spec, eval),
    }
}

/// An agent for a game with chance: `random`, `greedy`, `expectimax`.
///
/// # Errors
/// When an option's value is wrong, or the name is none of these.
pub fn with_chance<G, E>(spec: &Spec, eval: E) -> Result<Box<dyn plywise::Agent<G>>, SpecError>
where
    G: Stochastic + 'static,
    E: Evaluate<G> + Send + 'static,
{
    match spec.name.as_str() {
        "expectimax" => Ok(Box::new(ExpectimaxAgent { eval, limits: limits(spec)? })),
        _ => any_game(spec, eval),
    }
}

fn any_game<G, E>(spec: &Spec, eval: E) -> Result<Box<dyn plywise::Agent<G>>, SpecError>
where
    G: Game + 'static,
    E: Evaluate<G> + Send + 'static,
{
    match spec.name.as_str() {
        "random" => Ok(Box::new(RandomAgent::default())),
        "greedy" => Ok(Box::new(GreedyAgent { eval })),
        name => unreachable!("{name} is in the catalogue but nothing builds it"),
    }
}
