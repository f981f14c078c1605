//! A partner for people: one that errs as they do, by misjudging what is close rather than by playing at random.
//!
//! Each move is searched by itself, and the player takes one with a probability that falls with what the move seems to lose:
//! McFadden 1974, "Conditional logit analysis of qualitative choice behavior", eq. 12; for players of games McKelvey & Palfrey
//! 1995, "Quantal response equilibria for normal form games", §3. What lies within its depth it sees as well as anybody.

use std::sync::Arc;
use std::time::Instant;

use crate::agent::{Agent, or_first, search_with_progress};
use crate::alphabeta::{Alike, AlphaBeta, FullWidth, NoProbe, Search};
use crate::evaluate::Evaluate;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Limits;
use crate::minimax::mover;
use crate::report::{Report, TableUse};
use crate::rng::Rng;
use crate::score::{Score, Value};
use crate::stop::Stop;
use crate::trace::Tell;

/// How strong a partner is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Plies that it looks ahead, at least 1.
    pub depth: u32,
    /// A move that seems worse by so much, in the evaluation's unit, is played 2.7 times as seldom. 0: only the best is played.
    pub doubt: f64,
}

/// Plays with this skill.
#[derive(Clone, Debug)]
pub struct PartnerAgent<E, O = Alike, S = FullWidth, P = NoProbe> {
    search: Arc<AlphaBeta<E, O, S, P>>,
    skill: Skill,
    rng: Rng,
}

impl<E, O, S, P> PartnerAgent<E, O, S, P> {
    /// A partner whose moves are valued by this search.
    pub fn new(search: AlphaBeta<E, O, S, P>, skill: Skill) -> Self {
        Self { search: Arc::new(search), skill, rng: Rng::new(0) }
    }

    /// Which of these values is chosen, by lot.
    fn pick(&mut self, values: &[Score]) -> Option<usize> {
        let best = *values.iter().max()?;
        let loss = |value: Score| f64::from(best.raw()) - f64::from(value.raw());
        let weights: Vec<f64> =
            values.iter().map(|&value| libm::exp(-loss(value) / self.skill.doubt)).collect();
        let mut lot = self.rng.unit() * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            lot -= weight;
            lot < 0.0
        });
        // Rounding may leave a little of the lot.
        drawn.or_else(|| values.iter().position(|&value| value == best))
    }
}

impl<G, E, O, S, P> Agent<G> for PartnerAgent<E, O, S, P>
where
    G: TwoPlayer + Keyed + 'static,
    AlphaBeta<E, O, S, P>: Search<G> + Send + 'static,
{
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let (started, seat) = (Instant::now(), mover(position));
        let depth = limits.depth.map_or(self.skill.depth, |depth| depth.min(self.skill.depth)).max(1);
        if self.skill.doubt <= 0.0 {
            let limits = Limits { depth: Some(depth), ..limits.clone() };
            return search_with_progress(&self.search, position, &limits, tell);
        }
        let below = Limits { depth: Some(depth - 1), ..limits.clone() };
        let (mut moves, mut lines, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let (mut nodes, mut table, mut stopped) = (1, TableUse::default(), Stop::Depth);
        position.moves(&mut moves);
        for &mv in &moves {
            let mut child = position.clone();
            child.play(mv);
            if child.is_over() {
                nodes += 1;
                values.push(self.search.eval().finished(&child, seat, 1));
                lines.push(vec![mv]);
                continue;
            }
            let found = self.search.search(&child, &below);
            nodes += found.nodes;
            table += found.table;
            if found.stopped.is_interrupt() {
                stopped = found.stopped;
                break;
            }
            let value = if mover(&child) == seat { found.value } else { -found.value };
            values.push(value.from_root(1));
            lines.push([vec![mv], found.line].concat());
        }
        let picked = self.pick(&values);
        let report = Report {
            best: picked.map(|at| moves[at]),
            value: picked.map_or(Score::ZERO, |at| values[at]).to_value(self.search.eval().unit()),
            line: picked.map(|at| lines.swap_remove(at)).unwrap_or_default(),
            depth,
            nodes,
            elapsed: started.elapsed(),
            stopped,
            table,
        };
        or_first(position, report)
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.search.forget::<G>();
    }
}
