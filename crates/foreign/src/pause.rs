//! Processes that were stopped for a while (SIGSTOP, a shell's Ctrl-Z): what a clock on the wall shows then is nobody's time.
//!
//! A laptop that sleeps stops no clock here: the monotonic one stands still meanwhile.

use std::sync::atomic::{AtomicU64, Ordering};

/// Stops that were noticed, of this process and of engines.
static NOTICED: AtomicU64 = AtomicU64::new(0);

pub use own::heed_stops;

/// How often this process or an engine has been seen stopped or let go on. Never less than before; a stop that is over is in
/// it, at whatever moment it is asked.
#[must_use]
pub fn stops() -> u64 {
    let own = own::continued();
    NOTICED.fetch_add(own, Ordering::Relaxed) + own
}

/// An engine was stopped.
pub(crate) fn notice() {
    NOTICED.fetch_add(1, Ordering::Relaxed);
}

#[cfg(target_os = "linux")]
mod own {
    use std::sync::Mutex;

    use nix::sys::signal::{SigSet, Signal};
    use nix::sys::signalfd::{SfdFlags, SignalFd};

    static CONTINUED: Mutex<Option<SignalFd>> = Mutex::new(None);

    /// From now on [`stops`](super::stops) knows of those of this process (Linux). To be called before there is a second thread.
    ///
    /// The signal that ends a stop is blocked and waits in the kernel, where it lies before any thread goes on: a handler might
    /// run after a clock was read. Programs that are started have it unblocked.
    pub fn heed_stops() {
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGCONT);
        // Without room for one more open file stops are not noticed.
        let opened = SignalFd::with_flags(&signals, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC);
        if let (Ok(()), Ok(opened), Ok(mut place)) = (signals.thread_block(), opened, CONTINUED.lock()) {
            *place = Some(opened);
        }
    }

    /// How often this process has been let go on since this was asked last.
    pub(super) fn continued() -> u64 {
        let Ok(opened) = CONTINUED.lock() else { return 0 };
        let next = || opened.as_ref().and_then(|signals| signals.read_signal().ok().flatten());
        std::iter::from_fn(next).count() as u64
    }
}

#[cfg(not(target_os = "linux"))]
mod own {
    /// Elsewhere stops of this process are not noticed.
    pub fn heed_stops() {}

    pub(super) fn continued() -> u64 {
        0
    }
}
