//! Who plays 2048, and with what options.

use std::path::PathBuf;

use registry::agents::{
    CHANCE_KEYS, ChanceDepth, ChanceKeys, RANDOM, chance_options, expectimax_entry, greedy_entry,
    star1_entry, star2_entry,
};
use registry::foreign;
use registry::human::HUMAN;
use registry::measure::CLOCK;
use registry::montecarlo::{mcts_entry, mcts_options};
use registry::spec::{Named, Opt};
use registry::tunable::Weight;
use registry::{Key, Takes, cache_folder, opts, whole, words};

use crate::ntuple;
use crate::{Published, Reading};

words! {
    /// What a board is worth.
    pub(super) enum Evaluator {
        Published = "published",
        Score = "score",
        Empties = "empties",
        Network = "network",
    }
}

pub(super) const EVAL: Key<Evaluator> = Key::word("eval", "published", "what a board is worth");
/// The searches' options whose defaults differ; expectimax has these.
const USUAL: ChanceKeys = ChanceKeys { depth: depth("3"), ..CHANCE_KEYS };
const fn depth(default: &'static str) -> Key<ChanceDepth> {
    CHANCE_KEYS.depth.or(default).about(
        "the player's turns to look ahead; dynamic: two fewer than there are different tiles, at least 3 (+1: a turn more; ..9: but 9 at most)",
    )
}
pub(super) const NETWORK: Key<String> = Key::text(Opt {
    key: "network",
    takes: Takes::Path { but: |value| value == ntuple::BUILT_IN },
    values: "small|FILE",
    default: "the one that comes along",
    about: "small, which is built in, a packed network or a training run (with eval=network)",
});
pub(super) const PUBLISHED: &[Weight] = &{
    let [h1, h2, h3, h4] = Published::WEIGHTS;
    [
        Weight { name: "h1", low: -10.0, high: 0.0, default: h1 },
        Weight { name: "h2", low: 0.0, high: 10.0, default: h2 },
        Weight { name: "h3", low: 0.0, high: 10.0, default: h3 },
        Weight { name: "h4", low: -10.0, high: 0.0, default: h4 },
    ]
};
pub(super) const WEIGHTS: Key<[f64; 4]> = Key::weights(
    Opt {
        key: "weights",
        takes: Takes::Number,
        values: "h1/h2/h3/h4",
        default: "-1.6321/2.7553/3.0645/-6.8515",
        about: "weights of triangle, merges, empty cells, monotonicity (with eval=published); only their ratios matter",
    },
    "numbers divided by /, one each for h1, h2, h3, h4",
);
pub(super) const LOSS: Key<u32> = whole!(
    "loss",
    0..=10000,
    "0",
    "points that a position that is over is worth less (with eval=published); published: none",
);
pub(super) const READING: Key<(Reading, bool)> = Key::own(
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
    let mut all = [NETWORK.opt; 14];
    all[0] = EVAL.opt;
    let mut i = 1;
    while i < plain.len() {
        all[i + 1] = plain[i];
        i += 1;
    }
    all
};
pub(super) const AGENTS: &[Named] = &[
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

pub(super) const LATE: Key<String> = Key::text(Opt {
    key: "late",
    takes: Takes::PATH,
    values: "FILE",
    default: "the one that comes along",
    about: "a network for the late stage, from what its games began with on; with network= none unless it is given",
});
pub(super) const TABLES: Key<Option<PathBuf>> = Key::own(
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
pub(super) const CHAMPIONS: ChanceKeys = ChanceKeys {
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
pub(super) const HEURISTICS: ChanceKeys = ChanceKeys { depth: depth("1"), ..CHANCE_KEYS };
pub(super) const PUBLISHED_ONLY: Key<Evaluator> = EVAL.only("published");
const HEURISTIC: Named = Named {
    name: "heuristic",
    about: "expectimax on the published player's four features, one turn deep: what `tune` tunes",
    options: &{
        let [eval, depth, nodes, time, chance, order, memo, cutoff, outcomes, reduce] =
            chance_options(PUBLISHED_ONLY.opt, &HEURISTICS);
        [eval, WEIGHTS.opt, READING.opt, depth, nodes, time, chance, order, memo, cutoff, outcomes, reduce]
    },
};

/// How the published formulas are read, and whether the sign of h1 is turned.
pub(super) fn reading(text: &str) -> Option<(Reading, bool)> {
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
