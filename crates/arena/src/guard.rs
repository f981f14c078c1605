//! What stands between a store and the world: one writer at a time, and no file touched that is no whole store.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::Error;

/// How long to wait for another run to let go of a store.
const PATIENCE: Duration = Duration::from_secs(1);

/// Takes what lies at `path`, such as a store or a run's state, for one run: a file beside it, `path.lock`, is locked and names the process.
/// The system gives the lock back when the file is closed and when the program ends, however it ends.
///
/// # Errors
/// [`Error::InUse`] where another run has it and keeps it for a second; the system's where there can be no such file.
pub fn lock(path: &Path) -> Result<File, Error> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let name = PathBuf::from(name);
    let io = |error: std::io::Error| Error::Io(name.clone(), error.to_string());
    let file = File::options().read(true).write(true).create(true).truncate(false).open(&name);
    let mut file = file.map_err(|error| {
        let reading = if path.exists() { "; plywise store show and export only read" } else { "" };
        Error::Io(name.clone(), format!("{error}{reading}"))
    })?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => {
                file.set_len(0).map_err(io)?;
                write!(file, "{}", std::process::id()).map_err(io)?;
                return Ok(file);
            }
            // A program that was killed while it started an engine leaves the lock to the engine's process for the
            // moment that this takes.
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.read_to_string(&mut holder);
                let holder =
                    holder.trim().parse::<u32>().map_or(String::new(), |id| format!(" (process {id})"));
                return Err(Error::InUse(path.to_owned(), holder));
            }
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
    }
}

/// Refuses what is no database, and one that was cut short, before anything touches it.
pub(crate) fn check_file(path: &Path) -> Result<(), Error> {
    let io = |error: std::io::Error| Error::Io(path.to_owned(), error.to_string());
    match path.metadata() {
        Ok(about) if !about.is_file() => {
            return Err(Error::NotAStore(path.to_owned(), "is no ordinary file".into()));
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        _ => {}
    }
    let mut file = File::open(path).map_err(io)?;
    let length = file.metadata().map_err(io)?.len();
    if length == 0 {
        return Ok(());
    }
    // The database file format, <https://www.sqlite.org/fileformat2.html#the_database_header>.
    let mut head = [0u8; 100];
    if file.read_exact(&mut head).is_err() || !head.starts_with(b"SQLite format 3\0") {
        return Err(Error::NotAStore(path.to_owned(), "is no store of games".into()));
    }
    let page = match u16::from_be_bytes([head[16], head[17]]) {
        1 => 65_536,
        size => u64::from(size),
    };
    let pages = u64::from(u32::from_be_bytes([head[28], head[29], head[30], head[31]]));
    // While a log lies beside it, the file itself may be behind: SQLite puts it in order.
    if length < page * pages && !has_log(path) {
        let what = format!("it is cut short, {length} of {} bytes", page * pages);
        return Err(Error::Damaged(path.to_owned(), what));
    }
    Ok(())
}

/// Whether a log with something in it lies beside a store.
pub(crate) fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(PathBuf::from(log)).is_ok_and(|log| log.len() > 0)
}
