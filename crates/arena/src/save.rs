//! A file of games that stays whole whatever happens.
//!
//! Each game is added in one write as it ends. A system that kills the program, or whose disk is full, may still cut
//! a write that crosses a page: so a mark beside the file (`FILE.whole`) says before each write how far the file is
//! whole and how long it will be, and [`read_whole`] leaves out what a cut write left behind. The mark goes when the
//! file is closed. When the match is over the games are put in order in a second file, which replaces the first in one
//! step.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use plywise::file::{self, check_writable, named};

use crate::guard::lies_at;

/// A file that games are added to as they end, each in one write, and that is put in order at the end.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
    mark: Mark,
    /// Unit, offset and length of each game in the file.
    games: Vec<(u64, u64, usize)>,
    end: u64,
}

/// Says how far a file of games is whole. Kept until it is dropped; a program that is killed leaves it behind.
#[derive(Debug)]
struct Mark {
    path: PathBuf,
    file: File,
    /// Whether the file breaks off in a game that could not be cut away.
    needed: bool,
}

impl Mark {
    /// A file of that name that is no mark is somebody's: it stays. Where there can be no mark, the games' own file is not touched.
    fn check(of: &Path) -> io::Result<()> {
        let path = Self::beside(of);
        let is_foreign =
            std::fs::metadata(&path).is_ok_and(|there| there.len() > 0) && Self::read(of).is_none();
        if is_foreign {
            let why = "this file stands where the mark of a file of games belongs; move it or save under another name";
            return Err(named(&path, &io::Error::new(io::ErrorKind::InvalidInput, why)));
        }
        check_writable(&path)
    }

    fn create(of: &Path) -> io::Result<Self> {
        let path = Self::beside(of);
        let file = File::create(&path).map_err(|error| named(&path, &error))?;
        Ok(Self { path, file, needed: false })
    }

    fn beside(path: &Path) -> PathBuf {
        let mut name = path.as_os_str().to_owned();
        name.push(".whole");
        PathBuf::from(name)
    }

    /// Up to `end` bytes the file is whole; a game of `next` bytes follows. One write inside one page: no kill cuts it.
    fn expect(&mut self, end: u64, next: usize) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(format!("{end:>20} {next:>20}\n").as_bytes())
    }

    /// What [`expect`](Self::expect) wrote last.
    fn read(of: &Path) -> Option<(u64, u64)> {
        let text = std::fs::read_to_string(Self::beside(of)).ok()?;
        let (end, next) = text.strip_suffix('\n')?.trim_start().split_once(' ')?;
        Some((end.parse().ok()?, next.trim_start().parse().ok()?))
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        if !self.needed {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// The bytes of a file of games as far as it is whole, and how many bytes of a game whose writing was cut short were
/// left out.
///
/// # Errors
/// When the file cannot be read, with its name.
pub fn read_whole(path: &Path) -> io::Result<(Vec<u8>, usize)> {
    // The mark first: games that are added meanwhile only make the file longer than it says.
    let mark = Mark::read(path);
    let mut bytes = Vec::new();
    file::open(path)?.read_to_end(&mut bytes).map_err(|error| named(path, &error))?;
    let length = bytes.len() as u64;
    match mark {
        Some((end, next)) if end < length && length - end < next => {
            bytes.truncate(end as usize);
            Ok((bytes, (length - end) as usize))
        }
        _ => Ok((bytes, 0)),
    }
}

/// Writes beside the file and takes its place at once: whoever is killed meanwhile leaves the old one whole.
///
/// # Errors
/// When the file cannot be written, with its name.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let written = plywise::file::replace(path, |file| file.write_all(text.as_bytes()));
    written.map(drop).map_err(|error| named(path, &error))
}

impl GameFile {
    /// Creates the file. One that exists is refused unless `replace`; what is no ordinary file (a folder, a device,
    /// a pipe) is always refused, since games could not be put in order there.
    ///
    /// # Errors
    /// When it exists or cannot be written, with its name.
    pub fn create(path: &Path, replace: bool) -> io::Result<Self> {
        if let Some(there) = std::fs::metadata(path).ok().filter(|there| !there.is_file()) {
            let what = if there.is_dir() {
                "this is a folder, no ordinary file; name a file in it"
            } else {
                "this is no ordinary file"
            };
            let error = io::Error::new(io::ErrorKind::InvalidInput, what);
            return Err(named(path, &error));
        }
        check_writable(path)?;
        Mark::check(path)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if replace {
            options.create(true).truncate(false)
        } else {
            options.create_new(true)
        };
        let file = options.open(path).map_err(|error| named(path, &error))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let error =
                io::Error::new(io::ErrorKind::ResourceBusy, "another run writes this file; name another");
            return Err(named(path, &error));
        }
        file.set_len(0).map_err(|error| named(path, &error))?;
        let mark = Mark::create(path)?;
        Ok(Self { path: path.to_owned(), file, mark, games: Vec::new(), end: 0 })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written; the games before it are safe.
    pub fn add(&mut self, unit: u64, text: &str) -> io::Result<()> {
        self.check_place()?;
        let added =
            self.mark.expect(self.end, text.len()).and_then(|()| self.file.write_all(text.as_bytes()));
        added.map_err(|error| {
            // Half a game would spoil the file: cut back to the last whole one.
            let cut = self.file.set_len(self.end).and_then(|()| self.file.seek(SeekFrom::Start(self.end)));
            self.mark.needed = cut.is_err();
            named(&self.path, &error)
        })?;
        self.games.push((unit, self.end, text.len()));
        self.end += text.len() as u64;
        Ok(())
    }

    /// Puts the games in the order of their units: the same file, however many threads played.
    ///
    /// # Errors
    /// When the ordered file cannot be written; the unordered one stays.
    pub fn finish(mut self) -> io::Result<()> {
        self.check_place()?;
        if self.games.is_sorted() {
            return self.file.sync_all().map_err(|error| named(&self.path, &error));
        }
        self.games.sort_unstable();
        let path = self.path.clone();
        let ordered = plywise::file::replace(&path, |beside| self.write_ordered(beside));
        ordered.map(drop).map_err(|error| named(&path, &error))
    }

    /// Whether the file of this name is still the one that was created, and holds what was written and nothing else.
    fn check_place(&self) -> io::Result<()> {
        let told = |what: &str| Err(named(&self.path, &io::Error::other(what)));
        if !lies_at(&self.file, &self.path) {
            return told(
                "this was moved, removed or replaced while games were saved; those that it held went with it",
            );
        }
        let length = self.file.metadata().map_err(|error| named(&self.path, &error))?.len();
        if length != self.end && !self.mark.needed {
            return told("somebody else wrote to this file while games were saved; it is left as it is");
        }
        Ok(())
    }

    fn write_ordered(&mut self, beside: &mut File) -> io::Result<()> {
        let mut ordered = io::BufWriter::new(beside);
        let mut game = Vec::new();
        for &(_, offset, length) in &self.games {
            game.resize(length, 0);
            self.file.seek(SeekFrom::Start(offset))?;
            self.file.read_exact(&mut game)?;
            ordered.write_all(&game)?;
        }
        ordered.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }
}
