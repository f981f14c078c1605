//! The agents that the library gives to every game, by name.

use std::sync::Arc;
use std::time::Duration;

use plywise::alphabeta::Ordering;
use plywise::chance::Luck as Dice;
use plywise::{
    ChanceAgent, ChanceOptions, ChanceSearch, Evaluate, EvaluateChance, Game, GreedyAgent, Keyed, Luck,
    Pruning, RandomAgent, Reward, SearchLimits, Stochastic,
};

use crate::key::Key;
use crate::measure::measured;
use crate::montecarlo::mcts_agent;
use crate::spec::{Named, Opt, Spec, SpecError};
use crate::takes::Takes;
use crate::{whole, words};

/// The option `depth` of a search.
pub const DEPTH: Key<u32> = whole!("depth", 1..=1000, "3", "plies to look ahead");

/// The option `nodes` of a search.
pub const NODES: Key<u64> =
    whole!("nodes", 1.., "no limit", "positions to visit per move, deepening until then");

/// The option `time` of a search.
pub const TIME: Key<Duration> =
    Key::time("time", "50ms, 2s …", "no limit", "time per move, deepening until then");

words! {
    for Ordering { Listed = "listed", Static = "static", Dynamic = "dynamic" }
}

/// The option `order` of a search.
pub const ORDER: Key<Ordering> =
    Key::word("order", "listed", "moves as listed, by static value, or by what the search has learned");

words! {
    for Dice { Mean = "mean", Adversary = "adversary" }
}

/// The option `chance` of a search of chance.
pub const CHANCE: Key<Dice> =
    Key::word("chance", "mean", "what the dice are taken for: their mean, or somebody who picks the worst");
const CHANCE_ORDER: Key<Ordering> = ORDER.only("listed|static").about("moves as listed, or by static value");
const OUTCOMES: Key<usize> = Key::own(
    Opt {
        key: "outcomes",
        takes: Takes::Number,
        values: "1..|all",
        default: "all",
        about: "only this many outcomes of the dice are looked at, the likeliest",
    },
    "a whole number of at least 1",
    |_, text| match text {
        "all" => Some(usize::MAX),
        _ => text.replace('_', "").parse().ok().filter(|&most| most > 0),
    },
);
const REDUCE: Key<f64> = Key::own(
    Opt {
        key: "reduce",
        takes: Takes::Number,
        values: "0..=1",
        default: "1",
        about: "with a cutoff: every move is first tried as if it were this much as probable; 0.1 looks far deeper into the \
                promising ones",
    },
    "a factor from 0 to 1, such as 0.1",
    fraction,
);

fn fraction(_: &Key<f64>, text: &str) -> Option<f64> {
    text.parse().ok().filter(|number| (0.0..=1.0).contains(number))
}

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
        about: "minimax that leaves out what cannot matter (Knuth & Moore 1975); plain unless switched",
        options,
    }
}

/// The entry of `pvs`.
#[must_use]
pub const fn pvs_entry(options: &'static [Opt]) -> Named {
    Named {
        name: "pvs",
        about: "principal variation search: deepening, a table, moves ordered by what was learned (Marsland 1983)",
        options,
    }
}

/// The entry of `mtdf`.
#[must_use]
pub const fn mtdf_entry(options: &'static [Opt]) -> Named {
    Named {
        name: "mtdf",
        about: "alpha-beta with empty windows and a table: MTD(f) (Plaat et al. 1996)",
        options,
    }
}

/// The entry of `expectimax`.
#[must_use]
pub const fn expectimax_entry(options: &'static [Opt]) -> Named {
    Named { name: "expectimax", about: "averages over the dice to a fixed depth (Michie 1966)", options }
}

/// The entry of `star1`.
#[must_use]
pub const fn star1_entry(options: &'static [Opt]) -> Named {
    Named {
        name: "star1",
        about: "expectimax that leaves out what cannot matter, by the evaluator's bounds (Ballard 1983)",
        options,
    }
}

/// The entry of `star2`.
#[must_use]
pub const fn star2_entry(options: &'static [Opt]) -> Named {
    Named {
        name: "star2",
        about: "star1 that first tries one move at each outcome; alone at the board it is star1 (Ballard 1983)",
        options,
    }
}

/// The entry of `average`.
#[must_use]
pub const fn average_entry(options: &'static [Opt]) -> Named {
    Named {
        name: "average",
        about: "takes the rival for somebody who moves at random: the mean of its replies, not the worst",
        options,
    }
}

/// The options of a search, the game's evaluators first.
#[must_use]
pub const fn search_options(eval: Opt) -> [Opt; 4] {
    [eval, DEPTH.opt, NODES.opt, TIME.opt]
}

/// How far a search of chance looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceDepth {
    /// So many turns.
    Fixed(u32),
    /// As many as the game says of a position, `more` on top, `most` at most.
    Dynamic {
        /// Turns on top.
        more: u32,
        /// None: however many.
        most: Option<u32>,
    },
}

/// The options of a search of chance whose defaults differ from agent to agent.
#[derive(Clone, Copy, Debug)]
pub struct ChanceKeys {
    /// How far it looks unless it is bounded otherwise.
    pub depth: Key<ChanceDepth>,
    /// MiB to remember values in.
    pub memo: Key<usize>,
    /// The default holds of a depth that is fixed.
    pub cutoff: Key<f64>,
}

/// What most searches of chance have.
pub const CHANCE_KEYS: ChanceKeys = ChanceKeys {
    depth: Key::own(
        Opt {
            key: "depth",
            takes: Takes::Number,
            values: "1..=1000|dynamic|dynamic..9|dynamic+1..10",
            default: "3",
            about: "turns to look ahead; dynamic: as many as suit a position",
        },
        "a number from 1 to 1000, or dynamic, dynamic..9 for 9 at most, dynamic+1 for a turn more",
        |_, text| chance_depth(text),
    ),
    memo: whole!("memo", 0..=65536, "0", "MiB to remember values in; 0: none").takes(Takes::Memory),
    cutoff: Key::own(
        Opt {
            key: "cutoff",
            takes: Takes::Number,
            values: "0..=1",
            default: "0",
            about: "lines less probable than this are valued at once; unless given 0.0001 with depth=dynamic",
        },
        "a probability from 0 to 1, such as 0.001 or 1e-4",
        fraction,
    ),
};

/// `3`; or `dynamic`, with `+1` for a turn more and `..9` for 9 at most, both in this order.
fn chance_depth(text: &str) -> Option<ChanceDepth> {
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_') && !text.starts_with('0');
        text.replace('_', "").parse().ok().filter(|number| digits && (1..=1000).contains(number))
    };
    let Some(change) = text.strip_prefix("dynamic") else { return number(text).map(ChanceDepth::Fixed) };
    let (more, most) = match change.split_once("..") {
        Some((more, most)) => (more, Some(number(most)?)),
        None => (change, None),
    };
    let more = if more.is_empty() { 0 } else { number(more.strip_prefix('+')?)? };
    Some(ChanceDepth::Dynamic { more, most })
}

/// The options of `expectimax`, and all but the last those of `star1` and `star2`, the game's evaluators first.
#[must_use]
pub const fn chance_options(eval: Opt, keys: &ChanceKeys) -> [Opt; 10] {
    [
        eval,
        keys.depth.opt,
        NODES.opt,
        TIME.opt,
        CHANCE.opt,
        CHANCE_ORDER.opt,
        keys.memo.opt,
        keys.cutoff.opt,
        OUTCOMES.opt,
        REDUCE.opt,
    ]
}

/// The limits in a spec. Without any: `depth` 3.
///
/// # Errors
/// When a value is out of range.
pub fn limits(spec: &Spec) -> Result<SearchLimits, SpecError> {
    let mut limits = given_limits(spec)?;
    if limits == SearchLimits::default() {
        limits.depth = Some(spec.get(&DEPTH)?);
    }
    Ok(limits)
}

/// The limits in a spec, if there are any.
pub fn given_limits(spec: &Spec) -> Result<SearchLimits, SpecError> {
    Ok(SearchLimits { depth: spec.given(&DEPTH)?, nodes: spec.given(&NODES)?, time: spec.given(&TIME)? })
}

/// An agent for a game with chance: `random`, `greedy`, `expectimax`, `star1`, `star2`, `mcts`. `dynamic` is the depth
/// that `depth=dynamic` stands for.
///
/// # Errors
/// When an option's value is wrong, or the name is none of these.
pub fn with_chance<G, E>(
    spec: &Spec,
    eval: E,
    dynamic: fn(&G) -> u32,
) -> Result<Box<dyn plywise::Agent<G>>, SpecError>
where
    G: Stochastic + Keyed + 'static,
    E: EvaluateChance<G> + Send + Sync + 'static,
{
    let pruning = match spec.name.as_str() {
        "expectimax" => Pruning::Off,
        "mcts" => {
            return mcts_agent(spec, Luck, Arc::new(eval) as AnyEval<G>, Reward::Points { bounds: None });
        }
        "star1" => Pruning::Star1,
        "star2" => Pruning::STAR2,
        _ => return any_game(spec, Arc::new(eval)),
    };
    chance_search(spec, &CHANCE_KEYS, pruning, eval, dynamic)
}

/// A search of chance under whatever name, with the defaults of its own options.
///
/// # Errors
/// When an option's value is wrong.
pub fn chance_search<G, E>(
    spec: &Spec,
    keys: &ChanceKeys,
    pruning: Pruning,
    eval: E,
    dynamic: fn(&G) -> u32,
) -> Result<Box<dyn plywise::Agent<G>>, SpecError>
where
    G: Stochastic + Keyed + 'static,
    E: EvaluateChance<G> + Send + Sync + 'static,
{
    let mut depth = spec.given(&keys.depth)?;
    let (nodes, time) = (spec.given(&NODES)?, spec.given(&TIME)?);
    // A search that has time is not to end before it because all that is left is improbable.
    let cutoff = match depth {
        Some(ChanceDepth::Dynamic { .. }) => 1e-4,
        _ if nodes.is_some() || time.is_some() => 0.0,
        _ => keys.cutoff.usual().unwrap_or_default(),
    };
    let options = ChanceOptions {
        pruning,
        ordered: spec.get(&CHANCE_ORDER)? == Ordering::Static,
        luck: spec.get(&CHANCE)?,
        cutoff: spec.given(&keys.cutoff)?.unwrap_or(cutoff),
        reduction: spec.get(&REDUCE)?,
        outcomes: spec.get(&OUTCOMES)?,
    };
    if options.reduction < 1.0 && options.cutoff == 0.0 {
        return Err(
            spec.wrong("reduce", "given with a cutoff, such as cutoff=0.001: without one it does nothing")
        );
    }
    let mut search = ChanceSearch::new(eval, options);
    let mib = spec.get(&keys.memo)?;
    if mib > 0 {
        search = search.with_memory_of(mib).map_err(|error| spec.no_memory("memo", error))?;
    }
    if (depth, nodes, time) == (None, None, None) {
        depth = Some(spec.get(&keys.depth)?);
    }
    let depth = match depth {
        Some(ChanceDepth::Dynamic { more, most }) => {
            search = search.with_depth_by(move |position| dynamic(position) + more);
            most
        }
        Some(ChanceDepth::Fixed(depth)) => Some(depth),
        None => None,
    };
    measured(spec, Box::new(ChanceAgent { search, limits: SearchLimits { depth, nodes, time } }))
}

/// An evaluator whose type is forgotten: for searches whose speed is not the point.
pub(crate) type AnyEval<G> = Arc<dyn Evaluate<G> + Send + Sync>;

pub(crate) fn any_game<G: Game + 'static>(
    spec: &Spec,
    eval: AnyEval<G>,
) -> Result<Box<dyn plywise::Agent<G>>, SpecError> {
    match spec.name.as_str() {
        "random" => Ok(Box::new(RandomAgent::default())),
        "greedy" => Ok(Box::new(GreedyAgent { eval })),
        name => unreachable!("{name} is in the catalogue but nothing builds it"),
    }
}
