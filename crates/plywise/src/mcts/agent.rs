//! The player that searches by simulation.

use super::{Mcts, mcts_with_progress};
use crate::agent::Agent;
use crate::evaluate::Evaluate;
use crate::game::Game;
use crate::limits::{Limits, SearchLimits};
use crate::report::Report;
use crate::rng::Rng;
use crate::score::Value;
use crate::setting::Setting;
use crate::trace::Tell;

/// Plays what [`mcts`](crate::mcts()) favours.
#[derive(Clone, Debug)]
pub struct MctsAgent<S, E> {
    setting: S,
    eval: E,
    options: Mcts,
    limits: SearchLimits,
    seeds: Rng,
    /// What the last search found each move worth, in the order of the rules.
    found: Vec<Option<Value>>,
}

impl<S, E> MctsAgent<S, E> {
    /// A player with these settings. The seed of `options` holds until a new game brings its own; `limits` are the
    /// player's own, and the stricter of these and the clock's hold.
    pub fn new(setting: S, eval: E, options: Mcts, limits: SearchLimits) -> Self {
        let seeds = Rng::new(options.seed);
        Self { setting, eval, options, limits, seeds, found: Vec::new() }
    }
}

impl<G: Game, S: Setting<G>, E: Evaluate<G> + Send + Sync> Agent<G> for MctsAgent<S, E> {
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        self.options.seed = self.seeds.next_u64();
        let limits = self.limits.within(limits);
        let found = mcts_with_progress(position, self.setting, &self.eval, &self.options, &limits, tell);
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let worth = |mv| found.moves.iter().find(|about| about.mv == mv).and_then(|about| about.value);
        self.found = legal.into_iter().map(worth).collect();
        found.report
    }

    fn move_values(&mut self, _position: &G) -> Option<Vec<Option<Value>>> {
        Some(self.found.clone())
    }

    fn new_game(&mut self, seed: u64) {
        self.seeds = Rng::new(seed);
    }
}
