//! Soft and hard limits: longer where the search changes its mind, shorter where it does not.

use std::time::Duration;

use super::{Moment, Plan, Step, TimePolicy, Verdict, Why};

/// What of [`Elastic`] can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ElasticOptions {
    /// Kept back of a game's or a round's clock. If not said, a twentieth of it, at most 50 ms, and at least 10, for a single move 5.
    pub reserve: Option<Duration>,
    /// The part of its share that a move uses before its search ends with an iteration that changed nothing.
    pub settled: f64,
    /// What is added to that part by an iteration that changed the move; half of it by the one after, and so on.
    pub unsettled: f64,
    /// How many shares a move uses at most, at least 1.
    pub most: f64,
}

impl Default for ElasticOptions {
    fn default() -> Self {
        Self { reserve: None, settled: 0.6, unsettled: 0.6, most: 2.5 }
    }
}

/// Spends the whole clock, most of it where the search changes its mind.
///
/// What is left, less one reserve, is divided evenly over the turns that are expected. A search ends with the first
/// iteration after a part of its share that is the smaller the longer the move has stood (the soft limit), and is
/// stopped after some shares (the hard one). What one move saves is carried to all after it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Elastic {
    options: ElasticOptions,
    /// What is kept back if nothing is said: by the most that the clock has shown in this game.
    kept: Duration,
    ends_round: bool,
    plan: Plan,
    /// What iterations that changed the move add to the soft limit, in shares.
    doubt: f64,
}

impl Elastic {
    /// With these options.
    #[must_use]
    pub fn new(options: ElasticOptions) -> Self {
        Self { options, ..Self::default() }
    }
}

impl TimePolicy for Elastic {
    fn new_game(&mut self) {
        self.kept = Duration::ZERO;
    }

    fn start(&mut self, moment: &Moment) -> Plan {
        let turns = moment.turns_to_pay();
        // A thread that is not woken at once must not lose the game; where every move has its own time, little is kept.
        let least = Duration::from_millis(if moment.ends_round() { 5 } else { 10 }).min(moment.left / 2);
        self.kept = self.kept.max(moment.left / 20).max(least).min(Duration::from_millis(50));
        let reserve = self.options.reserve.unwrap_or(self.kept);
        let spendable = moment.left.saturating_sub(reserve);
        let slot = (moment.income().saturating_sub(reserve) / turns).min(spendable);
        // Whatever is expected of the game's length, half of the clock is left after any move but the last.
        let most = if turns > 1 { spendable / 2 } else { spendable };
        let deadline = slot.mul_f64(self.options.most.max(1.0)).min(most).max(slot);
        self.plan = Plan { slot, deadline };
        self.ends_round = moment.ends_round();
        self.doubt = 0.0;
        self.plan
    }

    fn after_iteration(&mut self, step: &Step) -> Verdict {
        self.doubt = self.doubt / 2.0 + if step.same_move { 0.0 } else { self.options.unsettled };
        let soft = self.plan.slot.mul_f64(self.options.settled + self.doubt);
        // Where nothing can be saved an iteration that is cut short is better than none.
        if step.elapsed >= soft && !self.ends_round { Verdict::Stop(Why::Slot) } else { Verdict::GoOn }
    }
}
