//! What both sides of a protocol share: its messages.

pub mod dxp;
pub mod hub;

/// The line protocol: see `docs/line-protocol.md`.
pub mod line {
    /// What it calls itself.
    pub const NAME: &str = "plywise-line";
    /// Its version.
    pub const VERSION: u64 = 1;
}
