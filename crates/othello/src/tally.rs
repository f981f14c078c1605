//! Counting positions inside a search that the game makes by itself.

use plywise::Score;
use plywise::alphabeta::{Host, Siblings};

use crate::{Move, Othello};

/// Positions entered, told to the host's meter now and then.
pub(crate) struct Tally<'a> {
    host: &'a mut (dyn Host<Othello> + 'a),
    pub(crate) nodes: u64,
    /// How many of them the meter knows of, and how many it allows.
    told: u64,
    allowed: u64,
    /// The host's last word: values are void.
    pub(crate) stopped: bool,
}

impl<'a> Tally<'a> {
    /// At zero; None if the meter has stopped.
    pub(crate) fn new(host: &'a mut (dyn Host<Othello> + 'a)) -> Option<Self> {
        let allowed = host.meter().allowance()?;
        // The position itself is counted where it is met.
        Some(Self { host, nodes: 0, told: 0, allowed, stopped: false })
    }

    /// Whether the search must stop.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        self.stopped || (self.nodes >= self.allowed && self.report())
    }

    /// The same where it is time to look whether another thread has made the search pointless.
    #[inline]
    pub(crate) fn must_stop_or_is_called_off(&mut self) -> bool {
        self.stopped |= self.host.is_called_off();
        self.must_stop()
    }

    /// Tells the meter what was entered and asks for more; whether the search must stop.
    #[cold]
    fn report(&mut self) -> bool {
        let meter = self.host.meter();
        meter.enter_many(self.nodes - self.told);
        self.told = self.nodes;
        let allowed = meter.allowance();
        self.allowed = self.nodes + allowed.unwrap_or(0);
        self.stopped = allowed.is_none();
        self.stopped
    }

    /// Whether a thread waits for work.
    #[inline]
    pub(crate) fn has_idle(&self) -> bool {
        self.host.has_idle()
    }

    /// Moves are searched on all threads that are idle: see [`Host::share`].
    #[cold]
    pub(crate) fn share(&mut self, siblings: Siblings<'_, Othello>) -> Option<(Score, Option<Move>)> {
        self.host.meter().enter_many(self.nodes - self.told);
        self.told = self.nodes;
        let found = self.host.share(siblings);
        // Others have used what was allowed.
        self.stopped = found.is_none() || self.report();
        found
    }

    /// Tells the rest; the value, unless it is void.
    pub(crate) fn end(self, value: i32) -> Option<i32> {
        self.host.meter().enter_many(self.nodes - self.told);
        (!self.stopped).then_some(value)
    }
}
