//! How the command fails: one line and an exit code.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

/// Exit code of bad input.
pub const BAD_INPUT: u8 = 2;

/// Something that ends the command early.
#[derive(Debug)]
pub enum Failure {
    /// What was typed or given cannot be used: one line.
    Input(String),
    /// Whoever read our output has gone: nothing is wrong.
    ClosedPipe,
    /// An interrupt came before there was an answer: one line that says so.
    Interrupted(&'static str),
}

impl Failure {
    /// Bad input, in one line.
    pub fn input(message: impl fmt::Display) -> Self {
        Self::Input(message.to_string())
    }

    /// What is wrong with a file, its name in front.
    pub fn of_file<E: fmt::Display>(path: &Path) -> impl Fn(E) -> Self {
        move |error| Self::Input(format!("{}: {error}", path.display()))
    }

    /// What was to be printed cannot be, because of this error.
    pub fn unprinted(error: io::Error) -> Self {
        match Self::from(error) {
            Self::Input(why) => Self::Input(format!("nothing more can be printed: {why}")),
            gone => gone,
        }
    }

    /// A file that is not to be replaced.
    pub fn exists(path: &Path) -> Self {
        Self::Input(format!("{} exists already; name another file", path.display()))
    }

    /// Prints the line, if there is one, and gives the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Self::Input(message) => complain(&message),
            Self::ClosedPipe => ExitCode::SUCCESS,
            Self::Interrupted(told) => match crate::output::line(told) {
                Ok(()) => crate::interrupt::exit_code(),
                Err(failure) => failure.report(),
            },
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Input(error.to_string())
        }
    }
}

impl From<arena::SpecError> for Failure {
    fn from(error: arena::SpecError) -> Self {
        Self::input(error)
    }
}

impl From<arena::Error> for Failure {
    fn from(error: arena::Error) -> Self {
        Self::input(error)
    }
}

impl From<plywise::TextError> for Failure {
    fn from(error: plywise::TextError) -> Self {
        Self::input(error)
    }
}

/// Says in one line, whatever the text holds, what is wrong.
fn complain(message: &str) -> ExitCode {
    say("\u{1b}[1;31merror\u{1b}[0m", "error", message);
    ExitCode::from(BAD_INPUT)
}

/// Says in one line on standard error what goes on all the same.
pub fn warn(message: &str) {
    say("\u{1b}[1;33mwarning\u{1b}[0m", "warning", message);
}

static HELD_BACK: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The same as soon as something [begins]: what is refused gets one line.
pub(crate) fn warn_before_work(message: String) {
    HELD_BACK.lock().unwrap_or_else(PoisonError::into_inner).push(message);
}

/// Something begins, or is told.
pub(crate) fn begins() {
    let held_back = std::mem::take(&mut *HELD_BACK.lock().unwrap_or_else(PoisonError::into_inner));
    held_back.iter().for_each(|message| warn(message));
}

fn say(colored: &str, plain: &str, message: &str) {
    let label = if crate::surroundings::complains_in_color() { colored } else { plain };
    let _ = crate::progress::aside(|| writeln!(io::stderr(), "{label}: {}", one_line(message)));
}

/// The text as one line that a terminal shows as it is: characters that would move the cursor stand as escapes, and words
/// that nobody would read to the end lose their middle.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 300;
    let visible = visible(text.trim_end());
    let shorten = |word: &str| {
        let length = word.chars().count();
        if length <= LONGEST {
            return word.to_owned();
        }
        let part = |from, n| word.chars().skip(from).take(n).collect::<String>();
        format!("{}…{}", part(0, LONGEST / 2), part(length - LONGEST / 4, LONGEST / 4))
    };
    visible.split(' ').map(shorten).collect::<Vec<_>>().join(" ")
}

/// The text with the characters as escapes that would move the cursor or turn the direction of writing.
pub fn visible(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => shown.extend(c.escape_unicode()),
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_whatever_it_holds() {
        assert_eq!(one_line("a\nb\r\u{1b}[31m\u{7f}\u{202E}c\n"), "a\\nb\\r\\u{1b}[31m\\u{7f}\\u{202e}c");
        assert_eq!(one_line("Jürgen: no “such” file"), "Jürgen: no “such” file");
        let long = format!("{}: too long", "x".repeat(100_000));
        assert!(one_line(&long).len() < 400 && one_line(&long).ends_with("x: too long"));
    }
}
