//! What a crate offers to be timed. Whoever prints takes the time; the work checks its own answer.

/// One piece of work of known size.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// What is done: `perft 8x8 depth 11`.
    pub name: &'static str,
    /// What is counted: `leaves`.
    pub unit: &'static str,
    /// Does it once, on one thread, and returns how many units it was. Panics if the answer is wrong, so that no
    /// speed is ever printed of a computation that went astray.
    pub run: fn() -> u64,
}
