//! What can go wrong with a tournament, each in one line.

use std::path::{Path, PathBuf};

use plywise::notation::in_words;
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
        if games == 0 { self } else { Self::BrokenOff(Box::new(self), games) }
    }

    /// What an error of SQLite means to whoever keeps games in it.
    pub(crate) fn of_sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged(path, in_words(error)),
            Some(ErrorCode::NotADatabase) => Self::NotAStore(path, "is no store of games".into()),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::InUse(path, String::new()),
            Some(ErrorCode::DiskFull) => Self::Io(path, "the disk is full; make room".into()),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                Self::Io(path, "it may not be written".into())
            }
            Some(ErrorCode::CannotOpen) => {
                let why = format!("it cannot be opened{}", plywise::file::without_folder(&path));
                Self::Io(path, why)
            }
            Some(ErrorCode::SystemIoFailure) => {
                let what = "the system refuses to read or write it: a fault of the disk, or a limit such as ulimit -f";
                Self::Io(path, what.into())
            }
            // Questions are always the same: what cannot be asked has other tables than a store.
            Some(ErrorCode::Unknown) => Self::Damaged(path, in_words(error)),
            Some(_) => Self::Io(path, in_words(error)),
            None => Self::Damaged(path, in_row(error)),
        }
    }
}

/// What is wrong with a row, in words of its own where it has some.
pub(crate) fn in_row(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::FromSqlConversionFailure(_, _, why) => why.to_string(),
        // A table's own text may stand in it, lines and all.
        other => in_words(other),
    }
}
