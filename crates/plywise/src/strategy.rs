//! One deep search, its strategy kept, and the next moves played from what was kept.
//!
//! A strategy answers everything the rival can do: one edge leads out of each own position, all edges out of each of
//! the rival's (a solution tree: Stockman 1979, "A minimax algorithm better than alpha-beta?", §2). A finished
//! alpha-beta search has entered one that assures the root's value: the best move of each own position on it, and every
//! reply. With `b` moves everywhere and `h` plies, own moves first, it has
//!
//! - own edges: the sum of `b^i` for `i = 0 ..= ceil(h/2) - 1`, one for each own position;
//! - the rival's edges: the sum of `b^i` for `i = 1 ..= floor(h/2)`, all of each rival position.
//!
//! After the first move `ceil(h/2) - 1` further own moves can be played from it, each backed by two plies less.

use std::time::{Duration, Instant};

use crate::agent::{Agent, or_first};
use crate::alphabeta::{AlphaBeta, Settings, alpha_beta};
use crate::evaluate::Evaluate;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Limits;
use crate::report::{Report, TableUse};
use crate::score::{Score, Value};
use crate::stop::Stop;
use crate::trace::Tell;
use crate::trace::{Entering, ExitReason, Trace};

/// What to do in a position of a search, whatever the rival answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy<M> {
    /// Whether the seat that the strategy is for is to move here.
    pub own: bool,
    /// Plies from here to the horizon of the search.
    pub depth: u32,
    /// What the strategy assures, as the search's seat sees it.
    pub assured: Score,
    /// The kept moves: at most one if `own`, all otherwise; none at the horizon and where the game is over.
    pub replies: Vec<(M, Strategy<M>)>,
}

impl<M: Copy + Eq> Strategy<M> {
    /// The move to play, where one is kept.
    #[must_use]
    pub fn choice(&self) -> Option<M> {
        self.replies.first().filter(|_| self.own).map(|reply| reply.0)
    }

    /// What is kept after a move.
    #[must_use]
    pub fn after(self, mv: M) -> Option<Self> {
        self.replies.into_iter().find(|reply| reply.0 == mv).map(|reply| reply.1)
    }

    /// Edges out of own positions.
    #[must_use]
    pub fn own_edges(&self) -> u64 {
        self.edges(true)
    }

    /// Edges out of the rival's positions.
    #[must_use]
    pub fn rival_edges(&self) -> u64 {
        self.edges(false)
    }

    fn edges(&self, own: bool) -> u64 {
        let here = if self.own == own { self.replies.len() as u64 } else { 0 };
        here + self.replies.iter().map(|reply| reply.1.edges(own)).sum::<u64>()
    }
}

/// What a search found, and its strategy if it was finished.
pub type Searched<M> = (Report<M, Score>, Option<Strategy<M>>);

/// Searches `position` to `depth` by plain alpha-beta and keeps the strategy that assures the value. None if the limits
/// stopped the search, or if the depth is 0.
pub fn keep_strategy<G, E>(position: &G, eval: &E, depth: u32, limits: &Limits) -> Searched<G::Move>
where
    G: TwoPlayer + Keyed,
    E: Evaluate<G> + ?Sized,
{
    let mut keeper = Keeper { path: Vec::new(), done: None };
    // Limits that can interrupt make the search a deepening one: each iteration's strategy replaces the last one's.
    let limits = Limits { depth: Some(depth), ..limits.clone() };
    let search = AlphaBeta::new(eval, Settings::default(), None);
    let report = search.search_with(position, &limits, &mut keeper);
    let whole = depth > 0 && !report.stopped.is_interrupt();
    (report, keeper.done.filter(|_| whole))
}

/// Listens to a search and keeps, of each position on the path, what a strategy needs: the best own move so far, or
/// every reply of the rival. A position of the rival that was cut short is refuted by its parent, which has something
/// better, so what is incomplete never stays.
struct Keeper<M> {
    path: Vec<Open<M>>,
    done: Option<Strategy<M>>,
}

struct Open<M> {
    mv: Option<M>,
    node: Strategy<M>,
    best: Option<Score>,
}

impl<M: Copy> Trace<M> for Keeper<M> {
    fn enter(&mut self, node: &Entering<M>) {
        let depth = node.depth.max(0) as u32;
        let kept = Strategy { own: node.maximising, depth, assured: Score::ZERO, replies: Vec::new() };
        self.path.push(Open { mv: node.mv, node: kept, best: None });
    }

    fn leave(&mut self, value: Option<Score>, _why: ExitReason) {
        let Some(mut left) = self.path.pop() else { return };
        let Some(value) = value else { return };
        left.node.assured = value;
        let (Some(parent), Some(mv)) = (self.path.last_mut(), left.mv) else {
            self.done = Some(left.node);
            return;
        };
        if !parent.node.own {
            parent.node.replies.push((mv, left.node));
        } else if parent.best.is_none_or(|best| value > best) {
            parent.best = Some(value);
            parent.node.replies = vec![(mv, left.node)];
        }
    }
}

/// Searches the first of every `round` own moves to `depth`, and plays the others from the strategy that was kept.
///
/// Where the strategy has ended before the round has, or the rival has left it, moves are searched to `afterwards`
/// plies; with 0 they are not searched at all, and the first legal one is played.
#[derive(Clone, Debug)]
pub struct StrategyAgent<G: TwoPlayer, E> {
    /// What leaves are worth.
    pub eval: E,
    /// Plies that the first move of a round is searched, at least 1.
    pub depth: u32,
    /// Own moves in a round, at least 1.
    pub round: u32,
    /// Plies that a move is searched when nothing is kept.
    pub afterwards: u32,
    /// Own moves that were played from a kept strategy in this game.
    pub from_store: u32,
    moves: u32,
    kept: Option<(G, Strategy<G::Move>)>,
}

impl<G: TwoPlayer + Keyed, E: Evaluate<G>> StrategyAgent<G, E> {
    /// Does not search when nothing is kept.
    pub fn new(eval: E, depth: u32, round: u32) -> Self {
        Self { eval, depth, round, afterwards: 0, from_store: 0, moves: 0, kept: None }
    }

    fn decide(&mut self, position: &G, limits: &Limits) -> Report<G::Move, Score> {
        let kept = self.kept.take();
        let starts_round = self.moves.is_multiple_of(self.round.max(1));
        self.moves += 1;
        if !starts_round {
            if let Some(found) = kept.and_then(|(from, node)| find(&from, node, position))
                && let Some(best) = found.choice()
            {
                self.from_store += 1;
                let report = without_search(Some(best), &found);
                self.keep(position, best, found);
                return report;
            }
            if self.afterwards == 0 {
                return unsearched();
            }
            let limits = Limits { depth: Some(self.afterwards), ..limits.clone() };
            return alpha_beta(position, &self.eval, &limits);
        }
        let (report, strategy) = keep_strategy(position, &self.eval, self.depth.max(1), limits);
        if let (Some(best), Some(strategy)) = (report.best, strategy) {
            self.keep(position, best, strategy);
        }
        report
    }

    fn keep(&mut self, position: &G, best: G::Move, strategy: Strategy<G::Move>) {
        let mut next = position.clone();
        next.play(best);
        self.kept = strategy.after(best).map(|after| (next, after));
    }
}

/// What is kept of `wanted`, which lies some moves of the rival below `from`.
fn find<G: TwoPlayer + Keyed>(from: &G, node: Strategy<G::Move>, wanted: &G) -> Option<Strategy<G::Move>> {
    if node.own {
        return (from.turn() == wanted.turn() && from.key() == wanted.key()).then_some(node);
    }
    node.replies.into_iter().find_map(|(mv, below)| {
        let mut child = from.clone();
        child.play(mv);
        find(&child, below, wanted)
    })
}

fn without_search<M: Copy>(best: Option<M>, found: &Strategy<M>) -> Report<M, Score> {
    Report {
        value: found.assured,
        depth: found.depth,
        line: best.into_iter().collect(),
        best,
        ..unsearched()
    }
}

fn unsearched<M>() -> Report<M, Score> {
    Report {
        best: None,
        value: Score::ZERO,
        line: Vec::new(),
        depth: 0,
        nodes: 0,
        elapsed: Duration::ZERO,
        stopped: Stop::NoChoice,
        table: TableUse::default(),
    }
}

impl<G: TwoPlayer + Keyed, E: Evaluate<G> + Send> Agent<G> for StrategyAgent<G, E> {
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        _: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let begun = Instant::now();
        let report = self.decide(position, limits);
        let report = Report { elapsed: begun.elapsed(), ..report };
        or_first(position, report.map_value(|score| score.to_value(self.eval.unit())))
    }

    fn new_game(&mut self, _seed: u64) {
        self.moves = 0;
        self.from_store = 0;
        self.kept = None;
    }
}
