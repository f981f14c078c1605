//! What an option's value is, as a type: by it a front end decides what others than its user may set.

/// What the value of an option is. Every option says so; what may be set from elsewhere is a list of kinds that are
/// allowed, so that an option of another kind is refused until somebody has thought of it.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// One of some words.
    Word,
    /// A number or several, or a word in its place.
    Number,
    /// A time.
    Time,
    /// MiB of memory that an agent holds.
    Memory,
    /// How many threads search together.
    Threads,
    /// A file or folder of this machine, unless `but` knows the value for something else.
    Path {
        /// Whether a value names no file: a word such as `off`, or what a file would hold.
        but: fn(&str) -> bool,
    },
    /// Another program: what starts it, or where it listens.
    Program,
}

impl Takes {
    /// A file or folder, whatever the value.
    pub const PATH: Self = Self::Path { but: |_| false };
}
