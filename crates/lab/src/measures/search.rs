//! The same positions searched by several agents.

use plywise::TimeSource;
use registry::measure::ThreadTime;
use registry::{Kind, Spec};
use serde::Deserialize;
use toml::Table;

use super::{Measure, columns, flag, positions, settings};
use crate::observe::Seen;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct With {
    /// The game.
    game: String,
    /// Who searches. The others are compared with the first.
    agents: Vec<String>,
    /// What the report calls them.
    labels: Vec<String>,
    /// Plies of random play that lead to a position: fewest, most.
    plies: Option<[u64; 2]>,
    /// Who plays these plies instead of chance.
    by: Option<String>,
    /// The positions themselves, instead.
    #[serde(default)]
    positions: Vec<String>,
}

struct Search {
    kind: Box<dyn Kind>,
    agents: Vec<(String, Spec)>,
    by: Option<Spec>,
    plies: [u64; 2],
    positions: Vec<String>,
    seed: u64,
}

pub(super) fn open(with: &Table, seed: u64) -> Result<Box<dyn Measure>, String> {
    let with: With = settings(with)?;
    if with.labels.len() != with.agents.len() || with.agents.is_empty() {
        return Err(format!("{} labels for {} agents", with.labels.len(), with.agents.len()));
    }
    if with.plies.is_some() != with.positions.is_empty() {
        return Err("it takes either plies or positions".into());
    }
    let plies = with.plies.unwrap_or_default();
    positions::check(plies)?;
    let wrong = |error: registry::SpecError| error.to_string();
    let kind = games::open(&with.game).map_err(wrong)?;
    let mut agents = Vec::new();
    for (label, agent) in with.labels.into_iter().zip(&with.agents) {
        let spec = Spec::parse(agent).map_err(wrong)?;
        kind.check_agent(&spec).map_err(wrong)?;
        agents.push((label, spec));
    }
    let by = with.by.map(|by| Spec::parse(&by)).transpose().map_err(wrong)?;
    by.iter().try_for_each(|by| kind.check_agent(by)).map_err(wrong)?;
    Ok(Box::new(Search { kind, agents, by, plies, positions: with.positions, seed }))
}

impl Measure for Search {
    fn columns(&self) -> Vec<String> {
        columns(&[
            "legal",
            "nodes",
            "time_s",
            "value",
            "depth",
            "differs",
            "other_move",
            "share",
            "branching",
            "minimum",
            "position",
        ])
    }

    fn units(&self) -> u64 {
        if self.positions.is_empty() { u64::MAX } else { self.positions.len() as u64 }
    }

    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        let mut game = match self.positions.get(unit as usize) {
            Some(text) => self.kind.live(self.seed, Some(text)).map_err(|error| error.to_string())?,
            None => {
                let (kind, by) = (&*self.kind, self.by.as_ref());
                positions::Source { kind, by, plies: self.plies, seed: self.seed }.draw(unit)?.0
            }
        };
        let legal = game.moves().len();
        let mut all = Vec::new();
        let mut first: Option<(f64, String, u64, f64)> = None;
        for (label, spec) in &self.agents {
            let agent =
                game.join(spec, plywise::rng::mix(self.seed) ^ unit).map_err(|error| error.to_string())?;
            let begun = ThreadTime.now();
            let thought = super::chosen(&mut *game, agent).map_err(|why| format!("{spec}: {why}"))?;
            let time = ThreadTime.now().saturating_sub(begun).as_secs_f64();
            let (value, best, nodes, minimum) = first.get_or_insert_with(|| {
                (
                    thought.number(),
                    thought.best.clone(),
                    thought.nodes,
                    minimal_tree(thought.nodes, thought.depth),
                )
            });
            let values = vec![
                legal as f64,
                thought.nodes as f64,
                time,
                thought.number(),
                f64::from(thought.depth),
                // Means are added up in different orders; the last digits may differ.
                flag((thought.number() - *value).abs() > 1e-9 * value.abs().max(1.0)),
                flag(thought.best != *best),
                thought.nodes as f64 / *nodes as f64,
                (thought.nodes as f64).powf(1.0 / f64::from(thought.depth.max(1))),
                *minimum,
                unit as f64,
            ];
            all.push(Seen { row: label.clone(), values });
        }
        Ok(all)
    }
}

/// Positions that alpha-beta enters at least in a uniform tree that has `nodes` positions down to `depth`: at each ply `i`
/// `b^⌈i/2⌉ + b^⌊i/2⌋ - 1` (Knuth & Moore 1975, "An analysis of alpha-beta pruning", §5), `b` being such that all `b^i` add
/// up to `nodes`.
#[must_use]
pub fn minimal_tree(nodes: u64, depth: u32) -> f64 {
    let tree = |b: f64| (0..=depth).map(|i| b.powi(i as i32)).sum::<f64>();
    let (mut low, mut high) = (1.0, nodes as f64 + 1.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if tree(middle) < nodes as f64 { low = middle } else { high = middle }
    }
    (0..=depth).map(|i| low.powi(i.div_ceil(2) as i32) + low.powi(i as i32 / 2) - 1.0).sum()
}
