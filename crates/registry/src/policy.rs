//! Time policies by name: how an agent divides a match's clock over its moves.

use std::time::Duration;

use plywise::time::{Elastic, ElasticOptions, StabilityOptions, ThriftOptions};
use plywise::{EvenShare, Game, Naive, Stability, Thrift, TimePolicy};

use crate::key::Key;
use crate::spec::{Opt, Spec, SpecError};
use crate::words;

words! {
    /// How a match's clock is divided.
    pub enum Policy {
        /// [`Elastic`]
        Elastic = "elastic",
        /// [`EvenShare`]
        Even = "even",
        /// [`Naive`]
        Naive = "naive",
        /// [`Stability`]
        Stability = "stability",
        /// [`Thrift`]
        Thrift = "thrift",
    }
}

pub(crate) const POLICY: Key<Policy> = Key::word(
    "policy",
    "even",
    "how a match's clock is divided; if given, the depth has no default under a clock",
);

/// The option `reserve` of an agent.
pub const RESERVE: Key<Duration> = Key::time(
    "reserve",
    "5ms, 50ms …",
    "50ms",
    "time that a policy keeps back: even and stability at each move, the others once, elastic as little as the clock allows unless given",
);

/// What an agent takes that divides a clock.
pub const OPTIONS: [Opt; 2] = crate::opts![POLICY, RESERVE];

/// What a game can tell a time policy.
pub struct Outlook<G: Game> {
    /// How many own moves that need thought are still expected, the next one included; None without an opinion.
    pub turns: fn(&G) -> Option<u32>,
    /// The same at first sight, for the naive policy.
    pub naive_turns: fn(&G) -> Option<u32>,
    /// Whether a move leaves things unsettled.
    pub noisy: fn(&G, G::Move) -> bool,
}

impl<G: Game> Default for Outlook<G> {
    /// No opinions.
    fn default() -> Self {
        Self { turns: |_| None, naive_turns: |_| None, noisy: |_, _| false }
    }
}

/// The policy in a spec if it asks for one, else the `usual` one of its agent. Without any the match's own even share holds,
/// less a twentieth.
///
/// # Errors
/// When there is no such policy.
pub fn policy(spec: &Spec, usual: Option<Policy>) -> Result<Option<Box<dyn TimePolicy>>, SpecError> {
    let reserve = spec.get(&RESERVE)?;
    let given = spec.given(&RESERVE)?;
    let unnamed = usual.or(given.map(|_| Policy::Even));
    let policy = spec.given(&POLICY)?.or(unnamed);
    let share = EvenShare { reserve };
    Ok(policy.map(|policy| -> Box<dyn TimePolicy> {
        match policy {
            Policy::Elastic => {
                Box::new(Elastic::new(ElasticOptions { reserve: given, ..ElasticOptions::default() }))
            }
            Policy::Naive => Box::new(Naive::new(reserve)),
            Policy::Stability => {
                Box::new(Stability::new(StabilityOptions { share, ..StabilityOptions::default() }))
            }
            Policy::Thrift => Box::new(Thrift::new(ThriftOptions { reserve, ..ThriftOptions::default() })),
            Policy::Even => Box::new(share),
        }
    }))
}
