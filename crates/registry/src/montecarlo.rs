//! The agent `mcts`: its options and how they become settings.

use plywise::{
    Agent, Evaluate, Game, Mcts, MctsAgent, Reward, Rollout, SearchLimits, Setting, Widening, mapped,
};

use crate::spec::{Named, Opt, Spec, SpecError};
use crate::takes::Takes;

/// The entry of `mcts`.
#[must_use]
pub const fn mcts_entry(options: &'static [Opt]) -> Named {
    Named {
        name: "mcts",
        about: "Monte Carlo tree search: random games, more of them where they go well (Kocsis & Szepesvari 2006)",
        options,
    }
}

/// The options of `mcts`, the game's evaluators first. `reward` is what is played for unless the spec says.
#[must_use]
pub const fn mcts_options(eval: Opt, reward: &'static str) -> [Opt; 13] {
    [
        eval,
        opt(
            "iterations",
            Takes::Number,
            "1..",
            "1000",
            "random games per move; with nodes, time or a clock as many as fit unless given",
        ),
        opt(
            "nodes",
            Takes::Number,
            "1..",
            "no limit",
            "positions to visit per move, those of random games included",
        ),
        opt("time", Takes::Time, "50ms, 2s …", "no limit", "time per move"),
        opt(
            "c",
            Takes::Number,
            "0.0..=100.0",
            "0.7",
            "how much to try what was tried seldom: the constant of UCB1",
        ),
        opt(
            "reward",
            Takes::Word,
            "outcome|points",
            reward,
            "what a game is played for: to win, or for the points",
        ),
        opt(
            "rollout",
            Takes::Number,
            "0..=1000000",
            "1000000",
            "plies after which a random game is cut short and valued",
        ),
        opt(
            "spread",
            Takes::Number,
            "0.001..=1000000.0",
            "4",
            "the static lead in points that counts as half a win",
        ),
        opt(
            "widening",
            Takes::Number,
            "0.0..=1.0",
            "0",
            "of n visits, width x n^widening moves are in play; 0: all",
        ),
        opt("width", Takes::Number, "0.1..=1000.0", "2", "see widening"),
        opt("solver", Takes::Word, "on|off", "on", "whether results are proven (two players, no chance)"),
        opt(
            "threads",
            Takes::Threads,
            "1..=1024",
            "1",
            "threads on one tree; more than one does not repeat itself",
        ),
        opt("memory", Takes::Memory, "1..=65536", "256", "MiB of tree; once full it grows no more"),
    ]
}

const fn opt(
    key: &'static str,
    takes: Takes,
    values: &'static str,
    default: &'static str,
    about: &'static str,
) -> Opt {
    Opt { key, takes, values, default, about }
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
    let limits = SearchLimits {
        depth: None,
        nodes: spec.number("nodes", 1..=u64::MAX)?,
        time: spec.duration("time")?,
    };
    let settings = settings(spec, reward)?;
    // The tree grows node by node: whether there is room for all of it is found out now.
    mapped::check(settings.memory).map_err(|error| spec.no_memory("memory", error))?;
    Ok(Box::new(MctsAgent::new(setting, eval, settings, limits)))
}

fn settings(spec: &Spec, reward: Reward) -> Result<Mcts, SpecError> {
    let plain = Mcts::default();
    let exponent = spec.decimal("widening", 0.0..=1.0)?.unwrap_or(0.0);
    let factor = spec.decimal("width", 0.1..=1000.0)?.unwrap_or(2.0);
    Ok(Mcts {
        iterations: spec.number("iterations", 1..=u64::MAX)?,
        exploration: spec.decimal("c", 0.0..=100.0)?.unwrap_or(plain.exploration),
        reward: reward_of(spec, reward)?,
        rollout: rollout(spec)?,
        solver: spec.one_of("solver", &["on", "off"])? != Some("off"),
        widening: (exponent > 0.0).then_some(Widening { factor, exponent }),
        threads: spec.threads(1024)?,
        memory: spec.number("memory", 1..=65_536)?.map_or(plain.memory, |mib| mib as usize * Mcts::MIB),
        ..plain
    })
}

fn reward_of(spec: &Spec, otherwise: Reward) -> Result<Reward, SpecError> {
    let spread = spec.decimal("spread", 0.001..=1e6)?;
    let reward = match spec.one_of("reward", &["outcome", "points"])? {
        Some("points") => Reward::Points { bounds: None },
        Some(_) => Reward::Outcome { spread: 4.0 },
        None => otherwise,
    };
    Ok(match (reward, spread) {
        (Reward::Outcome { .. }, Some(spread)) => Reward::Outcome { spread },
        _ => reward,
    })
}

/// No game of ours lasts a million plies.
fn rollout(spec: &Spec) -> Result<Rollout, SpecError> {
    Ok(match spec.number("rollout", 0..=1_000_000)? {
        None | Some(1_000_000) => Rollout::Uniform,
        Some(plies) => Rollout::Depth(plies as u32),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTCOME: Reward = Reward::Outcome { spread: 4.0 };

    fn read(text: &str) -> Result<Mcts, SpecError> {
        settings(&Spec::parse(text).unwrap(), OUTCOME)
    }

    #[test]
    fn a_bare_name_is_the_plain_search() {
        assert_eq!(read("mcts"), Ok(Mcts { reward: OUTCOME, ..Mcts::default() }));
    }

    #[test]
    fn every_option_has_its_place() {
        let all = "mcts:iterations=5,c=0.5,reward=points,rollout=7,widening=0.4,width=3,solver=off,\
                   threads=2,memory=1";
        let expected = Mcts {
            iterations: Some(5),
            exploration: 0.5,
            reward: Reward::Points { bounds: None },
            rollout: Rollout::Depth(7),
            solver: false,
            widening: Some(Widening { factor: 3.0, exponent: 0.4 }),
            threads: 2,
            memory: Mcts::MIB,
            seed: 0,
        };
        assert_eq!(read(all), Ok(expected));
        let spread = read("mcts:spread=2").unwrap().reward;
        assert_eq!(spread, Reward::Outcome { spread: 2.0 });
    }

    #[test]
    fn wrong_values_say_what_would_work() {
        for (text, wanted) in [
            ("mcts:rollout=x", "mcts: rollout=\"x\" should be a whole number from 0 to 1000000"),
            ("mcts:c=-1", "mcts: c=\"-1\" should be a number from 0 to 100"),
            ("mcts:c=nan", "mcts: c=\"nan\" should be a number from 0 to 100"),
            ("mcts:solver=yes", "mcts: solver=\"yes\" should be one of on, off"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), wanted);
        }
    }
}
