//! A command of a game's own: how a published work ran its games. The game declares and runs it; whoever has a command
//! line reads what was typed and prints.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plywise::{Ink, MoveError, TextError};

use crate::kind::Kind;
use crate::spec::{Spec, SpecError, parse_duration};

/// A command of a game's own.
#[derive(Debug)]
pub struct Command {
    /// What is typed for it.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What else there is to know, below its options.
    pub more: &'static str,
    /// What can be typed after it.
    pub args: &'static [Arg],
    /// Whether the names of its options may have one dash, as the published program's had.
    pub one_dash: bool,
    /// Does it.
    pub run: fn(&Given, &mut dyn Host) -> Result<(), Failure>,
}

/// A command that is everybody's by name and each game's own in what it takes and does, such as `train GAME`.
#[derive(Debug)]
pub struct Verb {
    /// What is typed, the game aside. Its name, line and text below are the same for all games.
    pub command: Command,
    /// What a game without it has not.
    pub what: &'static str,
}

/// Something that can be typed after a command.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// Its name.
    pub name: &'static str,
    /// Other names that do as well.
    pub aliases: &'static [&'static str],
    /// What it is, in one line.
    pub about: &'static str,
    /// What it takes.
    pub takes: ArgTakes,
    /// What holds where it is left out.
    pub default: Option<&'static str>,
    /// What it cannot be typed together with.
    pub conflicts_with: Option<&'static str>,
    /// What it needs beside it.
    pub requires: Option<&'static str>,
}

/// What an argument takes.
#[derive(Clone, Copy, Debug)]
pub enum ArgTakes {
    /// Nothing: it is there or not.
    Nothing,
    /// Values without a name, all or none, called this.
    Values(&'static [&'static str]),
    /// A value, called this, that is checked when it is typed; it may begin with a dash where numbers below 0 may.
    Value(&'static str, Check),
    /// Any text, called this, such as a position; it may begin with a dash.
    Text(&'static str),
    /// One of some words, called this, each with what it means.
    Word(&'static str, &'static [(&'static str, &'static str)]),
    /// A time above 0.
    Time(&'static str),
    /// The name of a file.
    File,
    /// The name of a folder.
    Folder,
}

/// Why a value is none, if it is none.
pub type Check = fn(&str) -> Result<(), String>;

/// What most arguments have in common.
pub const ARG: Arg = Arg {
    name: "",
    aliases: &[],
    about: "",
    takes: ArgTakes::Nothing,
    default: None,
    conflicts_with: None,
    requires: None,
};

/// What was typed after a command, each value checked.
#[derive(Debug, Default)]
pub struct Given(BTreeMap<&'static str, Vec<OsString>>);

impl Given {
    /// Adds an argument that was typed, or its default.
    pub fn add(&mut self, name: &'static str, values: Vec<OsString>) {
        self.0.insert(name, values);
    }

    /// Whether an argument was typed or has a default.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The value of an argument.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.first()?.to_str()
    }

    /// The same, read once more.
    #[must_use]
    pub fn read<T>(&self, name: &str, read: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        read(self.text(name)?).ok()
    }

    /// All values of an argument.
    #[must_use]
    pub fn texts(&self, name: &str) -> Vec<&str> {
        self.0.get(name).into_iter().flatten().filter_map(|value| value.to_str()).collect()
    }

    /// The file that an argument names.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&Path> {
        self.0.get(name)?.first().map(Path::new)
    }
}

/// Where a command is run: who prints what it says.
pub trait Host {
    /// Prints a line as it is.
    ///
    /// # Errors
    /// When it cannot.
    fn line(&mut self, text: &str) -> Result<(), Failure>;
    /// Prints a line, wrapped where it would be wider than the terminal.
    ///
    /// # Errors
    /// When it cannot.
    fn sentence(&mut self, text: &str) -> Result<(), Failure>;
    /// Says in a line beside the output what goes on all the same.
    fn warn(&mut self, text: &str);
    /// The game that a text names, under its options.
    ///
    /// # Errors
    /// When there is none, or an option is wrong.
    fn game(&self, text: &str) -> Result<Box<dyn Kind>, SpecError>;
    /// The agent that a text names: one of the game's, or one that goes by a name of its own.
    ///
    /// # Errors
    /// When there is none.
    fn agent(&self, kind: &dyn Kind, text: &str) -> Result<Spec, Failure>;
    /// Shows that long work goes on, such as somebody's thinking, until what it returns is dropped.
    fn work(&mut self, what: &str) -> Box<dyn Work>;
    /// The flag that the first interrupt raises from now on.
    ///
    /// # Errors
    /// When the system tells of none.
    fn stop(&mut self) -> Result<Arc<AtomicBool>, Failure>;
    /// Whether pictures can be drawn in place.
    fn can_draw(&self) -> bool;
    /// Whether drawings may have colours.
    fn ink(&self) -> Ink;
    /// Prints a picture, in the place of the last one where that can be.
    ///
    /// # Errors
    /// When it cannot.
    fn draw(&mut self, picture: &str) -> Result<(), Failure>;
    /// Creates a file for one game; one that exists is refused unless it may be replaced.
    ///
    /// # Errors
    /// When it exists or cannot be written.
    fn create(&mut self, path: &Path, replace: bool) -> Result<Box<dyn Keep>, Failure>;
    /// A file for what comes at the end; what it holds stays until then. It must be another than `kept`.
    ///
    /// # Errors
    /// When it cannot be written.
    fn output(&mut self, path: &Path, kept: Option<&Path>) -> Result<Box<dyn Output>, Failure>;
    /// Takes a file for this run alone, until what it returns is dropped.
    ///
    /// # Errors
    /// When another run has it, or it cannot be written.
    fn take(&mut self, path: &Path) -> Result<Box<dyn Send>, Failure>;
    /// The course of an optimisation as a picture in SVG.
    fn course(&self, points: &[CoursePoint], words: &CourseWords<'_>) -> String;
}

/// What long work is at, shown in one line.
pub trait Work: Send + Sync {
    /// Where it is: a depth, a table.
    fn at(&self, place: String);
    /// How well things stand.
    fn note(&self, note: String);
    /// Things to do in all, and how many are done; `unit` "" tells their share.
    fn count(&self, done: u64, all: u64, unit: &'static str);
    /// The time that there is, from the beginning.
    fn budget(&self, time: Duration);
}

/// A file that waits for its content.
pub trait Output {
    /// Has the whole content written.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write(&mut self, content: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>)
    -> Result<(), Failure>;
}

/// One step of an optimisation: an iteration, a block of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CoursePoint {
    /// Trials played by then.
    pub at: f64,
    /// Score of the best point known.
    pub best: f64,
    /// Mean score of the points of the iteration.
    pub mean: f64,
    /// Standard deviation of their scores.
    pub spread: f64,
}

/// What its picture calls things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CourseWords<'a> {
    /// What a score is.
    pub unit: &'a str,
    /// What is counted from left to right.
    pub at: &'a str,
    /// The line of the best scores.
    pub best: &'a str,
    /// The line of the means, and what their band is.
    pub mean: &'a str,
}

/// A file for one game.
pub trait Keep {
    /// Writes the game and ends the file.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep(self: Box<Self>, text: &str) -> Result<(), Failure>;
}

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// What was typed or given cannot be used: one line.
    Input(String),
    /// A file cannot be read or written: one line.
    File(String),
    /// What was to be printed cannot be.
    Unprinted(io::Error),
}

impl Failure {
    /// Bad input, in one line.
    pub fn input(what: impl Into<String>) -> Self {
        Self::Input(what.into())
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::input(error.to_string())
    }
}

impl From<io::Error> for Failure {
    /// Of a file that was named.
    fn from(error: io::Error) -> Self {
        Self::File(error.to_string())
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        Self::input(error.to_string())
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        Self::input(error.to_string())
    }
}

/// A time above 0, such as 90s or 10m.
///
/// # Errors
/// When it is none.
pub fn duration(text: &str) -> Result<Duration, String> {
    let given = parse_duration(text).filter(|time| !time.is_zero());
    given.ok_or_else(|| "a time above 0 such as 500ms, 2s, 1.5m or 1h, at most 10000h".to_owned())
}

/// A whole number from `LOW` to `HIGH`; thousands may be marked with `_`.
///
/// # Errors
/// When it is none.
pub fn whole<const LOW: u64, const HIGH: u64>(text: &str) -> Result<u64, String> {
    match text.replace('_', "").parse() {
        Ok(number) if (LOW..=HIGH).contains(&number) => Ok(number),
        _ => Err(format!("it should be a whole number from {LOW} to {HIGH}")),
    }
}
