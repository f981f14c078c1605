//! Files of games as text, whatever they are on the disk.

use std::io;
use std::path::{Path, PathBuf};

use plywise::file::{in_letters, named};
use registry::Binary;

use crate::save::read_whole;

/// A file of games of this game as text, and how many bytes of a game whose writing was cut short were left out. A format
/// that is no text is told by the ending of the name.
///
/// # Errors
/// When the file cannot be read, or is no text and of no format of the game, with its name.
pub fn read_games(game: &str, path: &Path) -> io::Result<(String, usize)> {
    let (bytes, left_out) = read_whole(path)?;
    Ok((games_in(game, path, bytes)?, left_out))
}

/// The same of what was read already; `path` is what it is called.
///
/// # Errors
/// As of [`read_games`].
pub fn games_in(game: &str, path: &Path, bytes: Vec<u8>) -> io::Result<String> {
    let wrong = |what: String| named(path, &io::Error::new(io::ErrorKind::InvalidData, what));
    let binaries = games::door(game).map_or(&[][..], |door| door.binaries);
    if let Some(binary) = binaries.iter().find(|binary| ends_in(path, binary.ending)) {
        let beside =
            binary.beside.iter().map(|ending| beside(path, ending)).collect::<io::Result<Vec<_>>>()?;
        return (binary.read)(&bytes, &beside).map_err(|error| wrong(error.to_string()));
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let named = |binary: &Binary| format!("; a file of {} is named *.{}", binary.name, binary.ending);
        let hint: String = binaries.iter().map(named).collect();
        return Err(wrong(format!("no text file: byte {} is zero{hint}", at + 1)));
    }
    Ok(in_letters(bytes))
}

fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|given| given.eq_ignore_ascii_case(ending))
}

/// What stands in the file of the same folder that has this ending: the one of the same name, or else the only one.
fn beside(path: &Path, ending: &str) -> io::Result<Option<Vec<u8>>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let there = std::fs::read_dir(folder).map_err(|error| named(folder, &error))?;
    let files: Vec<PathBuf> =
        there.flatten().map(|entry| entry.path()).filter(|file| ends_in(file, ending)).collect();
    let same = |file: &&PathBuf| file.file_stem() == path.file_stem();
    let Some(file) = files.iter().find(same).or(files.first().filter(|_| files.len() == 1)) else {
        return Ok(None);
    };
    Ok(Some(read_whole(file)?.0))
}
