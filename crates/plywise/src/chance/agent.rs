//! The agent that runs a [`ChanceSearch`].

use super::ChanceSearch;
use super::evaluate::EvaluateChance;
use crate::agent::{Agent, decide};
use crate::game::Stochastic;
use crate::limits::{Limits, SearchLimits};
use crate::report::{Report, TableUse};
use crate::score::Value;
use crate::trace::Tell;
use crate::tree::SearchTree;

/// Searches to a fixed depth or the position's own, or deeper and deeper while the clock allows it.
#[derive(Debug)]
pub struct ChanceAgent<G, E> {
    /// The search. What it remembers it keeps within a game.
    pub search: ChanceSearch<G, E>,
    /// The agent's own limits: the stricter of these and the clock's hold.
    pub limits: SearchLimits,
}

impl<G: Stochastic, E: EvaluateChance<G> + Send> Agent<G> for ChanceAgent<G, E> {
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let unit = self.search.eval().unit();
        let mut limits = self.limits.within(limits);
        limits.depth = self.search.depth(position, &limits);
        let mut table = TableUse::default();
        let search = |limits: &Limits| {
            let report = self.search.search(position, limits);
            table += report.table;
            report
        };
        let points = |value: &f64| Value::Points(value / f64::from(unit));
        let report = decide(position, &limits, unit, tell, search, points);
        Report { table, ..report }
    }

    fn search_tree(&mut self, position: &G, limits: &Limits, most: usize) -> Option<SearchTree<G::Move>> {
        Some(self.search.record(position, &self.limits.within(limits), most))
    }

    fn new_game(&mut self, _seed: u64) {
        self.search.forget();
    }
}
