//! How much of an experiment is done.

use serde::{Deserialize, Serialize};

/// How much of an experiment is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// Minutes on two cores.
    #[default]
    Quick,
    /// As published, or more.
    Full,
}

impl Size {
    /// One word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Full => "full",
        }
    }
}

/// How many.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// In minutes.
    pub quick: u64,
    /// As published, or more.
    pub full: u64,
}

impl Sizes {
    /// That of a size.
    #[must_use]
    pub fn of(self, size: Size) -> u64 {
        match size {
            Size::Quick => self.quick,
            Size::Full => self.full,
        }
    }
}
