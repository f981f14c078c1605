//! Printing: text for people, JSON for programs.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use arena::Opt;
pub use arena::numbers::{count, digits, interval, plural, seconds, things, time, told, with_error};
use plywise::Ink;
use serde::Serialize;
use serde_json::json;

use crate::failure::{self, Failure};
use crate::layout;
use crate::progress;
use crate::surroundings::has_color;

/// Writes a line to standard output.
pub fn line(text: impl AsRef<str>) -> Result<(), Failure> {
    written(text.as_ref()).map_err(Failure::unprinted)
}

/// Writes a line to standard output, or says why not.
pub fn written(text: &str) -> io::Result<()> {
    failure::begins();
    progress::aside(|| {
        let mut out = io::stdout().lock();
        writeln!(out, "{text}")?;
        out.flush()
    })
}

/// Creates a file that must not exist yet, and that no store keeps beside it.
pub fn new_file(path: &Path) -> Result<File, Failure> {
    crate::outfile::check_apart(path)?;
    File::create_new(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::exists(path),
        _ => Failure::input(plywise::file::named(path, &error)),
    })
}

/// Writes a value as indented JSON.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::input)?;
    line(text)
}

/// Where explanations begin.
pub const BESIDE: usize = 26;

/// Lists options, each with what it means and what holds without it.
pub fn options(options: &[Opt]) -> Result<(), Failure> {
    for Opt { key, values, default, about, .. } in options {
        let left = format!("{key}={values}");
        line(layout::explain(4, &left, BESIDE, &format!("{about} [default: {default}]")))?;
    }
    Ok(())
}

/// A line of a list: a name and what it is.
pub fn entry(indent: usize, name: &str, about: &str) -> Result<(), Failure> {
    line(layout::explain(indent, name, indent + 12, about))
}

/// Options for programs.
pub fn options_json(options: &[Opt]) -> serde_json::Value {
    options
        .iter()
        .map(|o| json!({ "key": o.key, "values": o.values, "default": o.default, "about": o.about }))
        .collect()
}

/// Whether standard output is a terminal that can do more than print lines.
pub fn can_draw() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Colours where they are wanted.
pub fn ink() -> Ink {
    if has_color(io::stdout().is_terminal()) { Ink::Color } else { Ink::Plain }
}
