//! Making all tables of a folder.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::build::Progress;
use super::collection::Endgames;
use super::file::Table;

/// What is made.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The rank of the largest goal, one of [`Endgames::RANKS`].
    pub largest: u8,
    /// Whether tables that are there are worked out once more.
    pub again: bool,
    /// Threads to work on, at least 1.
    pub threads: usize,
}

/// A table that is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The rank of its goal.
    pub rank: u8,
    /// Its file.
    pub path: PathBuf,
    /// How long it took; None where it was there before.
    pub taken: Option<Duration>,
}

/// What is told while tables are made.
#[derive(Debug)]
pub enum News<'a> {
    /// How far the table for the goal of this rank is.
    Progress(u8, Progress),
    /// A table is complete.
    Made(&'a Made),
}

/// Why no more tables are made.
#[derive(Debug, thiserror::Error)]
pub enum Halt {
    /// `stop` was set.
    #[error("stopped")]
    Stopped,
    /// A file could not be written.
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    File(PathBuf, io::Error),
}

impl Endgames {
    /// Makes the tables of [`RANKS`](Self::RANKS) up to the largest that is wanted, in a folder that is made too. The
    /// smallest come first: they are there soon, and help at once. Those that are there stay unless wanted anew.
    ///
    /// # Errors
    /// [`Halt`]; the tables that were complete by then stay.
    pub fn make(
        folder: &Path,
        order: Order,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<(), Halt> {
        plywise::file::make_folder(folder).map_err(|error| Halt::File(folder.to_owned(), error))?;
        for rank in Self::RANKS.into_iter().rev().filter(|&rank| rank <= order.largest) {
            let path = Table::path(folder, rank);
            let begun = Instant::now();
            let there = !order.again && Table::open(folder, rank).is_ok();
            if !there {
                let mut progress = |progress| tell(News::Progress(rank, progress));
                Table::build(folder, rank, order.threads, stop, &mut progress).map_err(
                    |error| match error.kind() {
                        io::ErrorKind::Interrupted => Halt::Stopped,
                        _ => Halt::File(path.clone(), error),
                    },
                )?;
            }
            tell(News::Made(&Made { rank, path, taken: (!there).then(|| begun.elapsed()) }));
        }
        Ok(())
    }
}
