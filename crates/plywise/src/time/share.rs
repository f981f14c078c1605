//! Shares of the clock that do not depend on the search.

use std::time::Duration;

use super::{Moment, Plan, TimePolicy};

/// An even share of what is left for each move, less a reserve for what happens around the search.
///
/// `slot = left / turns - reserve`. If the moves use their slots and the reserves, k moves use exactly the time of k
/// moves; if they use less, what was saved goes to the moves after them. Increments still to come are shared, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvenShare {
    /// Kept back at each move; 50 ms by default.
    pub reserve: Duration,
}

impl Default for EvenShare {
    fn default() -> Self {
        Self { reserve: Duration::from_millis(50) }
    }
}

impl EvenShare {
    /// The share of the next move; zero where the reserve is more than the share.
    #[must_use]
    pub fn slot(&self, moment: &Moment) -> Duration {
        // Increments still to come are shared too, but what is not there yet cannot be spent now.
        (moment.income() / moment.turns_to_pay()).min(moment.left).saturating_sub(self.reserve)
    }
}

impl TimePolicy for EvenShare {
    fn start(&mut self, moment: &Moment) -> Plan {
        let slot = self.slot(moment);
        Plan { slot, deadline: slot }
    }
}

/// The same slot for every move of a game: its whole time divided once, before the first move, by the turns that are
/// then expected. What is saved is never used; a game that lasts longer than expected ends with an empty clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Naive {
    /// Kept back from what is left on the clock.
    pub reserve: Duration,
    slot: Option<Duration>,
}

impl Naive {
    /// Keeps this back from what is left on the clock.
    #[must_use]
    pub fn new(reserve: Duration) -> Self {
        Self { reserve, slot: None }
    }
}

impl TimePolicy for Naive {
    fn new_game(&mut self) {
        self.slot = None;
    }

    fn start(&mut self, moment: &Moment) -> Plan {
        let first = moment.income() / moment.turns_to_pay();
        let slot = *self.slot.get_or_insert(first);
        let slot = slot.min(moment.left.saturating_sub(self.reserve));
        Plan { slot, deadline: slot }
    }
}
