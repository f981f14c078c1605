#![doc = include_str!("../README.md")]

mod files;
mod laws;
mod mutate;
mod page;
mod protocols;
mod readers;
mod scratch;

pub use mutate::mutate;
pub use scratch::tidy;

/// A reader of what comes from outside.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is that of the folder of its seeds.
    pub name: &'static str,
    /// Inputs made from its seeds that a test gives it: fewer where each starts a program or a search.
    pub inputs: u64,
    /// Gives it bytes.
    ///
    /// # Panics
    /// When a law does not hold.
    pub run: fn(&[u8]),
}

impl Target {
    /// A reader that takes microseconds.
    const fn quick(name: &'static str, run: fn(&[u8])) -> Self {
        Self { name, inputs: 300, run }
    }

    /// A reader that takes milliseconds.
    const fn slow(name: &'static str, run: fn(&[u8])) -> Self {
        Self { name, inputs: 20, run }
    }
}

/// All of them: the one list, for tests and fuzzers.
pub fn targets() -> impl Iterator<Item = Target> {
    readers::TARGETS.iter().chain(files::TARGETS).chain(protocols::TARGETS).chain(page::TARGETS).copied()
}

/// Gives bytes that should be text to a reader of text; what is none is not its business.
fn as_text(bytes: &[u8], read: impl FnOnce(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        read(text);
    }
}
