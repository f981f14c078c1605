//! The search.

use plywise::trace::{Entering, ExitReason, Trace};
use plywise::tree::{SearchTree, TreeRecorder};
use plywise::{Limits, Meter, Score, Seat, Stop};

use super::order::{Order, for_each};
use crate::{Move, Othello};

/// What a search does where the side to move has no move while the other has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Compat {
    /// It passes: one ply, one position.
    #[default]
    Correct,
    /// As published: nothing is tried there, so the value stays at what it was initialised with, the worst there is for
    /// the side to move. To make the other side pass looks like a sure win. Where every move seems lost for sure, none is
    /// chosen.
    Published,
}

/// The published player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Course {
    /// Plies to look ahead, from 1.
    pub depth: u32,
    /// Whether what cannot matter is cut off.
    pub prune: bool,
    /// In which order moves are tried.
    pub order: Order,
    /// What happens without a move.
    pub compat: Compat,
}

/// Positions that a search entered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counts {
    /// All of them.
    pub nodes: u64,
    /// Those that the published program adds up: a child that causes a cut is left out with all below it, for the loop
    /// ends before the addition.
    pub reported: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.reported += other.reported;
    }
}

/// What a search finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Discs ahead of the seat to move at the root; `±`[`Course::SURE`] for what seems certain.
    pub value: i32,
    /// Bit index of the square, 8 to the row; None where nothing was chosen.
    pub square: Option<u8>,
    /// Positions entered.
    pub counts: Counts,
    /// What broke the search off, if something did: then this is the best of what was looked at by then.
    pub stopped: Option<Stop>,
}

impl Course {
    /// More than any number of discs: what the published program initialises values with.
    pub const SURE: i32 = 1000;

    /// Searches for the seat to move. Of equal moves the first tried is best.
    #[must_use]
    pub fn search(&self, position: &Othello) -> Found {
        self.search_within(position, &Limits::default())
    }

    /// The same no deeper than the depth of `limits`, broken off at its deadline or by its flag; the rest of it plays no part.
    #[must_use]
    pub(crate) fn search_within(&self, position: &Othello, limits: &Limits) -> Found {
        self.traced(position, limits, None)
    }

    /// The same as a tree of at most `most` recorded positions.
    #[must_use]
    pub(crate) fn record(&self, position: &Othello, limits: &Limits, most: usize) -> SearchTree<Move> {
        let mut recorder = TreeRecorder::new(most, 1);
        let _ = self.traced(position, limits, Some(&mut recorder));
        recorder.into_tree()
    }

    fn traced(&self, position: &Othello, limits: &Limits, trace: Option<&mut dyn Trace<Move>>) -> Found {
        let depth = limits.depth.map_or(self.depth, |most| most.min(self.depth));
        let limits = Limits { deadline: limits.deadline, stop: limits.stop.clone(), ..Limits::default() };
        let mut search = Search { course: *self, root: position.mover(), meter: Meter::new(&limits), trace };
        let at = At { depth, ply: 0, low: -Self::SURE, high: Self::SURE };
        let node = search.node(position, None, at);
        let counts = Counts { nodes: search.meter.nodes(), reported: node.reported };
        Found { value: node.value, square: node.square, counts, stopped: search.meter.stopped() }
    }

    /// The square that is tried first; None without a move.
    pub(super) fn first(&self, position: &Othello) -> Option<u8> {
        let mut first = None;
        for_each(self.order, position.placements(position.mover()), |square| {
            first = Some(square);
            false
        });
        first
    }
}

struct Search<'a> {
    course: Course,
    root: Seat,
    meter: Meter,
    trace: Option<&'a mut dyn Trace<Move>>,
}

/// Where a search stands.
#[derive(Clone, Copy)]
struct At {
    /// Plies left.
    depth: u32,
    /// Plies from the root.
    ply: u32,
    /// The window.
    low: i32,
    high: i32,
}

impl At {
    const fn below(self) -> Self {
        Self { depth: self.depth - 1, ply: self.ply + 1, ..self }
    }
}

/// One position's answer; `reported` counts it and what lies below it by the published rule.
struct Node {
    value: i32,
    square: Option<u8>,
    reported: u64,
    why: ExitReason,
}

/// Discs as whoever listens is told them; beyond all discs a side of a window is open.
fn told(discs: i32) -> Score {
    match discs {
        Course::SURE.. => Score::INFINITY,
        discs if discs <= -Course::SURE => -Score::INFINITY,
        discs => Score::heuristic(discs),
    }
}

impl Search<'_> {
    /// Tells whoever listens, and asks for the answer. `last`: the move that led here and its place among its sisters.
    fn node(&mut self, position: &Othello, last: Option<(Move, usize)>, at: At) -> Node {
        let goes_on = self.meter.enter();
        if let Some(trace) = &mut self.trace {
            trace.enter(&Entering {
                mv: last.map(|last| last.0),
                rank: last.map_or(0, |last| last.1),
                ply: at.ply,
                depth: at.depth as i32,
                maximising: position.mover() == self.root,
                window: (told(at.low), told(at.high)),
            });
        }
        let node = self.look(position, at, goes_on);
        if let Some(trace) = &mut self.trace {
            let known = self.meter.stopped().is_none();
            let why = if known { node.why } else { ExitReason::Stopped };
            trace.leave(known.then(|| Score::heuristic(node.value)), why);
        }
        node
    }

    fn look(&mut self, position: &Othello, at: At, goes_on: bool) -> Node {
        let leaf = |why| Node { value: position.difference(self.root), square: None, reported: 1, why };
        if at.depth == 0 || !goes_on {
            return leaf(ExitReason::Horizon);
        }
        let placements = position.placements(position.mover());
        if placements != 0 {
            return self.inner(position, placements, at);
        }
        if position.placements(position.mover().other()) == 0 {
            return leaf(ExitReason::Finished);
        }
        match self.course.compat {
            Compat::Published => {
                let worst = if position.mover() == self.root { -Course::SURE } else { Course::SURE };
                Node { value: worst, square: None, reported: 1, why: ExitReason::Searched }
            }
            Compat::Correct => {
                let mut child = *position;
                child.pass();
                let below = self.node(&child, Some((Move::PASS, 0)), at.below());
                Node { square: None, reported: 1 + below.reported, why: ExitReason::Searched, ..below }
            }
        }
    }

    fn inner(&mut self, position: &Othello, placements: u64, mut at: At) -> Node {
        let maximise = position.mover() == self.root;
        let worst = if maximise { -Course::SURE } else { Course::SURE };
        let mut node = Node { value: worst, square: None, reported: 1, why: ExitReason::Searched };
        let (prune, mut rank, all) = (self.course.prune, 0, placements.count_ones() as usize);
        for_each(self.course.order, placements, |square| {
            let mut child = *position;
            child.place(square, position.turned_by(square));
            let below = self.node(&child, Some((Move::from_index(square), rank)), at.below());
            rank += 1;
            if self.meter.stopped().is_some() {
                return false;
            }
            if if maximise { below.value > node.value } else { below.value < node.value } {
                node.value = below.value;
                node.square = Some(square);
            }
            if prune {
                if if maximise { below.value >= at.high } else { below.value <= at.low } {
                    node.why = ExitReason::Cut { by: rank - 1, left_out: all - rank };
                    return false;
                }
                if maximise {
                    at.low = at.low.max(below.value);
                } else {
                    at.high = at.high.min(below.value);
                }
            }
            node.reported += below.reported;
            true
        });
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Discs, Size};
    use plywise::{Game, Limits, Rng, Score};

    fn random_position(seed: u64, plies: usize) -> Option<Othello> {
        let (mut position, mut rng) = (Othello::start_with(Size::Six, Seat(seed as u8 & 1)), Rng::new(seed));
        let mut moves = Vec::new();
        for _ in 0..plies {
            moves.clear();
            position.moves(&mut moves);
            if moves.is_empty() {
                return None;
            }
            position.play(moves[rng.index(moves.len())]);
        }
        (!position.is_over()).then_some(position)
    }

    const CORRECT: Course = Course { depth: 4, prune: false, order: Order::CPython, compat: Compat::Correct };

    /// With passes as they should be it is plain minimax, whatever the order, and pruning changes neither value nor move.
    #[test]
    fn the_correct_one_is_minimax() {
        for (seed, plies) in (0..120).map(|seed| (seed, 4 + seed as usize % 27)) {
            let Some(position) = random_position(seed, plies) else { continue };
            let oracle = plywise::minimax(&position, &Discs, &Limits::depth(4));
            let full = CORRECT.search(&position);
            assert_eq!(Score::heuristic(100 * full.value), oracle.value, "{position:?}");
            assert_eq!((full.counts.nodes, full.counts.reported), (oracle.nodes, oracle.nodes));
            let pruned = Course { prune: true, ..CORRECT }.search(&position);
            assert_eq!((pruned.value, pruned.square), (full.value, full.square), "{position:?}");
            assert!(pruned.counts.nodes <= full.counts.nodes);
            assert!(pruned.counts.reported <= pruned.counts.nodes);
            let rows = Course { order: Order::Rows, ..CORRECT }.search(&position);
            assert_eq!((rows.value, rows.counts), (full.value, full.counts));
        }
    }

    /// Who cannot move has lost for sure, it thinks, and nothing below is looked at.
    #[test]
    fn the_published_one_does_not_pass() {
        let mut seen = 0;
        for seed in 0..400 {
            let Some(position) = random_position(seed, 20 + seed as usize % 10) else { continue };
            if position.placements(position.mover()) != 0 {
                continue;
            }
            seen += 1;
            let published = Course { compat: Compat::Published, ..CORRECT };
            let found = published.search(&position);
            assert_eq!((found.value, found.square), (-Course::SURE, None));
            assert_eq!(found.counts, Counts { nodes: 1, reported: 1 });
            assert!(CORRECT.search(&position).value.abs() <= 36);
        }
        assert!(seen > 3, "{seen}");
    }

    #[test]
    fn a_flag_breaks_the_search_off_with_the_best_so_far() {
        let endless = Course { depth: 60, prune: false, ..CORRECT };
        let position = random_position(3, 8).unwrap();
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        let found = endless.search_within(&position, &Limits { stop: Some(flag), ..Limits::default() });
        assert_eq!(found.stopped, Some(Stop::Flag));
        assert!(found.counts.nodes < 10_000, "{found:?}");
        assert_eq!(CORRECT.search(&position).stopped, None);
    }
}
