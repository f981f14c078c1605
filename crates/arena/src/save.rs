//! A file of games that stays whole whatever happens.
//!
//! Each game is added in one write as it ends, so that whatever ends the program leaves whole games. (One case is not
//! ours to rule out: a system that is killing the program, or whose disk is full, may cut a write that crosses a page.
//! Then the last game alone breaks off, and reads as broken or unfinished.) When the match is over the games are put in
//! order in a second file, which replaces the first in one step.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that games are added to as they end, each in one write, and that is put in order at the end.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
    /// Unit, offset and length of each game in the file.
    games: Vec<(u64, u64, usize)>,
    end: u64,
}

impl GameFile {
    /// Creates the file. One that exists is refused unless `replace`; what is no ordinary file (a folder, a device,
    /// a pipe) is always refused, since games could not be put in order there.
    ///
    /// # Errors
    /// When it exists or cannot be written, with its name.
    pub fn create(path: &Path, replace: bool) -> io::Result<Self> {
        if replace && std::fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            let error = io::Error::new(io::ErrorKind::InvalidInput, "this is no ordinary file");
            return Err(named(path, &error));
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if replace {
            options.create(true).truncate(true)
        } else {
            options.create_new(true)
        };
        let file = options.open(path).map_err(|error| named(path, &error))?;
        Ok(Self { path: path.to_owned(), file, games: Vec::new(), end: 0 })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written; the games before it are safe.
    pub fn add(&mut self, unit: u64, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes()).map_err(|error| {
            // Half a game would spoil the file: cut back to the last whole one.
            let _ = self.file.set_len(self.end).and_then(|()| self.file.seek(SeekFrom::Start(self.end)));
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
        // A link stays a link: what it leads to is replaced.
        let target = std::fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        if self.games.is_sorted() {
            return self.file.sync_all().map_err(|error| named(&self.path, &error));
        }
        self.games.sort_unstable();
        let mut beside = target.clone().into_os_string();
        beside.push(format!(".{}.tmp", std::process::id()));
        let beside = PathBuf::from(beside);
        self.write_ordered(&beside).and_then(|()| std::fs::rename(&beside, &target)).map_err(|error| {
            let _ = std::fs::remove_file(&beside);
            named(&self.path, &error)
        })
    }

    fn write_ordered(&mut self, beside: &Path) -> io::Result<()> {
        let mut all = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut all)?;
        let mut ordered = io::BufWriter::new(File::create(beside)?);
        for &(_, offset, length) in &self.games {
            let start = offset as usize;
            ordered.write_all(&all[start..start + length])?;
        }
        ordered.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_end_up_in_order_and_an_existing_file_is_safe() {
        let folder = std::env::temp_dir().join(format!("plywise-save-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.txt");
        let mut file = GameFile::create(&path, true).unwrap();
        for unit in [2, 0, 1] {
            file.add(unit, &format!("game {unit}\n")).unwrap();
        }
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            "game 2\ngame 0\ngame 1\n",
            "written as they end"
        );
        file.finish().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "game 0\ngame 1\ngame 2\n");
        let error = GameFile::create(&path, false).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert!(error.to_string().contains("games.txt"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
