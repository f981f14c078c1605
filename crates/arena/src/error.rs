//! What can go wrong with a tournament, each in one line.

use std::path::PathBuf;

use registry::SpecError;

/// Why a tournament could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something was named or written wrongly.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Somebody else writes to the store, or to another file that a run keeps.
    #[error("{} is in use by another run{}; wait until it has ended, or name another file", .0.display(), .1)]
    InUse(PathBuf, String),
    /// The file is something else, or from another version.
    #[error("{} {}; name another file for the store", .0.display(), .1)]
    NotAStore(PathBuf, String),
    /// The file was damaged from outside.
    #[error("{} is damaged: {}; nothing was changed; put a copy in its place or name another store", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// The file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, String),
    /// The store is no longer the file of its name with which the run began.
    #[error("{} was moved, removed or replaced while games were kept in it; those that it held went with it", .0.display())]
    Gone(PathBuf),
    /// It broke off after so many games, at least one, all of which are stored.
    #[error("{0}; {1} games are stored and safe, the same command goes on from there")]
    BrokenOff(Box<Self>, u64),
    /// The store holds no such thing.
    #[error("{}", .0)]
    Missing(String),
}

impl Error {
    /// The same of a run that had stored so many games.
    pub(crate) fn with_kept(self, games: u64) -> Self {
        if games == 0 || matches!(self, Self::Gone(_)) {
            self
        } else {
            Self::BrokenOff(Box::new(self), games)
        }
    }
}
