//! Learning until time or games are up, saved now and then.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::curve::Block;
use super::train::Trainer;

/// How long to learn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lesson<'a> {
    /// Until as many more games are played.
    pub games: Option<u64>,
    /// Or until this time is up; games under way are played to their end.
    pub time: Option<Duration>,
    /// Games at the same time, at least 1.
    pub threads: usize,
    /// The file that keeps the run: it is written every [`SEGMENT`](Self::SEGMENT) games, and at the end.
    pub file: Option<&'a Path>,
}

impl Lesson<'_> {
    /// Games between two saves.
    pub const SEGMENT: u64 = 20_000;

    /// How often the clock is looked at.
    const GLANCE: Duration = Duration::from_millis(20);
}

impl Trainer {
    /// Learns for as long as the lesson says, or until `stop` is set; with neither games nor time for ever. `on_block`
    /// hears of each full block, on whichever thread filled it.
    ///
    /// # Errors
    /// If the run cannot be saved.
    pub fn learn(
        &mut self,
        lesson: &Lesson<'_>,
        stop: &AtomicBool,
        on_block: &mut (dyn FnMut(&Block) + Send),
    ) -> io::Result<()> {
        let until = lesson.time.and_then(|time| Instant::now().checked_add(time));
        let end = lesson.games.map_or(u64::MAX, |games| self.games().saturating_add(games));
        let (enough, done) = (AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            // Games look at a flag and not at the clock: it costs nothing.
            std::thread::Builder::new().spawn_scoped(scope, || {
                while !done.load(Relaxed) && !enough.load(Relaxed) {
                    let late = until.is_some_and(|until| Instant::now() >= until);
                    enough.store(late || stop.load(Relaxed), Relaxed);
                    std::thread::sleep(Lesson::GLANCE);
                }
            })?;
            let mut result = Ok(());
            while self.games() < end && !enough.load(Relaxed) && result.is_ok() {
                self.train(Lesson::SEGMENT.min(end - self.games()), lesson.threads, &enough, &mut *on_block);
                result = lesson.file.map_or(Ok(()), |path| self.save(path));
            }
            done.store(true, Relaxed);
            result
        })
    }
}
