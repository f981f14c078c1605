//! A file that is written when a run is over, and opened before it begins: what cannot be written costs no work.

use std::fs::{File, TryLockError};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A file that waits for its content. One that was there keeps its own until then; one that was not goes again if
/// nothing comes.
#[derive(Debug)]
pub(crate) struct OutFile {
    path: PathBuf,
    file: File,
    /// Whether it was not there before, and still is empty.
    is_new: bool,
}

impl OutFile {
    /// Opens a file for writing.
    ///
    /// # Errors
    /// When it cannot be written, or somebody else is about to.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let named = |why: &dyn std::fmt::Display| Failure::input(format!("{}: {why}", path.display()));
        if path.is_dir() {
            return Err(named(&"this is a folder; name a file in it"));
        }
        let is_new = !path.exists();
        let file = File::options().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| named(&error))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(named(&"another run, or another option of this one, writes this file; name another"));
        }
        Ok(Self { path: path.to_owned(), file, is_new })
    }

    /// The same for an option that may be left out. `store` must be another file.
    pub(crate) fn maybe(path: Option<&Path>, store: Option<&Path>) -> Result<Option<Self>, Failure> {
        let Some(path) = path else { return Ok(None) };
        let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if let Some(store) = store
            && whole(store) == whole(path)
        {
            return Err(Failure::input(format!(
                "{}: the store lies there; name another file",
                path.display()
            )));
        }
        Self::open(path).map(Some)
    }

    /// Writes the whole content anew.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write(&mut self, content: &str) -> Result<(), Failure> {
        self.is_new = false;
        self.replace(content).map_err(|error| Failure::input(format!("{}: {error}", self.path.display())))
    }

    fn replace(&mut self, content: &str) -> std::io::Result<()> {
        // Devices and pipes have no length and no beginning.
        if self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
            self.file.rewind()?;
        }
        self.file.write_all(content.as_bytes())?;
        self.file.flush()
    }
}

impl Drop for OutFile {
    fn drop(&mut self) {
        if self.is_new {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
