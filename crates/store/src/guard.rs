//! No file is touched that is no whole store.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use arena::Error;

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
