//! A game of two seats without chance and without secrets, with one evaluator: all that stands at the border, from one value.

use plywise::alphabeta::{Alike, FullWidth};
use plywise::perft::Convention;
use plywise::{Agent, Archive, Evaluate, Game, Keyed, Observe, OutOfMemory, Turn, TwoPlayer, Unknown};

use crate::agents::{
    DEPTH, RANDOM, alphabeta_entry, greedy_entry, minimax_entry, mtdf_entry, pvs_entry, search_options,
};
use crate::analysis::Scale;
use crate::capability::{Counting, Insight};
use crate::duel::{alphabeta_options, solver, two_player};
use crate::entry::{AnyAgent, Entry, Usual};
use crate::explain::{Explanation, points};
use crate::foreign;
use crate::human::HUMAN;
use crate::montecarlo::{mcts_entry, mcts_options};
use crate::policy::Outlook;
use crate::spec::{Named, Opt, Spec, SpecError};

/// Such a game: [`erase`](crate::kind::erase) makes a game by name of it.
#[derive(Clone, Debug)]
pub struct Plain<G, E> {
    /// What other programs are told that they play: the game's name and options.
    pub told: &'static str,
    /// The start.
    pub start: G,
    /// What a position is worth.
    pub eval: E,
    /// What its values count: `open lines`.
    pub unit: &'static str,
    /// The agent that a person plays against unless another is named.
    pub partner: &'static str,
}

impl<G, E> Plain<G, E> {
    /// A game of that name, with a person's partner that looks eight plies ahead.
    pub const fn new(told: &'static str, start: G, eval: E, unit: &'static str) -> Self {
        Self { told, start, eval, unit, partner: "pvs:depth=8" }
    }
}

/// What an option's list begins with; with one evaluator there is nothing to choose.
const NO_CHOICE: Opt = DEPTH.opt;
const SEARCH: &[Opt] = search_options(NO_CHOICE).split_first().expect("there are options").1;
const PLAIN: &[Opt] = alphabeta_options(NO_CHOICE, false).split_first().expect("there are options").1;
const FAST: &[Opt] = alphabeta_options(NO_CHOICE, true).split_first().expect("there are options").1;
const MONTE_CARLO: &[Opt] = mcts_options(NO_CHOICE, "outcome").split_first().expect("there are options").1;
const AGENTS: &[Named] = &[
    RANDOM,
    greedy_entry(&[]),
    minimax_entry(SEARCH),
    alphabeta_entry(PLAIN),
    pvs_entry(FAST),
    mtdf_entry(FAST),
    mcts_entry(MONTE_CARLO),
    foreign::ANY_GAME,
    HUMAN,
];

impl<G, E> Entry for Plain<G, E>
where
    G: TwoPlayer + Keyed + Archive + Observe<View = G> + 'static,
    E: Evaluate<G> + Clone + Send + Sync + 'static,
{
    type Game = G;

    fn start(&self, _seed: u64) -> G {
        self.start.clone()
    }

    fn told(&self) -> String {
        self.told.to_owned()
    }

    fn agents(&self) -> &'static [Named] {
        AGENTS
    }

    fn own_agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError> {
        two_player(spec, self.eval.clone(), Alike, FullWidth, &Outlook::default())
    }

    fn usual(&self) -> Usual {
        Usual::of(self.partner)
    }

    fn insight(&self) -> &dyn Insight<G> {
        self
    }

    fn counting(&self) -> &dyn Counting<G> {
        self
    }
}

/// A game that is over has no leaves further down.
impl<G: Game, E> Counting<G> for Plain<G, E> {
    fn convention(&self) -> Convention {
        Convention { finished_is_a_leaf: false, ..Convention::default() }
    }
}

impl<G, E> Insight<G> for Plain<G, E>
where
    G: TwoPlayer + Keyed + Archive + Observe<View = G> + 'static,
    E: Evaluate<G> + Clone + Send + Sync + 'static,
{
    fn scale(&self, spec: &Spec) -> Scale {
        match spec.name.as_str() {
            "mcts" => Scale::of_simulations(spec, "points"),
            _ => Scale::outcome(self.unit),
        }
    }

    fn explain(&self, position: &G, spec: Option<&Spec>) -> Result<Explanation, SpecError> {
        let usual = Spec::parse(self.partner)?;
        let spec = spec.unwrap_or(&usual);
        let asks = |named: &&Named| ![RANDOM.name, HUMAN.name, foreign::ANY_GAME.name].contains(&named.name);
        let known: Vec<Named> = AGENTS.iter().filter(asks).copied().collect();
        spec.find("agent whose heuristic can be explained", &known)?;
        let Turn::Seat(seat) = position.turn() else { return Ok(Explanation::default()) };
        let value = Some(points(&self.eval, position, seat));
        let explanation = Explanation {
            definition: vec![format!("value = {}", self.unit)],
            value,
            ..Explanation::default()
        };
        Ok(explanation.asked_by(spec, &self.eval, position, seat))
    }

    fn solver(&self, table_mib: usize) -> Result<Option<Box<dyn Agent<G>>>, OutOfMemory> {
        solver(Unknown, Alike, true, table_mib).map(Some)
    }
}
