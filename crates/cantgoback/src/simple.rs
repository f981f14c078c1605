//! The course's baseline player.

use std::time::Instant;

use plywise::trace::Tell;
use plywise::{Agent, Game, Limits, Report, Stop, TableUse, Value};

use crate::moves::Move;
use crate::visible::Visible;

/// The `SimplePlayer` of the course: it steps to the neighbour with the fewest exits that still has one, and so
/// hugs the walls. It looks one ply ahead and sees no fruits, scores or rival. Deterministic.
///
/// Source: `players/SimplePlayer.py` of the course's code, public in the repositories that
/// `data/cantgoback/SOURCE.md` names.
#[derive(Clone, Copy, Debug, Default)]
pub struct SimplePlayer;

impl SimplePlayer {
    /// What it thinks of each legal step, in the order in which it tries them: 4 minus the exits of the cell
    /// entered, or -1 where there is none. It takes the first of the best. Empty where the mover is stuck.
    #[must_use]
    pub fn candidates(position: &Visible) -> Vec<(Move, i32)> {
        let at = position.player(position.mover());
        let steps = position.exits(at).filter_map(|direction| Some((direction, at.step(direction)?)));
        steps
            .map(|(direction, to)| {
                // The cells that can be entered are the same before the step as after it, but for `to` itself.
                let value = match position.exit_count(to) as i32 {
                    0 => -1,
                    exits => 4 - exits,
                };
                (Move::Step(direction), value)
            })
            .collect()
    }
}

impl Agent<Visible> for SimplePlayer {
    fn choose_with_progress(
        &mut self,
        position: &Visible,
        _: &Limits,
        _: &mut Tell<'_, Move>,
    ) -> Report<Move, Value> {
        let begun = Instant::now();
        let candidates = if position.is_over() { Vec::new() } else { Self::candidates(position) };
        // Of equals the first: `max_by_key` would take the last.
        let chosen = candidates.iter().rev().max_by_key(|candidate| candidate.1);
        let best = match chosen {
            Some(&(mv, _)) => Some(mv),
            None if position.is_over() => None,
            None => Some(Move::Stuck),
        };
        Report {
            best,
            value: Value::Points(chosen.map_or(-1.0, |&(_, value)| f64::from(value))),
            line: best.into_iter().collect(),
            depth: 1,
            nodes: 1 + candidates.len() as u64,
            elapsed: begun.elapsed(),
            stopped: Stop::Unsearched,
            table: TableUse::default(),
        }
    }

    fn move_values(&mut self, position: &Visible) -> Option<Vec<Option<Value>>> {
        let candidates = Self::candidates(position);
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let worth = |mv: Move| candidates.iter().find(|candidate| candidate.0 == mv);
        let points = |mv| worth(mv).map(|&(_, value)| Value::Points(f64::from(value)));
        Some(legal.into_iter().map(points).collect())
    }
}
