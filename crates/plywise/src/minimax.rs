//! Plain minimax: the oracle that every other two-player search is held to. Written for clarity.
//!
//! Shannon 1950, "Programming a computer for playing chess", §3.

use std::time::Instant;

use crate::evaluate::{Evaluate, at_sight};
use crate::game::{Game, Seat, Turn, TwoPlayer};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::report::{Report, TableUse};
use crate::score::Score;
use crate::stop::Stop;
use crate::trace::{Entering, ExitReason, Watcher};

/// The value of `position` for the seat to move, by looking at every position down to the depth limit.
///
/// All values are taken from the point of view of the seat to move at the root, also where the other seat is to
/// move: an evaluator need not be the same for both sides. Among equal moves the first listed is best.
pub fn minimax<G: TwoPlayer, E: Evaluate<G>>(
    position: &G,
    eval: &E,
    limits: &Limits,
) -> Report<G::Move, Score> {
    minimax_with(position, eval, limits, None)
}

/// The same, with someone listening.
pub(crate) fn minimax_with<'a, G: TwoPlayer, E: Evaluate<G>>(
    position: &G,
    eval: &'a E,
    limits: &Limits,
    trace: Watcher<'a, G::Move>,
) -> Report<G::Move, Score> {
    let started = Instant::now();
    let depth = limits.depth.unwrap_or(u32::MAX);
    let mut search =
        Minimax { eval, root: mover(position), meter: Meter::new(limits), horizon: false, trace };
    let mut line = Vec::new();
    let value = search.value(position, depth, 0, None, &mut line);
    Report {
        best: line.first().copied(),
        value: value.unwrap_or_else(|| at_sight(position, eval, search.root)),
        line,
        depth: limits.depth.unwrap_or(0),
        nodes: search.meter.nodes(),
        elapsed: started.elapsed(),
        stopped: search.meter.stopped().unwrap_or(if search.horizon { Stop::Depth } else { Stop::Solved }),
        table: TableUse::default(),
    }
}

/// The seat that a two-player search works for.
pub(crate) fn mover<G: TwoPlayer>(position: &G) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => unreachable!("a two-player game has no turns of chance: {position:?}"),
    }
}

struct Minimax<'a, G: TwoPlayer, E> {
    eval: &'a E,
    root: Seat,
    meter: Meter,
    /// Whether some position was valued because the depth ran out.
    horizon: bool,
    trace: Watcher<'a, G::Move>,
}

impl<G: TwoPlayer, E: Evaluate<G>> Minimax<'_, G, E> {
    /// Tells whoever listens, and asks for the value. `last`: the move that led here and its place among its sisters.
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        last: Option<(G::Move, usize)>,
        line: &mut Vec<G::Move>,
    ) -> Option<Score> {
        if !self.meter.enter() {
            return None;
        }
        if let Some(trace) = &mut self.trace {
            trace.enter(&Entering {
                mv: last.map(|last| last.0),
                rank: last.map_or(0, |last| last.1),
                ply,
                depth: i32::try_from(depth).unwrap_or(i32::MAX),
                maximising: mover(position) == self.root,
                window: (-Score::INFINITY, Score::INFINITY),
            });
        }
        let found = self.look(position, depth, ply, line);
        if let Some(trace) = &mut self.trace {
            trace.leave(found.map(|found| found.0), found.map_or(ExitReason::Stopped, |found| found.1));
        }
        found.map(|found| found.0)
    }

    /// The value for the root's seat; None once the search must stop. `line` becomes the best play from here.
    fn look(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        line: &mut Vec<G::Move>,
    ) -> Option<(Score, ExitReason)> {
        line.clear();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            return Some((self.eval.finished(position, self.root, ply), ExitReason::Finished));
        }
        if depth == 0 {
            self.horizon = true;
            return Some((self.eval.evaluate(position, self.root), ExitReason::Horizon));
        }
        let maximise = mover(position) == self.root;
        let mut best = None;
        let mut below = Vec::new();
        for (rank, mv) in moves.into_iter().enumerate() {
            let mut child = position.clone();
            child.play(mv);
            let value = self.value(&child, depth - 1, ply + 1, Some((mv, rank)), &mut below)?;
            if best.is_none_or(|best| if maximise { value > best } else { value < best }) {
                best = Some(value);
                line.clear();
                line.push(mv);
                line.append(&mut below);
            }
        }
        best.map(|best| (best, ExitReason::Searched))
    }
}

/// How many positions lie below `position` down to `depth`, itself included: what [`minimax`] enters.
#[must_use]
pub fn tree_size<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    1 + moves
        .into_iter()
        .map(|mv| {
            let mut child = position.clone();
            child.play(mv);
            tree_size(&child, depth - 1)
        })
        .sum::<u64>()
}
