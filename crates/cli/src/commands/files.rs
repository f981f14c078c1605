//! Files of games as text, whatever they are on the disk.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use arena::registry::Binary;
use arena::save::read_whole;
use plywise::file::in_letters;

use crate::failure::{Failure, warn};

/// A file of games of this game as text; `-` is standard input. A format that is no text is told by the ending of the name.
pub(crate) fn read_games(game: &str, path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| Failure::input(format!("-: {error}")))?;
    } else {
        let left_out;
        (bytes, left_out) = read_whole(path)?;
        if left_out > 0 {
            let file = path.display();
            warn(&format!(
                "{file}: its last {left_out} bytes are a game that was cut off while it was saved; left out"
            ));
        }
    }
    let binaries = games::door(game).map_or(&[][..], |door| door.binaries);
    if let Some(binary) = binaries.iter().find(|binary| ends_in(path, binary.ending)) {
        let beside =
            binary.beside.iter().map(|ending| beside(path, ending)).collect::<Result<Vec<_>, _>>()?;
        return (binary.read)(&bytes, &beside).map_err(Failure::of_file(path));
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let named = |binary: &Binary| format!("; a file of {} is named *.{}", binary.name, binary.ending);
        let hint: String = binaries.iter().map(named).collect();
        return Err(Failure::of_file(path)(format!("no text file: byte {} is zero{hint}", at + 1)));
    }
    Ok(in_letters(bytes))
}

fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|given| given.eq_ignore_ascii_case(ending))
}

/// What stands in the file of the same folder that has this ending: the one of the same name, or else the only one.
fn beside(path: &Path, ending: &str) -> Result<Option<Vec<u8>>, Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let there = std::fs::read_dir(folder).map_err(Failure::of_file(folder))?;
    let files: Vec<PathBuf> =
        there.flatten().map(|entry| entry.path()).filter(|file| ends_in(file, ending)).collect();
    let same = |file: &&PathBuf| file.file_stem() == path.file_stem();
    let Some(file) = files.iter().find(same).or(files.first().filter(|_| files.len() == 1)) else {
        return Ok(None);
    };
    Ok(Some(read_whole(file)?.0))
}

/// Today, in Greenwich: year, month, day. The calendar is counted from 1 March 0000, as Howard Hinnant's "chrono-Compatible
/// Low-Level Date Algorithms" does.
pub(crate) fn today() -> (u16, u8, u8) {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// The day so many days after 1 January 1970.
fn date(days: u64) -> (u16, u8, u8) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    ((400 * era + year + later) as u16, month as u8, day as u8)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_their_dates() {
        let told = [0, 58, 59, 365, 11_016, 11_017, 20_782].map(date);
        let dates = [
            (1970, 1, 1),
            (1970, 2, 28),
            (1970, 3, 1),
            (1971, 1, 1),
            (2000, 2, 29),
            (2000, 3, 1),
            (2026, 11, 25),
        ];
        assert_eq!(told, dates);
    }
}
