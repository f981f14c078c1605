//! Stop deepening where it changes nothing, and leave the time to later moves.

use std::time::Duration;

use super::{EvenShare, Moment, Plan, Step, TimePolicy, Verdict, Why};
use crate::score::Score;

/// When a search counts as stable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stable {
    /// Depths up to this one are searched whatever they say.
    pub unconditional: u32,
    /// From this depth on an iteration is compared with the one before.
    pub from: u32,
    /// That many iterations in a row must have changed neither value nor move. At least 1.
    pub count: u32,
}

impl Stable {
    /// Depths 1 to 4 in any case, then three iterations without a change: depth 7 at the earliest.
    pub const DEPTH_7: Self = Self { unconditional: 4, from: 5, count: 3 };
    /// The same a ply later: depth 8 at the earliest.
    pub const DEPTH_8: Self = Self { unconditional: 5, from: 6, count: 3 };
}

/// Counts iterations that changed nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Streak {
    last: Option<Score>,
    unchanged: u32,
}

impl Streak {
    /// Hears of an iteration; true if the search is stable after it.
    pub(super) fn hear(&mut self, rule: Stable, step: &Step) -> bool {
        let same = step.same_move && self.last == Some(step.value);
        self.last = Some(step.value);
        self.unchanged = if same && step.depth >= rule.from { self.unchanged + 1 } else { 0 };
        step.depth > rule.unconditional && self.unchanged >= rule.count.max(1)
    }
}

/// What of [`Stability`] can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StabilityOptions {
    /// How slots are measured out.
    pub share: EvenShare,
    /// When the search counts as stable.
    pub rule: Stable,
    /// The part, in `[0, 1]`, of the time left for the later moves that a search may take beyond its slot while its best
    /// move is noisy; 0 by default.
    pub extension: f64,
}

impl Default for StabilityOptions {
    fn default() -> Self {
        Self { share: EvenShare::default(), rule: Stable::DEPTH_7, extension: 0.0 }
    }
}

/// An even share with reserve, given up early where the search is stable.
///
/// The last move of a round is never cut short and gets all that is left: the clock is filled again after it, so
/// there is nothing to save for. Optionally a search whose best move is noisy goes on beyond its slot.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Stability {
    options: StabilityOptions,
    streak: Streak,
    ends_round: bool,
    slot: Duration,
    extended: Duration,
}

impl Stability {
    /// With these options.
    #[must_use]
    pub fn new(options: StabilityOptions) -> Self {
        Self { options, ..Self::default() }
    }
}

impl TimePolicy for Stability {
    fn start(&mut self, moment: &Moment) -> Plan {
        self.streak = Streak::default();
        self.ends_round = moment.ends_round();
        self.slot = self.options.share.slot(moment);
        // Nothing is taken from the reserve, which pays for what happens around the search.
        let for_later = moment.left.saturating_sub(self.options.share.reserve).saturating_sub(self.slot);
        self.extended = self.slot + for_later.mul_f64(self.options.extension.clamp(0.0, 1.0));
        Plan { slot: self.slot, deadline: self.slot }
    }

    fn after_iteration(&mut self, step: &Step) -> Verdict {
        let stable = self.streak.hear(self.options.rule, step);
        if stable && !self.ends_round {
            return Verdict::Stop(Why::Stable);
        }
        // In the middle of an exchange a stable value is worth little; the search goes on beyond its slot.
        if step.noisy {
            return Verdict::Until(self.extended);
        }
        if step.elapsed >= self.slot { Verdict::Stop(Why::Slot) } else { Verdict::Until(self.slot) }
    }
}
