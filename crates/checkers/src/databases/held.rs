//! A folder is made in by one at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::make::Halt;

/// A folder that nobody else makes databases in meanwhile: one process would remove what the other has kept on its way. Where folders
/// cannot be locked it has to be done without.
pub(super) struct Held(Option<File>);

impl Held {
    pub(super) fn new(folder: &Path) -> Result<Self, Halt> {
        let file = File::open(folder).ok();
        if file.as_ref().is_some_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock))) {
            return Err(Halt::Busy(folder.to_owned()));
        }
        Ok(Self(file))
    }
}

impl Drop for Held {
    /// Closing is not enough: a program that is just being started from here has the file too, for a moment.
    fn drop(&mut self) {
        let _ = self.0.as_ref().map(File::unlock);
    }
}
