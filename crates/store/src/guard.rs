//! No file is touched that is no whole store.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use arena::{Error, Lock};

/// Refuses what is no database, and one that was cut short, before anything touches it.
pub(crate) fn check_file(path: &Path) -> Result<(), Error> {
    let io = |error: std::io::Error| Error::Io(path.to_owned(), error.to_string());
    match path.metadata() {
        Ok(about) if !about.is_file() => {
            return Err(Error::NotAStore(path.to_owned(), "is no ordinary file".into()));
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return check_beside(path),
        _ => {}
    }
    check_beside(path)?;
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

/// Refuses a store beside which files of somebody else have the names of SQLite's own, which SQLite would write over or take away.
fn check_beside(path: &Path) -> Result<(), Error> {
    // A log, in either order of bytes; a journal, or one whose head was wiped (<https://www.sqlite.org/fileformat2.html>); the version
    // of a log's index, or none yet (<https://www.sqlite.org/walformat.html>).
    const OWN: [(&str, &[&[u8]]); 3] = [
        ("-wal", &[&[0x37, 0x7F, 6, 0x82], &[0x37, 0x7F, 6, 0x83]]),
        ("-journal", &[&[0xD9, 0xD5, 5, 0xF9]]),
        ("-shm", &[&3_007_000u32.to_ne_bytes()]),
    ];
    for (ending, heads) in OWN {
        let name = beside(&plywise::file::behind_links(path), ending);
        // What is there and cannot be asked, SQLite will tell of; a pipe would wait for whoever writes to it.
        let Ok(about) = name.symlink_metadata() else { continue };
        let head = if about.is_file() { head_of(&name) } else { Ok(b"none".to_vec()) };
        let head = head.map_err(|error| Error::Io(name.clone(), error.to_string()))?;
        // SQLite begins an index with three zeros.
        if !heads.contains(&head.as_slice()) && head.iter().any(|&byte| byte != 0) {
            let what =
                "this file stands where a file of the store's own belongs; move it or name another store";
            return Err(Error::Io(name, what.into()));
        }
    }
    if has_log(path) && path.metadata().map_or(true, |about| about.len() == 0) {
        let name = beside(&plywise::file::behind_links(path), "-wal");
        let what =
            "games of a store are in this log, and the store is gone; put it back beside it, or move the log";
        return Err(Error::Io(name, what.into()));
    }
    Ok(())
}

/// The first four bytes, or fewer.
fn head_of(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(4).read_to_end(&mut head)?;
    Ok(head)
}

/// Locks the store itself, too: where its lock was taken away, another may lie beside it.
/// On other systems this would be a lock in SQLite's way.
#[cfg(target_os = "linux")]
pub(crate) fn hold(path: &Path) -> Result<File, Error> {
    use std::fs::TryLockError;
    use std::time::{Duration, Instant};
    let io = |error: std::io::Error| Error::Io(path.to_owned(), error.to_string());
    let (file, begun) = (File::open(path).map_err(io)?, Instant::now());
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            // As for the lock beside it: a process that is killed while it starts another lets go in a moment.
            Err(TryLockError::WouldBlock) if begun.elapsed() < Duration::from_secs(1) => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => return Err(Error::InUse(path.to_owned(), String::new())),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn hold(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(|error| Error::Io(path.to_owned(), error.to_string()))
}

/// Sees to it before SQLite lays its files beside a store that may only be read.
pub(crate) fn check_writable(path: &Path) -> Result<(), Error> {
    let opened = File::options().append(true).open(path);
    opened.map(drop).map_err(|error| match error.kind() {
        std::io::ErrorKind::PermissionDenied => Error::Io(path.to_owned(), "it may not be written".into()),
        _ => Error::Io(path.to_owned(), error.to_string()),
    })
}

/// Whether a log with something in it lies beside a store.
pub(crate) fn has_log(path: &Path) -> bool {
    std::fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

/// What SQLite keeps beside a store: what changed and is not yet in it, and where that stands.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Refuses a file with several names: by each of them SQLite would look for another log
/// (<https://www.sqlite.org/howtocorrupt.html>, "Multiple links to the same file").
#[cfg(unix)]
pub(crate) fn check_names(path: &Path) -> Result<(), Error> {
    use std::os::unix::fs::MetadataExt;
    match path.metadata() {
        Ok(about) if about.nlink() > 1 => {
            let what = "this file has another name (a hard link), by which games would be lost; keep them in a copy of it";
            Err(Error::Io(path.to_owned(), what.into()))
        }
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
pub(crate) fn check_names(_: &Path) -> Result<(), Error> {
    Ok(())
}

/// What a run holds as long as it may write.
pub(crate) struct Held {
    pub(crate) _file: File,
    pub(crate) _lock: Lock,
    pub(crate) place: Place,
}

/// The store's file and those beside it, as they lay there when it was opened. None is a file that there was not, or a system on which
/// an open file keeps its name.
pub(crate) struct Place {
    /// What links lead to, by a name that holds wherever the program goes.
    path: PathBuf,
    store: Option<Identity>,
    beside: [Option<Identity>; 2],
}

impl Place {
    pub(crate) fn of(path: &Path) -> Self {
        let path = plywise::file::behind_links(path);
        let path = std::path::absolute(&path).unwrap_or(path);
        Self { store: identity(&path), beside: BESIDE.map(|ending| identity(&beside(&path, ending))), path }
    }

    /// Whether another file lies there now, or none.
    pub(crate) fn has_changed(&self) -> bool {
        identity(&self.path) != self.store
    }

    /// Takes away the store and what lies beside it.
    pub(crate) fn remove(&self) {
        let _ = std::fs::remove_file(&self.path);
        self.clear();
    }

    /// Takes away what lies beside it still: another store of this name would be read with a log that is not its own.
    pub(crate) fn clear(&self) {
        for (ending, was) in BESIDE.iter().zip(self.beside) {
            let file = beside(&self.path, ending);
            if was.is_some() && identity(&file) == was {
                let _ = std::fs::remove_file(file);
            }
        }
    }
}

/// Which file of which device.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    path.metadata().ok().map(|about| (about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<Identity> {
    None
}
