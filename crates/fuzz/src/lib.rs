#![doc = include_str!("../README.md")]

#[cfg(doctest)]
mod examples;
mod files;
mod games;
mod inputs;
mod laws;
mod page;
mod protocols;
mod scratch;
mod typed;

pub use inputs::{input, mutate};
pub use scratch::tidy;

/// A reader of what comes from outside.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is that of the folder of its seeds.
    pub name: &'static str,
    /// Inputs made from its seeds that a test gives it: fewer where each starts a program or a search.
    pub inputs: u64,
    /// What its texts are made of, divided by `|`: inputs are strings of it, too, and parts of them are put into others.
    pub words: &'static str,
    /// Gives it bytes.
    ///
    /// # Panics
    /// When a law does not hold.
    pub run: fn(&[u8]),
}

impl Target {
    /// A reader that takes microseconds.
    const fn quick(name: &'static str, run: fn(&[u8])) -> Self {
        Self { name, inputs: 1_000, words: "", run }
    }

    /// A reader that takes milliseconds.
    const fn slow(name: &'static str, run: fn(&[u8])) -> Self {
        Self { name, inputs: 20, words: "", run }
    }

    /// With what its texts are made of.
    const fn of(self, words: &'static str) -> Self {
        Self { words, ..self }
    }
}

/// All of them, for tests and fuzzers: those of games, and the others.
const ALL: &[&[&[Target]]] =
    &[games::ALL, &[typed::TARGETS, files::TARGETS, protocols::TARGETS, page::TARGETS]];

/// Each of them.
pub fn targets() -> impl Iterator<Item = Target> {
    ALL.iter().copied().flatten().copied().flatten().copied()
}

/// The one of this name. Who asks while it is compiled is linked with what that one reaches, and with nothing else.
///
/// # Panics
/// When there is none.
#[must_use]
pub const fn target(name: &str) -> Target {
    let (mut of, mut list, mut at) = (0, 0, 0);
    while of < ALL.len() {
        if list == ALL[of].len() {
            (of, list) = (of + 1, 0);
        } else if at == ALL[of][list].len() {
            (list, at) = (list + 1, 0);
        } else if is_same(ALL[of][list][at].name.as_bytes(), name.as_bytes()) {
            return ALL[of][list][at];
        } else {
            at += 1;
        }
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
