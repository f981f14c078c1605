//! The published player at a board where a move must be made.

use std::time::Instant;

use plywise::trace::Tell;
use plywise::tree::SearchTree;
use plywise::{Agent, Game, Limits, Report, Stop, TableUse, Value};

use super::search::Course;
use crate::{Move, Othello};

/// Which positions an agent says that it looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Count {
    /// All of them.
    #[default]
    True,
    /// Those that the published program adds up.
    Reported,
}

/// The published player on either seat, for matches by the rules: where the search chooses none of its moves, the first
/// that it would have tried is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CourseAgent {
    /// The search.
    pub course: Course,
    /// What it says of its effort.
    pub count: Count,
}

impl Agent<Othello> for CourseAgent {
    fn choose_with_progress(
        &mut self,
        position: &Othello,
        limits: &Limits,
        _: &mut Tell<'_, Move>,
    ) -> Report<Move, Value> {
        let started = Instant::now();
        let found = self.course.search_within(position, limits);
        let best = found.square.or_else(|| self.course.first(position)).map_or_else(
            || (!position.is_over()).then_some(Move::PASS),
            |square| Some(Move::from_index(square)),
        );
        Report {
            best,
            value: Value::Points(f64::from(found.value)),
            line: best.into_iter().collect(),
            depth: limits.depth.map_or(self.course.depth, |most| most.min(self.course.depth)),
            nodes: match self.count {
                Count::True => found.counts.nodes,
                Count::Reported => found.counts.reported,
            },
            elapsed: started.elapsed(),
            stopped: found.stopped.unwrap_or(Stop::Depth),
            table: TableUse::default(),
        }
    }

    fn search_tree(&mut self, position: &Othello, limits: &Limits, most: usize) -> Option<SearchTree<Move>> {
        Some(self.course.record(position, limits, most))
    }
}
