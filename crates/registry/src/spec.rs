//! The one grammar for everything that has a name: `name:key=value,key="a, b"`.

use std::fmt;
use std::time::Duration;

use plywise::OutOfMemory;
use plywise::notation::quote;

use crate::key::Key;
use crate::takes::Takes;

/// A name with its options, as typed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    /// What is named: a game, an agent.
    pub name: String,
    /// Its options, in the order given.
    pub options: Vec<(String, String)>,
}

/// A name or an option that cannot be understood: one line that says what would have worked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SpecError(pub String);

/// Something that can be named, with the options it takes: what lists are printed from and specs checked against.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [Opt],
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    /// The key.
    pub key: &'static str,
    /// What its value is.
    pub takes: Takes,
    /// What it may be: `1..=64`, `once|respawn`.
    pub values: &'static str,
    /// What holds if it is not given.
    pub default: &'static str,
    /// What it means.
    pub about: &'static str,
}

impl Spec {
    /// Reads `name` or `name:key=value,…`. A value with commas or blanks at its ends stands in double quotes; a
    /// value cannot hold a double quote. What [`Display`](fmt::Display) writes reads back as the same.
    ///
    /// # Errors
    /// When the text does not have that form.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let form =
            |what: &str| SpecError(format!("{} {what}; the form is name:key=value,key=value", quote(text)));
        if !is_word(name) {
            let options =
                name.split_once([',', ' ']).filter(|(name, rest)| is_word(name) && rest.contains('='));
            return Err(form(&match options {
                Some((name, _)) => format!("lacks the : behind {name}"),
                None => "has no name in front".to_owned(),
            }));
        }
        if rest.is_empty() && text.ends_with(':') {
            return Err(form("ends where options should follow"));
        }
        let mut options: Vec<(String, String)> = Vec::new();
        for part in split_outside_quotes(rest).ok_or_else(|| form("has a quote that is not closed"))? {
            let Some((key, value)) = part.split_once('=') else {
                return Err(form(&format!("has {} where key=value should stand", quote(part))));
            };
            let (key, value) = (key.trim(), value.trim());
            if !is_word(key) {
                return Err(form(&format!("has {} where a key should stand", quote(key))));
            }
            if options.iter().any(|(known, _)| known == key) {
                return Err(form(&format!("gives {key} twice")));
            }
            let value = value.strip_prefix('"').and_then(|v| v.strip_suffix('"')).unwrap_or(value);
            if value.contains('"') {
                return Err(form(&format!(
                    "has a quote inside the value of {key}, where it may only stand around it; single ones go around words with blanks"
                )));
            }
            options.push((key.to_owned(), value.to_owned()));
        }
        Ok(Self { name: name.to_owned(), options })
    }

    /// Finds this spec's name in a catalogue and checks its keys against the entry.
    ///
    /// # Errors
    /// An unknown name or key: what exists, and what was meant, as it seems.
    pub fn find<'a>(&self, what: &str, catalogue: &'a [Named]) -> Result<&'a Named, SpecError> {
        let entry = catalogue
            .iter()
            .find(|entry| entry.name == self.name)
            .ok_or_else(|| unknown(what, &self.name, catalogue.iter().map(|entry| entry.name)))?;
        for (key, _) in &self.options {
            if !entry.options.iter().any(|option| option.key == key) {
                let keys = entry.options.iter().map(|option| option.key);
                return Err(unknown(&format!("option of {}", self.name), key, keys));
            }
        }
        Ok(entry)
    }

    /// The text of an option, if given.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The same with as little memory as its options may be given: what is built only to be checked takes no room. A value
    /// that its option cannot have stays, to be refused.
    #[must_use]
    pub fn frugal(&self, options: &[Opt]) -> Self {
        let mut spec = self.clone();
        for option in options.iter().filter(|option| matches!(option.takes, Takes::Memory)) {
            let most =
                option.values.rsplit("..=").next().and_then(|most| most.parse().ok()).unwrap_or(u64::MAX);
            let given = spec.text(option.key).unwrap_or(option.default).replace('_', "");
            if given.parse().is_ok_and(|mib: u64| (2..=most).contains(&mib)) {
                spec.options.retain(|(key, _)| key != option.key);
                spec.options.push((option.key.to_owned(), "1".to_owned()));
            }
        }
        spec
    }

    /// How many threads search together.
    ///
    /// # Errors
    /// When it is no such number, or this machine has no memory for so many: a thread that finds none where it works could
    /// only end the program.
    pub fn threads(&self, key: &Key<usize>) -> Result<usize, SpecError> {
        /// The stack of a thread and what it takes besides.
        const EACH: usize = 4 << 20;
        let threads = self.get(key)?;
        if threads > 1 {
            plywise::mapped::check(threads * EACH).map_err(|error| self.no_memory(key.opt.key, error))?;
        }
        Ok(threads)
    }

    /// The error of memory that an option asks for, by itself or as it is by default, and that cannot be had.
    #[must_use]
    pub fn no_memory(&self, key: &str, error: OutOfMemory) -> SpecError {
        SpecError(format!("{}: {error}; a smaller {key}= takes less", self.name))
    }

    /// The error of an option whose value is not `expected`.
    #[must_use]
    pub fn wrong(&self, key: &str, expected: &str) -> SpecError {
        let given = self.text(key).unwrap_or_default();
        let divided =
            if given.contains(':') && given.contains('=') { "; options are divided by commas" } else { "" };
        SpecError(format!("{}: {key}={} should be {expected}{divided}", self.name, quote(given)))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.options.iter().enumerate() {
            let mark = if i == 0 { ':' } else { ',' };
            if value.contains(|c: char| c == ',' || c.is_whitespace()) {
                write!(f, "{mark}{key}=\"{value}\"")?;
            } else {
                write!(f, "{mark}{key}={value}")?;
            }
        }
        Ok(())
    }
}

/// The error of a name that does not exist: the one that was meant, as it seems, and all that there are, in their order.
pub fn unknown<'a>(what: &str, given: &str, known: impl Iterator<Item = &'a str>) -> SpecError {
    let known: Vec<&str> = known.collect();
    if known.is_empty() {
        return SpecError(format!("there is no {what} {}; it takes none", quote(given)));
    }
    let list = known.join(", ");
    match close_to(given, known.into_iter()) {
        Some(name) => {
            SpecError(format!("there is no {what} {}; did you mean {name}? There are: {list}", quote(given)))
        }
        None => SpecError(format!("there is no {what} {}; there are: {list}", quote(given))),
    }
}

/// The name that was meant, as it seems: the first of those with the fewest slips, if these are few, or that begin so.
pub fn close_to<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let begins = |name: &str| given.chars().count() >= 3 && name.starts_with(given);
    let slips = |name: &'a str| (if begins(name) { 1 } else { distance(given, name) }, name);
    let (distance, name) = known.map(slips).min_by_key(|&(distance, _)| distance)?;
    (distance <= 1 + name.len() / 3).then_some(name)
}

/// How many slips of the hand lie between what was given and a name. Long input is cut: it is near to nothing.
fn distance(given: &str, name: &str) -> usize {
    let given: String = given.chars().take(40).collect();
    strsim::damerau_levenshtein(&given.to_lowercase(), name)
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Splits at commas that are not inside double quotes; None if a quote is left open.
fn split_outside_quotes(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut start, mut quoted) = (0, false);
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        parts.push(&text[start..]);
    }
    (!quoted).then_some(parts)
}

/// No time is longer than this, a little more than a year: clocks add times up and count them from now.
const LONGEST: Duration = Duration::from_secs(10_000 * 3600);

/// A time: a decimal number and one of `us`, `ms`, `s`, `m`, `h`; at most `10000h`.
#[must_use]
pub fn parse_duration(text: &str) -> Option<Duration> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(split);
    let seconds = match unit.trim() {
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let number: f64 = number.parse().ok()?;
    Duration::try_from_secs_f64(number * seconds).ok().filter(|time| *time <= LONGEST)
}
