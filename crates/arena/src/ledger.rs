//! What a run asks of whoever keeps its games: a file, as `plywise-store` has it.

use std::io;
use std::path::Path;

use crate::error::Error;
use crate::experiment::Experiment;
use crate::record::GameRow;
use crate::standings::Standings;

/// Keeps games, a row each, as soon as they have ended.
pub trait Ledger: Send {
    /// Its file.
    fn path(&self) -> &Path;

    /// The number of an experiment in it; a new one if it is not there yet.
    ///
    /// # Errors
    /// When the file cannot be read or written, or a name of an agent stands for something else in it.
    fn experiment(&mut self, experiment: &Experiment) -> Result<i64, Error>;

    /// Everything that it holds games of.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn experiments(&self) -> Result<Vec<Stored>, Error>;

    /// Notes that a run of an experiment begins; its number.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn run(&mut self, experiment: i64) -> Result<i64, Error>;

    /// Keeps games, all or none. A game that is there already stays as it is.
    ///
    /// # Errors
    /// When the file cannot be written; then none of them is kept.
    fn add(&mut self, experiment: i64, run: i64, games: &[GameRow]) -> Result<(), Error>;

    /// Keeps the sums of the first `units` games of an experiment, all of which are there, so that nobody need add them up again.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn keep_sums(&mut self, experiment: i64, units: u64, standings: &Standings) -> Result<(), Error>;

    /// The sums that [`keep_sums`](Self::keep_sums) kept last, if they are of at most `most` games.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn sums(&self, experiment: i64, most: u64) -> Result<Option<(u64, Standings)>, Error>;

    /// How many games are there of the first `units` of an experiment.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn count(&self, experiment: i64, units: u64) -> Result<u64, Error>;

    /// Every game from number `from` to before `to`, in order, without its record.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn games(&self, experiment: i64, from: u64, to: u64, each: &mut dyn FnMut(GameRow)) -> Result<(), Error>;

    /// The same up to before `to` with opening, moves and the game in its own notation.
    ///
    /// # Errors
    /// When the file cannot be read (outer), or `each` takes no more (inner).
    fn records(
        &self,
        experiment: i64,
        to: u64,
        each: &mut dyn FnMut(GameRow) -> io::Result<()>,
    ) -> Result<io::Result<()>, Error>;

    /// All of them, damaged rows too: the number of each, and the game or what is wrong with it.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn rows(&self, experiment: i64, each: &mut dyn FnMut(u64, Result<GameRow, String>)) -> Result<(), Error>;

    /// The agents that it lists for an experiment, in order.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn agents(&self, experiment: i64) -> Result<Vec<String>, Error>;

    /// The versions of this program that played an experiment's games, in the order in which they came.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn versions(&self, experiment: i64) -> Result<Vec<String>, Error>;

    /// What is wrong with the file as such: some lines, none where all is well.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn integrity(&self) -> Result<Vec<String>, Error>;
}

/// What opens ledgers: to write, to read.
#[derive(Clone, Copy, Debug)]
pub struct Ledgers {
    /// Opens one for writing, or begins it.
    pub open: fn(&Path) -> Result<Box<dyn Ledger>, Error>,
    /// Opens one that exists, for reading; a run may be writing to it.
    pub read: fn(&Path) -> Result<Box<dyn Ledger>, Error>,
    /// The same where its pages are damaged, too, so that all that is wrong can be listed.
    pub read_as_it_is: fn(&Path) -> Result<Box<dyn Ledger>, Error>,
}

/// An experiment of a ledger.
#[derive(Clone, PartialEq, Debug)]
pub struct Stored {
    /// Its number within the ledger.
    pub id: i64,
    /// Its hash.
    pub hash: String,
    /// What was asked for when it was first run.
    pub experiment: Experiment,
    /// Games kept.
    pub games: u64,
}

impl Stored {
    /// What is to be told where a name is given to an agent that here was given to another.
    #[must_use]
    pub fn clash(&self, experiment: &Experiment) -> Option<String> {
        let game = |text: &str| text.split(':').next().unwrap_or_default().to_owned();
        if game(&self.experiment.game) != game(&experiment.game) {
            return None;
        }
        experiment.presets().find_map(|(name, now)| {
            let (_, then) = self.experiment.presets().find(|(known, then)| *known == name && *then != now)?;
            Some(format!(
                "knows {name} as {then} (experiment {}), and now it is {now}; give it another name, or name another store",
                self.id
            ))
        })
    }
}
