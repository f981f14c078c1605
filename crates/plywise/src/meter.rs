//! Counting the nodes of a search, and stopping it in time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::gauge;
use crate::limits::Limits;
use crate::pace::Pace;
use crate::stop::Stop;

/// Counts the nodes of one search and says when to stop it.
#[derive(Debug)]
pub struct Meter {
    /// Nodes that may still be entered before anything is looked at.
    left: u64,
    /// Nodes entered once `left` is used up.
    target: u64,
    most_nodes: u64,
    /// What several threads may still enter together; `most_nodes` is then what this one was given so far.
    pool: Option<Arc<Pool>>,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    pace: Option<Arc<Pace>>,
    stopped: Option<Stop>,
    /// Nodes between two looks.
    interval: u64,
    begun: Instant,
    /// Shown all nodes now and then, for somebody who counts without waiting.
    progress: Option<Arc<AtomicU64>>,
    /// Nodes that the process has been told of.
    gauged: u64,
    /// When it last looked, where time matters, as its policy's time source or else a real clock shows it.
    looked: Option<Duration>,
}

/// Positions that several threads may enter together.
#[derive(Debug)]
pub(crate) struct Pool {
    left: AtomicU64,
    threads: u64,
}

impl Pool {
    pub(crate) fn new(nodes: u64, threads: usize) -> Self {
        Self { left: AtomicU64::new(nodes), threads: threads as u64 }
    }

    /// What a thread is given at once, at most: what it has not used when the others end the search is lost.
    const DRAUGHT: u64 = 64;

    /// Gives at most so many, and the less the fewer there are.
    fn draw(&self, most: u64) -> u64 {
        let share = |left: u64| most.min(Self::DRAUGHT).min(left.div_ceil(2 * self.threads));
        let before =
            self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - share(left)));
        before.map_or(0, share)
    }

    /// Gives as many as are asked for, or none.
    fn take(&self, nodes: u64) -> bool {
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(nodes)).is_ok()
    }
}

impl Meter {
    /// The clock and the flag are first looked at after this many nodes, and never less often than that. Where
    /// positions take long to value the meter looks more often.
    const INTERVAL: u64 = 1024;
    /// Two looks should not lie further apart than this: a search then stops well within 2 ms of its deadline.
    const PATIENCE: Duration = Duration::from_micros(200);

    /// A meter at zero.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            left: 0,
            target: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            pool: None,
            deadline: limits.deadline,
            stop: limits.stop.clone(),
            pace: limits.pace.clone(),
            stopped: None,
            interval: if limits.deadline.is_some() || limits.pace.is_some() { 16 } else { Self::INTERVAL },
            begun: Instant::now(),
            progress: None,
            gauged: 0,
            looked: None,
        }
    }

    /// The same for one of several threads, which together enter no more than the pool holds, where there is one.
    pub(crate) fn sharing(limits: &Limits, pool: Option<Arc<Pool>>) -> Self {
        let mut meter = Self::new(limits);
        if pool.is_some() {
            (meter.most_nodes, meter.pool) = (0, pool);
        }
        meter
    }

    /// Leaves to the other threads what it was given and has not used.
    pub(crate) fn give_back(&mut self) {
        if let Some(pool) = &self.pool {
            pool.left.fetch_add(self.left, Ordering::Relaxed);
            self.most_nodes -= self.left;
            self.target -= self.left;
            self.left = 0;
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

    /// Counts positions that were entered without asking, all or, where that exceeds what is allowed, none of them.
    #[inline]
    pub(crate) fn count(&mut self, nodes: u64) -> bool {
        if nodes <= self.left {
            self.left -= nodes;
            return true;
        }
        let target = self.target + (nodes - self.left);
        if target > self.most_nodes {
            let needed = target - self.most_nodes;
            if !self.pool.as_ref().is_some_and(|pool| pool.take(needed)) {
                return false;
            }
            self.most_nodes = target;
        }
        (self.target, self.left) = (target, 0);
        true
    }

    /// How many positions may be entered before the next look; `None` once the search must end. For searches within a search,
    /// which count by themselves and then tell by [`enter_many`](Self::enter_many).
    pub fn allowance(&mut self) -> Option<u64> {
        (self.left > 0 || self.look()).then_some(self.left)
    }

    /// Counts positions that were entered. Those beyond the limit are not counted: their search is void.
    pub fn enter_many(&mut self, nodes: u64) {
        if !self.count(nodes) {
            (self.target, self.left) = (self.most_nodes, 0);
        }
    }

    /// Looks at everything that may end the search; true if it may go on for a while.
    #[cold]
    fn look(&mut self) -> bool {
        if self.stopped.is_none() {
            if let (Some(pool), true) = (&self.pool, self.target >= self.most_nodes) {
                self.most_nodes += pool.draw(self.interval);
            }
            self.stopped = self.reason();
        }
        self.show_progress();
        self.gauge();
        if self.stopped.is_none() {
            self.adapt();
            self.left = self.interval.min(self.most_nodes - self.target);
            self.target += self.left;
        }
        self.stopped.is_none()
    }

    /// Whether the search must end whatever is left to do, found out without entering a position.
    pub(crate) fn is_late(&mut self) -> bool {
        self.stopped = self.stopped.or_else(|| self.reason_in_time());
        self.stopped.is_some_and(|stop| stop != Stop::Nodes)
    }

    /// Tells the process of the nodes since it was told last.
    fn gauge(&mut self) {
        let nodes = self.nodes();
        gauge::add_nodes(nodes - self.gauged);
        self.gauged = nodes;
    }

    /// From now on whoever reads this number learns how many nodes were entered, a little late.
    pub(crate) fn tell_progress(&mut self, progress: Arc<AtomicU64>) {
        self.progress = Some(progress);
    }

    /// Tells that now.
    pub(crate) fn show_progress(&self) {
        if let Some(progress) = &self.progress {
            progress.store(self.nodes(), Ordering::Relaxed);
        }
    }

    /// Shortens the interval where the last one took too long, and lengthens it slowly where it took little: a run of
    /// positions that cost nothing says little about those after it.
    fn adapt(&mut self) {
        if self.deadline.is_none() && self.pace.is_none() {
            return;
        }
        let now = self.pace.as_ref().map_or_else(|| self.begun.elapsed(), |pace| pace.elapsed());
        if let Some(before) = self.looked.replace(now) {
            let took = now.saturating_sub(before);
            if took > Self::PATIENCE {
                self.interval = (self.interval / 2).max(1);
            } else if took < Self::PATIENCE / 2 {
                self.interval = (self.interval + self.interval / 8 + 1).min(Self::INTERVAL);
            }
        }
    }

    fn reason(&self) -> Option<Stop> {
        if self.target >= self.most_nodes {
            Some(Stop::Nodes)
        } else if self.target == 0 {
            None // a search that has begun enters one position at least
        } else {
            self.reason_in_time()
        }
    }

    fn reason_in_time(&self) -> Option<Stop> {
        if self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(Stop::Flag)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Stop::Deadline)
        } else {
            self.pace.as_ref().and_then(|pace| pace.stop())
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

impl Drop for Meter {
    fn drop(&mut self) {
        self.gauge();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one has left over serves the other, and nothing is counted twice.
    #[test]
    fn threads_share_a_pool_to_its_last_position() {
        for most in [1, 50, 1_000, 100_000] {
            let pool = Some(Arc::new(Pool::new(most, 2)));
            let mut meters = [(); 2].map(|()| Meter::sharing(&Limits::default(), pool.clone()));
            let entered = (0..10).filter(|_| meters[0].enter()).count() as u64;
            meters[0].give_back();
            assert_eq!((meters[0].nodes(), entered), (most.min(10), most.min(10)));
            while meters[1].enter() {}
            assert_eq!(meters[1].nodes(), most - entered);
            assert!(!meters[0].enter());
            assert_eq!(meters.map(|meter| meter.stopped()), [Some(Stop::Nodes); 2]);
        }
    }

    /// Whoever has counted by himself takes what he counted from all.
    #[test]
    fn what_was_counted_by_itself_is_taken_from_the_pool() {
        let pool = Some(Arc::new(Pool::new(10_000, 2)));
        let mut meters = [(); 2].map(|()| Meter::sharing(&Limits::default(), pool.clone()));
        assert!(meters[0].enter());
        assert!(meters[0].count(3_000));
        assert_eq!(meters[0].nodes(), 3_001);
        while meters[1].enter() {}
        assert_eq!(meters[1].nodes(), 6_999);
        assert!(!meters[0].count(1), "nothing is left");
        assert_eq!(meters[0].nodes(), 3_001);
    }

    /// The more threads there are, the less is given to each, so that the last positions are not all one's.
    #[test]
    fn a_pool_gives_half_of_a_threads_share_at_once() {
        let pool = Pool::new(100, 5);
        let drawn: Vec<u64> = (0..4).map(|_| pool.draw(64)).collect();
        assert_eq!(drawn, [10, 9, 9, 8]);
        assert_eq!(Pool::new(100_000, 5).draw(1_024), Pool::DRAUGHT);
        assert_eq!((Pool::new(100_000, 5).draw(3), Pool::new(0, 5).draw(64)), (3, 0));
    }
}
