//! Who sits at the board: agents, and the plain ones that every game has.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::alphabeta::{Alike, AlphaBeta, FullWidth, NoProbe, Search};
use crate::deepen::deepen;
use crate::evaluate::Evaluate;
use crate::expectimax::expectimax;
use crate::game::{Game, Keyed, Seat, Stochastic, Turn, TwoPlayer};
use crate::limits::{Limits, OwnLimits, SearchLimits};
use crate::minimax::{minimax, minimax_with};
use crate::report::{Report, TableUse};
use crate::rng::Rng;
use crate::score::{Score, Value};
use crate::stop::Stop;
use crate::trace::{Iteration, Tell};
use crate::tree::{SearchTree, TreeRecorder};

/// A player of one game, deciding one move at a time.
pub trait Agent<G: Game>: Send {
    /// Chooses a move in a position at this agent's turn that is not over. `limits` comes from the clock; an
    /// agent's own settings (a fixed depth, say) apply besides.
    ///
    /// `tell` hears of each depth that is completed on the way, or now and then what simulations favour. An agent that
    /// has no such moments has nothing to tell.
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value>;

    /// The same, and nobody is told.
    fn choose(&mut self, position: &G, limits: &Limits) -> Report<G::Move, Value> {
        self.choose_with_progress(position, limits, &mut |_, _| {})
    }

    /// The search of this position as a tree of at most `most` recorded positions. None from an agent whose search is no
    /// such tree.
    fn search_tree(&mut self, _position: &G, _limits: &Limits, _most: usize) -> Option<SearchTree<G::Move>> {
        None
    }

    /// What the [`choose`](Self::choose) before this found each legal move of the same position worth to the seat to move, in
    /// the order of the rules; None of a move that it has no value of. None from an agent that learns of its best move only.
    fn move_values(&mut self, _position: &G) -> Option<Vec<Option<Value>>> {
        None
    }

    /// How the position that [`choose`](Self::choose) is asked about next came about: from `start` by the `moves` of the
    /// seats, outcomes of chance left out. The first `known` of them were told before the question before this one, and
    /// still hold: an agent that keeps count looks at the others only, however long the game is. Told before each question of
    /// a game; only for agents that pass it on.
    fn follow(&mut self, _start: &G, _moves: &[G::Move], _known: usize) {}

    /// Why the last [`choose`](Self::choose) gave no move, in one line; None from an agent that always gives one.
    fn failure(&mut self) -> Option<String> {
        None
    }

    /// Whether it was this machine's fault that the last [`choose`](Self::choose) gave no move: no more processes, files
    /// or memory, a program that is gone. No game is lost by that.
    fn is_hosts_fault(&self) -> bool {
        false
    }

    /// Makes ready whatever may fail before the first move: a program that has to be started, say. `stop` breaks the wait off.
    ///
    /// # Errors
    /// Why the agent cannot play at all, in one line.
    fn prepare(&mut self, _stop: Option<&AtomicBool>) -> Result<(), String> {
        Ok(())
    }

    /// How the last [`choose`](Self::choose) was given its time and why it got no more, in one line; None from an agent
    /// that does not divide a clock.
    fn time_report(&mut self) -> Option<String> {
        None
    }

    /// What the last [`choose`](Self::choose) took by the agent's own measure, where a referee shall take that instead of
    /// the time on the wall: processor time on a busy machine, say. None from an agent without one.
    fn used(&mut self) -> Option<Duration> {
        None
    }

    /// A new game begins: forget the last one. `seed` is the source of everything the agent draws in it.
    fn new_game(&mut self, _seed: u64) {}
}

/// Plays uniformly among the legal moves.
#[derive(Clone, Debug)]
pub struct RandomAgent {
    rng: Rng,
}

impl Default for RandomAgent {
    fn default() -> Self {
        Self { rng: Rng::new(0) }
    }
}

impl<G: Game> Agent<G> for RandomAgent {
    fn choose_with_progress(
        &mut self,
        position: &G,
        _: &Limits,
        _: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let started = Instant::now();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let best = (!moves.is_empty()).then(|| moves[self.rng.index(moves.len())]);
        Report {
            best,
            value: Value::Points(0.0),
            line: best.into_iter().collect(),
            depth: 0,
            nodes: 1,
            elapsed: started.elapsed(),
            stopped: Stop::Unsearched,
            table: TableUse::default(),
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

/// Looks one ply ahead and plays the move after which the evaluator likes the position best, the first of equals.
#[derive(Clone, Debug)]
pub struct GreedyAgent<E> {
    /// What it looks for.
    pub eval: E,
}

impl<G: Game, E: Evaluate<G> + Send> Agent<G> for GreedyAgent<E> {
    fn choose_with_progress(
        &mut self,
        position: &G,
        _: &Limits,
        _: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        greedy(position, &self.eval).map_value(|score| score.to_value(self.eval.unit()))
    }

    fn move_values(&mut self, position: &G) -> Option<Vec<Option<Value>>> {
        let Turn::Seat(seat) = position.turn() else { return None };
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let worth = |mv| Some(after(position, mv, seat, &self.eval).to_value(self.eval.unit()));
        Some(moves.into_iter().map(worth).collect())
    }
}

/// What a seat's position is worth directly after its move.
fn after<G: Game, E: Evaluate<G>>(position: &G, mv: G::Move, seat: Seat, eval: &E) -> Score {
    let mut child = position.clone();
    child.play(mv);
    if child.is_over() { eval.finished(&child, seat, 1) } else { eval.evaluate(&child, seat) }
}

/// One ply, no opponent, no chance: the best static value directly after a move of the seat to move.
pub fn greedy<G: Game, E: Evaluate<G>>(position: &G, eval: &E) -> Report<G::Move, Score> {
    let started = Instant::now();
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let nodes = 1 + moves.len() as u64;
    let mut best: Option<(Score, G::Move)> = None;
    if let Turn::Seat(seat) = position.turn() {
        for mv in moves {
            let value = after(position, mv, seat, eval);
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, mv));
            }
        }
    }
    Report {
        best: best.map(|b| b.1),
        value: best.map_or(Score::ZERO, |b| b.0),
        line: best.into_iter().map(|b| b.1).collect(),
        depth: 1,
        nodes,
        elapsed: started.elapsed(),
        stopped: Stop::Depth,
        table: TableUse::default(),
    }
}

/// Plays by plain minimax to a fixed depth, or deeper and deeper while the clock allows it.
#[derive(Clone, Debug)]
pub struct MinimaxAgent<E> {
    /// What leaves are worth.
    pub eval: E,
    /// Its own limits: the stricter of these and the clock's hold.
    pub limits: SearchLimits,
}

/// Plays by the alpha-beta family.
#[derive(Clone, Debug)]
pub struct AlphaBetaAgent<E, O = Alike, S = FullWidth, P = NoProbe> {
    /// The search, shared with the threads that it starts. Its table is emptied before each game, so that games do not
    /// depend on each other.
    pub search: Arc<AlphaBeta<E, O, S, P>>,
    /// Its own limits.
    pub limits: OwnLimits,
}

impl<E, O, S, P> AlphaBetaAgent<E, O, S, P> {
    /// This search within these limits.
    pub fn new(search: AlphaBeta<E, O, S, P>, limits: impl Into<OwnLimits>) -> Self {
        Self { search: Arc::new(search), limits: limits.into() }
    }
}

impl<G: TwoPlayer, E: Evaluate<G> + Send> Agent<G> for MinimaxAgent<E> {
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let (limits, unit) = (self.limits.within(limits), self.eval.unit());
        let search = |limits: &Limits| minimax(position, &self.eval, limits);
        decide(position, &limits, unit, tell, search, |score| score.to_value(unit))
    }

    fn search_tree(&mut self, position: &G, limits: &Limits, most: usize) -> Option<SearchTree<G::Move>> {
        let mut recorder = TreeRecorder::new(most, self.eval.unit());
        minimax_with(position, &self.eval, &self.limits.within(limits), Some(&mut recorder));
        Some(recorder.into_tree())
    }
}

impl<G, E, O, S, P> Agent<G> for AlphaBetaAgent<E, O, S, P>
where
    G: TwoPlayer + Keyed + 'static,
    AlphaBeta<E, O, S, P>: Search<G> + Send + 'static,
{
    fn search_tree(&mut self, position: &G, limits: &Limits, most: usize) -> Option<SearchTree<G::Move>> {
        Some(grown(&self.search, position, &self.limits.within(limits), most))
    }

    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        search_with_progress(&self.search, position, &self.limits.within(limits), tell)
    }

    fn new_game(&mut self, _seed: u64) {
        self.search.forget::<G>();
    }
}

/// A move by alpha-beta, each iteration told on the way: see [`Agent::choose_with_progress`].
pub(crate) fn search_with_progress<G, E, O, S, P>(
    search: &Arc<AlphaBeta<E, O, S, P>>,
    position: &G,
    limits: &Limits,
    tell: &mut Tell<'_, G::Move>,
) -> Report<G::Move, Value>
where
    G: TwoPlayer + Keyed + 'static,
    AlphaBeta<E, O, S, P>: Search<G> + Send + 'static,
{
    let unit = search.eval().unit();
    let report = search.search_detached(position, limits, &mut |iteration| tell(iteration, unit));
    or_first(position, report.map_value(|score| score.to_value(unit)))
}

/// See [`Agent::search_tree`].
pub(crate) fn grown<G, E, O, S, P>(
    search: &AlphaBeta<E, O, S, P>,
    position: &G,
    limits: &Limits,
    most: usize,
) -> SearchTree<G::Move>
where
    G: TwoPlayer + Keyed,
    AlphaBeta<E, O, S, P>: Search<G>,
{
    let mut recorder = TreeRecorder::new(most, search.eval().unit());
    search.search_with(position, limits, &mut recorder);
    recorder.into_tree()
}

/// Averages over chance to a fixed depth, or deeper and deeper while the clock allows it.
#[derive(Clone, Debug)]
pub struct ExpectimaxAgent<E> {
    /// What leaves are worth.
    pub eval: E,
    /// Its own limits: the stricter of these and the clock's hold.
    pub limits: SearchLimits,
}

impl<G: Stochastic, E: Evaluate<G> + Send> Agent<G> for ExpectimaxAgent<E> {
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let (limits, unit) = (self.limits.within(limits), self.eval.unit());
        let search = |limits: &Limits| expectimax(position, &self.eval, limits);
        decide(position, &limits, unit, tell, search, |value| Value::Points(value / f64::from(unit)))
    }
}

/// Straight to the depth where nothing can interrupt, step by step where something can.
pub(crate) fn run<M, V>(limits: &Limits, search: impl FnMut(&Limits) -> Report<M, V>) -> Report<M, V> {
    let mut search = search;
    if limits.goes_stepwise() || limits.depth.is_none() { deepen(limits, search) } else { search(limits) }
}

/// A move by a `search` that knows nothing of deepening: each completed depth is told, and where not even the first was
/// completed some move is still played. `value` reads what a search found for the seat to move, at `unit`s to the point.
pub(crate) fn decide<G: Game, V>(
    position: &G,
    limits: &Limits,
    unit: i32,
    tell: &mut Tell<'_, G::Move>,
    mut search: impl FnMut(&Limits) -> Report<G::Move, V>,
    value: impl Fn(&V) -> Value,
) -> Report<G::Move, Value> {
    let started = Instant::now();
    let mut nodes = 0;
    let report = run(limits, |limits| {
        let report = search(limits);
        nodes += report.nodes;
        if !report.stopped.is_interrupt() {
            let iteration = Iteration {
                depth: report.depth,
                value: value(&report.value).to_score(unit),
                line: report.line.clone(),
                nodes,
                elapsed: started.elapsed(),
                stopped: report.stopped,
            };
            tell(&iteration, unit);
        }
        report
    });
    or_first(position, report.map_value(|found| value(&found)))
}

/// A search that was stopped before it had any move still has to play one: the first. At a turn of chance there is none
/// to play.
pub(crate) fn or_first<G: Game>(position: &G, mut report: Report<G::Move, Value>) -> Report<G::Move, Value> {
    if report.best.is_none() && position.turn() != Turn::Chance {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        report.best = moves.first().copied();
        report.line = moves.into_iter().take(1).collect();
        report.depth = 0;
    }
    report
}
