//! The agent `mcts`: its options and how they become settings.

use std::time::Duration;

use plywise::{
    Agent, Evaluate, Game, Mcts, MctsAgent, Reward, Rollout, SearchLimits, Setting, Widening, mapped,
};

use crate::agents;
use crate::key::Key;
use crate::spec::{Named, Opt, Spec, SpecError};
use crate::takes::Takes;
use crate::word::Switch;
use crate::{decimal, whole, words};

/// The entry of `mcts`.
#[must_use]
pub const fn mcts_entry(options: &'static [Opt]) -> Named {
    Named {
        name: "mcts",
        about: "Monte Carlo tree search: random games, more of them where they go well (Kocsis & Szepesvari 2006)",
        options,
    }
}

words! {
    /// What a game is played for.
    enum Goal {
        Outcome = "outcome",
        Points = "points",
    }
}

const ITERATIONS: Key<u64> = whole!(
    "iterations",
    1..,
    "1000",
    "random games per move; with nodes, time or a clock as many as fit unless given",
);
const NODES: Key<u64> = agents::NODES.about("positions to visit per move, those of random games included");
const TIME: Key<Duration> = agents::TIME.about("time per move");
const C: Key<f64> =
    decimal!("c", 0.0..=100.0, "0.7", "how much to try what was tried seldom: the constant of UCB1");
const REWARD: Key<Goal> =
    Key::word("reward", "outcome", "what a game is played for: to win, or for the points");
const ROLLOUT: Key<u32> =
    whole!("rollout", 0..=1000000, "1000000", "plies after which a random game is cut short and valued");
const SPREAD: Key<f64> =
    decimal!("spread", 0.001..=1000000.0, "4", "the static lead in points that counts as half a win");
const WIDENING: Key<f64> =
    decimal!("widening", 0.0..=1.0, "0", "of n visits, width x n^widening moves are in play; 0: all");
const WIDTH: Key<f64> = decimal!("width", 0.1..=1000.0, "2", "see widening");
const SOLVER: Key<Switch> = Key::word("solver", "on", "whether results are proven (two players, no chance)");
const THREADS: Key<usize> =
    whole!("threads", 1..=1024, "1", "threads on one tree; more than one does not repeat itself")
        .takes(Takes::Threads);
const MEMORY: Key<usize> =
    whole!("memory", 1..=65536, "256", "MiB of tree; once full it grows no more").takes(Takes::Memory);

/// The options of `mcts`, the game's evaluators first. `reward` is what is played for unless the spec says.
#[must_use]
pub const fn mcts_options(eval: Opt, reward: &'static str) -> [Opt; 13] {
    [
        eval,
        ITERATIONS.opt,
        NODES.opt,
        TIME.opt,
        C.opt,
        REWARD.or(reward).opt,
        ROLLOUT.opt,
        SPREAD.opt,
        WIDENING.opt,
        WIDTH.opt,
        SOLVER.opt,
        THREADS.opt,
        MEMORY.opt,
    ]
}

/// The agent that a spec of `mcts` describes.
///
/// # Errors
/// When an option's value is wrong.
pub(crate) fn mcts_agent<G, S, E>(
    spec: &Spec,
    setting: S,
    eval: E,
    reward: Reward,
) -> Result<Box<dyn Agent<G>>, SpecError>
where
    G: Game + 'static,
    S: Setting<G> + 'static,
    E: Evaluate<G> + Send + Sync + 'static,
{
    let limits = SearchLimits { depth: None, nodes: spec.given(&NODES)?, time: spec.given(&TIME)? };
    let settings = settings(spec, reward)?;
    // The tree grows node by node: whether there is room for all of it is found out now.
    mapped::check(settings.memory).map_err(|error| spec.no_memory("memory", error))?;
    Ok(Box::new(MctsAgent::new(setting, eval, settings, limits)))
}

/// The search that a spec asks for; `reward` is what it looks for unless the spec names another.
///
/// # Errors
/// When an option has no such value, or there is no memory for so many threads.
pub fn settings(spec: &Spec, reward: Reward) -> Result<Mcts, SpecError> {
    let plain = Mcts::default();
    let (exponent, factor) = (spec.get(&WIDENING)?, spec.get(&WIDTH)?);
    if exponent == 0.0 && spec.text("width").is_some() {
        return Err(spec.wrong("width", "given with widening= above 0, such as widening=0.5"));
    }
    Ok(Mcts {
        iterations: spec.given(&ITERATIONS)?,
        exploration: spec.given(&C)?.unwrap_or(plain.exploration),
        reward: reward_of(spec, reward)?,
        rollout: rollout(spec)?,
        solver: spec.get(&SOLVER)? == Switch::On,
        widening: (exponent > 0.0).then_some(Widening { factor, exponent }),
        threads: spec.threads(&THREADS)?,
        memory: spec.given(&MEMORY)?.map_or(plain.memory, |mib| mib * Mcts::MIB),
        ..plain
    })
}

fn reward_of(spec: &Spec, otherwise: Reward) -> Result<Reward, SpecError> {
    let spread = spec.given(&SPREAD)?;
    let reward = match spec.given(&REWARD)? {
        Some(Goal::Points) => Reward::Points { bounds: None },
        Some(Goal::Outcome) => Reward::Outcome { spread: 4.0 },
        None => otherwise,
    };
    Ok(match (reward, spread) {
        (Reward::Outcome { .. }, Some(spread)) => Reward::Outcome { spread },
        _ => reward,
    })
}

/// No game of ours lasts a million plies.
fn rollout(spec: &Spec) -> Result<Rollout, SpecError> {
    Ok(match spec.get(&ROLLOUT)? {
        1_000_000 => Rollout::Uniform,
        plies => Rollout::Depth(plies),
    })
}
