//! How a game comes in: what lists show of it, and what opens it.

use plywise::Bench;

use crate::kind::Kind;
use crate::spec::{Named, Spec, SpecError};

/// A game as lists show it.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Its name and options.
    pub named: Named,
    /// How its positions are written.
    pub positions: &'static str,
    /// How its moves are written.
    pub moves: &'static str,
    /// What its files of games are.
    pub files: &'static str,
}

/// A game's door: all that the rest of the house knows of it before it is opened.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    /// What lists show.
    pub info: GameInfo,
    /// Opens the game under the options of a spec, whose names of options are known to be right.
    pub open: fn(&Spec) -> Result<Box<dyn Kind>, SpecError>,
    /// Positions by which a change of the searches' behaviour is seen: the game and its options, an agent, and how many plies
    /// into random games the positions lie.
    pub signature: &'static [(&'static str, &'static str, &'static [u32])],
    /// The work on it that can be timed.
    pub benches: fn() -> Vec<Bench>,
}
