//! Files of games as text, whatever they are on the disk.

use std::io::{self, Read};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use arena::game_text::games_in;

use crate::failure::{Failure, warn};

/// A file of games of this game as text; `-` is standard input. A format that is no text is told by the ending of the name.
pub(crate) fn read_games(game: &str, path: &Path) -> Result<String, Failure> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| Failure::input(format!("-: {error}")))?;
        return Ok(games_in(game, path, bytes)?);
    }
    let (text, left_out) = arena::game_text::read_games(game, path)?;
    if left_out > 0 {
        let file = path.display();
        warn(&format!(
            "{file}: its last {left_out} bytes are a game that was cut off while it was saved; left out"
        ));
    }
    Ok(text)
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
