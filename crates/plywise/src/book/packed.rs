//! Books as bytes, some two a position: moves say which positions there are, and values are written by how much they differ from
//! that of the position before.
//!
//! `PWBOOK1\n`, the game's name, how many positions no known move leads to, and these as text; then, breadth first, what its search
//! said of each position and whether it is expanded: then those of its replies follow that were not met before. Last the checksum of
//! all of it. Numbers have seven bits in a byte, the lowest first. How many nodes were searched is not kept.

use std::collections::VecDeque;

use super::text::of_another;
use super::{Book, BookGame, Reply, Searched, after};
use crate::checksum::Checksum;
use crate::score::Score;

/// What such a file begins with.
const MAGIC: &[u8; 8] = b"PWBOOK1\n";

/// Whether bytes are meant to be a packed book.
#[must_use]
pub fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// A book of this game as bytes.
#[must_use]
pub fn packed<G: BookGame>(book: &Book<G>, game: &str) -> Vec<u8> {
    let mut led_to = vec![false; book.len()];
    let reached = |at| book.replies(at).unwrap_or_default().iter().filter_map(number);
    for child in (0..book.len()).flat_map(reached) {
        led_to[child] = true;
    }
    let roots: Vec<usize> = (0..book.len()).filter(|&at| !led_to[at]).collect();
    let mut bytes = MAGIC.to_vec();
    text(&mut bytes, game);
    whole(&mut bytes, roots.len() as u64);
    for &root in &roots {
        text(&mut bytes, &book.get(root).position.position_text());
    }
    let mut met = vec![false; book.len()];
    roots.iter().for_each(|&root| met[root] = true);
    // Each with what is expected of its value.
    let mut queue: VecDeque<(usize, i32)> = roots.into_iter().map(|root| (root, 0)).collect();
    while let Some((at, expected)) = queue.pop_front() {
        let (value, replies) = (book.get(at).value.raw(), book.replies(at));
        let off = i64::from(value) - i64::from(expected);
        // The sign is the lowest bit, so that small numbers are short.
        whole(&mut bytes, (off << 1 ^ off >> 63) as u64 * 2 + u64::from(replies.is_some()));
        for child in replies.unwrap_or_default().iter().filter_map(number) {
            if !std::mem::replace(&mut met[child], true) {
                queue.push_back((child, -value));
            }
        }
    }
    let sum = Checksum::of(&bytes);
    bytes.extend(sum.get().to_le_bytes());
    bytes
}

/// The book in bytes that [`packed`] wrote, of a game whose rules are those of `start`; its values are backed up.
///
/// # Errors
/// Why there is none, without the file's name, which belongs in front of it.
pub fn unpacked<G: BookGame>(start: &G, game: &str, bytes: &[u8]) -> Result<Book<G>, String> {
    let damaged = || " is damaged: its checksum is another".to_owned();
    let (content, sum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
    if Checksum::of(content).get().to_le_bytes() != *sum {
        return Err(damaged());
    }
    let mut rest = Bytes(content.strip_prefix(MAGIC).ok_or_else(damaged)?);
    let of = rest.text().ok_or_else(damaged)?;
    if of != game {
        return Err(of_another(of, game));
    }
    rest.book(start).ok_or_else(|| " holds a book that no program wrote".to_owned())
}

fn number(reply: &Reply) -> Option<usize> {
    match *reply {
        Reply::To { at, .. } => Some(at as usize),
        Reply::Ended(_) => None,
    }
}

fn whole(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    whole(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
}

/// What is still to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn whole(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.whole()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        str::from_utf8(text).ok()
    }

    /// All positions; each takes a byte at least, so that there are no more than bytes.
    fn book<G: BookGame>(&mut self, start: &G) -> Option<Book<G>> {
        let (mut all, mut queue, mut moves) = (Vec::new(), VecDeque::new(), Vec::new());
        for _ in 0..self.whole()? {
            let root = start.read_position(self.text()?).ok()?.canonical();
            queue.push_back((root, 0));
        }
        let mut met: std::collections::HashSet<G> = queue.iter().map(|(root, _)| root.clone()).collect();
        while let Some((position, expected)) = queue.pop_front() {
            let number = self.whole()?;
            let off = (number >> 2) as i64 ^ -((number >> 1 & 1) as i64);
            let value = Score::told(i32::try_from(i64::from(expected) + off).ok()?)?;
            if position.is_over() {
                return None;
            }
            if number & 1 == 1 {
                moves.clear();
                position.moves(&mut moves);
                for &mv in &moves {
                    let child = after(&position, mv);
                    if !child.is_over() {
                        let child = child.canonical();
                        if met.insert(child.clone()) {
                            queue.push_back((child, -value.raw()));
                        }
                    }
                }
            }
            all.push(Searched { position, value, nodes: 0 });
        }
        if !self.0.is_empty() {
            return None;
        }
        let mut book = Book::default();
        book.add(all);
        book.back_up();
        Some(book)
    }
}
