//! Levels for people, and how strong they are: measured against one another, in the game's README.

use plywise::Skill;
use registry::spec::Named;
use registry::{Key, opts, whole};

/// A partner for people.
pub(super) const PARTNER: Named =
    Named { name: registry::duel::PARTNER, about: registry::duel::ABOUT_PARTNER, options: &opts![LEVEL] };
/// Its levels, from 1.
pub(super) const LEVEL: Key<usize> =
    whole!("level", 1..=8, "4", "how strong it is; what the levels are worth stands in the game's README");

/// The levels of [`PARTNER`]: plies, and hundredths of a man.
pub(super) const LADDER: [Skill; 8] = [
    Skill { depth: 1, doubt: 60.0 },
    Skill { depth: 1, doubt: 20.0 },
    Skill { depth: 2, doubt: 15.0 },
    Skill { depth: 3, doubt: 12.0 },
    Skill { depth: 5, doubt: 10.0 },
    Skill { depth: 7, doubt: 7.0 },
    Skill { depth: 9, doubt: 4.0 },
    Skill { depth: 12, doubt: 0.0 },
];
