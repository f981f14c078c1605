//! An agent under a time policy and a clock.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::{Moment, Plan, Step, TimePolicy, Verdict, Why};
use crate::agent::{Agent, grown, search_with_progress};
use crate::alphabeta::{Alike, AlphaBeta, FullWidth, NoProbe, Search};
use crate::clock::{Clock, TimeControl};
use crate::game::{Game, Keyed, TwoPlayer};
use crate::limits::{Limits, OwnLimits, SearchLimits};
use crate::pace::{Pace, TimeSource, WallTime};
use crate::report::{Report, TableUse};
use crate::score::Value;
use crate::stop::Stop;
use crate::trace::{Iteration, Tell};
use crate::tree::SearchTree;

/// What a policy was told of one iteration and what it said.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought<M> {
    /// What it was told.
    pub step: Step,
    /// The best move.
    pub best: M,
    /// What it said.
    pub verdict: Verdict,
}

/// Everything that was decided about the time of one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<M> {
    /// What was known before.
    pub moment: Moment,
    /// What was planned.
    pub plan: Plan,
    /// Each completed iteration that could have been followed by another.
    pub thoughts: Vec<Thought<M>>,
    /// Why the search got no more time.
    pub why: Why,
    /// What the move took.
    pub used: Duration,
}

impl<M> Decision<M> {
    /// What was planned but not used, for the moves to come; nothing at the end of a round, where it is lost.
    #[must_use]
    pub fn saved(&self) -> Duration {
        if self.moment.ends_round() { Duration::ZERO } else { self.plan.slot.saturating_sub(self.used) }
    }

    /// How many of the last completed iterations changed neither value nor best move.
    #[must_use]
    pub fn unchanged(&self) -> usize {
        let steps = self.thoughts.iter().map(|thought| thought.step);
        let pairs = steps.clone().zip(steps.skip(1));
        let same = |(before, step): &(Step, Step)| step.same_move && step.value == before.value;
        pairs.rev().take_while(same).count()
    }
}

/// One line: what was planned, each iteration's depth, value and time, and the reason of the end.
impl<M> fmt::Display for Decision<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slot {:.1?} of {:.1?}:", self.plan.slot, self.moment.left)?;
        for Thought { step, .. } in &self.thoughts {
            let change = if step.same_move { "" } else { "*" };
            write!(f, " {}{change} {} ({:.1?})", step.depth, step.value.raw(), step.elapsed)?;
        }
        write!(f, "; {} after {:.1?}", self.why.word(), self.used)
    }
}

/// Plays by alpha-beta, deepening as long as a time policy lets it.
///
/// The clock is the referee's if the limits hold one ([`Limits::clock`]), and then their deadline, an even share meant
/// for agents without a policy, is not heeded. Otherwise the agent keeps its own clock if it has one, and a deadline
/// holds besides. Without any clock the policy is not asked. A single legal move is played at once under a clock, which
/// books it as any other.
pub struct Timed<G: Game, E, P, O = Alike, S = FullWidth, K = NoProbe> {
    /// The search, shared with the threads that it starts.
    pub search: Arc<AlphaBeta<E, O, S, K>>,
    /// The policy.
    pub policy: P,
    /// Its own limits, which hold whatever the policy says.
    pub limits: SearchLimits,
    /// What holds instead of them where there is no clock.
    pub without_clock: OwnLimits,
    /// Positions that are looked at under a clock where only one move is legal, for the value that is told; 0: none.
    pub forced_nodes: u64,
    /// The clock, if nobody else keeps one.
    pub clock: Option<Clock>,
    /// How many own moves are still expected in a position, the next one included; None without an opinion.
    pub turns: fn(&G) -> Option<u32>,
    /// Whether a move leaves things unsettled.
    pub noisy: fn(&G, G::Move) -> bool,
    /// What was decided in this game so far, one entry for each move.
    pub log: Vec<Decision<G::Move>>,
    time: Arc<dyn TimeSource>,
    measures_itself: bool,
}

impl<G: Game, E, P: TimePolicy, O, S, K> Timed<G, E, P, O, S, K> {
    /// On this clock, without opinions about turns and noise.
    pub fn new(search: AlphaBeta<E, O, S, K>, policy: P, control: TimeControl) -> Self {
        Self { clock: Some(Clock::new(control)), ..Self::by_referee(search, policy) }
    }

    /// On the referee's clock only, without opinions about turns and noise.
    pub fn by_referee(search: AlphaBeta<E, O, S, K>, policy: P) -> Self {
        Self {
            search: Arc::new(search),
            policy,
            limits: SearchLimits::default(),
            without_clock: OwnLimits::default(),
            forced_nodes: 0,
            clock: None,
            turns: |_| None,
            noisy: |_, _| false,
            log: Vec::new(),
            time: Arc::new(WallTime::default()),
            measures_itself: false,
        }
    }

    /// The same, with another source of time, by which a referee shall measure it, too.
    #[must_use]
    pub fn with_time(self, time: Arc<dyn TimeSource>) -> Self {
        Self { time, measures_itself: true, ..self }
    }
}

impl<G, E, P, O, S, K> Agent<G> for Timed<G, E, P, O, S, K>
where
    G: TwoPlayer + Keyed + 'static,
    AlphaBeta<E, O, S, K>: Search<G> + Send + 'static,
    P: TimePolicy,
{
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let Some(clock) = limits.clock.as_ref().or(self.clock.as_ref()) else {
            return search_with_progress(&self.search, position, &self.without_clock.within(limits), tell);
        };
        let begun = self.time.now();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let moment = Moment::new(clock, (self.turns)(position), moves.len());
        let plan = self.policy.start(&moment);
        let (report, thoughts, why) = if moves.len() > 1 {
            self.think(position, plan, limits, tell)
        } else {
            (self.forced(position, &moves, limits, tell), Vec::new(), Why::NoChoice)
        };
        let used = self.time.now().saturating_sub(begun);
        // Where a referee keeps the clock an own one would count the same time twice.
        if let (None, Some(clock)) = (&limits.clock, &mut self.clock) {
            // Late or not is the referee's business; an own clock that ran out stays as it was.
            let _ = clock.spend(used);
        }
        self.log.push(Decision { moment, plan, thoughts, why, used });
        report
    }

    fn time_report(&mut self) -> Option<String> {
        let last = self.log.last()?;
        let unchanged = match last.unchanged() {
            0 => String::new(),
            1 => "; the last depth changed nothing".to_owned(),
            more => format!("; the last {more} depths changed nothing"),
        };
        let saved = match last.saved() {
            _ if last.moment.ends_round() => "the round is over, what is left is lost".to_owned(),
            saved => format!("{saved:.2?} saved for later moves"),
        };
        let (slot, left, used) = (last.plan.slot, last.moment.left, last.used);
        let why = last.why.word();
        Some(format!("slot {slot:.2?} of {left:.2?}; ended after {used:.2?}: {why}{unchanged}; {saved}"))
    }

    fn used(&mut self) -> Option<Duration> {
        self.log.last().map(|decision| decision.used).filter(|_| self.measures_itself)
    }

    fn search_tree(&mut self, position: &G, limits: &Limits, most: usize) -> Option<SearchTree<G::Move>> {
        Some(grown(&self.search, position, &self.without_clock.within(limits), most))
    }

    fn new_game(&mut self, _seed: u64) {
        self.search.forget::<G>();
        self.clock = self.clock.as_ref().map(|clock| Clock::new(clock.control()));
        self.policy.new_game();
        self.log.clear();
    }
}

impl<G, E, P, O, S, K> Timed<G, E, P, O, S, K>
where
    G: TwoPlayer + Keyed + 'static,
    AlphaBeta<E, O, S, K>: Search<G> + Send + 'static,
    P: TimePolicy,
{
    fn think(
        &mut self,
        position: &G,
        plan: Plan,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Thinking<G::Move> {
        let pace = Arc::new(Pace::new(Arc::clone(&self.time), plan.deadline));
        let limits = Limits {
            // The deadline is an even share for agents without a policy; where the referee keeps a clock the
            // policy knows better.
            deadline: if limits.clock.is_some() { None } else { limits.deadline },
            pace: Some(Arc::clone(&pace)),
            ..limits.clone()
        };
        let mut listener = Listener {
            policy: &mut self.policy,
            pace: &pace,
            noisy: |mv| (self.noisy)(position, mv),
            thoughts: Vec::new(),
        };
        let mut hear = |iteration: &Iteration<G::Move>, unit| {
            tell(iteration, unit);
            listener.hear(iteration);
        };
        let report = search_with_progress(&self.search, position, &self.limits.within(&limits), &mut hear);
        let thoughts = listener.thoughts;
        let why = match (report.stopped, thoughts.last()) {
            (Stop::Enough, Some(Thought { verdict: Verdict::Stop(why), .. })) => *why,
            (stopped, _) => Why::Search(stopped),
        };
        (report, thoughts, why)
    }
}

impl<G, E, P, O, S, K> Timed<G, E, P, O, S, K>
where
    G: TwoPlayer + Keyed + 'static,
    AlphaBeta<E, O, S, K>: Search<G> + Send + 'static,
{
    /// The only move, with a value if it is to be looked at.
    fn forced(
        &self,
        position: &G,
        moves: &[G::Move],
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        if self.forced_nodes == 0 {
            return at_once(moves);
        }
        let few = SearchLimits { nodes: Some(self.forced_nodes), ..SearchLimits::default() };
        search_with_progress(&self.search, position, &few.within(limits), tell)
    }
}

type Thinking<M> = (Report<M, Value>, Vec<Thought<M>>, Why);

/// The report of a move that needs no search.
fn at_once<M: Copy>(moves: &[M]) -> Report<M, Value> {
    Report {
        best: moves.first().copied(),
        value: Value::Points(0.0),
        line: moves.to_vec(),
        depth: 0,
        nodes: 1,
        elapsed: Duration::ZERO,
        stopped: Stop::NoChoice,
        table: TableUse::default(),
    }
}

/// Carries iterations to the policy and its answers to the search.
struct Listener<'a, M, P, N> {
    policy: &'a mut P,
    pace: &'a Pace,
    noisy: N,
    thoughts: Vec<Thought<M>>,
}

impl<M: Copy + PartialEq, P: TimePolicy, N: Fn(M) -> bool> Listener<'_, M, P, N> {
    fn hear(&mut self, iteration: &Iteration<M>) {
        let (Stop::Depth, Some(&best)) = (iteration.stopped, iteration.line.first()) else { return };
        let step = Step {
            depth: iteration.depth,
            value: iteration.value,
            same_move: self.thoughts.last().is_some_and(|before| before.best == best),
            noisy: (self.noisy)(best),
            elapsed: self.pace.elapsed(),
        };
        let verdict = self.policy.after_iteration(&step);
        match verdict {
            Verdict::GoOn => {}
            Verdict::Until(deadline) => self.pace.allow(deadline),
            Verdict::Stop(_) => self.pace.enough(),
        }
        self.thoughts.push(Thought { step, best, verdict });
    }
}
