#![doc = include_str!("../README.md")]

#[cfg(doctest)]
mod examples;
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
const ALL: [&[Target]; 4] = [readers::TARGETS, files::TARGETS, protocols::TARGETS, page::TARGETS];

/// Each of them.
pub fn targets() -> impl Iterator<Item = Target> {
    ALL.into_iter().flatten().copied()
}

/// The one of this name. Who asks while it is compiled is linked with what that one reaches, and with nothing else.
///
/// # Panics
/// When there is none.
#[must_use]
pub const fn target(name: &str) -> Target {
    let mut list = 0;
    while list < ALL.len() {
        let mut at = 0;
        while at < ALL[list].len() {
            if is_same(ALL[list][at].name.as_bytes(), name.as_bytes()) {
                return ALL[list][at];
            }
            at += 1;
        }
        list += 1;
    }
    panic!("TARGET should be one of the folders in fuzz/seeds");
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    match (a, b) {
        ([], []) => true,
        ([x, a @ ..], [y, b @ ..]) => *x == *y && is_same(a, b),
        _ => false,
    }
}

/// Gives bytes that should be text to a reader of text; what is none is not its business.
fn as_text(bytes: &[u8], read: impl FnOnce(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        read(text);
    }
}
