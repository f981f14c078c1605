//! The folder of an experiment: whose it is for now, and which report lies in it.

use std::path::Path;

use arena::Lock;
use serde::Deserialize;

use crate::error::Error;
use crate::plan::Size;

/// Takes a folder for one run: a second one would measure the same again, and write over what the first one writes. The lock of a
/// run that was killed is free.
///
/// # Errors
/// When another run has it, or it cannot be written.
pub(crate) fn take(folder: &Path) -> Result<Lock, Error> {
    arena::lock(&folder.join("run")).map_err(|error| match error {
        arena::Error::InUse(_, holder) => Error::InUse(folder.to_owned(), holder),
        arena::Error::Io(path, what) => Error::File(path, std::io::Error::other(what)),
        error => Error::Unknown(error.to_string()),
    })
}

/// What is looked at of a report.
#[derive(Deserialize)]
struct Lying {
    size: Size,
}

/// Sees to it that a run replaces no report that it cannot make again: a full one by a quick one, or, begun anew, the rows of
/// another size. A file that is no report is nobody's.
///
/// # Errors
/// When it would.
pub(crate) fn check_report(folder: &Path, size: Size, fresh: bool) -> Result<(), Error> {
    let text = std::fs::read_to_string(folder.join("report.json")).unwrap_or_default();
    let Ok(Lying { size: lying }) = serde_json::from_str(&text) else { return Ok(()) };
    if lying == size || lying == Size::Quick && !fresh {
        return Ok(());
    }
    let works = match (lying, fresh) {
        (Size::Full, false) => "--full goes on with it",
        (Size::Full, true) => "--full --fresh begins it anew",
        (Size::Quick, _) => {
            "without --fresh this run goes on with its rows, and --fresh without --full begins it anew"
        }
    };
    Err(Error::Other { folder: folder.to_owned(), lying: lying.word(), wanted: size.word(), works })
}
