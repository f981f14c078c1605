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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<Box<dyn TimePolicy>>, SpecError> {
        policy(&Spec::parse(text).unwrap(), None)
    }

    #[test]
    fn each_name_is_a_policy_of_its_own() {
        use plywise::{Clock, TimeControl, time::Moment};
        let control = TimeControl::PerGame { time: Duration::from_secs(10), increment: Duration::ZERO };
        let moment = Moment::new(&Clock::new(control), Some(10), 5);
        let slot = |text: &str| read(text).unwrap().unwrap().start(&moment).slot.as_millis();
        assert_eq!(slot("pvs:policy=even"), 950);
        assert_eq!(slot("pvs:policy=even,reserve=1ms"), 999);
        assert_eq!(slot("pvs:reserve=100ms"), 900, "evenly unless another is named");
        assert_eq!(slot("pvs:policy=naive"), 1000);
        assert_eq!(slot("pvs:policy=stability,reserve=100ms"), 900);
        assert_eq!(slot("pvs:policy=thrift"), 995, "one reserve for all moves");
        assert_eq!(slot("pvs:policy=elastic"), 995);
        assert!(read("pvs").unwrap().is_none());
        assert!(policy(&Spec::parse("pvs").unwrap(), Some(Policy::Even)).unwrap().is_some());
    }

    #[test]
    fn what_is_no_policy_is_refused() {
        let refusal = |text: &str| read(text).err().expect(text).to_string();
        assert_eq!(
            refusal("pvs:policy=lazy"),
            "pvs: policy=\"lazy\" should be one of elastic, even, naive, stability, thrift"
        );
    }
}
