//! The word by which this server knows its own user among all who have an account on the machine.

use std::fs::{File, OpenOptions};
use std::io::{Error, Write};
use std::path::Path;

use axum::http::{HeaderMap, header};
use hmac_sha256::Hash;

/// Letters of a token: 128 bits.
const LETTERS: usize = 32;

/// The token of the games of a folder: a server that is started again on them has the same, so that open pages go on. Its
/// file is for its owner's eyes only; one that others could read is replaced.
///
/// # Errors
/// When the file cannot be written, or the system has no random numbers.
pub(crate) fn of(folder: &Path) -> std::io::Result<String> {
    let path = folder.join("token");
    let known =
        Some(&path).filter(|path| is_private(path)).and_then(|path| std::fs::read_to_string(path).ok());
    let is_token = |text: &String| text.len() == LETTERS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if let Some(token) = known.filter(is_token) {
        return Ok(token);
    }
    let mut bytes = [0; LETTERS / 2];
    getrandom::fill(&mut bytes).map_err(|error| Error::other(error.to_string()))?;
    let token: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    // A name that is there keeps the rights that it has.
    let new = folder.join("token.tmp");
    let _ = std::fs::remove_file(&new);
    private(&new)?.write_all(token.as_bytes())?;
    std::fs::rename(&new, &path)?;
    Ok(token)
}

#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::symlink_metadata(path).is_ok_and(|about| about.is_file() && about.mode() & 0o077 == 0)
}

#[cfg(not(unix))]
fn is_private(path: &Path) -> bool {
    path.is_file()
}

fn private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whether a request carries the token. Digests are compared, which tells nobody how much of a guess was right.
pub(crate) fn is_carried(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer "));
    given.is_some_and(|given| Hash::hash(given.as_bytes()) == Hash::hash(token.as_bytes()))
}
