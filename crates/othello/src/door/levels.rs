//! Levels for people, and how strong they are: measured against one another, in the game's README.

use plywise::Skill;
use registry::spec::Named;
use registry::{Key, opts, whole};

/// A partner for people.
pub(super) const PARTNER: Named =
    Named { name: registry::duel::PARTNER, about: registry::duel::ABOUT_PARTNER, options: &opts![LEVEL] };
/// Its levels, from 1.
pub(super) const LEVEL: Key<usize> =
    whole!("level", 1..=12, "6", "how strong it is; what the levels are worth stands in the game's README");

/// The levels of [`PARTNER`]: plies, and hundredths of a disc.
pub(super) const LADDER: [Skill; 12] = [
    Skill { depth: 1, doubt: 800.0 },
    Skill { depth: 1, doubt: 500.0 },
    Skill { depth: 1, doubt: 280.0 },
    Skill { depth: 1, doubt: 140.0 },
    Skill { depth: 2, doubt: 150.0 },
    Skill { depth: 2, doubt: 100.0 },
    Skill { depth: 3, doubt: 80.0 },
    Skill { depth: 4, doubt: 50.0 },
    Skill { depth: 5, doubt: 40.0 },
    Skill { depth: 6, doubt: 30.0 },
    Skill { depth: 7, doubt: 20.0 },
    Skill { depth: 10, doubt: 0.0 },
];
