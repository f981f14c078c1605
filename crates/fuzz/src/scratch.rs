//! Files for readers that want a name instead of bytes.

use std::path::{Path, PathBuf};

/// The folder of this process.
pub(crate) fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("plywise-fuzz-{}", std::process::id()))
}

/// Hands out a file with these bytes, which is gone afterwards; each target has one of its own.
pub(crate) fn with_file(name: &str, bytes: &[u8], read: impl FnOnce(&Path)) {
    let path = folder().join(name);
    std::fs::create_dir_all(folder()).expect("a folder for temporary files");
    std::fs::write(&path, bytes).expect("room for a temporary file");
    read(&path);
    let _ = std::fs::remove_file(&path);
}

/// Removes what the targets of this process left behind.
pub fn tidy() {
    let _ = std::fs::remove_dir_all(folder());
}
