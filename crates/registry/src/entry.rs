//! What a game brings to the arena, as types; everything else here is generic over it.

use plywise::perft::{Convention, divide, perft};
use plywise::{Agent, Archive, Game, Keyed, Notation, Observe, OutOfMemory, Replayed, Rng, Seat, TextError};

use crate::analysis::Scale;
use crate::dialect::Dialect;
use crate::explain::Explanation;
use crate::foreign;
use crate::human::Human;
use crate::opening::SuiteLine;
use crate::prospect::Prospects;
use crate::spec::{Named, Spec, SpecError};
use crate::tunable::Weight;

/// What a seat of `E`'s game sees.
pub type View<E> = <<E as Entry>::Game as Observe>::View;
/// A move of `E`'s game.
pub type Move<E> = <<E as Entry>::Game as Game>::Move;
/// An agent of any type for `E`'s game.
pub type AnyAgent<E> = Box<dyn Agent<View<E>>>;

/// One game under one set of options: its start, its agents, and the few facts in which games differ at the border.
pub trait Entry: Send + Sync + 'static {
    /// The rules.
    type Game: Keyed + Archive + Observe<View: Notation + Send + 'static> + Send + Sync + 'static;

    /// The start of the game that belongs to `seed`. Games whose start holds no luck ignore it.
    fn start(&self, seed: u64) -> Self::Game;

    /// Builds an agent: a person, another program, or one of the game's own.
    ///
    /// # Errors
    /// When the name or an option is not one of [`agents`](Self::agents).
    fn agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError> {
        let spec = &self.canonical(spec);
        spec.find("agent", self.agents())?;
        if let Some(human) = Human::named(&spec.name) {
            return Ok(Box::new(human));
        }
        if spec.name == foreign::ANY_GAME.name {
            return foreign::engine(spec, self.dialect(), &self.told());
        }
        self.own_agent(spec)
    }

    /// Whether an agent's name and options can be understood, found out without reading what takes long, such as a network.
    /// As provided, the agent is built.
    ///
    /// # Errors
    /// Those of [`agent`](Self::agent), but for files that cannot be read.
    fn check_options(&self, spec: &Spec) -> Result<(), SpecError> {
        self.agent(spec).map(drop)
    }

    /// [`agent`](Self::agent) for one that is no person and no other program; the spec's name and the names of its options are
    /// known to be right.
    ///
    /// # Errors
    /// When an option's value is wrong.
    fn own_agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError>;

    /// The spec with the agent's name as [`agents`](Self::agents) has it, where published names differ.
    fn canonical(&self, spec: &Spec) -> Spec {
        spec.clone()
    }

    /// How other programs' protocols write the game: as provided, only our own line protocol can.
    fn dialect(&self) -> Dialect {
        Dialect::default()
    }

    /// What other programs are told that they play: the game's name and options.
    fn told(&self) -> String;

    /// The agents that can play this game.
    fn agents(&self) -> &'static [Named];

    /// The weights of an evaluator that agents take as their option `weights`; none: it has none.
    fn weights(&self, _eval: &str) -> &'static [Weight] {
        &[]
    }

    /// Draws an outcome at a turn of chance.
    fn roll(&self, position: &Self::Game, _rng: &mut Rng) -> Move<Self> {
        unreachable!("this game has no turns of chance: {position:?}")
    }

    /// The payoffs, seat by seat, when `seat` loses `position` on time or by an illegal move: as provided, one
    /// point from that seat to the other.
    fn forfeit(&self, _position: &Self::Game, seat: Seat) -> Vec<i32> {
        (0..Self::Game::SEATS).map(|s| if s == seat.index() { -1 } else { 1 }).collect()
    }

    /// Reads a file of games and plays each by the rules: as provided, from the start that belongs to seed 0.
    ///
    /// # Errors
    /// When the text as a whole is no file of games.
    fn replay(&self, text: &str, each: &mut dyn FnMut(Replayed<Move<Self>>)) -> Result<(), TextError> {
        self.start(0).replay(text, each)
    }

    /// The position's text with nothing in it that `seat` may not see: as provided, all of it.
    fn seen(&self, position: &Self::Game, _seat: Seat) -> String {
        position.position_text()
    }

    /// The suites of openings that the game has, by name.
    fn openings(&self) -> &'static [Named] {
        &[]
    }

    /// The suite that a spec names: one of [`openings`](Self::openings), its options checked by name already.
    ///
    /// # Errors
    /// When an option's value is wrong.
    fn suite(&self, _spec: &Spec) -> Result<Vec<SuiteLine>, SpecError> {
        Ok(Vec::new())
    }

    /// What reports count of a finished game beside its points: the greatest tile of 2048.
    fn milestone(&self, _end: &Self::Game) -> Option<u64> {
        None
    }

    /// The agent that a person plays against unless another is named.
    fn sparring_partner(&self) -> &'static str;

    /// The agent that looks into a position unless another is named: as provided, the sparring partner.
    fn analyst(&self) -> &'static str {
        self.sparring_partner()
    }

    /// What is to be told of every move at a seat's turn beside the values of the agent `spec`; whatever is drawn comes
    /// from `seed`. None, as provided: nothing.
    ///
    /// # Errors
    /// When what it takes cannot be had.
    fn prospects(
        &self,
        _position: &Self::Game,
        _spec: &Spec,
        _seed: u64,
    ) -> Result<Option<Prospects<Move<Self>>>, SpecError> {
        Ok(None)
    }

    /// An agent that searches to the end of the game, with a table of so many MiB. None where the end is out of reach.
    ///
    /// # Errors
    /// When there is no memory for the table.
    fn solver(&self, _table_mib: usize) -> Result<Option<AnyAgent<Self>>, OutOfMemory> {
        Ok(None)
    }

    /// The heuristic of an agent on a position at a seat's turn, taken apart; of the game's usual one if none is named.
    ///
    /// # Errors
    /// When there is no agent of that name, or it has no heuristic.
    fn explain(&self, position: &Self::Game, spec: Option<&Spec>) -> Result<Explanation, SpecError>;

    /// What the values of an agent count: as provided, the game's points.
    fn scale(&self, _spec: &Spec) -> Scale {
        Scale::points("points")
    }

    /// How the published perft counts of this game are to be read.
    fn convention(&self) -> Convention {
        Convention::default()
    }

    /// The perft count, under the rules that the published counts hold for.
    fn perft(&self, position: &Self::Game, depth: u32, convention: Convention) -> u64 {
        perft(position, depth, convention)
    }

    /// The perft count below each move.
    fn divide(&self, position: &Self::Game, depth: u32, convention: Convention) -> Vec<(Move<Self>, u64)> {
        divide(position, depth, convention)
    }
}

/// A start for [`Entry`]s that read positions: the position of `text`, or the start that belongs to `seed`.
pub(crate) fn start_or<E: Entry>(entry: &E, seed: u64, text: Option<&str>) -> Result<E::Game, TextError> {
    let start = entry.start(seed);
    text.map_or(Ok(start.clone()), |text| start.read_position(text))
}
