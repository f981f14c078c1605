//! The games that are missing, handed out to whoever plays them elsewhere: what the one writer of a cluster does.

use std::ops::Range;

use crate::error::Error;
use crate::export::read_json_line;
use crate::progress::Progress;
use crate::run::{AHEAD, Keeper};
use crate::setup::Setup;
use crate::store::Store;

/// A run whose games are played elsewhere. Every game goes to one player at a time; one that comes back twice counts once.
pub struct HandOut {
    setup: Setup,
    store: Store,
    progress: Progress,
    keeper: Keeper,
    /// Games below this are stored or with somebody.
    next: u64,
}

impl HandOut {
    /// What is missing in a store of an experiment.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn new(setup: Setup, mut store: Store) -> Result<Self, Error> {
        let id = store.experiment(&setup.experiment)?;
        let progress = Progress::load(&setup, &store, id)?;
        let keeper = Keeper::new(&mut store, id, progress.counted)?;
        Ok(Self { next: progress.counted, setup, store, progress, keeper })
    }

    /// The next games for whoever asks, at most `most` of them. None where there are no more, or none may begin before games
    /// that were handed out are back.
    pub fn next(&mut self, most: u64) -> Option<Range<u64>> {
        if self.progress.is_decided() {
            return None;
        }
        let ahead = self.progress.counted + AHEAD + self.setup.timetable.games_of_a_group();
        let end = self.setup.units().min(ahead);
        let from = (self.next..end).find(|&unit| !self.progress.has(unit))?;
        let to =
            (from..end.min(from.saturating_add(most))).take_while(|&unit| !self.progress.has(unit)).count();
        self.next = from + to as u64;
        (to > 0).then_some(from..self.next)
    }

    /// Stores finished games, each as [`json_line`](crate::export::json_line) wrote it: all, or where one of them is none of this
    /// experiment or against the rules, none.
    ///
    /// # Errors
    /// When one is wrong, or the store cannot be written.
    pub fn take<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>) -> Result<(), Error> {
        let games = lines.into_iter().map(|line| read_json_line(&self.setup, line));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        self.keeper.keep(&mut self.store, &games, &self.progress)?;
        games.iter().for_each(|game| self.progress.add(&self.setup, game.without_record()));
        let (done, all) = self.done();
        if done == all { self.keeper.sum_up(&mut self.store, &self.progress) } else { Ok(()) }
    }

    /// Games that are stored, and all that were asked for; a test that has come to its end asks for no more.
    #[must_use]
    pub fn done(&self) -> (u64, u64) {
        let done = self.progress.finished();
        (done, if self.progress.is_decided() { done } else { self.setup.units() })
    }

    /// Games that are neither stored nor with anybody, about.
    #[must_use]
    pub fn left(&self) -> u64 {
        if self.progress.is_decided() { 0 } else { self.setup.units() - self.next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Experiment;
    use crate::export::json_line;

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("plywise-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn setup() -> Setup {
        Experiment { rounds: 5, ..Experiment::new("othello:size=4", ["random", "greedy"]) }.open().unwrap()
    }

    fn lines(setup: &Setup, games: Range<u64>) -> Vec<String> {
        games.map(|unit| json_line(setup, &setup.play(unit).unwrap())).collect()
    }

    #[test]
    fn every_game_is_handed_out_once_and_what_is_stored_never() {
        let (folder, setup) = (folder("hand-out"), setup());
        let open = || HandOut::new(self::setup(), Store::open(&folder.join("games.db")).unwrap()).unwrap();
        let mut first = open();
        assert_eq!([first.next(3), first.next(3), first.next(3)], [Some(0..3), Some(3..6), Some(6..9)]);
        let back = lines(&setup, 3..6);
        first.take(back.iter().map(String::as_str)).unwrap();
        assert_eq!((first.done(), first.next(3), first.next(3)), ((3, 10), Some(9..10), None));
        drop(first);

        let mut again = open();
        assert_eq!([again.next(100), again.next(100), again.next(100)], [Some(0..3), Some(6..10), None]);
        again.take(back.iter().map(String::as_str)).unwrap();
        assert_eq!(again.done(), (3, 10), "twice is once");
        let rest = [lines(&setup, 0..3), lines(&setup, 6..10)].concat();
        again.take(rest.iter().map(String::as_str)).unwrap();
        assert_eq!((again.done(), again.next(1)), ((10, 10), None));
        drop(again);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_foreign_game_is_refused_and_nothing_with_it_is_stored() {
        let (folder, setup) = (folder("hand-out-foreign"), setup());
        let mut ours = HandOut::new(self::setup(), Store::open(&folder.join("games.db")).unwrap()).unwrap();
        let other = Experiment { seed: 2, ..setup.experiment.clone() }.open().unwrap();
        let mixed = [lines(&setup, 0..1), lines(&other, 1..2)].concat();
        let error = ours.take(mixed.iter().map(String::as_str)).unwrap_err().to_string();
        assert!(error.contains("this is a game of experiment") && !error.contains('\n'), "{error}");
        assert_eq!(ours.done(), (0, 10));
        drop(ours);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
