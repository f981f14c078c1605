//! What a game brings to the arena, as types; everything else here is generic over it.

use plywise::{Agent, Archive, Game, Keyed, Notation, Observe, TextError};

use crate::capability::{AsUsual, Counting, Customs, Dice, Insight, Openings};
use crate::foreign;
use crate::human::Human;
use crate::spec::{Named, Spec, SpecError};

/// What a seat of `E`'s game sees.
pub type View<E> = <<E as Entry>::Game as Observe>::View;
/// A move of `E`'s game.
pub type Move<E> = <<E as Entry>::Game as Game>::Move;
/// An agent of any type for `E`'s game.
pub type AnyAgent<E> = Box<dyn Agent<View<E>>>;

/// One game under one set of options: five facts, and where it departs from what others do. A game of two seats with one
/// evaluator need not write this: [`Plain`](crate::plain::Plain) is it.
pub trait Entry: Send + Sync + 'static {
    /// The rules.
    type Game: Keyed + Archive + Observe<View: Notation + Send + 'static> + Send + Sync + 'static;

    /// The start of the game that belongs to `seed`. Games whose start holds no luck ignore it.
    fn start(&self, seed: u64) -> Self::Game;

    /// What other programs are told that they play: the game's name and options.
    fn told(&self) -> String;

    /// The agents that can play this game.
    fn agents(&self) -> &'static [Named];

    /// Builds one of [`agents`](Self::agents) that is no person and no other program; the spec's name and the names of its
    /// options are known to be right.
    ///
    /// # Errors
    /// When an option's value is wrong.
    fn own_agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError>;

    /// Whom one meets unless one names somebody.
    fn usual(&self) -> Usual;

    /// What agents' values mean, and what heuristics are made of: as provided, points and nothing more.
    fn insight(&self) -> &dyn Insight<Self::Game> {
        &AsUsual
    }

    /// Suites of openings: as provided, none.
    fn openings(&self) -> &dyn Openings {
        &AsUsual
    }

    /// How perft counts: as provided, the game as it is.
    fn counting(&self) -> &dyn Counting<Self::Game> {
        &AsUsual
    }

    /// Turns of chance: as provided, there are none.
    fn dice(&self) -> &dyn Dice<Self::Game> {
        &AsUsual
    }

    /// Where the game's own customs are others than everybody's: as provided, nowhere.
    fn customs(&self) -> &dyn Customs<Self::Game> {
        &AsUsual
    }
}

/// An [`Entry`] that opens by its options. All that the house does with any game is compiled where
/// [`open`](crate::kind::open) is named for it: in the list of all games, which need not be optimised as searches are.
pub trait Opens: Entry + Sized {
    /// The game under the options of a spec, whose names are known to be right.
    ///
    /// # Errors
    /// When an option's value is wrong.
    fn open(spec: &Spec) -> Result<Self, SpecError>;
}

/// Whom one meets unless one names somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usual {
    /// The agent that a person plays against.
    pub partner: &'static str,
    /// The agent that looks into a position.
    pub analyst: &'static str,
    /// The agent that a page asks, which cuts its time short, and an analysis of so much time: one that goes deeper and deeper.
    pub adviser: &'static str,
}

impl Usual {
    /// The same agent for a game and for a look; a page asks `pvs`.
    #[must_use]
    pub const fn of(partner: &'static str) -> Self {
        Self { partner, analyst: partner, adviser: "pvs:depth=60" }
    }
}

/// Builds an agent: a person, another program, or one of the game's own.
///
/// # Errors
/// When the name or an option is not one of [`Entry::agents`].
pub fn build<E: Entry>(entry: &E, spec: &Spec) -> Result<AnyAgent<E>, SpecError> {
    let spec = &entry.customs().canonical(spec);
    spec.find("agent", entry.agents())?;
    if let Some(human) = Human::named(&spec.name) {
        return Ok(Box::new(human));
    }
    if spec.name == foreign::ANY_GAME.name {
        return foreign::engine(spec, entry.customs().dialect(), &entry.told());
    }
    entry.own_agent(spec)
}

/// A start for [`Entry`]s that read positions: the position of `text`, or the start that belongs to `seed`.
pub(crate) fn start_or<E: Entry>(entry: &E, seed: u64, text: Option<&str>) -> Result<E::Game, TextError> {
    let start = entry.start(seed);
    text.map_or(Ok(start.clone()), |text| start.read_position(text))
}
