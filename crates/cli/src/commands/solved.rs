//! What was found of the positions of a file, as `plywise solve --state` keeps it.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

use arena::save::read_whole;
use plywise::Checksum;

use crate::failure::Failure;

/// What was found of a position: kept in the state, a line each: a checksum and JSON.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Found {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) solved: bool,
    /// The exact value as text; of what was not solved, the last depth's.
    pub(super) value: String,
    /// Its points, a win or a loss beyond all points.
    pub(super) points: Option<f64>,
    pub(super) best: String,
    /// The best moves by the file that it was held against.
    #[serde(default)]
    pub(super) known_moves: Vec<String>,
    /// The first of these that does not keep the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) not_as_good: Option<String>,
    pub(super) nodes: u64,
    pub(super) elapsed_s: f64,
}

/// What is solved already: a file that only grows, a line for each position, its checksum in front.
pub(super) struct State {
    path: PathBuf,
    file: File,
    pub(super) known: HashMap<(String, String), Found>,
}

impl State {
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let named = Failure::of_file(path);
        // Whatever is no ordinary file, and no text, is refused before anything is written.
        let (bytes, _) = if path.exists() { read_whole(path)? } else { (Vec::new(), 0) };
        let text = String::from_utf8_lossy(&bytes);
        let mut known = HashMap::new();
        // A line that was cut off while it was written goes; the next one would be glued to it.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for (number, line) in text[..whole].lines().enumerate() {
            let found: Found = opened(line).ok_or_else(|| {
                named(format!(
                    "line {}: this is no state of plywise solve, or it is damaged; name another file",
                    number + 1
                ))
            })?;
            known.insert((found.game.clone(), found.position.clone()), found);
        }
        if whole == 0 && !text.is_empty() && !text.starts_with(|c: char| c.is_ascii_hexdigit()) {
            return Err(named("this is no state of plywise solve; name another file".into()));
        }
        let file = File::options().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(|error| named(error.to_string()))?;
        file.set_len(whole as u64)
            .and_then(|()| file.seek(std::io::SeekFrom::End(0)))
            .map_err(|error| named(error.to_string()))?;
        Ok(Self { path: path.to_owned(), file, known })
    }

    pub(super) fn keep(&mut self, found: &Found) -> Result<(), Failure> {
        let text = serde_json::to_string(found).map_err(Failure::input)?;
        let line = format!("{:016x} {text}\n", Checksum::of(text.as_bytes()).get());
        self.file
            .write_all(line.as_bytes())
            .map_err(|error| (Failure::of_file(&self.path))(error.to_string()))
    }
}

/// What a line of a state holds, if it is as it was written: its checksum stands in front.
fn opened(line: &str) -> Option<Found> {
    let (sum, text) = line.split_once(' ')?;
    let same = u64::from_str_radix(sum, 16) == Ok(Checksum::of(text.as_bytes()).get());
    serde_json::from_str(text).ok().filter(|_| same)
}
