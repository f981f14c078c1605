//! Ways out for contents that no slide changes without moving a large tile: such a slide, and the opposite one.
//!
//! The large tiles come back to their places unless the new tile comes into their way.

use super::frame::Frame;
use super::shape::{Slid, there_and_back};
use super::slides::{AXES, Outcome, encode, opposite, ranks, sense};
use crate::moves::Direction;

/// One line there and back.
struct Line {
    number: usize,
    /// `[index]`: without a new tile.
    still: Vec<u64>,
    /// `[index]`: the ends for each empty cell after the first slide, with a 2 and with a 4 in it.
    with_new: Vec<Vec<[u64; 2]>>,
    /// `[index]`: whether the first slide changes it.
    moves: Vec<bool>,
}

/// A slide that moves large tiles, and the one back.
pub(super) struct Rescue {
    direction: Direction,
    axis: usize,
    lines: Vec<Line>,
}

/// Contents after there and back: the new tile's place in `NEW`, how probable it is there, and what they are.
pub(super) struct End {
    pub(super) new: usize,
    pub(super) share: f32,
    pub(super) outcome: Outcome,
}

impl Rescue {
    pub(super) fn all(frame: &Frame) -> Vec<Self> {
        Direction::ALL.map(|direction| Self::new(frame, direction)).into_iter().collect()
    }

    fn new(frame: &Frame, direction: Direction) -> Self {
        let (axis, backwards) = sense(direction);
        debug_assert_eq!(sense(opposite(direction)), (axis, !backwards), "there and back");
        let lines = (0..4).filter_map(|number| {
            let cells = AXES[axis].cells(number);
            let free = cells.into_iter().filter(|&cell| frame.place(cell).is_some()).count() as u32;
            let contents = || (0..usize::from(frame.rank).pow(free)).map(|index| ranks(frame, cells, index));
            let back = |ranks, new| there_and_back(frame.shape, cells, ranks, backwards, frame.rank, new);
            let end = |ranks, new| back(ranks, new).map(|(slid, _)| encode(frame, cells, slid));
            let with_new = |ranks| {
                let places =
                    (0..4).filter_map(|at| Some([end(ranks, Some((at, 1)))?, end(ranks, Some((at, 2)))?]));
                places.collect()
            };
            let still = |ranks| end(ranks, None).unwrap_or_else(|| encode(frame, cells, Slid::Blocked));
            (free > 0).then(|| Line {
                number,
                still: contents().map(still).collect(),
                with_new: contents().map(with_new).collect(),
                moves: contents().map(|ranks| back(ranks, None).is_some_and(|(_, moved)| moved)).collect(),
            })
        });
        Self { direction, axis, lines: lines.collect() }
    }

    pub(super) fn direction(&self) -> Direction {
        self.direction
    }

    /// The ends of contents with these parts of their lines' indices; none if the first slide does nothing.
    pub(super) fn ends<'a>(
        &'a self,
        first: &'a [[u16; 4]; 2],
        second: &'a [[u16; 4]; 2],
    ) -> impl Iterator<Item = End> + 'a {
        let index =
            move |line: &Line| usize::from(first[self.axis][line.number] + second[self.axis][line.number]);
        let moves = self.lines.iter().any(|line| line.moves[index(line)]);
        let still: u64 = self.lines.iter().map(|line| line.still[index(line)]).sum();
        let empty: usize = self.lines.iter().map(|line| line.with_new[index(line)].len()).sum();
        let lines = self.lines.iter().filter(move |_| moves);
        lines.flat_map(move |line| {
            let others = still - line.still[index(line)];
            line.with_new[index(line)].iter().flat_map(move |ends| {
                ends.iter().enumerate().map(move |(new, end)| End {
                    new,
                    share: 1.0 / empty as f32,
                    outcome: Outcome::sum(others, *end),
                })
            })
        })
    }
}
