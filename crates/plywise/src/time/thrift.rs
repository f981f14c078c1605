//! One clock for the whole game: more for the early moves, nothing for iterations that would not end in time.

use std::time::Duration;

use super::stability::Streak;
use super::{Moment, Plan, Stable, Step, TimePolicy, Verdict, Why};

/// What of [`Thrift`] can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ThriftOptions {
    /// Kept back from the clock; 50 ms by default.
    pub reserve: Duration,
    /// How much more a move counts than each later one; 1, the default, shares evenly.
    pub emphasis: f64,
    /// An iteration may end this many slots after the search began; at least 1, by default 1.5. Never more than half
    /// of what is left, unless it is the last move.
    pub stretch: f64,
    /// The part of an iteration's predicted cost that must fit, in `[0, 1]`; 0.5 by default. With less than 1, iterations that
    /// will be cut short are begun, too: what they find in time counts.
    pub fit: f64,
    /// When the search counts as stable; it then stops, the last move of a round excepted.
    pub rule: Stable,
}

impl Default for ThriftOptions {
    fn default() -> Self {
        Self {
            reserve: Duration::from_millis(50),
            emphasis: 1.0,
            stretch: 1.5,
            fit: 0.5,
            rule: Stable { unconditional: 6, from: 5, count: 8 },
        }
    }
}

/// Spends a clock where it may change the move.
///
/// What is left, less one reserve, is divided over the turns that are expected, this move counting `emphasis` times as
/// much as each later one: early moves get more, and what any move saves is carried to all after it. An iteration is
/// not begun if it is predicted to end too late. The prediction is the cost of the last iteration times the growth from
/// iteration to iteration, averaged over two (geometrically: odd and even depths grow differently). An iteration that
/// is predicted to end soon after the slot may do so.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Thrift {
    options: ThriftOptions,
    streak: Streak,
    ends_round: bool,
    plan: Plan,
    /// Costs of the last iterations, the latest first.
    costs: [Duration; 3],
    last_elapsed: Duration,
}

impl Thrift {
    /// With these options.
    #[must_use]
    pub fn new(options: ThriftOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// What the next iteration should cost; None before two iterations have shown how the costs grow.
    #[must_use]
    pub fn predicted(&self) -> Option<Duration> {
        let [last, before, long_before] = self.costs.map(|cost| cost.as_secs_f64());
        // The least that alpha-beta must look at are 2 b^(d/2) leaves at even depths and (b + 1) b^((d-1)/2) at
        // odd ones (Knuth & Moore 1975): of two steps one costs about b/2 times as much, the other about twice.
        // The root over both is steady.
        let growth = if long_before > 0.0 {
            (last / long_before).sqrt()
        } else if before > 0.0 {
            last / before
        } else {
            return None;
        };
        // A deeper search is hardly ever cheaper; a thousandfold growth is an accident of the first depths.
        Duration::try_from_secs_f64(last * growth.clamp(1.0, 1000.0)).ok()
    }
}

impl TimePolicy for Thrift {
    fn start(&mut self, moment: &Moment) -> Plan {
        let later = f64::from(moment.turns_to_pay() - 1);
        let emphasis = self.options.emphasis.max(f64::MIN_POSITIVE);
        let spendable = moment.left.saturating_sub(self.options.reserve);
        let share =
            moment.income().saturating_sub(self.options.reserve).mul_f64(emphasis / (later + emphasis));
        // Whatever a policy expects of the game's length, half of the clock is left after any move but the last.
        let most = if later > 0.0 { spendable / 2 } else { spendable };
        let slot = share.min(spendable);
        let deadline = slot.mul_f64(self.options.stretch.max(1.0)).min(most).max(slot);
        self.plan = Plan { slot, deadline };
        self.ends_round = moment.ends_round();
        self.streak = Streak::default();
        self.costs = [Duration::ZERO; 3];
        self.last_elapsed = Duration::ZERO;
        self.plan
    }

    fn after_iteration(&mut self, step: &Step) -> Verdict {
        let cost = step.elapsed.saturating_sub(self.last_elapsed);
        self.last_elapsed = step.elapsed;
        self.costs = [cost, self.costs[0], self.costs[1]];
        if self.streak.hear(self.options.rule, step) && !self.ends_round {
            return Verdict::Stop(Why::Stable);
        }
        if step.elapsed >= self.plan.slot {
            return Verdict::Stop(Why::Slot);
        }
        // An iteration that will be cut short has looked at the best move of the last one first, and may replace
        // it: worth beginning if half of it fits.
        let needed = self.predicted().unwrap_or_default().mul_f64(self.options.fit.clamp(0.0, 1.0));
        // Where nothing can be saved an iteration that is cut short is better than none.
        if step.elapsed + needed > self.plan.deadline && !self.ends_round {
            return Verdict::Stop(Why::TooLong);
        }
        Verdict::GoOn
    }
}
