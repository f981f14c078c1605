//! What stands between a store and the world: one writer at a time, and no file touched that is no whole store.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::Error;

/// How long to wait for another run to let go of a store.
const PATIENCE: Duration = Duration::from_secs(1);

/// What was taken for one run: nobody else may have it until this is dropped or the program ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
    name: PathBuf,
}

impl Drop for Lock {
    /// The file goes while it is still locked: whoever waits for it finds that it is no longer the one at this place.
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.name);
    }
}

/// Takes what lies at `path`, such as a store or a run's state, for one run: a file beside it, `path.lock`, is locked and names the process.
/// What a link leads to is taken whatever the link is called.
///
/// # Errors
/// [`Error::InUse`] where another run has it and keeps it for a second; the system's where there can be no such file.
pub fn lock(path: &Path) -> Result<Lock, Error> {
    let mut name = plywise::file::behind_links(path).into_os_string();
    name.push(".lock");
    let name = PathBuf::from(name);
    let io = |error: std::io::Error| Error::Io(name.clone(), error.to_string());
    let begun = Instant::now();
    loop {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&name);
        let mut file = file.map_err(|error| {
            if let Some(folder) = path.parent().filter(|_| error.kind() == std::io::ErrorKind::NotFound) {
                return Error::Io(path.to_owned(), format!("there is no folder {}", folder.display()));
            }
            let reading = if path.exists() {
                "; a store can be looked at there by plywise store show and export, nothing else"
            } else {
                ""
            };
            Error::Io(name.clone(), format!("{error}{reading}"))
        })?;
        match file.try_lock() {
            Ok(()) if lies_at(&file, &name) => {
                file.set_len(0).map_err(io)?;
                write!(file, "{}", std::process::id()).map_err(io)?;
                return Ok(Lock { _file: file, name });
            }
            Ok(()) => {}
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

/// Whether an open file is still the one of that name.
#[cfg(unix)]
fn lies_at(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |about: std::fs::Metadata| (about.dev(), about.ino());
    let (open, named) = (file.metadata().map(place), name.metadata().map(place));
    matches!((open, named), (Ok(open), Ok(named)) if open == named)
}

/// Elsewhere a file that is open keeps its name.
#[cfg(not(unix))]
fn lies_at(_: &File, name: &Path) -> bool {
    name.exists()
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
