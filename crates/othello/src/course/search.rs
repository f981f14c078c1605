//! The search.

use plywise::{Limits, Meter, Seat, Stop};

use super::order::{Order, for_each};
use crate::Othello;

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

    /// The same, broken off at the deadline or by the flag of `limits`, the rest of which plays no part.
    #[must_use]
    pub(crate) fn search_within(&self, position: &Othello, limits: &Limits) -> Found {
        let limits = Limits { deadline: limits.deadline, stop: limits.stop.clone(), ..Limits::default() };
        let mut search = Search { course: *self, root: position.mover(), meter: Meter::new(&limits) };
        let node = search.node(position, self.depth, -Self::SURE, Self::SURE);
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

struct Search {
    course: Course,
    root: Seat,
    meter: Meter,
}

/// One position's answer; `reported` counts it and what lies below it by the published rule.
struct Node {
    value: i32,
    square: Option<u8>,
    reported: u64,
}

impl Search {
    fn node(&mut self, position: &Othello, depth: u32, low: i32, high: i32) -> Node {
        let goes_on = self.meter.enter();
        let leaf = || Node { value: position.difference(self.root), square: None, reported: 1 };
        if depth == 0 || !goes_on {
            return leaf();
        }
        let placements = position.placements(position.mover());
        if placements != 0 {
            return self.inner(position, placements, depth, low, high);
        }
        if position.placements(position.mover().other()) == 0 {
            return leaf();
        }
        let maximise = position.mover() == self.root;
        match self.course.compat {
            Compat::Published => {
                let worst = if maximise { -Course::SURE } else { Course::SURE };
                Node { value: worst, square: None, reported: 1 }
            }
            Compat::Correct => {
                let mut child = *position;
                child.pass();
                let below = self.node(&child, depth - 1, low, high);
                Node { square: None, reported: 1 + below.reported, ..below }
            }
        }
    }

    fn inner(
        &mut self,
        position: &Othello,
        placements: u64,
        depth: u32,
        mut low: i32,
        mut high: i32,
    ) -> Node {
        let maximise = position.mover() == self.root;
        let worst = if maximise { -Course::SURE } else { Course::SURE };
        let mut node = Node { value: worst, square: None, reported: 1 };
        let prune = self.course.prune;
        for_each(self.course.order, placements, |square| {
            let mut child = *position;
            child.place(square, position.turned_by(square));
            let below = self.node(&child, depth - 1, low, high);
            if self.meter.stopped().is_some() {
                return false;
            }
            if if maximise { below.value > node.value } else { below.value < node.value } {
                node.value = below.value;
                node.square = Some(square);
            }
            if prune {
                if if maximise { below.value >= high } else { below.value <= low } {
                    return false;
                }
                if maximise {
                    low = low.max(below.value);
                } else {
                    high = high.min(below.value);
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
