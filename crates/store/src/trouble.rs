//! What SQLite's errors mean to whoever keeps games in it.

use std::path::Path;

use arena::Error;
use plywise::notation::in_words;

/// What an error of SQLite means to whoever keeps games in it.
pub(crate) fn of_sqlite(path: &Path, error: &rusqlite::Error) -> Error {
    use rusqlite::ErrorCode;
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt) => Error::Damaged(path, in_words(error)),
        Some(ErrorCode::NotADatabase) => Error::NotAStore(path, "is no store of games".into()),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::InUse(path, String::new()),
        Some(ErrorCode::DiskFull) => Error::Io(path, "the disk is full; make room".into()),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            Error::Io(path, "it may not be written".into())
        }
        Some(ErrorCode::CannotOpen) => {
            let why = format!("it cannot be opened{}", plywise::file::without_folder(&path));
            Error::Io(path, why)
        }
        Some(ErrorCode::SystemIoFailure) => {
            let what =
                "the system refuses to read or write it: a fault of the disk, or a limit such as ulimit -f";
            Error::Io(path, what.into())
        }
        // Questions are always the same: what cannot be asked has other tables than a store.
        Some(ErrorCode::Unknown) => Error::Damaged(path, in_words(error)),
        Some(_) => Error::Io(path, in_words(error)),
        None => Error::Damaged(path, in_row(error)),
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
