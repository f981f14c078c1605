//! Iterative deepening: depth 1, 2, 3 … until something stops it; the last completed depth answers.
//!
//! Slate & Atkin 1977, "Chess 4.5: the Northwestern University chess program".

use std::time::Instant;

use crate::limits::Limits;
use crate::report::Report;
use crate::stop::Stop;

/// Calls `search` with growing depth inside `limits` and returns the report of the last depth that was completed,
/// with the nodes and the time of all of them. If not even depth 1 could be completed its report is returned as
/// it is.
pub fn deepen<M, V>(limits: &Limits, mut search: impl FnMut(&Limits) -> Report<M, V>) -> Report<M, V> {
    let started = Instant::now();
    let mut nodes = 0;
    let mut done: Option<Report<M, V>> = None;
    for depth in 1.. {
        let left = limits.nodes.map(|most| most - nodes);
        let report = search(&Limits { depth: Some(depth), nodes: left, ..limits.clone() });
        nodes += report.nodes;
        let stopped = report.stopped;
        let stopped = if stopped == Stop::Depth && limits.is_enough() { Stop::Enough } else { stopped };
        if !stopped.is_interrupt() || done.is_none() {
            done = Some(report);
        }
        if stopped != Stop::Depth || limits.depth.is_some_and(|most| depth >= most) {
            let report = done.expect("depth 1 always reports");
            return Report { nodes, elapsed: started.elapsed(), stopped, ..report };
        }
    }
    unreachable!("depths do not end")
}
