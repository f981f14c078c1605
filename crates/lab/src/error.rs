//! What can go wrong with an experiment, each in one line.

use std::path::{Path, PathBuf};

/// Why an experiment could not be run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The experiment's file is wrong.
    #[error("experiment {0}: {1}")]
    Plan(String, String),
    /// There is no such experiment.
    #[error("{0}")]
    Unknown(String),
    /// Its games could not be played or kept.
    #[error("experiment {0}: {1}")]
    Games(String, arena::Error),
    /// A file could not be read or written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
    /// The same, where the error names the file itself.
    #[error("{0}")]
    Named(std::io::Error),
    /// Another run has the experiment's folder.
    #[error("{} is in use by another run{}; wait until it has ended, or name another folder with --out", .0.display(), .1)]
    InUse(PathBuf, String),
    /// A report of another size lies in the folder, which this run would replace or whose rows it would throw away.
    #[error("{} holds a {lying} report, and this run is {wanted}: {works}; another folder (--out) keeps both", folder.display())]
    Other {
        /// The experiment's.
        folder: PathBuf,
        /// The report's size.
        lying: &'static str,
        /// That of this run.
        wanted: &'static str,
        /// What to do instead.
        works: &'static str,
    },
    /// Somebody wanted it to stop. What was finished is kept, and this report tells it.
    #[error("interrupted; the same command goes on from here; {} tells what is finished", .0.display())]
    Stopped(PathBuf),
}

impl Error {
    /// Of a file.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::File(path, error)
    }
}
