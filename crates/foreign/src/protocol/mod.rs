//! The protocols, and what both of their sides share: their messages.

pub mod draughts;
pub mod dxp;
pub mod hub;

/// The line protocol: see `docs/line-protocol.md`.
pub mod line {
    /// What it calls itself.
    pub const NAME: &str = "plywise-line";
    /// Its version.
    pub(crate) const VERSION: u64 = 1;
}

/// The languages that engines speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Go Text Protocol, for games on square boards.
    Gtp,
    /// The protocol of the NBoard interface, for the same.
    NBoard,
    /// The Hub protocol, for games of the draughts family.
    Hub,
    /// DamExchange over TCP, for the same.
    Dxp,
    /// JSON lines, for any game.
    Line,
}

impl Protocol {
    /// Every protocol.
    pub const ALL: [Self; 5] = [Self::Gtp, Self::NBoard, Self::Hub, Self::Dxp, Self::Line];

    /// Its name in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gtp => "gtp",
            Self::NBoard => "nboard",
            Self::Hub => "hub",
            Self::Dxp => "dxp",
            Self::Line => "line",
        }
    }
}
