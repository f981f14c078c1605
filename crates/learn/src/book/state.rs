//! A book in the file that it grows in.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use plywise::book::{Book, BookGame, Searched, block, header, is_packed_file, read};
use plywise::file;

/// A book and its file, which holds at any moment whole steps, and of the last one perhaps a part.
#[derive(Debug)]
pub struct State<G> {
    /// The book; its values are backed up.
    pub book: Book<G>,
    /// Positions of a step that was cut short, which are left out.
    pub cut: usize,
    path: PathBuf,
    file: File,
}

impl<G: BookGame> State<G> {
    /// Opens the book of a game in a file, or begins it. A file that no run wrote as it is, such as one whose lines were sorted,
    /// is written anew.
    ///
    /// # Errors
    /// When it cannot be read or written, or holds something else; with its name.
    pub fn open(path: &Path, start: &G, game: &str) -> io::Result<Self> {
        let named = |error: io::Error| file::named(path, &error);
        let is_there = path.metadata().is_ok_and(|about| about.len() > 0);
        let wrong = |why: String| io::Error::new(ErrorKind::InvalidData, format!("{}{why}", path.display()));
        if is_there && is_packed_file(path)? {
            return Err(wrong(
                ": a book of bytes does not grow; take it with --from into one of text".into(),
            ));
        }
        let text = if is_there { file::read_text(path)? } else { String::new() };
        let mut book = Book::default();
        if !is_there {
            whole(path, game, &book)?;
            let file = OpenOptions::new().append(true).open(path).map_err(named)?;
            return Ok(Self { book, cut: 0, path: path.to_owned(), file });
        }
        let mut found = read(start, game, &text).map_err(wrong)?;
        let mut cut = 0;
        if let Some((positions, bytes)) = found.whole {
            cut = found.positions.len() - positions;
            found.positions.truncate(positions);
            if bytes < text.len() {
                let file = OpenOptions::new().write(true).open(path).map_err(named)?;
                file.set_len(bytes as u64).map_err(named)?;
            }
        }
        book.add(found.positions);
        book.back_up();
        if found.whole.is_none() {
            whole(path, game, &book)?;
        }
        let file = OpenOptions::new().append(true).open(path).map_err(named)?;
        Ok(Self { book, cut, path: path.to_owned(), file })
    }

    /// Adds what a step found, to the file and to the book.
    ///
    /// # Errors
    /// When it cannot be written; the file stays as it was.
    pub fn add(&mut self, step: Vec<Searched<G>>) -> io::Result<()> {
        let named = |error: io::Error| file::named(&self.path, &error);
        let before = self.file.metadata().map_err(named)?.len();
        if let Err(error) = self.file.write_all(block(&step).as_bytes()) {
            // What a full disk took of it would be cut off by the next run, too.
            let _ = self.file.set_len(before);
            return Err(named(error));
        }
        self.book.add(step);
        self.book.back_up();
        Ok(())
    }

    /// Takes the positions of another book in: of two searches of one position that with more nodes stays. How many positions are
    /// new, and how many others changed.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn merge(&mut self, other: &Book<G>, game: &str) -> io::Result<(usize, usize)> {
        let before = self.book.len();
        let changed = self.book.add(other.iter().cloned());
        let new = self.book.len() - before;
        if changed > 0 {
            self.book.back_up();
            whole(&self.path, game, &self.book)?;
            let reopened = OpenOptions::new().append(true).open(&self.path);
            self.file = reopened.map_err(|error| file::named(&self.path, &error))?;
        }
        Ok((new, changed - new))
    }
}

/// Writes a book as one piece.
fn whole<G: BookGame>(path: &Path, game: &str, book: &Book<G>) -> io::Result<()> {
    let text = header(game) + &block(book.iter());
    file::replace(path, |file| file.write_all(text.as_bytes()))
        .map(drop)
        .map_err(|error| file::named(path, &error))
}
