//! Books as text: a head, then a position a line, in any order.
//!
//! ```text
//! # plywise book 1: GAME
//! # 0 positions
//! POSITION VALUE NODES CHECKSUM
//! …
//! # 87 positions
//! ```
//!
//! The value is a whole number of the game's unit for the seat to move, the checksum that of the line before it. A run ends each
//! piece that belongs together with how many positions it has; where these counts are right, what stands behind the last of them was
//! cut short.

use super::{BookGame, Searched};
use crate::checksum::Checksum;
use crate::score::Score;

/// What a book begins with, the version behind it.
const HEAD: &str = "# plywise book ";
const VERSION: &str = "1";

/// The line that a book of this game begins with.
#[must_use]
pub fn header(game: &str) -> String {
    format!("{HEAD}{VERSION}: {game}\n")
}

/// A position's line, its end included.
#[must_use]
pub fn line<G: BookGame>(searched: &Searched<G>) -> String {
    let Searched { position, value, nodes } = searched;
    let said = format!("{} {} {nodes}", position.position_text(), value.raw());
    format!("{said} {:016x}\n", Checksum::of(said.as_bytes()).get())
}

/// Some positions and the mark that they are all.
#[must_use]
pub fn block<'a, G: BookGame + 'a>(positions: impl IntoIterator<Item = &'a Searched<G>>) -> String {
    let (mut text, mut count) = (String::new(), 0);
    for searched in positions {
        text += &line(searched);
        count += 1;
    }
    text + &format!("# {count} positions\n")
}

/// What a text holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text<G> {
    /// Its positions, in order.
    pub positions: Vec<Searched<G>>,
    /// Of a text that a run wrote, how many positions and how many bytes are whole pieces of it; the rest was cut short.
    pub whole: Option<(usize, usize)>,
}

/// Reads a book of a game whose rules are those of `start`. Line ends may be those of Windows, a mark of the encoding may stand in
/// front.
///
/// # Errors
/// What is wrong, without the file's name, which belongs in front of it: " holds no book …", ", line 7: …".
pub fn read<G: BookGame>(start: &G, game: &str, text: &str) -> Result<Text<G>, String> {
    let mut head = None;
    let mut positions = Vec::new();
    let (mut at, mut whole, mut are_right) = (0, None, true);
    let mut wrong: Option<(usize, String)> = None;
    for (number, raw) in (1..).zip(text.split_inclusive('\n')) {
        at += raw.len();
        let is_cut = !raw.ends_with('\n');
        let said = raw.trim_start_matches('\u{feff}').trim_end_matches(['\n', '\r']);
        if let Some(named) = said.strip_prefix(HEAD) {
            head = head.or(Some(named));
            is_of(named, game)?;
        } else if let Some(count) = mark(said).filter(|_| !is_cut) {
            let before = whole.map_or(0, |(positions, _)| positions);
            are_right &= before + count == positions.len() && wrong.is_none();
            whole = Some((positions.len(), at));
        } else if !said.starts_with('#') && !said.trim().is_empty() {
            match position(start, said) {
                Ok(searched) => positions.push(searched),
                Err(why) => wrong = wrong.or(Some((number, why))),
            }
        }
    }
    if head.is_none() {
        return Err(format!(" holds no book of {game}; plywise book {game} writes them"));
    }
    let whole = whole.filter(|_| are_right);
    // What a killed run left behind its last whole piece may be half a line, the last one.
    let last = text.split_inclusive('\n').count();
    let is_half = |number| whole.is_some() && number == last && !text.ends_with('\n');
    match wrong {
        Some((number, why)) if !is_half(number) => Err(format!(", line {number}: {why}")),
        _ => Ok(Text { positions, whole }),
    }
}

/// Whether a head, behind its first words, is that of a book of this game.
fn is_of(named: &str, game: &str) -> Result<(), String> {
    let (version, of) = named.split_once(": ").unwrap_or((named, ""));
    if version != VERSION {
        let version: String = version.chars().take(20).flat_map(char::escape_debug).collect();
        return Err(format!(
            " is a book of version {version}, this program reads version {VERSION}; take the program that wrote it"
        ));
    }
    if of.trim_end() != game {
        return Err(of_another(of, game));
    }
    Ok(())
}

/// What is said of a book of another game.
pub(super) fn of_another(of: &str, game: &str) -> String {
    format!(" is a book of {}, not of {game}; name one of {game}", crate::notation::quote(of))
}

/// The count of a piece's end.
fn mark(said: &str) -> Option<usize> {
    said.strip_prefix("# ")?.strip_suffix(" positions")?.parse().ok()
}

/// A position's line, read.
fn position<G: BookGame>(start: &G, said: &str) -> Result<Searched<G>, String> {
    let form = || "a position stands there as POSITION VALUE NODES CHECKSUM".to_owned();
    let (told, sum) = said.rsplit_once(' ').ok_or_else(form)?;
    let sum = u64::from_str_radix(sum, 16).ok().filter(|_| sum.len() == 16).ok_or_else(form)?;
    if sum != Checksum::of(told.as_bytes()).get() {
        return Err("this position is damaged: its checksum is another".into());
    }
    let mut parts = told.rsplitn(3, ' ');
    let nodes = parts.next().and_then(|nodes| nodes.parse().ok()).ok_or_else(form)?;
    let value = parts.next().and_then(|value| value.parse().ok()).ok_or_else(form)?;
    let value = Score::told(value).ok_or_else(|| format!("{value} is no value"))?;
    let position = start.read_position(parts.next().ok_or_else(form)?).map_err(|error| error.message)?;
    if position.is_over() {
        return Err("this game is over; no search values it".into());
    }
    Ok(Searched { position, value, nodes })
}
