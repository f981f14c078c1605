//! Who searches: one thread, a team, or threads in lockstep; and who listens.

use std::time::Instant;

use super::drive::{Drive, Tell};
use super::lockstep::Lockstep;
use super::order::Rank;
use super::select::Selectivity;
use super::share::Company;
use super::team::Team;
use super::worker::Worker;
use super::{AlphaBeta, Plan, Settings, Windows};
use crate::evaluate::Evaluate;
use crate::game::{Keyed, Seat, TwoPlayer};
use crate::limits::{Limits, Meter, Stop};
use crate::minimax::mover;
use crate::report::{Report, TableUse};
use crate::rng::mix;
use crate::score::Score;
use crate::table::Table;
use crate::trace::{NoTrace, Trace};

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
    run_alone(&plan, position, limits, trace, None)
}

fn run_alone<G, E, O, S, T>(
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
    if let Some(table) = plan.table {
        table.age();
    }
    let worker = Worker::new(plan, Meter::new(limits), trace, Company::Nobody, plan.table.map(Table::whole));
    Drive::new(worker, position, tell).run(limits)
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
    let threads = plan.settings.threads;
    if threads <= 1 {
        return run_alone(plan, position, limits, trace, tell);
    }
    if let Some(table) = plan.table {
        table.age();
    }
    let table = plan.table.map(Table::whole);
    let limits =
        &Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(threads as u64)), ..limits.clone() };
    if plan.settings.deterministic {
        return in_lockstep(plan, position, limits, trace, tell);
    }
    let team = &Team::new();
    let helper = |_| {
        let mut worker = Worker::new(plan, Meter::new(limits), NoTrace, Company::Team(team), table);
        worker.help(team);
        (worker.meter.nodes(), worker.used)
    };
    let lead = || {
        let worker = Worker::new(plan, Meter::new(limits), trace, Company::Team(team), table);
        let report = Drive::new(worker, position, tell).run(limits);
        team.dismiss();
        report
    };
    together(threads, lead, helper)
}

/// Several threads that keep to a schedule.
fn in_lockstep<G, E, O, S, T>(
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
    let threads = plan.settings.threads;
    let lockstep = &Lockstep::new(threads);
    let part = |thread| plan.table.map(|table| table.part(thread, threads));
    let meter = |thread| {
        let mut meter = Meter::new(limits);
        meter.tell_clock(lockstep.clock(thread));
        meter
    };
    let follower = |thread| {
        let mut worker = Worker::new(plan, meter(thread), NoTrace, Company::Nobody, part(thread));
        worker.follow(thread, lockstep);
        (worker.meter.nodes(), worker.used)
    };
    let lead = || {
        let worker = Worker::new(plan, meter(0), trace, Company::Lockstep(lockstep), part(0));
        let report = Drive::new(worker, position, tell).run(limits);
        lockstep.dismiss();
        report
    };
    together(threads, lead, follower)
}

/// Runs the first thread here and the others beside it, each under its number, and adds up what they did.
fn together<M>(
    threads: usize,
    lead: impl FnOnce() -> Report<M, Score>,
    other: impl Fn(usize) -> (u64, TableUse) + Sync,
) -> Report<M, Score> {
    std::thread::scope(|scope| {
        let other = &other;
        let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || other(thread))).collect();
        let mut report = lead();
        for thread in others {
            let (nodes, used) = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
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
    let worker =
        Worker::new(&plan, Meter::new(limits), NoTrace, Company::Nobody, plan.table.map(Table::whole));
    let mut drive = Drive::new(worker, position, None);
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
