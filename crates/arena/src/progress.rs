//! The games of a match or tournament so far.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::ledger::Ledger;
use crate::record::GameRow;
use crate::setup::Setup;
use crate::standings::Standings;
use crate::stats::{Tally, Verdict};

/// The games so far, in order: the sums of those up to the first gap, and the others one by one. However many games there
/// are, it holds no more than lie beyond the gap.
pub struct Progress {
    /// Games up to here are counted.
    pub(crate) counted: u64,
    pub(crate) standings: Standings,
    /// Finished games beyond a gap, without their records.
    pub(crate) ahead: BTreeMap<u64, GameRow>,
    /// Whether the test has ended: no further game counts.
    decided: bool,
    llr: Course,
}

impl Progress {
    /// Before the first game.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let standings = Standings::new(&setup.timetable, setup.agents.len());
        Self { counted: 0, standings, ahead: BTreeMap::new(), decided: false, llr: Course::default() }
    }

    /// What a store holds of an experiment.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn load(setup: &Setup, store: &dyn Ledger, experiment: i64) -> Result<Self, Error> {
        let mut progress = Self::new(setup);
        // A test looks at every pair in turn; sums would hide where it ended.
        if setup.sprt.is_none()
            && let Some((units, standings)) = store.sums(experiment, setup.units())?
            // Sums of games that are gone since are those of no games: what is missing is to be played again.
            && store.count(experiment, units)? == units
        {
            (progress.counted, progress.standings) = (units, standings);
        }
        store.games(experiment, progress.counted, setup.units(), &mut |game| progress.add(setup, game))?;
        Ok(progress)
    }

    /// Writes the sums so far beside the games: the next [`load`](Self::load) then reads only what came later.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&self, store: &mut dyn Ledger, experiment: i64) -> Result<(), Error> {
        store.keep_sums(experiment, self.counted, &self.standings)
    }

    /// Adds a finished game.
    pub fn add(&mut self, setup: &Setup, game: GameRow) {
        if game.unit >= self.counted {
            self.ahead.insert(game.unit, game);
        }
        // Whole groups only: what lies before `counted` is closed.
        let group = setup.timetable.games_of_a_group();
        while !self.decided && (self.counted..self.counted + group).all(|unit| self.ahead.contains_key(&unit))
        {
            for unit in self.counted..self.counted + group {
                if let Some(game) = self.ahead.remove(&unit) {
                    self.standings.add(&setup.timetable, &game);
                }
            }
            self.counted += group;
            if let (Some(sprt), Some(meeting)) = (&setup.sprt, self.standings.meetings.first()) {
                let llr = sprt.llr(&Tally(meeting.pairs));
                self.llr.add(llr);
                self.decided = sprt.verdict(llr) != Verdict::Undecided;
            }
        }
    }

    /// Whether game `unit` is finished.
    #[must_use]
    pub fn has(&self, unit: u64) -> bool {
        unit < self.counted || self.ahead.contains_key(&unit)
    }

    /// Whether the test has ended the tournament.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.decided
    }

    /// The test's log-likelihood ratio after so many pairs: some hundreds of points of it at most, the last among them;
    /// empty without a test.
    #[must_use]
    pub fn llr_course(&self) -> Vec<(u64, f64)> {
        self.llr.points()
    }

    /// Games up to the first gap, in whole pairs where two play: they are in the sums, and a test has looked at them.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// Entries of the tables and lists that it holds, which is what its memory depends on.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.standings.entries() + self.ahead.len() + self.llr.kept.len()
    }

    /// Finished games, those that a test does not count any more included.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.counted + self.ahead.len() as u64
    }

    /// The sums of all games that count.
    #[must_use]
    pub fn standings(&self, setup: &Setup) -> Standings {
        let mut all = self.standings.clone();
        if !self.decided {
            self.ahead.values().for_each(|game| all.add(&setup.timetable, game));
        }
        all
    }
}

/// The course of a number in room that does not grow: when it is full, every other point goes.
#[derive(Clone, PartialEq, Debug)]
struct Course {
    /// One number after each `step` pairs.
    kept: Vec<f64>,
    step: u64,
    count: u64,
    last: f64,
}

impl Default for Course {
    fn default() -> Self {
        Self { kept: Vec::new(), step: 1, count: 0, last: 0.0 }
    }
}

impl Course {
    /// Points that are kept.
    const MOST: usize = 512;

    fn add(&mut self, number: f64) {
        (self.count, self.last) = (self.count + 1, number);
        if !self.count.is_multiple_of(self.step) {
            return;
        }
        self.kept.push(number);
        if self.kept.len() == Self::MOST {
            self.step *= 2;
            self.kept = self.kept.iter().copied().skip(1).step_by(2).collect();
        }
    }

    fn points(&self) -> Vec<(u64, f64)> {
        let places = (1..).map(|place| place * self.step);
        let mut points: Vec<(u64, f64)> = places.zip(self.kept.iter().copied()).collect();
        if points.last().is_some_and(|last| last.0 != self.count) || points.is_empty() && self.count > 0 {
            points.push((self.count, self.last));
        }
        points
    }
}
