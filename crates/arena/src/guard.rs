//! One writer at a time.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::Error;

/// How long to wait for another run to let go of a store.
const PATIENCE: Duration = Duration::from_secs(1);

const STANDS_THERE: &str =
    "this file stands where the lock of a run belongs; move it or name another file for the run";

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
        if name.symlink_metadata().is_ok_and(|about| !about.is_file()) {
            return Err(Error::Io(name, STANDS_THERE.into()));
        }
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&name);
        let mut file = file.map_err(|error| {
            if error.kind() == std::io::ErrorKind::NotFound {
                let missing = plywise::file::without_folder(path);
                return Error::Io(
                    path.to_owned(),
                    missing.strip_prefix("; ").map_or(error.to_string(), str::to_owned),
                );
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
                if !is_ours(&mut file) {
                    return Err(Error::Io(name, STANDS_THERE.into()));
                }
                file.set_len(0).map_err(io)?;
                file.rewind().map_err(io)?;
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

/// Whether a file is new, or names a process, as a run that was killed leaves it: what else is there is somebody's.
fn is_ours(file: &mut File) -> bool {
    let mut held = String::new();
    let is_text = file.take(64).read_to_string(&mut held).is_ok();
    is_text && (held.is_empty() || held.trim().parse::<u32>().is_ok())
}

/// Whether an open file is still the one of that name.
#[cfg(unix)]
pub(crate) fn lies_at(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |about: std::fs::Metadata| (about.dev(), about.ino());
    let (open, named) = (file.metadata().map(place), name.metadata().map(place));
    matches!((open, named), (Ok(open), Ok(named)) if open == named)
}

/// Elsewhere a file that is open keeps its name.
#[cfg(not(unix))]
pub(crate) fn lies_at(_: &File, name: &Path) -> bool {
    name.exists()
}
