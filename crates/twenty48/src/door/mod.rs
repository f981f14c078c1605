//! 2048 at the border.

mod champion;
mod explain;
mod learning;
mod options;
mod prospects;
mod tables;
mod train;

use plywise::perft::{Convention, perft};
use plywise::{Either, Pruning, Rng, Seat, Stochastic};
use registry::Word;
use registry::agents::{chance_search, with_chance};
use registry::analysis::Scale;
use registry::capability::{Counting, Customs, Dice, Insight};
use registry::door::{Door, GameInfo, Picture};
use registry::entry::{AnyAgent, Entry, Opens, Usual};
use registry::explain::{Explanation, evaluator};
use registry::prospect::Prospects;
use registry::spec::{Named, Spec, SpecError};
use registry::tunable::Weight;

use self::champion::{as_champion, champion};
use self::options::{
    AGENTS, EVAL, Evaluator, HEURISTICS, LATE, LOSS, NETWORK, PUBLISHED, PUBLISHED_ONLY, READING, WEIGHTS,
};
use self::prospects::{expects_scores, prospects};
use crate::evaluators::Eval;
use crate::ntuple::{self, Network, Stages};
use crate::{Empties, GameScore, Move, Options, Published, Twenty48, dynamic_depth};

/// The game by name.
pub const DOOR: Door = Door {
    signature: &[("2048", "expectimax:depth=2", &[2, 60, 200])],
    benches: crate::benches,
    verbs: &[&train::VERB, &tables::VERB],
    measurements: &[&learning::MEASUREMENT],
    picture: Some(Picture::new(include_str!("../picture.js"), include_str!("../picture.css"))),
    ..Door::new(INFO)
};

const INFO: GameInfo = GameInfo {
    named: Named {
        name: "2048",
        about: "2048 on 4x4: slide and merge tiles; as many points as possible",
        options: &[],
    },
    positions: "sixteen tiles row by row, 0 empty, rows divided by /: 0 2 0 0/0 0 4 0/0 0 0 0/2 0 0 0",
    moves: "up right down left; a new tile: b3=2",
    files: "one game a line: 2048 v1; moves a1=2 c4=2 L b4=4 …; score 1234",
};

fn on_the_small_network(spec: &Spec) -> Spec {
    let mut spec = spec.clone();
    spec.options.push(("network".to_owned(), ntuple::BUILT_IN.to_owned()));
    spec
}

/// The network that a spec names, or the one that comes along.
fn network(spec: &Spec) -> Result<Network, SpecError> {
    ntuple::load(spec.given(&NETWORK)?.as_deref())
        .map_err(|e| SpecError(format!("{}: {}", spec.name, e.message)))
}

/// Those of a champion.
fn stages(spec: &Spec) -> Result<Stages, SpecError> {
    let (whole, late) = (spec.given(&NETWORK)?, spec.given(&LATE)?);
    ntuple::load_stages(whole.as_deref(), late.as_deref())
        .map_err(|e| SpecError(format!("{}: {}", spec.name, e.message)))
}

/// The evaluator that a spec names, its other options fitting it.
fn asked(spec: &Spec) -> Result<Evaluator, SpecError> {
    let eval = spec.get(&EVAL)?;
    if spec.text("network").is_some() && eval != Evaluator::Network {
        return Err(spec.wrong("network", "given with eval=network"));
    }
    for key in ["weights", "reading", "loss"] {
        if spec.text(key).is_some() && eval != Evaluator::Published {
            return Err(spec.wrong(key, "given with eval=published"));
        }
    }
    Ok(eval)
}

/// The published features under the weights of a spec, and its penalty for a loss.
fn published(spec: &Spec) -> Result<Published, SpecError> {
    let loss = spec.get(&LOSS)?;
    Ok(weighted(spec)?.with_loss(f64::from(loss)))
}

fn weighted(spec: &Spec) -> Result<Published, SpecError> {
    let (reading, turned) = spec.get(&READING)?;
    let mut weights = Published::WEIGHTS;
    if let Some(given) = spec.given(&WEIGHTS)? {
        // Expectimax is linear: only the weights' ratios matter, and a swarm that flies out of the ranges stays playable. It may
        // well land where all are 0: then all boards are worth the same, and the first of the moves is played.
        let largest = given.iter().fold(Published::MAX_WEIGHT, |largest, weight| largest.max(weight.abs()));
        weights = std::array::from_fn(|i| given[i] / largest * Published::MAX_WEIGHT);
    }
    if turned {
        weights[0] = -weights[0];
    }
    Published::new(weights, reading).map_err(|e| SpecError(format!("{}: {}", spec.name, e.message)))
}

/// The game, which has no options.
#[derive(Debug)]
pub struct Rules;

impl Entry for Rules {
    type Game = Twenty48;

    fn start(&self, seed: u64) -> Twenty48 {
        crate::start(&Options::default(), seed)
    }

    fn agents(&self) -> &'static [Named] {
        AGENTS
    }

    fn told(&self) -> String {
        "2048".into()
    }

    fn own_agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError> {
        if spec.name == "champion" {
            return champion(spec);
        }
        if spec.name == "heuristic" {
            spec.get(&PUBLISHED_ONLY)?;
            let eval: Eval = Either::Right(published(spec)?);
            return chance_search(spec, &HEURISTICS, Pruning::Off, eval, dynamic_depth);
        }
        let eval: Eval = match asked(spec)? {
            Evaluator::Published => Either::Right(published(spec)?),
            Evaluator::Score => Either::Left(Either::Left(GameScore)),
            Evaluator::Empties => Either::Left(Either::Right(Empties)),
            Evaluator::Network => return with_chance(spec, network(spec)?.recalling(), dynamic_depth),
        };
        with_chance(spec, eval, dynamic_depth)
    }

    fn counting(&self) -> &dyn Counting<Twenty48> {
        self
    }

    fn usual(&self) -> Usual {
        Usual { partner: "expectimax:depth=2", analyst: "champion", adviser: "champion:depth=60,cutoff=0" }
    }

    fn insight(&self) -> &dyn Insight<Twenty48> {
        self
    }

    fn dice(&self) -> &dyn Dice<Twenty48> {
        self
    }

    fn customs(&self) -> &dyn Customs<Twenty48> {
        self
    }
}

impl Counting<Twenty48> for Rules {
    /// As provided, but compiled with the rules, and so as fast as they.
    fn perft(&self, position: &Twenty48, depth: u32, convention: Convention) -> u64 {
        perft(position, depth, convention)
    }
}

impl Insight<Twenty48> for Rules {
    fn scale(&self, spec: &Spec) -> Scale {
        let own = Scale::own;
        match spec.get(&EVAL).unwrap_or(Evaluator::Published) {
            _ if expects_scores(spec) || spec.name == "mcts" => Scale::points("points"),
            Evaluator::Score => Scale::points("points"),
            Evaluator::Empties => own("empty cells"),
            Evaluator::Network => own("points, the dice at their worst"),
            Evaluator::Published => own("points of its heuristic"),
        }
    }

    fn weights(&self, eval: &str) -> &'static [Weight] {
        if Evaluator::named(eval) == Some(Evaluator::Published) { PUBLISHED } else { &[] }
    }

    fn explain(&self, position: &Twenty48, spec: Option<&Spec>) -> Result<Explanation, SpecError> {
        let usual = Spec::parse("expectimax:eval=published")?;
        let spec = spec.unwrap_or(&usual);
        if spec.name == "champion" {
            spec.find("agent", AGENTS)?;
            return Ok(explain::network(&stages(spec)?.at(position.board()), spec, position));
        }
        Ok(match evaluator(spec, AGENTS, &["champion"])? {
            Evaluator::Published => explain::published(&published(spec)?, spec, position),
            Evaluator::Score => explain::score(spec, position),
            Evaluator::Empties => explain::empties(spec, position),
            Evaluator::Network => explain::network(&network(spec)?, spec, position),
        })
    }
}

impl Dice<Twenty48> for Rules {
    fn roll(&self, position: &Twenty48, rng: &mut Rng) -> Move {
        position.sample(rng)
    }

    fn prospects(
        &self,
        position: &Twenty48,
        spec: &Spec,
        seed: u64,
    ) -> Result<Option<Prospects<Move>>, SpecError> {
        let is_bare = spec.text("network").is_none() && ntuple::missing().is_some();
        let by = if is_bare { &on_the_small_network(spec) } else { spec };
        Ok(Some(prospects(position, &stages(by)?, spec, seed)))
    }

    /// The greatest tile.
    fn milestone(&self, end: &Twenty48) -> Option<u64> {
        Some(u64::from(end.board().max_tile()))
    }
}

impl Customs<Twenty48> for Rules {
    /// Where the networks that come along are missing, the one that is built in plays, under its own name.
    fn stand_in(&self, spec: &Spec) -> Option<(Spec, String)> {
        let takes_network = spec.name == "champion" || spec.given(&EVAL) == Ok(Some(Evaluator::Network));
        if !takes_network || spec.text("network").is_some() {
            return None;
        }
        let why = ntuple::missing()?;
        let small = on_the_small_network(spec);
        Some((small, format!("{} plays on the small network that is built in: {why}", spec.name)))
    }

    /// The points so far stand: alone, an agent can lose no more than those that it would still have made.
    fn forfeit(&self, position: &Twenty48, _seat: Seat) -> Vec<i32> {
        vec![position.score() as i32]
    }

    /// An agent on a network is built on something that nobody has to read: their options are the same.
    fn checks(&self, spec: &Spec) -> Result<bool, SpecError> {
        let entry = spec.find("agent", AGENTS)?;
        if spec.name == "champion" {
            return as_champion(spec, EMPTIES).map(|_| true);
        }
        let takes_network = entry.options.iter().any(|option| option.key == "network");
        if takes_network && asked(spec)? == Evaluator::Network {
            return with_chance(spec, EMPTIES, dynamic_depth).map(|_| true);
        }
        Ok(false)
    }
}

/// What nobody has to read, as agents have it: one search is compiled for all evaluators but the network.
const EMPTIES: Eval = Either::Left(Either::Right(Empties));

impl Opens for Rules {
    fn open(_: &Spec) -> Result<Self, SpecError> {
        Ok(Self)
    }
}
