//! An even share of the clock for each move, by another source of time than the clock on the wall.

use std::sync::Arc;
use std::time::Duration;

use plywise::trace::Tell;
use plywise::tree::SearchTree;
use plywise::{Agent, Clock, Limits, Report, Value};
use plywise::{Pace, TimeSource};

use crate::moves::Move;
use crate::visible::Visible;

/// A thinker whose time for a move passes, and is measured for the referee, as `time` says. Of a clock it takes the even
/// share that the referee's deadline stands for; the deadline itself, a moment on the wall, is not heeded beside it.
pub(super) struct Punctual {
    pub(super) thinker: Box<dyn Agent<Visible>>,
    pub(super) time: Arc<dyn TimeSource>,
    /// The most that a move may take besides.
    pub(super) most: Option<Duration>,
    pub(super) used: Option<Duration>,
}

impl Punctual {
    fn limits(&self, limits: &Limits) -> Limits {
        let share = limits.clock.as_ref().map(Clock::share);
        let allowed = share.into_iter().chain(self.most).min();
        Limits {
            deadline: if limits.clock.is_some() { None } else { limits.deadline },
            pace: allowed.map(|allowed| Arc::new(Pace::new(Arc::clone(&self.time), allowed))),
            ..limits.clone()
        }
    }
}

impl Agent<Visible> for Punctual {
    fn choose_with_progress(
        &mut self,
        position: &Visible,
        limits: &Limits,
        tell: &mut Tell<'_, Move>,
    ) -> Report<Move, Value> {
        let begun = self.time.now();
        let limits = self.limits(limits);
        let report = self.thinker.choose_with_progress(position, &limits, tell);
        self.used = Some(self.time.now().saturating_sub(begun));
        report
    }

    fn search_tree(&mut self, position: &Visible, limits: &Limits, most: usize) -> Option<SearchTree<Move>> {
        let limits = self.limits(limits);
        self.thinker.search_tree(position, &limits, most)
    }

    fn used(&mut self) -> Option<Duration> {
        self.used
    }

    fn new_game(&mut self, seed: u64) {
        self.thinker.new_game(seed);
    }
}
