//! Which cells large tiles hold, and what a slide does to the others.

use crate::rows::slide_row;

/// Cells that hold large tiles, and the free cells in which smaller ones are to grow.
///
/// Cells are counted row by row from the top left, 0 to 15.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The cells whose tiles stay, that of the smallest last: it is to meet its like.
    pub anchors: &'static [usize],
}

impl Shape {
    /// The top row and the two cells below its right end: where a chain of falling tiles turns.
    pub const SIX: Self = Self { anchors: &[0, 1, 2, 3, 7, 6] };

    /// The anchor that is to meet its like: the last.
    #[must_use]
    pub fn goal(self) -> usize {
        *self.anchors.last().expect("there are anchors")
    }

    /// The cells that are free, in rising order.
    #[must_use]
    pub fn free(self) -> Vec<usize> {
        (0..16).filter(|cell| !self.anchors.contains(cell)).collect()
    }

    /// Whether a tile in a cell can merge with the goal's at the next slide.
    #[must_use]
    pub(crate) fn meets_goal(self, cell: usize) -> bool {
        !self.anchors.contains(&cell) && are_neighbours(cell, self.goal())
    }

    /// Whether a board is of this shape as it stands: the goal has `rank`, the other anchors higher ones of which no
    /// two neighbours are alike, and the free cells lower ones.
    pub(super) fn holds(self, ranks: &[u8; 16], rank: u8) -> bool {
        let anchors = self.anchors;
        let alike = |&one: &usize| {
            anchors.iter().any(|&other| are_neighbours(one, other) && ranks[one] == ranks[other])
        };
        ranks[self.goal()] == rank
            && anchors.iter().all(|&cell| cell == self.goal() || ranks[cell] > rank)
            && !anchors.iter().any(alike)
            && (0..16).all(|cell| anchors.contains(&cell) || ranks[cell] < rank)
    }
}

fn are_neighbours(one: usize, other: usize) -> bool {
    (one / 4).abs_diff(other / 4) + (one % 4).abs_diff(other % 4) == 1
}

/// Lines of four cells: rows by number for slides left and right, columns for slides up and down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    Rows,
    Columns,
}

impl Axis {
    /// The cells of a line, from the left or the top.
    pub(super) const fn cells(self, line: usize) -> [usize; 4] {
        match self {
            Self::Rows => [4 * line, 4 * line + 1, 4 * line + 2, 4 * line + 3],
            Self::Columns => [line, line + 4, line + 8, line + 12],
        }
    }
}

/// What a slide makes of one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slid {
    /// A large tile would move.
    Blocked,
    /// A tile of the goal's rank came to be: beside the goal, or elsewhere.
    Made { beside: bool },
    /// The ranks after it; those of anchors are 0.
    Ranks([u8; 4]),
}

/// Anchors as tiles that are all different and merge with nothing.
const ANCHOR: u8 = 32;

/// A line whose free cells hold `ranks`, with its anchors.
fn line(shape: Shape, cells: [usize; 4], ranks: [u8; 4]) -> [u8; 4] {
    std::array::from_fn(|i| if shape.anchors.contains(&cells[i]) { ANCHOR + i as u8 } else { ranks[i] })
}

fn slid(mut row: [u8; 4], backwards: bool) -> [u8; 4] {
    if backwards {
        row.reverse();
    }
    let (mut row, _) = slide_row(row);
    if backwards {
        row.reverse();
    }
    row
}

/// What has become of a line, from `before` to `after`. `rank` is the goal's.
fn judge(shape: Shape, cells: [usize; 4], before: [u8; 4], after: [u8; 4], rank: u8) -> Slid {
    if (0..4).any(|i| (before[i] >= ANCHOR || after[i] >= ANCHOR) && before[i] != after[i]) {
        return Slid::Blocked;
    }
    let made = |beside: bool| (0..4).any(|i| after[i] == rank && shape.meets_goal(cells[i]) == beside);
    match (made(true), made(false)) {
        (true, _) => Slid::Made { beside: true },
        (_, true) => Slid::Made { beside: false },
        _ => Slid::Ranks(after.map(|rank| if rank >= ANCHOR { 0 } else { rank })),
    }
}

/// Slides a line whose free cells hold `ranks` towards its start, or its end if `backwards`. `rank` is the goal's.
pub(super) fn slide(shape: Shape, cells: [usize; 4], ranks: [u8; 4], backwards: bool, rank: u8) -> Slid {
    let before = line(shape, cells, ranks);
    judge(shape, cells, before, slid(before, backwards), rank)
}

/// The same with a tile of rank `new.1` coming to the place `new.0` of the line, and the slide back. None where that
/// place is not empty. Besides, whether the first slide changes the line.
pub(super) fn there_and_back(
    shape: Shape,
    cells: [usize; 4],
    ranks: [u8; 4],
    backwards: bool,
    rank: u8,
    new: Option<(usize, u8)>,
) -> Option<(Slid, bool)> {
    let before = line(shape, cells, ranks);
    let mut there = slid(before, backwards);
    let moved = there != before;
    if let Some((place, rank)) = new {
        if there[place] != 0 {
            return None;
        }
        there[place] = rank;
    }
    Some((judge(shape, cells, before, slid(there, !backwards), rank), moved))
}
