//! A search one ply deeper whose strategy is kept, against a search at every move.

use plywise::{
    Agent, AlphaBetaAgent, Game, Keyed, Limits, SearchLimits, Seat, StrategyAgent, Turn, keep_strategy,
};
use serde::Deserialize;
use toml::Table;

use super::constant_tree::{ConstantTree, PointsSoFar};
use super::{Measure, columns, flag, settings};
use crate::observe::Seen;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct With {
    /// Moves everywhere, from 2 to 12; a round has as many own moves.
    branching: u8,
    /// Plies that the plain player looks ahead at every move, from 1 to 10; the other looks one more, once a round.
    depth: u32,
    /// Rounds of a game, from 1 to 20.
    rounds: u32,
    /// Plies that the other looks ahead when nothing is kept; 0: it plays the first move.
    #[serde(default)]
    afterwards: u32,
}

struct StoredStrategy {
    with: With,
    seed: u64,
}

pub(super) fn open(with: &Table, seed: u64) -> Result<Box<dyn Measure>, String> {
    let with: With = settings(with)?;
    let within = (2..=12).contains(&with.branching)
        && (1..=10).contains(&with.depth)
        && (1..=20).contains(&with.rounds)
        && with.afterwards <= with.depth;
    if !within {
        return Err(
            "branching should be from 2 to 12, depth from 1 to 10, rounds from 1 to 20, afterwards at most \
                    the depth"
                .into(),
        );
    }
    Ok(Box::new(StoredStrategy { with, seed }))
}

/// The powers `b^from + … + b^to`.
fn powers(b: u64, from: u32, to: u32) -> u64 {
    (from..=to).map(|i| b.pow(i)).sum()
}

impl Measure for StoredStrategy {
    fn columns(&self) -> Vec<String> {
        columns(&[
            "own_edges",
            "own_formula",
            "rival_edges",
            "rival_formula",
            "differs",
            "won",
            "drawn",
            "score",
            "points",
            "from_store",
            "moves",
            "nodes",
            "nodes_plain",
        ])
    }

    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        let With { branching, depth, rounds, .. } = self.with;
        let height = 2 * u32::from(branching) * rounds;
        let start = ConstantTree::new(plywise::Rng::derive(self.seed, unit).next_u64(), branching, height);
        let deeper = depth + 1;
        let (_, strategy) = keep_strategy(&start, &PointsSoFar, deeper, &Limits::default());
        let strategy = strategy.ok_or("the search was broken off")?;
        let b = u64::from(branching);
        let formula = (powers(b, 0, deeper.div_ceil(2) - 1), powers(b, 1, deeper / 2));
        let counted = (strategy.own_edges(), strategy.rival_edges());
        let mut all = Vec::new();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let mut kept = StrategyAgent::new(PointsSoFar, deeper, u32::from(branching));
            kept.afterwards = self.with.afterwards;
            let played = play(start, seat, &mut kept, depth);
            let points = played.end.payoff(seat);
            all.push(Seen {
                row: String::new(),
                values: vec![
                    counted.0 as f64,
                    formula.0 as f64,
                    counted.1 as f64,
                    formula.1 as f64,
                    flag(counted != formula),
                    flag(points > 0),
                    flag(points == 0),
                    (f64::from(points.signum()) + 1.0) / 2.0,
                    f64::from(points),
                    f64::from(kept.from_store),
                    f64::from(u32::from(branching) * rounds),
                    played.nodes[0] as f64,
                    played.nodes[1] as f64,
                ],
            });
        }
        Ok(all)
    }
}

/// A game that was played.
struct Played {
    end: ConstantTree,
    /// Positions of the player that keeps its strategy, and of the other.
    nodes: [u64; 2],
}

fn play(
    start: ConstantTree,
    seat: Seat,
    kept: &mut StrategyAgent<ConstantTree, PointsSoFar>,
    depth: u32,
) -> Played {
    let search = plywise::AlphaBeta::plain(PointsSoFar);
    let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
    let mut plain = AlphaBetaAgent::new(search, limits);
    let (mut position, mut nodes) = (start, [0, 0]);
    while !position.is_over() {
        let own = position.turn() == Turn::Seat(seat);
        let report = if own {
            kept.choose(&position, &Limits::default())
        } else {
            plain.choose(&position, &Limits::default())
        };
        nodes[usize::from(!own)] += report.nodes;
        let Some(best) = report.best else { break };
        position.play(best);
    }
    debug_assert!(position.key() != start.key());
    Played { end: position, nodes }
}
