//! A file that is written when a run is over, and opened before it begins: what cannot be written costs no work.

use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use plywise::file;

use crate::failure::Failure;

/// A file that waits for its content. One that was there keeps its own until then; one that was not goes again if
/// nothing comes.
#[derive(Debug)]
pub struct OutFile {
    path: PathBuf,
    file: File,
    /// Whether it was not there before, and still is empty.
    is_new: bool,
}

impl OutFile {
    /// Opens a file for writing. A pipe or a device is taken as it is; a pipe that nobody reads is refused.
    ///
    /// # Errors
    /// When it cannot be written, or somebody else is about to.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let named = |why: &dyn std::fmt::Display| Failure::input(format!("{}: {why}", path.display()));
        if path.is_dir() {
            return Err(named(&"this is a folder; name a file in it"));
        }
        if is_store(path) {
            return Err(named(&"games are kept in this file; name another"));
        }
        check_apart(path)?;
        let is_new = !path.exists();
        let file = open(path).map_err(|error| Failure::input(file::named(path, &error)))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(named(&"another run, or another option of this one, writes this file; name another"));
        }
        Ok(Self { path: path.to_owned(), file, is_new })
    }

    /// The same for an option that may be left out. `kept`, a store or a state, must be another file.
    pub fn maybe(path: Option<&Path>, kept: Option<&Path>) -> Result<Option<Self>, Failure> {
        path.map(|path| Self::other_than(path, kept)).transpose()
    }

    /// The same for one that must not be `kept`.
    pub(crate) fn other_than(path: &Path, kept: Option<&Path>) -> Result<Self, Failure> {
        if let Some(kept) = kept
            && file::is_same(kept, path)
        {
            return Err(Failure::input(format!(
                "{}: the games or the state of the run are kept there; name another file",
                path.display()
            )));
        }
        Self::open(path)
    }

    /// Writes the whole content anew.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, content: &str) -> Result<(), Failure> {
        self.write_by(|file| file.write_all(content.as_bytes()))
    }

    /// The same with what `write` writes.
    pub fn write_by(
        &mut self,
        write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.replace(write).map_err(Failure::of_file(&self.path))?;
        self.is_new = false;
        Ok(())
    }

    /// Beside what was there and then in its place.
    fn replace(&mut self, write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>) -> io::Result<()> {
        let put = |file: &File| {
            let mut file = BufWriter::new(file);
            write(&mut file)?;
            file.flush()
        };
        // Devices and pipes have no length and no beginning; `/dev/stdout` stands for what is open already, and what others write
        // there.
        if !self.file.metadata()?.is_file() {
            return put(&self.file);
        }
        if ["/dev", "/proc"].iter().any(|folder| self.path.starts_with(folder)) {
            self.file.set_len(0)?;
            self.file.rewind()?;
            return put(&self.file);
        }
        self.file = file::replace(&self.path, |file| {
            // The next that comes shall find it taken, as it found this one; there are disks without locks.
            let _ = file.try_lock();
            put(file)
        })?;
        Ok(())
    }
}

/// Whether games are kept there, of however many runs: nobody means to write over those.
fn is_store(path: &Path) -> bool {
    const HEAD: &[u8] = b"SQLite format 3\0";
    let read = |file: File| {
        let mut head = Vec::new();
        file.take(HEAD.len() as u64).read_to_end(&mut head).map(|_| head)
    };
    path.is_file() && File::open(path).and_then(read).is_ok_and(|head| head == HEAD)
}

/// How the files end that a store keeps beside it: SQLite's, and the lock of a run.
pub(crate) const BESIDE_STORES: [&str; 4] = ["-wal", "-shm", "-journal", ".lock"];

/// Refuses a name that a store beside it has for a file of its own, whether there is one at the moment or not.
pub(crate) fn check_apart(path: &Path) -> Result<(), Failure> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let mut stores =
        BESIDE_STORES.iter().filter_map(|ending| Some(path.with_file_name(name.strip_suffix(ending)?)));
    stores.find(|store| is_store(store)).map_or(Ok(()), |store| {
        let (path, store) = (path.display(), store.display());
        Err(Failure::input(format!("{path}: the store {store} keeps a file of that name; name another")))
    })
}

/// Opens what can be written without waiting: a pipe that nobody reads would not open before somebody does.
fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
        if path.metadata().is_ok_and(|there| there.file_type().is_fifo()) {
            let file = options.custom_flags(libc::O_NONBLOCK).open(path).map_err(|error| {
                if error.raw_os_error() == Some(libc::ENXIO) {
                    io::Error::other(
                        "this is a pipe that nobody reads; start its reader first, or name a file",
                    )
                } else {
                    error
                }
            })?;
            rustix::io::ioctl_fionbio(&file, false)?;
            return Ok(file);
        }
    }
    options.open(path)
}

impl Drop for OutFile {
    fn drop(&mut self) {
        if self.is_new {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
