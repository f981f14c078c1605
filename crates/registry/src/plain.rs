//! A game of two seats without chance and without secrets, with one evaluator: all that stands at the border, from one value.

use plywise::alphabeta::{Alike, AlphaBeta, FullWidth, NoProbe, Probe, Rank, Settings};
use plywise::perft::Convention;
use plywise::{Agent, Archive, Either, Evaluate, Game, Keyed, Observe, Turn, TwoPlayer, Unknown};

use crate::agents::{
    DEPTH, RANDOM, alphabeta_entry, greedy_entry, minimax_entry, mtdf_entry, pvs_entry, search_options,
};
use crate::analysis::Scale;
use crate::capability::{Counting, Insight, Means};
use crate::duel::{alphabeta_options, knowing, solver_of, solving};
use crate::entry::{AnyAgent, Entry, Usual};
use crate::explain::{Explanation, points};
use crate::foreign;
use crate::human::HUMAN;
use crate::montecarlo::{mcts_entry, mcts_options};
use crate::policy::Outlook;
use crate::spec::{Named, Opt, Spec, SpecError};

/// Such a game: [`erase`](crate::kind::erase) makes a game by name of it.
#[derive(Clone, Debug)]
pub struct Plain<G, E, O = Alike, P = NoProbe> {
    /// What other programs are told that they play: the game's name and options.
    pub told: String,
    /// The start.
    pub start: G,
    /// What a position is worth.
    pub eval: E,
    /// What its values count: `open lines`.
    pub unit: &'static str,
    /// The agent that a person plays against unless another is named.
    pub partner: &'static str,
    /// Which moves searches try first.
    pub rank: O,
    /// What they know of a position without searching it.
    pub probe: P,
    /// How the game is solved.
    pub solving: Settings,
}

impl<G, E> Plain<G, E> {
    /// A game of that name, with a person's partner that looks eight plies ahead.
    pub fn new(told: impl Into<String>, start: G, eval: E, unit: &'static str) -> Self {
        let (partner, solving) = ("pvs:depth=8", solving());
        Self { told: told.into(), start, eval, unit, partner, rank: Alike, probe: NoProbe, solving }
    }

    /// The same game, its searches knowing more than its rules, and how it is then solved.
    pub fn knowing<O, P>(self, rank: O, probe: P, solving: Settings) -> Plain<G, E, O, P> {
        let Self { told, start, eval, unit, partner, .. } = self;
        Plain { told, start, eval, unit, partner, rank, probe, solving }
    }
}

impl<G, E, O: Clone, P: Clone> Plain<G, E, O, P> {
    /// A search of the game, on the evaluator or to the end: one type, so that one search is compiled.
    fn search(&self, eval: Either<E, Unknown>) -> AlphaBeta<Either<E, Unknown>, O, FullWidth, P> {
        let (rank, probe) = (self.rank.clone(), self.probe.clone());
        AlphaBeta { eval, rank, select: FullWidth, probe, settings: self.solving, table: None }
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

impl<G, E, O, P> Entry for Plain<G, E, O, P>
where
    G: TwoPlayer + Keyed + Archive + Observe<View = G> + 'static,
    E: Evaluate<G> + Clone + Send + Sync + 'static,
    O: Rank<G> + Clone + Send + 'static,
    P: Probe<G> + Clone + Send + 'static,
{
    type Game = G;

    fn start(&self, _seed: u64) -> G {
        self.start.clone()
    }

    fn told(&self) -> String {
        self.told.clone()
    }

    fn agents(&self) -> &'static [Named] {
        AGENTS
    }

    fn own_agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError> {
        knowing(spec, self.search(Either::Left(self.eval.clone())), &Outlook::default())
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
impl<G: Game, E, O, P> Counting<G> for Plain<G, E, O, P> {
    fn convention(&self) -> Convention {
        Convention { finished_is_a_leaf: false, ..Convention::default() }
    }
}

impl<G, E, O, P> Insight<G> for Plain<G, E, O, P>
where
    G: TwoPlayer + Keyed + Archive + Observe<View = G> + 'static,
    E: Evaluate<G> + Clone + Send + Sync + 'static,
    O: Rank<G> + Clone + Send + 'static,
    P: Probe<G> + Clone + Send + 'static,
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

    fn solver(&self, means: Means) -> Result<Option<Box<dyn Agent<G>>>, SpecError> {
        solver_of(self.search(Either::Right(Unknown)), means).map(Some)
    }
}
