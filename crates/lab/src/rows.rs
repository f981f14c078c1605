//! What a measure found, kept unit by unit: a file of JSON lines, the first of which says what they are of.
//!
//! Lines are only ever added. A run that is killed leaves at most its last line torn; that one is measured again. Another line that
//! cannot be read, or that its checksum does not fit, is told by its number: what stands behind it is nobody's to erase.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use plywise::Checksum;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::observe::Seen;

/// One unit of a measure.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    unit: u64,
    seen: Vec<Seen>,
    /// Of the file's head and the line without it; lines of before have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    sum: Option<String>,
}

/// What stands in front of a line's checksum, which is its last field.
const SUM: &str = ",\"sum\":\"";

/// The line with the checksum of what stands there, and of the head: no line of another file fits.
fn sealed(head: &str, text: &str) -> String {
    let open = text.strip_suffix('}').unwrap_or(text);
    let mut sum = Checksum::of(head.as_bytes());
    sum.add(text.as_bytes());
    format!("{open}{SUM}{:016x}\"}}", sum.get())
}

/// Units measured so far, and the file that takes more.
pub struct Rows {
    /// Unit by unit.
    pub units: BTreeMap<u64, Vec<Seen>>,
    file: File,
    head: String,
    /// The file's.
    pub path: PathBuf,
}

/// The line that keeps a unit in a file of this head.
///
/// # Errors
/// None that is known: what was seen is numbers.
pub fn line(head: &str, unit: u64, seen: Vec<Seen>) -> serde_json::Result<String> {
    serde_json::to_string(&Line { unit, seen, sum: None }).map(|text| sealed(head, &text))
}

impl Rows {
    /// Opens the file, or begins it with `head`. A file of another head is kept aside under another name: what was measured
    /// by other settings is nobody's to erase.
    ///
    /// # Errors
    /// When it cannot be read or written, or a line but the last is damaged.
    pub fn open(path: &Path, head: &str) -> Result<Self, Error> {
        let wrong = Error::file;
        let mut units = BTreeMap::new();
        if path.exists() && !path.is_file() {
            // A pipe would wait for its reader.
            return Err(wrong(path)(io::Error::other("this is no ordinary file; take it away")));
        }
        if path.is_file() {
            set_aside(path, head).map_err(wrong(path))?;
        }
        if path.is_file() {
            let mut reader = BufReader::new(File::open(path).map_err(wrong(path))?);
            let good = read_units(&mut reader, head, &mut units).map_err(wrong(path))?;
            let file = OpenOptions::new().write(true).open(path).map_err(wrong(path))?;
            file.set_len(good).map_err(wrong(path))?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(wrong(path))?;
        if file.metadata().map_err(wrong(path))?.len() == 0 {
            writeln!(file, "{head}").map_err(wrong(path))?;
        }
        Ok(Self { units, file, head: head.to_owned(), path: path.to_owned() })
    }

    /// Keeps a unit, given by its [`line()`].
    ///
    /// # Errors
    /// When the line is of another file or damaged, or the file cannot be written.
    pub fn add(&mut self, text: &str) -> Result<(), Error> {
        let mut write = || {
            // As it reads back, so that a table is the same whether or not the run was interrupted.
            let Line { unit, seen, sum } = read(&self.head, text).map_err(io::Error::other)?;
            if sum.is_none() {
                return Err(io::Error::other("a unit without a checksum, of an older program"));
            }
            self.file.write_all(format!("{text}\n").as_bytes())?;
            self.units.insert(unit, seen);
            Ok(())
        };
        write().map_err(Error::file(&self.path))
    }
}

/// Renames a file that begins with a whole line other than `head`, to the first name that is free.
fn set_aside(path: &Path, head: &str) -> io::Result<()> {
    let mut line = Vec::new();
    BufReader::new(File::open(path)?).read_until(b'\n', &mut line)?;
    if !line.ends_with(b"\n") || line.trim_ascii_end() == head.as_bytes() {
        return Ok(());
    }
    let mut names = (1_u32..).map(|number| path.with_extension(format!("aside-{number}.jsonl")));
    names.find(|name| !name.exists()).map_or(Ok(()), |name| std::fs::rename(path, name))
}

/// Reads the units behind the head: the length up to the end of the last whole line.
fn read_units(
    reader: &mut impl BufRead,
    head: &str,
    units: &mut BTreeMap<u64, Vec<Seen>>,
) -> io::Result<u64> {
    let (mut line, mut good, mut sealed) = (Vec::new(), 0, false);
    for number in 1.. {
        line.clear();
        reader.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            break;
        }
        if number > 1 {
            read_unit(&line, head, &mut sealed, units).map_err(|why| {
                let what = format!(
                    "line {number} cannot be read ({why}); without that line its unit is measured again"
                );
                io::Error::new(io::ErrorKind::InvalidData, what)
            })?;
        }
        good += line.len() as u64;
    }
    Ok(good)
}

/// Takes a line in; `sealed` says whether one before it had a checksum, as all behind that have.
fn read_unit(
    line: &[u8],
    head: &str,
    sealed: &mut bool,
    units: &mut BTreeMap<u64, Vec<Seen>>,
) -> Result<(), String> {
    let text = std::str::from_utf8(line)
        .map_err(|error| format!("byte {} is not UTF-8", error.valid_up_to() + 1))?;
    let Line { unit, seen, sum } = read(head, text.trim_end())?;
    if *sealed && sum.is_none() {
        return Err("it has no checksum, as lines before it have".into());
    }
    *sealed |= sum.is_some();
    units.insert(unit, seen);
    Ok(())
}

fn read(head: &str, text: &str) -> Result<Line, String> {
    let line: Line = serde_json::from_str(text).map_err(|error| plywise::notation::in_words(&error))?;
    let fits = || text.rfind(SUM).is_some_and(|at| sealed(head, &format!("{}}}", &text[..at])) == text);
    // None of before had an empty one either.
    let unsealed = line.sum.is_none() && !text.contains("\"sum\":");
    if unsealed || fits() { Ok(line) } else { Err("it was changed: its checksum is another".into()) }
}
