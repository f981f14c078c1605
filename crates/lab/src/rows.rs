//! What a measure found, kept unit by unit: a file of JSON lines, the first of which says what they are of.
//!
//! Lines are only ever added. A run that is killed leaves at most its last line torn; that one is measured again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::observe::Seen;

/// One unit of a measure.
#[derive(Serialize, Deserialize)]
struct Line {
    unit: u64,
    seen: Vec<Seen>,
}

/// Units measured so far, and the file that takes more.
pub(crate) struct Rows {
    /// Unit by unit.
    pub(crate) units: BTreeMap<u64, Vec<Seen>>,
    file: File,
    /// The file's.
    pub(crate) path: PathBuf,
}

/// The line that keeps a unit.
pub(crate) fn line(unit: u64, seen: Vec<Seen>) -> serde_json::Result<String> {
    serde_json::to_string(&Line { unit, seen })
}

impl Rows {
    /// Opens the file, or begins it with `head`. A file of another head is kept aside under another name: what was measured
    /// by other settings is nobody's to erase.
    pub(crate) fn open(path: &Path, head: &str) -> Result<Self, Error> {
        let wrong = Error::file;
        let mut units = BTreeMap::new();
        if path.is_file() {
            set_aside(path, head).map_err(wrong(path))?;
        }
        if path.is_file() {
            let mut good = 0;
            let mut reader = BufReader::new(File::open(path).map_err(wrong(path))?);
            let mut line = String::new();
            let known = reader.read_line(&mut line).map_err(wrong(path))? > 0 && line.trim_end() == head;
            if known {
                good = line.len() as u64;
                read_units(&mut reader, &mut units, &mut good).map_err(wrong(path))?;
            }
            let file = OpenOptions::new().write(true).open(path).map_err(wrong(path))?;
            file.set_len(good).map_err(wrong(path))?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(wrong(path))?;
        if file.metadata().map_err(wrong(path))?.len() == 0 {
            writeln!(file, "{head}").map_err(wrong(path))?;
        }
        Ok(Self { units, file, path: path.to_owned() })
    }

    /// Keeps a unit, given by its [`line`].
    pub(crate) fn add(&mut self, text: &str) -> Result<(), Error> {
        let mut write = || {
            // As it reads back, so that a table is the same whether or not the run was interrupted.
            let Line { unit, seen } = serde_json::from_str(text)?;
            self.file.write_all(format!("{text}\n").as_bytes())?;
            self.units.insert(unit, seen);
            Ok(())
        };
        write().map_err(Error::file(&self.path))
    }
}

/// Renames a file that begins with a whole line other than `head`, to the first name that is free.
fn set_aside(path: &Path, head: &str) -> io::Result<()> {
    let mut line = String::new();
    BufReader::new(File::open(path)?).read_line(&mut line)?;
    if !line.ends_with('\n') || line.trim_end() == head {
        return Ok(());
    }
    let mut names = (1_u32..).map(|number| path.with_extension(format!("aside-{number}.jsonl")));
    names.find(|name| !name.exists()).map_or(Ok(()), |name| std::fs::rename(path, name))
}

/// Reads whole lines; `good` becomes the length up to the first that is torn.
fn read_units(
    reader: &mut impl BufRead,
    units: &mut BTreeMap<u64, Vec<Seen>>,
    good: &mut u64,
) -> io::Result<()> {
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 && line.ends_with('\n') {
        let Ok(Line { unit, seen }) = serde_json::from_str(&line) else { break };
        units.insert(unit, seen);
        *good += line.len() as u64;
        line.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(x: f64) -> Vec<Seen> {
        vec![Seen { row: "r".into(), values: vec![x, f64::NAN] }]
    }

    #[test]
    fn a_torn_line_is_forgotten_and_another_head_is_kept_aside() {
        let folder = std::env::temp_dir().join(format!("plywise-rows-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("rows.jsonl");
        let mut rows = Rows::open(&path, "{\"a\":1}").unwrap();
        rows.add(&line(0, seen(0.1)).unwrap()).unwrap();
        rows.add(&line(5, seen(1e-300)).unwrap()).unwrap();
        drop(rows);
        let mut torn = OpenOptions::new().append(true).open(&path).unwrap();
        write!(torn, "{{\"unit\":6,\"se").unwrap();
        drop(torn);
        let mut rows = Rows::open(&path, "{\"a\":1}").unwrap();
        assert_eq!(rows.units.keys().copied().collect::<Vec<_>>(), [0, 5]);
        assert_eq!(rows.units[&0][0].values[0], 0.1);
        assert!(rows.units[&5][0].values[1].is_nan());
        rows.add(&line(6, seen(2.0)).unwrap()).unwrap();
        drop(rows);
        assert_eq!(Rows::open(&path, "{\"a\":1}").unwrap().units.len(), 3);
        assert_eq!(Rows::open(&path, "{\"a\":2}").unwrap().units.len(), 0);
        std::fs::rename(path.with_extension("aside-1.jsonl"), &path).unwrap();
        assert_eq!(Rows::open(&path, "{\"a\":1}").unwrap().units.len(), 3, "nothing of it is lost");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
