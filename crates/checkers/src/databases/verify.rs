//! Databases proved from themselves.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

use super::known::{Databases, OpenError, path};
use super::make::{Halt, TOGETHER, load, slices, unit_path};
use super::packed::Kind;
use super::plies::{Plies, Values};
use super::slice::Index;
use super::unit::Unit;
use crate::board::Board;

/// Positions that a thread takes at a time.
const PIECE: usize = 1 << 14;

/// Why a database is not verified.
#[derive(Debug, thiserror::Error)]
pub enum Doubt {
    /// The flag was raised.
    #[error("stopped")]
    Stopped,
    /// A file cannot be read or is none.
    #[error("{0}; without --verify the command makes what is not there, with --again all anew")]
    Open(#[from] OpenError),
    /// A unit or what it needs is not there.
    #[error(transparent)]
    Unit(#[from] Halt),
    /// A position's value is not that of its best move, or the files differ.
    #[error("{board:?}: the database says {said}, its moves {found}")]
    Wrong {
        /// The position, the first seat to move.
        board: Board,
        /// Its value in the file.
        said: String,
        /// What follows from the values behind its moves.
        found: String,
    },
}

/// Derives every position of a folder's databases with at most so many pieces from its successors, and holds results to
/// distances. `tell` hears the pieces of the database at hand, how many positions of all are done, and of how many.
///
/// That each value is that of the best move proves all of them: distances sink along a win, and who is said to draw always has a
/// move to a draw.
///
/// # Errors
/// [`Doubt`]: the first position found that is wrong, for one; a file that is not there, before anything is verified.
pub fn verify(
    folder: &Path,
    pieces: usize,
    threads: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(usize, u64, u64),
) -> Result<u64, Doubt> {
    let databases = || [TOGETHER.min(pieces)].into_iter().chain(TOGETHER + 1..=pieces);
    // Who verifies for minutes hears at once that a file is not there.
    for file in
        databases().flat_map(|database| [Kind::Plies, Kind::Results].map(|kind| path(folder, database, kind)))
    {
        std::fs::metadata(&file).map_err(|error| OpenError::File(plywise::file::named(&file, &error)))?;
    }
    let indices = |database| slices(database).into_iter().map(Index::new);
    let all = databases().flat_map(indices).map(|index| index.len() as u64).sum();
    let (mut values, mut done) = (Values::default(), 0);
    for database in databases() {
        tell(database, done, all);
        load(folder, database, &mut values, |_| true)?;
        let mut results = Databases::default();
        results.read(&path(folder, database, Kind::Results))?;
        let check = Check { values: &values, results: &results, threads, stop };
        for index in indices(database) {
            done += check.slice(&index)?;
            tell(database, done, all);
        }
    }
    Ok(done)
}

/// Derives every position of a unit in a folder from its successors, holds the packed results to it and sees that the packed distances
/// are whole; how many positions there are.
///
/// # Errors
/// [`Doubt`]: the first position found that is wrong, for one.
pub fn verify_unit(folder: &Path, unit: &Unit, threads: usize, stop: &AtomicBool) -> Result<u64, Doubt> {
    let values = unit.values(folder)?;
    let [mut results, mut plies] = [Databases::default(), Databases::default()];
    results.read(&unit_path(folder, unit.pieces, &unit.slices, Kind::Results))?;
    plies.read(&unit_path(folder, unit.pieces, &unit.slices, Kind::Plies))?;
    let check = Check { values: &values, results: &results, threads, stop };
    unit.slices.iter().map(|&slice| check.slice(&Index::new(slice))).sum()
}

struct Check<'a> {
    values: &'a Values,
    results: &'a Databases,
    threads: usize,
    stop: &'a AtomicBool,
}

impl Check<'_> {
    /// How many positions of a slice are right: all.
    fn slice(&self, index: &Index) -> Result<u64, Doubt> {
        let (next, right, wrong) = (AtomicUsize::new(0), AtomicU64::new(0), Mutex::new(None));
        let work = || {
            while !self.stop.load(Relaxed) {
                let begin = next.fetch_add(PIECE, Relaxed);
                let end = index.len().min(begin + PIECE);
                let doubt = (begin..end).find_map(|number| self.position(&index.board(number)).err());
                if let Some(doubt) = doubt {
                    wrong.lock().expect("no thread panics while it tells of a doubt").get_or_insert(doubt);
                    next.store(index.len(), Relaxed);
                }
                if begin >= end {
                    break;
                }
                right.fetch_add((end - begin) as u64, Relaxed);
            }
        };
        std::thread::scope(|scope| {
            (1..self.threads).for_each(|_| drop(std::thread::Builder::new().spawn_scoped(scope, work)));
            work();
        });
        if self.stop.load(Relaxed) {
            return Err(Doubt::Stopped);
        }
        let wrong = wrong.into_inner().expect("no thread panics while it tells of a doubt");
        wrong.map_or(Ok(right.into_inner()), Err)
    }

    fn position(&self, board: &Board) -> Result<(), Doubt> {
        let (said, found) = (self.values.value(board), self.values.best(board));
        let wrong = |said, found| Err(Doubt::Wrong { board: *board, said, found });
        let word = |value: Option<Plies>| {
            value.map_or("nothing".into(), |value| value.score().to_value(1).to_string())
        };
        if said != found || said.is_none() {
            return wrong(word(said), word(found));
        }
        let sign = |value: Plies| i8::from(value.is_win()) - i8::from(value.is_loss());
        let result = self.results.result(board);
        if board.jumpers().is_empty() && result != said.map(sign) {
            return wrong(format!("{result:?} of 1, 0 and -1"), word(found));
        }
        Ok(())
    }
}
