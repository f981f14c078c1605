//! What a search may spend.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::clock::Clock;
use crate::pace::Pace;

/// What a search may spend. Everything unset is unlimited.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead. Unset: to the end of the game.
    pub depth: Option<u32>,
    /// Positions to enter.
    pub nodes: Option<u64>,
    /// The moment by which the answer is due.
    pub deadline: Option<Instant>,
    /// Set by someone else to end the search early.
    pub stop: Option<Arc<AtomicBool>>,
    /// What the agent's seat has on its clock, for agents that divide their time themselves: these then need not heed
    /// the deadline, which is an even share for all others.
    pub clock: Option<Clock>,
    /// How far a time policy lets the search go; it may change its mind after each iteration.
    pub pace: Option<Arc<Pace>>,
    /// Whether a search to a fixed depth is to go there depth by depth, so that it has an answer on the way.
    pub stepwise: bool,
}

impl Limits {
    /// A fixed depth, nothing else.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A time from now, nothing else.
    #[must_use]
    pub fn time(budget: Duration) -> Self {
        Self { deadline: Some(Instant::now() + budget), ..Self::default() }
    }

    /// A move under a clock, beginning now, that `stop` can end early. Whoever divides no clock takes an even share of it.
    #[must_use]
    pub fn of_clock(clock: Option<Clock>, stop: Option<Arc<AtomicBool>>) -> Self {
        Self {
            deadline: clock.as_ref().map(|clock| Instant::now() + clock.share()),
            clock,
            stop,
            ..Self::default()
        }
    }

    /// Whether the search may be cut short before its depth is done.
    #[must_use]
    pub fn can_interrupt(&self) -> bool {
        self.nodes.is_some() || self.deadline.is_some() || self.pace.is_some()
    }

    /// Whether the search is to go to its depth step by step: where it is asked to, or may be cut short.
    #[must_use]
    pub(crate) fn goes_stepwise(&self) -> bool {
        self.stepwise || self.can_interrupt()
    }

    /// Whether a time policy has seen enough: asked by deepening searches between two iterations.
    #[must_use]
    pub(crate) fn is_enough(&self) -> bool {
        self.pace.as_ref().is_some_and(|pace| pace.is_enough())
    }
}

/// Limits that belong to an agent rather than to a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to enter per move.
    pub nodes: Option<u64>,
    /// Time per move.
    pub time: Option<Duration>,
}

impl SearchLimits {
    /// The stricter of these and `clock`, counted from now.
    #[must_use]
    pub fn within(&self, clock: &Limits) -> Limits {
        let own_deadline = self.time.map(|time| Instant::now() + time);
        Limits {
            depth: stricter(self.depth, clock.depth),
            nodes: stricter(self.nodes, clock.nodes),
            deadline: stricter(own_deadline, clock.deadline),
            ..clock.clone()
        }
    }
}

/// What an agent holds itself to besides what it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OwnLimits {
    /// The stricter of these and what is asked hold.
    pub limits: SearchLimits,
    /// What holds where there is neither: a search must end.
    pub unless_limited: SearchLimits,
}

impl From<SearchLimits> for OwnLimits {
    /// These alone.
    fn from(limits: SearchLimits) -> Self {
        Self { limits, ..Self::default() }
    }
}

impl OwnLimits {
    /// What holds of them and of what is asked, counted from now.
    #[must_use]
    pub fn within(&self, asked: &Limits) -> Limits {
        let limits = self.limits.within(asked);
        if limits.depth.is_none() && !limits.can_interrupt() {
            return self.unless_limited.within(&limits);
        }
        limits
    }
}

fn stricter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
