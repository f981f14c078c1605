//! How far a running search may go, said by a policy and heard by every thread of the search.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::stop::Stop;

/// Where the time comes from. Tests bring their own, so that no test depends on how fast a machine is.
pub trait TimeSource: Debug + Send + Sync {
    /// The time since some fixed moment. Never less than before.
    fn now(&self) -> Duration;
}

/// Real time, as a clock on the wall shows it.
#[derive(Clone, Copy, Debug)]
pub struct WallTime(Instant);

impl Default for WallTime {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl TimeSource for WallTime {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A deadline that can be moved while the search runs, and a word that the iterations done are enough.
#[derive(Debug)]
pub struct Pace {
    time: Arc<dyn TimeSource>,
    started: Duration,
    /// Nanoseconds from the start.
    allowed: AtomicU64,
    enough: AtomicBool,
}

impl Pace {
    /// A search that begins now and may take this long.
    #[must_use]
    pub fn new(time: Arc<dyn TimeSource>, allowed: Duration) -> Self {
        let started = time.now();
        let pace = Self { time, started, allowed: AtomicU64::new(0), enough: AtomicBool::new(false) };
        pace.allow(allowed);
        pace
    }

    /// Time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.time.now().saturating_sub(self.started)
    }

    /// Moves the deadline to this long after the start.
    pub fn allow(&self, allowed: Duration) {
        let nanos = u64::try_from(allowed.as_nanos()).unwrap_or(u64::MAX);
        self.allowed.store(nanos, Ordering::Relaxed);
    }

    /// No further iteration is wanted.
    pub fn enough(&self) {
        self.enough.store(true, Ordering::Relaxed);
    }

    /// Whether no further iteration is wanted.
    #[must_use]
    pub(crate) fn is_enough(&self) -> bool {
        self.enough.load(Ordering::Relaxed)
    }

    /// Why the search must stop now, if it must.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        if self.is_enough() {
            return Some(Stop::Enough);
        }
        let allowed = Duration::from_nanos(self.allowed.load(Ordering::Relaxed));
        (self.elapsed() >= allowed).then_some(Stop::Deadline)
    }
}
