//! What went wrong, player by player: `players/NAME/errors.txt`, and what a player printed beside it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use foreign::Heard;
use plywise::file::{make_folder, named};

use crate::names::HandIn;

/// What lines of errors begin with, as the host in Python writes them.
const MARK: &str = "plywise-error: ";
/// Bytes of each file that are kept; what comes later is left out.
const MOST: u64 = 256 << 10;
/// The file that tells which hand-in the others are about.
const SUM: &str = "hand-in.txt";

/// The files of errors and prints of all players.
#[derive(Clone)]
pub struct Errors {
    players: BTreeMap<String, Arc<Mutex<Files>>>,
}

struct Files {
    folder: PathBuf,
    errors: Sink,
    prints: Sink,
    /// Whether the lines that come are of a trace that the interpreter wrote by itself.
    in_trace: bool,
}

/// A file that takes so much and no more, and is begun with its first line.
#[derive(Default)]
struct Sink {
    file: Option<File>,
    is_full: bool,
}

impl Sink {
    fn line(&mut self, path: &Path, line: &str) {
        if self.is_full {
            return;
        }
        if self.file.is_none() {
            self.file = File::options().create(true).append(true).open(path).ok();
        }
        let Some(file) = &mut self.file else { return };
        let kept = file.metadata().map_or(0, |about| about.len());
        self.is_full = kept + line.len() as u64 > MOST;
        let line = if self.is_full { "… what came later is left out" } else { line };
        // A contest does not end for want of room for what players say.
        let _ = writeln!(file, "{line}");
    }
}

impl Errors {
    /// Opens the folders of these players below `folder`. What is kept of another hand-in of the same name goes.
    ///
    /// # Errors
    /// When a folder cannot be written, with its name.
    pub fn open(folder: &Path, players: &[HandIn]) -> std::io::Result<Self> {
        let mut all = BTreeMap::new();
        for player in players {
            let own = folder.join("players").join(&player.name);
            make_folder(&own).map_err(|why| named(&own, &why))?;
            let (sum, now) = (own.join(SUM), player.spec.to_string());
            if std::fs::read_to_string(&sum).is_ok_and(|then| then != now) {
                for old in ["errors.txt", "prints.txt"] {
                    let _ = std::fs::remove_file(own.join(old));
                }
            }
            std::fs::write(&sum, now).map_err(|why| named(&sum, &why))?;
            let files =
                Files { folder: own, errors: Sink::default(), prints: Sink::default(), in_trace: false };
            all.insert(player.name.clone(), Arc::new(Mutex::new(files)));
        }
        Ok(Self { players: all })
    }

    /// Adds a line to a player's errors.
    pub fn add(&self, player: &str, line: &str) {
        if let Some(files) = self.players.get(player) {
            let mut files = files.lock().unwrap_or_else(PoisonError::into_inner);
            let path = files.folder.join("errors.txt");
            files.errors.line(&path, line);
        }
    }

    /// Hears what a player writes on standard error.
    #[must_use]
    pub fn heard(&self, player: &str) -> Heard {
        let files = self.players.get(player).cloned();
        Heard(files.map(|files| {
            let hear = move |line: &str| {
                let mut files = files.lock().unwrap_or_else(PoisonError::into_inner);
                files.hear(line);
            };
            Arc::new(hear) as Arc<dyn Fn(&str) + Send + Sync>
        }))
    }

    /// What is kept of a player's errors.
    #[must_use]
    pub fn of(folder: &Path, player: &str) -> String {
        std::fs::read_to_string(folder.join("players").join(player).join("errors.txt")).unwrap_or_default()
    }
}

impl Files {
    fn hear(&mut self, line: &str) {
        // Control characters could play tricks in a terminal.
        let line: String = line.chars().map(|c| if c.is_control() && c != '\t' { '·' } else { c }).collect();
        // Python's own trace of where a thread hangs.
        let begins = line.starts_with("Timeout (") || line.starts_with("Fatal Python error");
        let goes_on = ["Thread 0x", "  File ", "Current thread", "Extension modules", "  ..."];
        self.in_trace =
            begins || self.in_trace && (line.is_empty() || goes_on.iter().any(|is| line.starts_with(is)));
        if let Some(error) = line.strip_prefix(MARK).or(self.in_trace.then_some(&line)) {
            // Where the host itself waits for the player is no news.
            if !error.contains("host.py\", line") {
                let path = self.folder.join("errors.txt");
                self.errors.line(&path, error);
            }
        } else {
            let path = self.folder.join("prints.txt");
            self.prints.line(&path, &line);
        }
    }
}
