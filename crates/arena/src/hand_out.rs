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
