//! `plywise book checkers`, and the book that the champion may play from.

use learn::book::verb::{self, Grows};
use plywise::book::Shelf;
use plywise::{Agent, Game, Notation};
use registry::SpecError;
use registry::book::Library;
use registry::capability::Openings;
use registry::door::command::Verb;
use registry::entry::Entry;
use registry::opening::Opening;
use registry::spec::Spec;

use super::{Rules, Variant};
use crate::{Checkers, Options};

/// An opening book.
pub(super) const VERB: Verb = verb::verb(
    "Checkers: the same from the start and from each ballot of three moves, so that most matches begin in the book; a tenth of a man that a \
move gives away counts as a ply. The longer a search, the fewer moves it takes for level that are not.\n\n\
Try: plywise book checkers --file my.book --time 10m, then plywise match checkers champion:book=my.book champion --openings three-move",
    verb::run::<Growing>,
);

/// The books of the standard rules.
pub(super) static LIBRARY: Library<Checkers> = Library {
    game: Growing::GAME,
    rules: "rules=standard",
    start: Growing::start,
    shipped: include_bytes!("../../weights/book.bin"),
    shelf: Shelf::new(),
};

struct Growing;

/// What is played there.
const RULES: Rules = Rules(Options { rules: Variant::Standard });

impl Rules {
    /// Whether the books are for it.
    pub(super) fn has_book(&self) -> bool {
        self.0 == RULES.0
    }
}

impl Grows for Growing {
    type Game = Checkers;
    const GAME: &'static str = "checkers";
    const UNIT: &'static str = "men";
    const WEIGHT: u64 = 10_000;

    fn start() -> Checkers {
        crate::start(&RULES.0, 0)
    }

    /// The start, and the ballots of three moves.
    fn roots() -> Result<Vec<Checkers>, SpecError> {
        let mut roots = vec![Self::start()];
        for ballot in RULES.suite(&Spec::parse("three-move")?)?()? {
            let Opening::Moves(moves) = ballot.opening else { continue };
            let mut position = Self::start();
            for mv in moves {
                position.play(position.read_move(&mv).map_err(|error| SpecError(error.to_string()))?);
            }
            roots.push(position);
        }
        Ok(roots)
    }

    fn agent(nodes: u64) -> Result<Box<dyn Agent<Checkers>>, SpecError> {
        RULES.own_agent(&Spec::parse(&format!("champion:nodes={nodes},table={}", verb::table(nodes)))?)
    }

    fn shelf() -> &'static Shelf<Checkers> {
        &LIBRARY.shelf
    }
}
