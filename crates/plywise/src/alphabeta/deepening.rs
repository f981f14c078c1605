//! From one depth to an answer: deepening, MTD(f), and the line that is shown.

use std::time::Instant;

use super::order::{Ordering, Rank};
use super::probe::Probe;
use super::search::Search;
use super::select::Selectivity;
use super::team::Team;
use super::worker::{Node, Worker};
use super::{Settings, Windows};
use crate::evaluate::{Evaluate, at_sight};
use crate::game::{Game, Keyed, TwoPlayer};
use crate::limits::Limits;
use crate::minimax::mover;
use crate::report::Report;
use crate::score::Score;
use crate::stop::Stop;
use crate::table::{Bound, Entry, Table};
use crate::trace::Iteration;

/// No game is this deep.
const UNLIMITED: u32 = i32::MAX as u32 / 2;
/// Deepening ends here: the table tells no greater depths apart, so that the next one would only find this one again.
const DEEPEST: u32 = Entry::DEEPEST;
/// By so much a window grows on the side on which the value does not lie in it.
const WIDER: i32 = 4;

/// Who hears of iterations alone.
pub(super) type Tell<'a, M> = Option<&'a mut dyn FnMut(&Iteration<M>)>;

/// What a completed iteration, or the part of one that can be trusted, has found.
struct Answer<M> {
    best: Option<M>,
    value: Score,
    line: Vec<M>,
    depth: u32,
}

pub(super) struct Deepening<'a, 't, G: TwoPlayer, S> {
    pub(super) worker: Worker<'a, G, S>,
    position: &'a G,
    started: Instant,
    answer: Option<Answer<G::Move>>,
    tell: Tell<'t, G::Move>,
}

impl<'a, 't, G: TwoPlayer + Keyed, S: Search<G>> Deepening<'a, 't, G, S> {
    pub(super) fn new(worker: Worker<'a, G, S>, position: &'a G, tell: Tell<'t, G::Move>) -> Self {
        Self { worker, position, started: Instant::now(), answer: None, tell }
    }

    pub(super) fn run(&mut self, limits: &Limits) -> Report<G::Move, Score> {
        let deepen = self.worker.plan.settings.deepen || limits.goes_stepwise();
        let last = limits.depth.unwrap_or(UNLIMITED);
        let last = if deepen { last.min(DEEPEST) } else { last };
        // Depth 0 has no move to answer with.
        let first = if deepen { last.min(1) } else { last };
        let (mut depth, mut told) = (first, first);
        let stopped = loop {
            match self.iteration(depth, told) {
                Stop::Depth if depth >= last => break Stop::Depth,
                Stop::Depth if limits.is_enough() => break Stop::Enough,
                Stop::Depth if self.leaps(depth, last) => (depth, told) = self.leap(depth, last),
                Stop::Depth => (depth, told) = (depth + 1, depth + 1),
                stopped => break stopped,
            }
        };
        let mut answer = self.answer.take();
        // Who solves wants to see the end; who plays does not wait for it.
        let &Settings { leap_from, leap_within, .. } = self.worker.plan.settings;
        let solves = leap_from < u32::MAX && leap_within == u32::MAX;
        if let (Stop::Solved, true, Some(answer)) = (stopped, solves, &mut answer) {
            self.to_the_end(&mut answer.line);
        }
        let depth = answer.as_ref().map_or(0, |answer| answer.depth);
        Report {
            best: answer.as_ref().and_then(|answer| answer.best),
            value: answer.as_ref().map_or_else(|| self.at_sight(), |answer| answer.value),
            line: answer.map_or_else(Vec::new, |answer| answer.line),
            depth: if depth == UNLIMITED { 0 } else { depth },
            nodes: self.worker.meter.nodes(),
            elapsed: self.started.elapsed(),
            stopped,
            table: self.worker.used,
        }
    }

    fn at_sight(&self) -> Score {
        at_sight(self.position, self.worker.plan.search.eval(), mover(self.position))
    }

    /// Plies to the end of the game, about.
    fn end(&self) -> u32 {
        self.worker.plan.search.rank().height(self.position).unsigned_abs()
    }

    /// Whether the depths after this one tell too little for what they cost.
    fn leaps(&self, depth: u32, last: u32) -> bool {
        let &Settings { leap_from, leap_within, .. } = self.worker.plan.settings;
        let is_near = || self.end() <= last.min(depth.saturating_add(leap_within)) && self.stages() > 0;
        depth >= leap_from && (leap_within == u32::MAX || is_near())
    }

    /// Stages on the way to the end, as the game thinks of what was found so far.
    fn stages(&self) -> u32 {
        let value = self.answer.as_ref().map_or(Score::ZERO, |answer| answer.value);
        self.worker.plan.search.select().stages(self.position, value)
    }

    /// The next depth on the way to the last one, and what it is called: the last is one more than those before it.
    fn leap(&self, depth: u32, last: u32) -> (u32, u32) {
        let (end, stages) = (self.end(), self.stages());
        let beyond = end.saturating_add(stages);
        let next = match stages {
            1.. if depth < end => end.min(last),
            1.. if depth + 1 < beyond => (depth + 1).min(last),
            _ => last,
        };
        (next, next.min(beyond.max(depth + 1)))
    }

    /// The line where the game goes on by itself.
    fn to_the_end(&self, line: &mut Vec<G::Move>) {
        let mut position = self.position.clone();
        for &mv in line.iter() {
            position.play(mv);
        }
        while let Some(mv) = self.worker.plan.search.probe().reply(&position) {
            position.play(mv);
            line.push(mv);
        }
    }

    /// One depth, and what it is called. Returns why the search ends with it, or [`Stop::Depth`] if it may go on.
    fn iteration(&mut self, depth: u32, told: u32) -> Stop {
        // What refuted positions at the last depth still does so at this one, mostly; but it must be possible to
        // unlearn.
        self.worker.age_history();
        let horizon = self.worker.horizon;
        let value = self.depth_value(depth);
        let stopped = match value {
            None => self.stopped(),
            // No line met the horizon, or the end is proven whatever lies behind the horizon elsewhere: a deeper
            // search would find the same.
            Some(value) if self.worker.horizon == horizon || is_last_word::<S::Probe, G>(value, depth) => {
                Stop::Solved
            }
            Some(_) => Stop::Depth,
        };
        if let Some(value) = value {
            let best = self.worker.root_best.map(|best| best.0);
            let line = self.line(depth, value, stopped == Stop::Solved);
            self.answer = Some(Answer { best, value, line, depth: told });
        } else {
            self.keep_part();
        }
        if let Some(answer) = &self.answer {
            let iteration = Iteration {
                depth: told,
                value: answer.value,
                line: answer.line.clone(),
                nodes: self.worker.meter.nodes(),
                elapsed: self.started.elapsed(),
                stopped,
            };
            match (&mut self.tell, &mut self.worker.watcher) {
                (Some(tell), _) => tell(&iteration),
                (None, Some(watcher)) => watcher.iteration(&iteration),
                (None, None) => {}
            }
        }
        stopped
    }

    fn stopped(&self) -> Stop {
        let others = self.worker.team.and_then(Team::stopped);
        self.worker.meter.stopped().or(others).expect("a search without a value was stopped")
    }

    /// An iteration that was cut short and in dynamic order looked at the last one's best move first: a move that has
    /// proven better since then is the better answer, though its depth is not complete. In any other order the last
    /// best move may not have been looked at yet, and what was found says nothing against it.
    fn keep_part(&mut self) {
        let Some((mv, _)) = self.worker.root_best else { return };
        if self.answer.is_some() && self.worker.plan.settings.order != Ordering::Dynamic {
            return;
        }
        match &mut self.answer {
            Some(answer) if answer.best != Some(mv) => {
                answer.best = Some(mv);
                answer.line = vec![mv];
            }
            Some(_) => {}
            None => {
                self.answer =
                    Some(Answer { best: Some(mv), value: self.at_sight(), line: vec![mv], depth: 0 });
            }
        }
    }

    fn depth_value(&mut self, depth: u32) -> Option<Score> {
        match self.worker.plan.settings.windows {
            Windows::Memory => {
                self.mtd(depth, self.answer.as_ref().map_or(Score::ZERO, |answer| answer.value))
            }
            Windows::Principal => self.aspire(depth),
            Windows::Full => self.root::<true>(depth, -Score::INFINITY, Score::INFINITY),
        }
    }

    /// A window about the last value, wider on the side on which the value turns out to lie: Slate & Atkin 1977, "Chess 4.5: the
    /// Northwestern University chess program"; Shams, Kaindl & Horacek 1991, "Using aspiration windows for minimax algorithms".
    fn aspire(&mut self, depth: u32) -> Option<Score> {
        let plan = self.worker.plan;
        let half = plan.settings.aspiration.saturating_mul(plan.search.eval().unit()) / 100;
        let last = self.answer.as_ref().map(|answer| answer.value);
        // A win that was seen is as far off as it was, or there is a nearer one: no window is about it.
        let last = last.filter(|last| half > 0 && !last.is_proven());
        let bound = |side: i32| last.and_then(|last| Score::estimate(last.raw().saturating_add(side)));
        let wider =
            |side: i32, value: Score| if value.is_proven() { i32::MAX } else { side.saturating_mul(WIDER) };
        let (mut below, mut above) = (half, half);
        loop {
            let alpha = bound(-below).unwrap_or(-Score::INFINITY);
            let beta = bound(above).unwrap_or(Score::INFINITY);
            let value = self.root::<true>(depth, alpha, beta)?;
            if value <= alpha && alpha > -Score::INFINITY {
                below = wider(below, value);
            } else if value >= beta && beta < Score::INFINITY {
                above = wider(above, value);
            } else {
                return Some(value);
            }
        }
    }

    pub(super) fn root<const OPEN: bool>(&mut self, depth: u32, alpha: Score, beta: Score) -> Option<Score> {
        let node = Node { depth: depth as i32, ply: 0, alpha, beta, last: None, rank: 0 };
        self.worker.along.begin(self.worker.plan.search.eval(), self.position, 0);
        self.worker.value::<OPEN>(self.position, node)
    }

    /// Plaat et al. 1996, figure 6: empty windows until the bounds meet.
    fn mtd(&mut self, depth: u32, first: Score) -> Option<Score> {
        let (mut low, mut high) = (-Score::INFINITY, Score::INFINITY);
        let mut guess = first;
        while low < high {
            // A guess that is a lower bound already would be confirmed by a window below it; the window above it
            // asks something new.
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
    fn line(&self, depth: u32, value: Score, solved: bool) -> Vec<G::Move> {
        let mut line = self.worker.lines.from(0).to_vec();
        // With empty windows (MTD(f)), or where the last search of the root failed low, there is no line, or one
        // of another move.
        if let Some((best, _)) = self.worker.root_best
            && line.first() != Some(&best)
        {
            line = vec![best];
        }
        if let Some(table) = self.worker.plan.table {
            self.continue_line(table, depth, value, solved, &mut line);
        }
        line
    }

    /// Goes on with the moves that the table knows to be worth what the search has found: others stand there, too, that were only
    /// tried first.
    fn continue_line(&self, table: &Table, depth: u32, value: Score, solved: bool, line: &mut Vec<G::Move>) {
        /// Longer lines are of no use to anybody.
        const LONGEST: usize = 64;
        let plan = self.worker.plan;
        // A win is one at any depth; another value is exact as deep as this search went.
        let checked = solved && !value.is_proven();
        let mut position = self.position.clone();
        for &mv in line.iter() {
            position.play(mv);
        }
        let mut moves = Vec::new();
        while line.len() < (depth as usize).min(LONGEST) && !position.is_over() {
            moves.clear();
            plan.search.probe().moves(&position, &mut moves);
            let expected = if mover(&position) == plan.root { value } else { -value };
            // Entries may have been replaced since: what stands there may be of another position with the same key.
            // The move's place in the list is checked, not trusted.
            let known = table.get(position.key() ^ plan.salt, line.len() as u32);
            // Below a bound from above no move was better than another; the one that stands there was so before. It will do
            // where nothing is proven: empty windows alone (MTD(f)) leave such bounds at every second ply.
            let known =
                known.filter(|entry| entry.value == expected && !(solved && entry.bound == Bound::Upper));
            let left = depth as i32 - line.len() as i32;
            let known = known.filter(|entry| !checked || self.worker.serves(entry, left));
            let Some(&mv) = known.and_then(|entry| moves.get(entry.best? as usize)) else { return };
            position.play(mv);
            line.push(mv);
        }
    }
}

/// Whether a win or loss stays what it is at greater depths. A search sees all ends that lie within its depth, hence the
/// nearest; what the game knows may lie far behind it, and a nearer end before that.
fn is_last_word<P: Probe<G>, G: Game>(value: Score, depth: u32) -> bool {
    let reach = depth.min(Score::MAX_PLY);
    let seen = !P::DISTANT || value >= Score::won_in(reach) || value <= Score::lost_in(reach);
    value.is_proven() && seen
}
