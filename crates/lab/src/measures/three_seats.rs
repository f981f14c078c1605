//! One player among two of another kind in a game of three.

use plywise::{Game, Limits, Report, Score, Seat, Turn, best_reply, max_n, paranoid};
use serde::Deserialize;
use toml::Table;

use super::trails::{Room, Trails};
use super::{Measure, columns, settings};
use crate::observe::Seen;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct With {
    /// Who sits alone.
    one: Kind,
    /// Who has the other two seats.
    others: Kind,
    /// Plies that all look ahead, from 1 to 8.
    depth: u32,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Maxn,
    Paranoid,
    BestReply,
}

impl Kind {
    /// The move, and the positions that were looked at.
    fn choose(self, position: &Trails, depth: u32) -> (Option<u8>, u64) {
        let limits = Limits::depth(depth);
        let of = |report: Report<u8, Score>| (report.best, report.nodes);
        match self {
            Self::Maxn => {
                let report = max_n(position, &Room, None, &limits);
                (report.best, report.nodes)
            }
            Self::Paranoid => of(paranoid(position, &Room, &limits)),
            Self::BestReply => of(best_reply(position, &Room, &limits)),
        }
    }
}

struct ThreeSeats {
    with: With,
    seed: u64,
}

pub(super) fn open(with: &Table, seed: u64) -> Result<Box<dyn Measure>, String> {
    let with: With = settings(with)?;
    if !(1..=8).contains(&with.depth) {
        return Err(format!("depth = {} should be from 1 to 8", with.depth));
    }
    Ok(Box::new(ThreeSeats { with, seed }))
}

impl Measure for ThreeSeats {
    fn columns(&self) -> Vec<String> {
        columns(&["score", "steps", "steps_others", "nodes", "nodes_others", "moves", "seat"])
    }

    /// One start, the lone player on each seat in turn.
    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        let start = Trails::start(plywise::Rng::derive(self.seed, unit).next_u64());
        let all = (0..3).map(|seat| Seen { row: String::new(), values: self.game(start, seat) });
        Ok(all.collect())
    }
}

impl ThreeSeats {
    fn game(&self, start: Trails, lone: usize) -> Vec<f64> {
        let With { one, others, depth } = self.with;
        let (mut position, mut nodes, mut moves) = (start, [0, 0], 0);
        while !position.is_over() {
            let Turn::Seat(seat) = position.turn() else { break };
            let own = seat.index() == lone;
            let (best, looked_at) = if own { one } else { others }.choose(&position, depth);
            nodes[usize::from(!own)] += looked_at;
            moves += u32::from(own);
            let Some(best) = best else { break };
            position.play(best);
        }
        let steps: Vec<i32> = (0..3).map(|seat| position.payoff(Seat(seat))).collect();
        let best = steps.iter().copied().max().unwrap_or_default();
        let shared = steps.iter().filter(|&&own| own == best).count() as f64;
        let score = if steps[lone] == best { 1.0 / shared } else { 0.0 };
        let other_steps = steps.iter().sum::<i32>() - steps[lone];
        vec![
            score,
            f64::from(steps[lone]),
            f64::from(other_steps) / 2.0,
            nodes[0] as f64,
            nodes[1] as f64 / 2.0,
            f64::from(moves),
            lone as f64,
        ]
    }
}
