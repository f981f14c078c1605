//! 2048 at the border.

mod champion;
mod explain;
mod learning;
mod prospects;
mod tables;
mod train;

use std::path::PathBuf;

use plywise::{Either, Pruning, Rng, Seat, Stochastic};
use registry::agents::{
    CHANCE_KEYS, ChanceDepth, ChanceKeys, RANDOM, chance_options, chance_search, expectimax_entry,
    greedy_entry, star1_entry, star2_entry, with_chance,
};
use registry::analysis::Scale;
use registry::capability::{Customs, Dice, Insight};
use registry::door::{Door, GameInfo, Picture};
use registry::entry::{AnyAgent, Entry, Usual};
use registry::explain::{Explanation, evaluator};
use registry::foreign;
use registry::human::HUMAN;
use registry::kind::{Kind, erase};
use registry::measure::CLOCK;
use registry::montecarlo::{mcts_entry, mcts_options};
use registry::prospect::Prospects;
use registry::spec::{Named, Opt, Spec, SpecError};
use registry::tunable::Weight;
use registry::{Key, Takes, Word, cache_folder, opts, whole, words};

use self::champion::{as_champion, champion};
use self::prospects::{expects_scores, prospects};
use crate::ntuple::{self, Network, Stages};
use crate::{Empties, GameScore, Move, Options, Published, Reading, Twenty48, dynamic_depth};

/// The game by name.
pub const DOOR: Door = Door {
    signature: &[("2048", "expectimax:depth=2", &[2, 60, 200])],
    benches: crate::benches,
    verbs: &[&train::VERB, &tables::VERB],
    measurements: &[&learning::MEASUREMENT],
    picture: Some(Picture::new(include_str!("../picture.js"), include_str!("../picture.css"))),
    ..Door::new(INFO, open)
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

words! {
    /// What a board is worth.
    enum Evaluator {
        Published = "published",
        Score = "score",
        Empties = "empties",
        Network = "network",
    }
}

const EVAL: Key<Evaluator> = Key::word("eval", "published", "what a board is worth");
/// The searches' options whose defaults differ; expectimax has these.
const USUAL: ChanceKeys = ChanceKeys { depth: depth("3"), ..CHANCE_KEYS };
const fn depth(default: &'static str) -> Key<ChanceDepth> {
    CHANCE_KEYS.depth.or(default).about(
        "the player's turns to look ahead; dynamic: two fewer than there are different tiles, at least 3 (+1: a turn more; ..9: but 9 at most)",
    )
}
const NETWORK: Key<String> = Key::text(Opt {
    key: "network",
    takes: Takes::Path { but: |value| value == ntuple::BUILT_IN },
    values: "small|FILE",
    default: "the one that comes along",
    about: "small, which is built in, a packed network or a training run (with eval=network)",
});
const PUBLISHED: &[Weight] = &{
    let [h1, h2, h3, h4] = Published::WEIGHTS;
    [
        Weight { name: "h1", low: -10.0, high: 0.0, default: h1 },
        Weight { name: "h2", low: 0.0, high: 10.0, default: h2 },
        Weight { name: "h3", low: 0.0, high: 10.0, default: h3 },
        Weight { name: "h4", low: -10.0, high: 0.0, default: h4 },
    ]
};
const WEIGHTS: Key<[f64; 4]> = Key::weights(
    Opt {
        key: "weights",
        takes: Takes::Number,
        values: "h1/h2/h3/h4",
        default: "-1.6321/2.7553/3.0645/-6.8515",
        about: "weights of triangle, merges, empty cells, monotonicity (with eval=published); only their ratios matter",
    },
    "numbers divided by /, one each for h1, h2, h3, h4",
);
const LOSS: Key<u32> = whole!(
    "loss",
    0..=10000,
    "0",
    "points that a position that is over is worth less (with eval=published); published: none",
);
const READING: Key<(Reading, bool)> = Key::own(
    Opt {
        key: "reading",
        takes: Takes::Word,
        values: "usual|tiles|rows|empty|positive|tiles/rows/positive",
        default: "usual",
        about: "what the published formulas leave open (with eval=published), joined by /; tiles: cells count as tiles, not \
                as their exponents; rows: h4 takes the lesser sum of each row, not of the board; empty: empty neighbours \
                count as a pair; positive: h1 counts for a board, not against it",
    },
    "usual, or some of tiles, rows, empty, positive joined by /",
    |_, text| reading(text),
);
const SEARCH: &[Opt] = &{
    let [eval, depth, nodes, time, chance, order, memo, cutoff, outcomes, reduce] =
        chance_options(EVAL.opt, &USUAL);
    [
        eval,
        WEIGHTS.opt,
        READING.opt,
        LOSS.opt,
        NETWORK.opt,
        depth,
        nodes,
        time,
        CLOCK.opt,
        chance,
        order,
        memo,
        cutoff,
        outcomes,
        reduce,
    ]
};
const PRUNED_SEARCH: &[Opt] = SEARCH.split_last().expect("there are options").1;
const MONTE_CARLO: &[Opt] = &{
    let plain = mcts_options(EVAL.opt, "points");
    let mut all = [NETWORK.opt; 16];
    all[0] = EVAL.opt;
    let mut i = 1;
    while i < plain.len() {
        all[i + 1] = plain[i];
        i += 1;
    }
    all
};
const AGENTS: &[Named] = &[
    RANDOM,
    greedy_entry(&opts![EVAL, NETWORK]),
    expectimax_entry(SEARCH),
    star1_entry(PRUNED_SEARCH),
    star2_entry(PRUNED_SEARCH),
    HEURISTIC,
    mcts_entry(MONTE_CARLO),
    CHAMPION,
    foreign::ANY_GAME,
    HUMAN,
];

const LATE: Key<String> = Key::text(Opt {
    key: "late",
    takes: Takes::PATH,
    values: "FILE",
    default: "the one that comes along",
    about: "a network for the late stage, from what its games began with on; with network= none unless it is given",
});
const TABLES: Key<Option<PathBuf>> = Key::own(
    Opt {
        key: "tables",
        takes: Takes::Path { but: |value| ["off", "on"].contains(&value) },
        values: "off|on|FOLDER",
        default: "off",
        about: "endgame tables that `plywise tables 2048` made: those of the cache folder, or of another; they help a network \
                that learned whole games, and harm the ones that come along",
    },
    "off, on or a folder",
    |_, text| {
        Some(match text {
            "off" => None,
            "on" => Some(cache_folder()),
            folder => Some(folder.into()),
        })
    },
);
/// The player's turns that the champion looks ahead, below what probability it does not, and the MiB of each of its memories
/// (`data/twenty48/network/SOURCE.md`).
const CHAMPIONS: ChanceKeys = ChanceKeys {
    depth: depth("4"),
    memo: CHANCE_KEYS.memo.or("16"),
    cutoff: CHANCE_KEYS.cutoff.or("0.01").about(
        "lines less probable than this are valued at once; unless given 0 with nodes or time, and 0.0001 with depth=dynamic",
    ),
};
const CHAMPION: Named = Named {
    name: "champion",
    about: "expectimax on the network that comes along: the strongest player here",
    options: &{
        let [_, depth, nodes, time, _, _, memo, cutoff, _, reduce] = chance_options(EVAL.opt, &CHAMPIONS);
        [NETWORK.opt, LATE.opt, TABLES.opt, depth, nodes, time, memo, cutoff, reduce]
    },
};

/// Deep enough to play sensibly, and quick enough for the thousands of games of a tuning run.
const HEURISTICS: ChanceKeys = ChanceKeys { depth: depth("1"), ..CHANCE_KEYS };
const PUBLISHED_ONLY: Key<Evaluator> = EVAL.only("published");
const HEURISTIC: Named = Named {
    name: "heuristic",
    about: "expectimax on the published player's four features, one turn deep: what `tune` tunes",
    options: &{
        let [eval, depth, nodes, time, chance, order, memo, cutoff, outcomes, reduce] =
            chance_options(PUBLISHED_ONLY.opt, &HEURISTICS);
        [eval, WEIGHTS.opt, READING.opt, depth, nodes, time, chance, order, memo, cutoff, outcomes, reduce]
    },
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
        if given.iter().all(|&weight| weight == 0.0) {
            return Err(
                spec.wrong("weights", "four numbers that are not all 0: all boards would be worth the same")
            );
        }
        // Expectimax is linear: only the weights' ratios matter, and a swarm that flies out of the ranges stays playable.
        let largest = given.iter().fold(Published::MAX_WEIGHT, |largest, weight| largest.max(weight.abs()));
        weights = std::array::from_fn(|i| given[i] / largest * Published::MAX_WEIGHT);
    }
    if turned {
        weights[0] = -weights[0];
    }
    Published::new(weights, reading).map_err(|e| SpecError(format!("{}: {}", spec.name, e.message)))
}

/// How the published formulas are read, and whether the sign of h1 is turned.
fn reading(text: &str) -> Option<(Reading, bool)> {
    let (mut reading, mut turned) = (Reading::default(), false);
    for word in text.split('/') {
        match word {
            "usual" => {}
            "tiles" => reading.tile_values = true,
            "rows" => reading.minimum_per_row = true,
            "empty" => reading.empty_pairs = true,
            "positive" => turned = true,
            _ => return None,
        }
    }
    Some((reading, turned))
}

pub(crate) struct Rules;

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
            return champion(spec, stages(spec)?, spec.get(&TABLES)?);
        }
        if spec.name == "heuristic" {
            spec.get(&PUBLISHED_ONLY)?;
            let eval = Either::<Either<GameScore, Empties>, _>::Right(published(spec)?);
            return chance_search(spec, &HEURISTICS, Pruning::Off, eval, dynamic_depth);
        }
        let eval = match asked(spec)? {
            Evaluator::Published => Either::Right(published(spec)?),
            Evaluator::Score => Either::Left(Either::Left(GameScore)),
            Evaluator::Empties => Either::Left(Either::Right(Empties)),
            Evaluator::Network => return with_chance(spec, network(spec)?.recalling(), dynamic_depth),
        };
        with_chance(spec, eval, dynamic_depth)
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
            return as_champion(spec, Empties).map(|_| true);
        }
        let takes_network = entry.options.iter().any(|option| option.key == "network");
        if takes_network && asked(spec)? == Evaluator::Network {
            return with_chance(spec, Empties, dynamic_depth).map(|_| true);
        }
        Ok(false)
    }
}

fn open(spec: &Spec) -> Result<Box<dyn Kind>, SpecError> {
    Ok(erase(&spec.to_string(), Rules))
}
