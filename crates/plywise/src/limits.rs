//! When a search must stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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

    /// Whether the search may be cut short before its depth is done.
    #[must_use]
    pub fn can_interrupt(&self) -> bool {
        self.nodes.is_some() || self.deadline.is_some()
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The asked depth is done.
    Depth,
    /// The asked number of simulations is done.
    Iterations,
    /// The tree is exhausted or the result proven: deeper search cannot change it.
    Solved,
    /// Only one move is legal, or the agent does not search.
    NoChoice,
    /// The nodes are spent.
    Nodes,
    /// The deadline has passed.
    Deadline,
    /// Someone set the stop flag.
    Flag,
}

impl Stop {
    /// One word for reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Iterations => "iterations",
            Self::Solved => "solved",
            Self::NoChoice => "no choice",
            Self::Nodes => "nodes",
            Self::Deadline => "deadline",
            Self::Flag => "stopped",
        }
    }

    /// Whether the search was cut short.
    #[must_use]
    pub const fn is_interrupt(self) -> bool {
        matches!(self, Self::Nodes | Self::Deadline | Self::Flag)
    }
}

/// Counts the nodes of one search and says when to stop it.
#[derive(Clone, Debug)]
pub struct Meter {
    /// Nodes that may still be entered before anything is looked at.
    left: u64,
    /// Nodes entered once `left` is used up.
    target: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    stopped: Option<Stop>,
}

impl Meter {
    /// The clock and the flag are looked at once in this many nodes.
    const INTERVAL: u64 = 1024;

    /// A meter at zero.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            left: 0,
            target: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.deadline,
            stop: limits.stop.clone(),
            stopped: None,
        }
    }

    /// Counts a position that is entered. Returns false once the search must end: its values are then void.
    #[inline]
    pub fn enter(&mut self) -> bool {
        if self.left == 0 && !self.look() {
            return false;
        }
        self.left -= 1;
        true
    }

    /// Looks at everything that may end the search; true if it may go on for a while.
    #[cold]
    fn look(&mut self) -> bool {
        if self.stopped.is_none() {
            self.stopped = self.reason();
        }
        if self.stopped.is_none() {
            self.left = Self::INTERVAL.min(self.most_nodes - self.target);
            self.target += self.left;
        }
        self.stopped.is_none()
    }

    fn reason(&self) -> Option<Stop> {
        if self.target >= self.most_nodes {
            Some(Stop::Nodes)
        } else if self.target == 0 {
            None // a search that has begun enters one position at least
        } else if self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(Stop::Flag)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Stop::Deadline)
        } else {
            None
        }
    }

    /// Positions entered so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.target - self.left
    }

    /// Why the search must end, if it must.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }
}
