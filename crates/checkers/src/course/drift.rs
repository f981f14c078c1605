//! A player that loses count of its round.

use std::time::Duration;

use plywise::trace::Tell;
use plywise::tree::SearchTree;
use plywise::{Agent, Clock, Game, Limits, Report, Stop, TableUse, Value};

use super::players::Thinker;
use crate::moves::Move;
use crate::rules::Checkers;

/// The published `simple_player` with its defect: a move without a choice is returned at once and booked nowhere, so that
/// the player believes itself earlier in the round than the referee does. It keeps its own clock, started with the first
/// move it has to think about, and does not look at the referee's.
pub struct Drifting {
    /// Who thinks about the other moves.
    pub thinker: Thinker,
    had_no_choice: bool,
}

impl Drifting {
    /// The player whose other moves are `thinker`'s.
    pub fn new(thinker: Thinker) -> Self {
        Self { thinker, had_no_choice: false }
    }
}

impl Agent<Checkers> for Drifting {
    fn choose_with_progress(
        &mut self,
        position: &Checkers,
        limits: &Limits,
        tell: &mut Tell<'_, Move>,
    ) -> Report<Move, Value> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        self.had_no_choice = moves.len() == 1;
        if self.had_no_choice {
            return unthought(moves);
        }
        let Some(clock) = &limits.clock else {
            return self.thinker.choose_with_progress(position, limits, tell);
        };
        self.thinker.clock.get_or_insert_with(|| Clock::new(clock.control()));
        let limits = Limits { clock: None, deadline: None, ..limits.clone() };
        self.thinker.choose_with_progress(position, &limits, tell)
    }

    fn search_tree(&mut self, position: &Checkers, limits: &Limits, most: usize) -> Option<SearchTree<Move>> {
        self.thinker.search_tree(position, limits, most)
    }

    fn time_report(&mut self) -> Option<String> {
        if self.had_no_choice { Some("no choice; not booked".into()) } else { self.thinker.time_report() }
    }

    fn used(&mut self) -> Option<Duration> {
        if self.had_no_choice { Some(Duration::ZERO) } else { self.thinker.used() }
    }

    fn new_game(&mut self, seed: u64) {
        self.thinker.new_game(seed);
        self.thinker.clock = None;
    }
}

fn unthought(moves: Vec<Move>) -> Report<Move, Value> {
    Report {
        best: moves.first().copied(),
        value: Value::Points(0.0),
        line: moves,
        depth: 0,
        nodes: 1,
        elapsed: Duration::ZERO,
        stopped: Stop::NoChoice,
        table: TableUse::default(),
    }
}
