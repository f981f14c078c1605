//! Who searches: one thread or a team; and who listens.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use super::deepening::{Deepening, Tell};
use super::path::Path;
use super::probe::Probe;
use super::search::Search;
use super::team::{Lead, Team};
use super::worker::Worker;
use super::{Plan, Windows};
use crate::game::{Keyed, Seat, TwoPlayer};
use crate::limits::Limits;
use crate::meter::{Meter, Pool};
use crate::minimax::mover;
use crate::report::Report;
use crate::rng::mix;
use crate::score::Score;
use crate::stop::Stop;
use crate::trace::{Trace, Watcher};

/// A search that is about to begin.
pub(super) struct Launch<'a, G, S> {
    plan: Plan<'a, S>,
    /// Where the search keeps the past, its position does not.
    root: G,
    past: Vec<u64>,
    limits: &'a Limits,
    /// What its threads may still enter together, if there are several and it is bounded.
    pool: Option<Arc<Pool>>,
}

impl<'a, G: TwoPlayer + Keyed, S: Search<G>> Launch<'a, G, S> {
    pub(super) fn new(search: &'a S, position: &'a G, limits: &'a Limits) -> Self {
        let (mut root, mut past) = (position.clone(), Vec::new());
        if G::RECURS && search.settings().recurrence {
            past = root.past_keys();
            root.forget_past();
        }
        Self { plan: plan(search, mover(position)), root, past, limits, pool: None }
    }

    /// One of several threads.
    fn sharing(self, pool: Option<Arc<Pool>>) -> Self {
        Self { pool, ..self }
    }

    /// The search, told to `trace`: on one thread where it wants to hear of every node.
    pub(super) fn traced(&self, trace: &mut dyn Trace<G::Move>) -> Report<G::Move, Score> {
        if trace.hears_nodes() {
            self.alone(Some(trace), None)
        } else {
            self.run(Some(&mut |iteration| trace.iteration(iteration)))
        }
    }

    /// One empty window just below `goal` at one depth, on one thread: whether some move reaches `goal`. The best move
    /// is the first that does; there is none if none does, and the value is then a bound from above.
    pub(super) fn test(&self, depth: u32, goal: Score) -> Report<G::Move, Score> {
        let started = Instant::now();
        let mut deepening = Deepening::new(self.worker(None, None), &self.root, None);
        let value = deepening.root::<false>(depth, goal.next_down(), goal);
        let best = deepening.worker.root_best.map(|best| best.0);
        let best = best.filter(|_| value.is_some_and(|value| value >= goal));
        Report {
            best,
            value: value.unwrap_or(Score::ZERO),
            line: best.into_iter().collect(),
            depth,
            nodes: deepening.worker.meter.nodes(),
            elapsed: started.elapsed(),
            stopped: deepening.worker.meter.stopped().unwrap_or(Stop::Depth),
            table: deepening.worker.used,
        }
    }

    pub(super) fn run(&self, tell: Tell<'_, G::Move>) -> Report<G::Move, Score> {
        let threads = self.plan.settings.threads;
        if threads <= 1 {
            return self.alone(None, tell);
        }
        let pool = pool(self.limits, threads);
        let all = &Launch {
            plan: self.plan,
            root: self.root.clone(),
            past: self.past.clone(),
            limits: self.limits,
            pool,
        };
        let team = &Team::new(threads - 1);
        thread::scope(|scope| {
            for number in 0..threads - 1 {
                // Where the system has no more threads, those that there are do the work.
                let _ = thread::Builder::new().spawn_scoped(scope, move || all.help(number, team));
            }
            all.lead(team, tell)
        })
    }

    fn alone<'w>(&'w self, watcher: Watcher<'w, G::Move>, tell: Tell<'_, G::Move>) -> Report<G::Move, Score> {
        self.begin();
        Deepening::new(self.worker(watcher, None), &self.root, tell).run(self.limits)
    }

    /// The first thread of a team.
    fn lead(&self, team: &Team<G>, tell: Tell<'_, G::Move>) -> Report<G::Move, Score> {
        self.begin();
        let lead = Lead(team);
        let worker = self.worker(None, Some(team));
        let mut report = Deepening::new(worker, &self.root, tell).run(self.limits);
        drop(lead);
        let (nodes, used) = team.done();
        report.nodes += nodes;
        report.table += used;
        report
    }

    /// Any other thread of a team.
    fn help(&self, number: usize, team: &Team<G>) {
        let mut worker = self.worker(None, Some(team));
        worker.meter.tell_progress(team.progress(number));
        worker.help(team);
    }

    /// A new search begins: what the table holds is old.
    fn begin(&self) {
        if let Some(table) = self.plan.table {
            table.age();
        }
        self.plan.search.probe().begin();
    }

    fn worker<'w>(&'w self, watcher: Watcher<'w, G::Move>, team: Option<&'w Team<G>>) -> Worker<'w, G, S> {
        let meter = Meter::sharing(self.limits, self.pool.clone());
        let mut worker = Worker::new(&self.plan, meter, watcher, team);
        worker.path = Path::of_game(self.past.clone());
        worker
    }
}

/// The search, `tell` told of its iterations. If time ends it, the answer does not wait for helpers that have not traced
/// of that yet, for the operating system may not let them run for a while: they are threads of their own and go home when
/// they hear.
pub(super) fn detached<G, S>(
    search: &Arc<S>,
    position: &G,
    limits: &Limits,
    tell: Tell<'_, G::Move>,
) -> Report<G::Move, Score>
where
    G: TwoPlayer + Keyed + 'static,
    S: Search<G> + Send + 'static,
{
    let threads = search.settings().threads;
    if threads <= 1 {
        return Launch::new(&**search, position, limits).run(tell);
    }
    let pool = pool(limits, threads);
    let team = Arc::new(Team::new(threads - 1));
    for number in 0..threads - 1 {
        let (search, position, team) = (Arc::clone(search), position.clone(), Arc::clone(&team));
        let (limits, pool) = (limits.clone(), pool.clone());
        // Where the system has no more threads, those that there are do the work.
        let _ = thread::Builder::new()
            .spawn(move || Launch::new(&*search, &position, &limits).sharing(pool).help(number, &team));
    }
    Launch::new(&**search, position, limits).sharing(pool).lead(&team, tell)
}

/// What several threads may enter together: no more than one alone may.
fn pool(limits: &Limits, threads: usize) -> Option<Arc<Pool>> {
    limits.nodes.map(|nodes| Arc::new(Pool::new(nodes, threads)))
}

fn plan<G: TwoPlayer + Keyed, S: Search<G>>(search: &S, root: Seat) -> Plan<'_, S> {
    let settings = search.settings();
    Plan {
        search,
        settings,
        table: search.table(),
        root,
        salt: if root == Seat::FIRST { 0 } else { mix(u64::from(root.0)) },
        null_windows: settings.windows != Windows::Full,
    }
}
