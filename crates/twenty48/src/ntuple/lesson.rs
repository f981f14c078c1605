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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ntuple::{Settings, TupleSet};

    fn trainer() -> Trainer {
        let settings = Settings { tuples: TupleSet::FiveByFour, block: 10, ..Settings::default() };
        Trainer::new(settings).unwrap()
    }

    #[test]
    fn a_lesson_ends_with_its_games_and_leaves_the_run_in_its_file() {
        let folder = std::env::temp_dir().join(format!("twenty48-lesson-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("run.td");
        let lesson = Lesson { games: Some(35), threads: 1, file: Some(&file), ..Lesson::default() };
        let (mut trainer, mut heard) = (trainer(), 0);
        for _ in 0..2 {
            trainer.learn(&lesson, &AtomicBool::new(false), &mut |_| heard += 1).unwrap();
        }
        assert_eq!((trainer.games(), heard), (70, 7));
        assert_eq!(Trainer::read(&mut std::fs::File::open(&file).unwrap()).unwrap().games(), 70);
        let nowhere = Lesson { file: Some(&folder.join("none/run.td")), ..lesson };
        assert!(trainer.learn(&nowhere, &AtomicBool::new(false), &mut |_| ()).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn time_that_is_up_and_a_set_flag_end_a_lesson() {
        let endless = Lesson { threads: 1, ..Lesson::default() };
        let mut trainer = trainer();
        let stop = AtomicBool::new(false);
        trainer.learn(&endless, &stop, &mut |_| stop.store(true, Relaxed)).unwrap();
        assert!(trainer.games() >= 10);
        let before = trainer.games();
        let none = Lesson { time: Some(Duration::ZERO), ..endless };
        trainer.learn(&none, &AtomicBool::new(false), &mut |_| ()).unwrap();
        assert!(trainer.games() < before + Lesson::SEGMENT);
    }
}
