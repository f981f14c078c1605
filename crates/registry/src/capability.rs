//! What only some games have, in groups: a game implements the groups that it needs and overrides what it must.

use plywise::perft::{Convention, divide_by, perft};
use plywise::{Agent, Archive, Game, Observe, Replayed, Rng, Seat, TextError};

use crate::analysis::Scale;
use crate::dialect::Dialect;
use crate::explain::Explanation;
use crate::opening::Suite;
use crate::prospect::Prospects;
use crate::spec::{Named, Spec, SpecError};
use crate::tunable::Weight;

/// What a search to the end of the game may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// MiB of table.
    pub table_mib: usize,
    /// Threads that search together, where the search is one of a tree.
    pub threads: usize,
}

/// What agents' values mean, and what heuristics are made of.
pub trait Insight<G: Observe> {
    /// What the values of an agent count: as provided, the game's points.
    fn scale(&self, _spec: &Spec) -> Scale {
        Scale::points("points")
    }

    /// How points are counted, where customs differ, in a few words that follow "score: ". None, as provided: they do not.
    fn scoring(&self) -> Option<&'static str> {
        None
    }

    /// The weights of an evaluator that agents take as their option `weights`; none: it has none.
    fn weights(&self, _eval: &str) -> &'static [Weight] {
        &[]
    }

    /// The heuristic of an agent on a position at a seat's turn, taken apart; of the game's usual one if none is named.
    ///
    /// # Errors
    /// When there is no agent of that name, or it has no heuristic; as provided, none has.
    fn explain(&self, _position: &G, _spec: Option<&Spec>) -> Result<Explanation, SpecError> {
        Err(SpecError("no heuristic of this game can be taken apart".into()))
    }

    /// An agent that searches to the end of the game. None where the end is out of reach.
    ///
    /// # Errors
    /// When there is no memory for the table, or what it would look up is damaged.
    fn solver(&self, _means: Means) -> Result<Option<Box<dyn Agent<G::View>>>, SpecError> {
        Ok(None)
    }
}

/// Suites of openings.
pub trait Openings {
    /// Those that the game has, by name.
    fn names(&self) -> &'static [Named] {
        &[]
    }

    /// The suite that a spec names: one of [`names`](Self::names), its options checked by name already.
    ///
    /// # Errors
    /// When an option's value is wrong.
    fn suite(&self, _spec: &Spec) -> Result<Suite<'_>, SpecError> {
        Ok(Box::new(|| Ok(Vec::new())))
    }
}

/// How the published perft counts of a game are to be read.
pub trait Counting<G: Game> {
    /// What is a leaf.
    fn convention(&self) -> Convention {
        Convention::default()
    }

    /// The count, under the rules that the published counts hold for.
    fn perft(&self, position: &G, depth: u32, convention: Convention) -> u64 {
        perft(position, depth, convention)
    }

    /// The count below each move.
    fn divide(&self, position: &G, depth: u32, convention: Convention) -> Vec<(G::Move, u64)> {
        divide_by(position, depth, convention, |child, depth| self.perft(child, depth, convention))
    }
}

/// Turns of chance, and what there is to tell because of them.
pub trait Dice<G: Game> {
    /// Draws an outcome at a turn of chance.
    fn roll(&self, position: &G, _rng: &mut Rng) -> G::Move {
        unreachable!("this game has no turns of chance: {position:?}")
    }

    /// What is to be told of every move at a seat's turn beside the values of the agent `spec`; whatever is drawn comes
    /// from `seed`. None, as provided: nothing.
    ///
    /// # Errors
    /// When what it takes cannot be had.
    fn prospects(
        &self,
        _position: &G,
        _spec: &Spec,
        _seed: u64,
    ) -> Result<Option<Prospects<G::Move>>, SpecError> {
        Ok(None)
    }

    /// What reports count of a finished game beside its points, such as the greatest tile.
    fn milestone(&self, _end: &G) -> Option<u64> {
        None
    }
}

/// Where a game's customs are others than everybody's.
pub trait Customs<G: Archive> {
    /// How other programs' protocols write the game: as provided, only our own line protocol can.
    fn dialect(&self) -> Dialect {
        Dialect::default()
    }

    /// The spec with the agent's name as the list of agents has it, where published names differ.
    fn canonical(&self, spec: &Spec) -> Spec {
        spec.clone()
    }

    /// Whether an agent's name and options were checked without reading what takes long, such as a network; if not, as
    /// provided, the agent is built.
    ///
    /// # Errors
    /// What is wrong with them.
    fn checks(&self, _spec: &Spec) -> Result<bool, SpecError> {
        Ok(false)
    }

    /// What plays instead of an agent that takes what this machine lacks, and a line that says so and how to get it. None, as
    /// provided: nothing is lacking.
    fn stand_in(&self, _spec: &Spec) -> Option<(Spec, String)> {
        None
    }

    /// What an agent of this spec looks for on this machine and plays by, under a name and as it is there now: part of what an
    /// experiment is. Files that an option names are looked at without this. None, as provided: nothing.
    fn found(&self, _spec: &Spec) -> Option<(&'static str, String)> {
        None
    }

    /// The payoffs, seat by seat, when `seat` loses `position` on time or by an illegal move: as provided, one
    /// point from that seat to the other.
    fn forfeit(&self, _position: &G, seat: Seat) -> Vec<i32> {
        (0..G::SEATS).map(|s| if s == seat.index() { -1 } else { 1 }).collect()
    }

    /// The position's text with nothing in it that `seat` may not see: as provided, all of it.
    fn seen(&self, position: &G, _seat: Seat) -> String {
        position.position_text()
    }

    /// Reads a file of games and plays each by the rules: as provided, from `start`, which belongs to seed 0.
    ///
    /// # Errors
    /// When the text as a whole is no file of games.
    fn replay(
        &self,
        start: &G,
        text: &str,
        each: &mut dyn FnMut(Replayed<G::Move>),
    ) -> Result<(), TextError> {
        start.replay(text, each)
    }
}

/// Everything as provided: what a game has that says nothing.
pub(crate) struct AsUsual;

impl<G: Observe> Insight<G> for AsUsual {}
impl Openings for AsUsual {}
impl<G: Game> Counting<G> for AsUsual {}
impl<G: Game> Dice<G> for AsUsual {}
impl<G: Archive> Customs<G> for AsUsual {}
