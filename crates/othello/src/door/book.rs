//! `plywise book othello`, and the book that the champion may play from.

use learn::book::verb::{self, Grows};
use plywise::book::Shelf;
use plywise::{Agent, Seat};
use registry::SpecError;
use registry::book::Library;
use registry::door::command::Verb;
use registry::entry::Entry;
use registry::spec::Spec;

use super::Rules;
use crate::{Othello, Rule, Setup, Size};

/// An opening book.
pub(super) const VERB: Verb = verb::verb(
    "Othello: the champion's search values the positions of the book; boards that are images of one another are one. The line that costs least \
is next, where a ply counts one and a disc that a move gives away one more; all its moves are made, each new position is searched, and \
values are backed up. Kill the command at any moment and type it again, and it goes on: the same arguments grow the same book, on any \
number of threads. The file is text, a position a line, and may be copied, sorted and, with --from, taken into another.\n\n\
Try: plywise book othello --file my.book --time 10m, then plywise match othello champion:book=my.book champion",
    verb::run::<Growing>,
);

/// The books of the board of 8x8.
pub(super) static LIBRARY: Library<Othello> = Library {
    game: Growing::GAME,
    rules: "the board of 8x8 with score=discs",
    start: Growing::start,
    shipped: include_bytes!("../../weights/book.bin"),
    shelf: Shelf::new(),
};

struct Growing;

/// What is played there.
const RULES: Rules = Rules { size: Size::Eight, setup: Setup::Standard, rule: Rule::Discs };

impl Rules {
    /// Whether the books are for it.
    pub(super) fn has_book(&self) -> bool {
        self.size == RULES.size && self.rule == RULES.rule
    }
}

impl Grows for Growing {
    type Game = Othello;
    const GAME: &'static str = "othello";
    const UNIT: &'static str = "discs";
    const WEIGHT: u64 = 1_000;

    fn start() -> Othello {
        Othello::start_with(Size::Eight, Seat::FIRST)
    }

    fn roots() -> Result<Vec<Othello>, SpecError> {
        Ok(vec![Self::start()])
    }

    fn agent(nodes: u64) -> Result<Box<dyn Agent<Othello>>, SpecError> {
        RULES.own_agent(&Spec::parse(&format!("champion:nodes={nodes},table={}", verb::table(nodes)))?)
    }

    fn shelf() -> &'static Shelf<Othello> {
        &LIBRARY.shelf
    }
}
