//! From one depth to an answer: deepening, aspiration, MTD(f), and the line that is shown.

use std::time::Instant;

use super::order::Rank;
use super::select::Selectivity;
use super::team::Team;
use super::worker::{Node, Worker};
use super::{AlphaBeta, Plan, Settings, Windows};
use crate::evaluate::Evaluate;
use crate::game::{Game, Keyed, Seat, TwoPlayer};
use crate::limits::{Limits, Meter, Stop};
use crate::minimax::mover;
use crate::report::Report;
use crate::rng::mix;
use crate::score::Score;
use crate::table::Table;
use crate::trace::{Iteration, NoTrace, Trace};

/// No game is this deep.
const UNLIMITED: u32 = i32::MAX as u32 / 2;

/// Who hears of iterations, if it is not the worker's own trace.
type Tell<'a, M> = Option<&'a mut dyn FnMut(&Iteration<M>)>;

/// Listeners that ignore nodes share one instance of the recursion, whatever their type.
pub(super) fn search<G, E, O, S, T>(
    search: &AlphaBeta<E, O, S>,
    position: &G,
    limits: &Limits,
    mut trace: T,
) -> Report<G::Move, Score>
where
    G: TwoPlayer + Keyed,
    E: Evaluate<G>,
    O: Rank<G>,
    S: Selectivity<G>,
    T: Trace<G::Move>,
{
    let plan = plan(search, mover(position));
    if T::NODES {
        run(&plan, position, limits, trace, None)
    } else {
        run(&plan, position, limits, NoTrace, Some(&mut |iteration| trace.iteration(iteration)))
    }
}

/// The search on one thread, every node told to `trace`. Speed is not the point where somebody watches every node, so
/// that one instance of the recursion serves all evaluators.
pub(super) fn record<G, E, O, S, T>(
    search: &AlphaBeta<E, O, S>,
    position: &G,
    limits: &Limits,
    trace: T,
) -> Report<G::Move, Score>
where
    G: TwoPlayer + Keyed,
    E: Evaluate<G>,
    O: Rank<G>,
    S: Selectivity<G>,
    T: Trace<G::Move>,
{
    let eval: &dyn Evaluate<G> = &search.eval;
    let alone = Settings { threads: 1, ..search.settings };
    let Plan { rank, select, table, root, salt, null_windows, .. } = plan(search, mover(position));
    let plan = Plan { eval: &eval, rank, select, settings: &alone, table, root, salt, null_windows };
    run(&plan, position, limits, trace, None)
}

fn run<G, E, O, S, T>(
    plan: &Plan<'_, E, O, S>,
    position: &G,
    limits: &Limits,
    trace: T,
    tell: Tell<'_, G::Move>,
) -> Report<G::Move, Score>
where
    G: TwoPlayer + Keyed,
    E: Evaluate<G>,
    O: Rank<G>,
    S: Selectivity<G>,
    T: Trace<G::Move>,
{
    let started = Instant::now();
    if let Some(table) = plan.table {
        table.age();
    }
    let helpers = plan.settings.threads.saturating_sub(1);
    if helpers == 0 {
        let worker = Worker::new(plan, Meter::new(limits), trace, None);
        return Drive { worker, position, started, answer: None, team: None, tell }.run(limits);
    }
    let team = Team::new();
    let limits =
        &Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(helpers as u64 + 1)), ..limits.clone() };
    std::thread::scope(|scope| {
        let helper = || {
            let mut worker = Worker::new(plan, Meter::new(limits), NoTrace, Some(&team));
            worker.help(&team);
            (worker.meter.nodes(), worker.used)
        };
        let crew: Vec<_> = (0..helpers).map(|_| scope.spawn(helper)).collect();
        let worker = Worker::new(plan, Meter::new(limits), trace, Some(&team));
        let mut report =
            Drive { worker, position, started, answer: None, team: Some(&team), tell }.run(limits);
        team.dismiss();
        for helper in crew {
            let (nodes, used) = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            report.nodes += nodes;
            report.table += used;
        }
        report
    })
}

fn plan<E, O, S>(search: &AlphaBeta<E, O, S>, root: Seat) -> Plan<'_, E, O, S> {
    Plan {
        eval: &search.eval,
        rank: &search.rank,
        select: &search.select,
        settings: &search.settings,
        table: search.table.as_deref(),
        root,
        salt: if root == Seat::FIRST { 0 } else { mix(u64::from(root.0)) },
        null_windows: search.settings.windows != Windows::Full,
    }
}

/// One empty window just below `goal` at one depth, on one thread: whether some move reaches `goal`. The best move is
/// the first that does; there is none if none does, and the value is then a bound from above.
pub(super) fn test<G, E, O, S>(
    search: &AlphaBeta<E, O, S>,
    position: &G,
    depth: u32,
    goal: Score,
    limits: &Limits,
) -> Report<G::Move, Score>
where
    G: TwoPlayer + Keyed,
    E: Evaluate<G>,
    O: Rank<G>,
    S: Selectivity<G>,
{
    let started = Instant::now();
    let plan = plan(search, mover(position));
    let worker = Worker::new(&plan, Meter::new(limits), NoTrace, None);
    let mut drive = Drive { worker, position, started, answer: None, team: None, tell: None };
    let value = drive.root::<false>(depth, goal.next_down(), goal);
    let best = drive.worker.root_best.map(|best| best.0).filter(|_| value.is_some_and(|value| value >= goal));
    Report {
        best,
        value: value.unwrap_or(Score::ZERO),
        line: best.into_iter().collect(),
        depth,
        nodes: drive.worker.meter.nodes(),
        elapsed: started.elapsed(),
        stopped: drive.worker.meter.stopped().unwrap_or(Stop::Depth),
        table: drive.worker.used,
    }
}

/// What a completed iteration, or the part of one that can be trusted, has found.
struct Answer<M> {
    best: Option<M>,
    value: Score,
    line: Vec<M>,
    depth: u32,
}

struct Drive<'a, 't, G: TwoPlayer, E, O, S, T> {
    worker: Worker<'a, G, E, O, S, T>,
    position: &'a G,
    started: Instant,
    answer: Option<Answer<G::Move>>,
    team: Option<&'a Team<G>>,
    tell: Tell<'t, G::Move>,
}

impl<G, E, O, S, T> Drive<'_, '_, G, E, O, S, T>
where
    G: TwoPlayer + Keyed,
    E: Evaluate<G>,
    O: Rank<G>,
    S: Selectivity<G>,
    T: Trace<G::Move>,
{
    fn run(&mut self, limits: &Limits) -> Report<G::Move, Score> {
        let last = limits.depth.unwrap_or(UNLIMITED);
        let deepen = self.worker.plan.settings.deepen || limits.can_interrupt();
        let first = if deepen { last.min(1) } else { last };
        let mut stopped = Stop::Depth;
        for depth in first..=last {
            stopped = self.iteration(depth);
            if stopped == Stop::Depth && depth < last && limits.is_enough() {
                stopped = Stop::Enough;
            }
            if stopped != Stop::Depth {
                break;
            }
        }
        let answer = self.answer.take();
        let depth = answer.as_ref().map_or(0, |answer| answer.depth);
        Report {
            best: answer.as_ref().and_then(|answer| answer.best),
            value: answer.as_ref().map_or(Score::ZERO, |answer| answer.value),
            line: answer.map_or_else(Vec::new, |answer| answer.line),
            depth: if depth == UNLIMITED { 0 } else { depth },
            nodes: self.worker.meter.nodes(),
            elapsed: self.started.elapsed(),
            stopped,
            table: self.worker.used,
        }
    }

    /// One depth. Returns why the search ends with it, or [`Stop::Depth`] if it may go on.
    fn iteration(&mut self, depth: u32) -> Stop {
        self.worker.fade();
        let horizon = self.worker.horizon;
        let value = self.depth_value(depth);
        let stopped = match value {
            None => self.stopped(),
            Some(value) if self.worker.horizon == horizon || value.is_proven() => Stop::Solved,
            Some(_) => Stop::Depth,
        };
        if let Some(value) = value {
            let best = self.worker.root_best.map(|best| best.0);
            let line = self.line(depth);
            self.answer = Some(Answer { best, value, line, depth });
        } else {
            self.keep_part();
        }
        if let Some(answer) = &self.answer {
            let iteration = Iteration {
                depth,
                value: answer.value,
                line: answer.line.clone(),
                nodes: self.worker.meter.nodes(),
                elapsed: self.started.elapsed(),
                stopped,
            };
            match &mut self.tell {
                Some(tell) => tell(&iteration),
                None => self.worker.trace.iteration(&iteration),
            }
        }
        stopped
    }

    fn stopped(&self) -> Stop {
        let helpers = self.team.and_then(Team::stopped);
        self.worker.meter.stopped().or(helpers).expect("a search without a value was stopped")
    }

    /// An iteration that was cut short looked at the last one's best move first: a move that has proven better
    /// since then is the better answer, though its depth is not complete.
    fn keep_part(&mut self) {
        let Some((mv, _)) = self.worker.root_best else { return };
        match &mut self.answer {
            Some(answer) if answer.best != Some(mv) => {
                answer.best = Some(mv);
                answer.line = vec![mv];
            }
            Some(_) => {}
            None => {
                self.answer = Some(Answer { best: Some(mv), value: Score::ZERO, line: vec![mv], depth: 0 });
            }
        }
    }

    fn depth_value(&mut self, depth: u32) -> Option<Score> {
        let before = self.answer.as_ref().map(|answer| answer.value);
        match (self.worker.plan.settings.windows, before) {
            (Windows::Memory, before) => self.mtd(depth, before.unwrap_or(Score::ZERO)),
            (_, Some(value)) if self.worker.plan.settings.aspiration > 0 && !value.is_proven() => {
                self.aspire(depth, value)
            }
            _ => self.root::<true>(depth, -Score::INFINITY, Score::INFINITY),
        }
    }

    fn root<const OPEN: bool>(&mut self, depth: u32, alpha: Score, beta: Score) -> Option<Score> {
        let node = Node { depth: depth as i32, ply: 0, alpha, beta, last: None, rank: 0 };
        self.worker.value::<OPEN>(self.position, node)
    }

    /// A narrow window around the last value, opened on the side where the value falls out of it: Marsland 1983,
    /// "Relative efficiency of alpha-beta implementations".
    fn aspire(&mut self, depth: u32, expected: Score) -> Option<Score> {
        let mut width = i64::from(self.worker.plan.settings.aspiration);
        let (mut alpha, mut beta) = around(expected, width);
        loop {
            let value = self.root::<true>(depth, alpha, beta)?;
            width *= 4;
            if value <= alpha && alpha > -Score::INFINITY {
                alpha = around(value, width).0;
            } else if value >= beta && beta < Score::INFINITY {
                beta = around(value, width).1;
            } else {
                return Some(value);
            }
        }
    }

    /// Plaat et al. 1996, figure 6: empty windows until the bounds meet.
    fn mtd(&mut self, depth: u32, first: Score) -> Option<Score> {
        let (mut low, mut high) = (-Score::INFINITY, Score::INFINITY);
        let mut guess = first;
        while low < high {
            let beta = if guess == low { guess.next_up() } else { guess };
            guess = self.root::<false>(depth, beta.next_down(), beta)?;
            if guess < beta {
                high = guess;
            } else {
                low = guess;
            }
        }
        Some(guess)
    }

    /// The line of open windows, continued through the table, no longer than `depth`.
    fn line(&self, depth: u32) -> Vec<G::Move> {
        let mut line = self.worker.line_from(0).to_vec();
        if let Some((best, _)) = self.worker.root_best
            && line.first() != Some(&best)
        {
            line = vec![best];
        }
        if let Some(table) = self.worker.plan.table {
            continue_line(self.position, table, self.worker.plan.salt, depth, &mut line);
        }
        line
    }
}

/// A window of `width` to both sides; the whole half where that would leave the heuristic range.
fn around(value: Score, width: i64) -> (Score, Score) {
    let limit = i64::from(Score::HEURISTIC_LIMIT);
    let (low, high) = (i64::from(value.raw()) - width, i64::from(value.raw()) + width);
    let inside = |bound: i64| Score::heuristic(bound.clamp(-limit, limit) as i32);
    (
        if low < -limit { -Score::INFINITY } else { inside(low) },
        if high > limit { Score::INFINITY } else { inside(high) },
    )
}

fn continue_line<G: Game + Keyed>(start: &G, table: &Table, salt: u64, depth: u32, line: &mut Vec<G::Move>) {
    /// Longer lines are of no use to anybody.
    const LONGEST: usize = 64;
    let mut position = start.clone();
    for &mv in line.iter() {
        position.play(mv);
    }
    while line.len() < (depth as usize).min(LONGEST) {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let known = table.get(position.key() ^ salt, line.len() as u32).and_then(|entry| entry.best);
        let Some(&mv) = known.and_then(|best| moves.get(best as usize)) else { return };
        position.play(mv);
        line.push(mv);
    }
}
