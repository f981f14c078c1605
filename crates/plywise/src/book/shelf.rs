//! Books in files, each opened once.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::{Book, BookGame, is_packed, read, unpacked};
use crate::checksum::Checksum;
use crate::file::{LONGEST_TEXT, named, open};

/// Whether the bytes of a file are meant to be a packed book.
///
/// # Errors
/// When it cannot be read, with its name.
pub fn is_packed_file(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    open(path)?.take(16).read_to_end(&mut head).map_err(|error| named(path, &error))?;
    Ok(is_packed(&head))
}

/// The book in a file's bytes, text or packed; its values are backed up.
///
/// # Errors
/// Why there is none, without the file's name, which belongs in front of it.
pub fn of_bytes<G: BookGame>(start: &G, game: &str, bytes: &[u8]) -> Result<Book<G>, String> {
    if is_packed(bytes) {
        return unpacked(start, game, bytes);
    }
    let text = str::from_utf8(bytes)
        .map_err(|error| format!(": this is no text: byte {} is not UTF-8", error.valid_up_to() + 1))?;
    let mut book = Book::default();
    book.add(read(start, game, text)?.positions);
    book.back_up();
    Ok(book)
}

/// Books that somebody plays from, so that equal ones are there once, and the one that was opened last, as agents come and go.
#[derive(Debug)]
pub struct Shelf<G>(Mutex<Opened<G>>);

#[derive(Debug)]
struct Opened<G> {
    /// By the checksums of their bytes.
    all: Vec<(u64, Weak<Book<G>>)>,
    last: Option<Arc<Book<G>>>,
}

impl<G> Shelf<G> {
    /// An empty one.
    #[must_use]
    pub const fn new() -> Self {
        Self(Mutex::new(Opened { all: Vec::new(), last: None }))
    }
}

impl<G> Default for Shelf<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: BookGame> Shelf<G> {
    /// The book in a file.
    ///
    /// # Errors
    /// Why there is none, with the file's name.
    pub fn open(&self, path: &Path, start: &G, game: &str) -> Result<Arc<Book<G>>, String> {
        let mut bytes = Vec::new();
        let mut whole = |file: File| file.take(LONGEST_TEXT + 1).read_to_end(&mut bytes);
        let read = open(path).and_then(|file| whole(file).map_err(|error| named(path, &error)));
        read.map_err(|error| error.to_string())?;
        if bytes.len() as u64 > LONGEST_TEXT {
            return Err(format!("{}: this is longer than any book, {LONGEST_TEXT} bytes", path.display()));
        }
        self.of_bytes(start, game, &bytes).map_err(|why| format!("{}{why}", path.display()))
    }

    /// The book in a file's bytes.
    ///
    /// # Errors
    /// As by [`of_bytes`].
    pub fn of_bytes(&self, start: &G, game: &str, bytes: &[u8]) -> Result<Arc<Book<G>>, String> {
        let sum = Checksum::of(bytes).get();
        let mut opened = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        opened.all.retain(|(_, book)| book.strong_count() > 0);
        let there = opened.all.iter().find(|(known, _)| *known == sum).and_then(|(_, book)| book.upgrade());
        let book = match there {
            Some(book) => book,
            None => {
                let book = Arc::new(of_bytes(start, game, bytes)?);
                opened.all.push((sum, Arc::downgrade(&book)));
                book
            }
        };
        opened.last = Some(Arc::clone(&book));
        Ok(book)
    }
}
