//! The slides of all contents of the free cells, line by line from small tables.

use super::frame::Frame;
use super::shape::{Axis, Slid, slide};
use crate::moves::Direction;

/// What a slide makes of the contents: the sum of its four lines' entries.
///
/// Bits 0-23 and 24-47: the codes of the halves. Bits 48-51: lines in which a large tile would move. Bits 52-55 and
/// 56-59: lines in which the goal's like came to be, beside it and elsewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Outcome(u64);

impl Outcome {
    const CODE: u64 = (1 << 24) - 1;
    const BLOCKED: u64 = 1 << 48;
    const BESIDE: u64 = 1 << 52;
    const ELSEWHERE: u64 = 1 << 56;

    /// What some lines and the others make of it.
    pub(super) fn sum(some: u64, others: u64) -> Self {
        Self(some + others)
    }

    /// The contents as they are.
    pub(super) fn of(first: usize, second: usize) -> Self {
        Self(first as u64 | (second as u64) << 24)
    }

    /// Whether a large tile would move.
    pub(super) fn is_blocked(self) -> bool {
        self.0 & (0xf * Self::BLOCKED) != 0
    }

    /// Whether the goal's like came to be: beside the goal (true) or elsewhere.
    pub(super) fn made(self) -> Option<bool> {
        match self.0 >> 52 {
            0 => None,
            _ => Some(self.0 & (0xf * Self::BESIDE) != 0),
        }
    }

    /// The codes of the halves.
    pub(super) fn codes(self) -> [usize; 2] {
        [(self.0 & Self::CODE) as usize, (self.0 >> 24 & Self::CODE) as usize]
    }
}

pub(super) const AXES: [Axis; 2] = [Axis::Rows, Axis::Columns];

/// The axis of a direction, and whether it goes towards the end of its lines.
pub(super) const fn sense(way: Direction) -> (usize, bool) {
    match way {
        Direction::Left => (0, false),
        Direction::Right => (0, true),
        Direction::Up => (1, false),
        Direction::Down => (1, true),
    }
}

/// The direction against a direction.
pub(super) const fn opposite(way: Direction) -> Direction {
    match way {
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
    }
}

/// The lines of one direction, those first in which it may be blocked.
struct Way {
    direction: Direction,
    axis: usize,
    /// Line number and `[index]`.
    lines: Vec<(usize, Vec<u64>)>,
}

/// All slides that can ever be made.
pub(super) struct Slides {
    ways: Vec<Way>,
    /// `[half][number][axis][line]`: what a half adds to the index of a line.
    parts: [Vec<[[u16; 4]; 2]>; 2],
}

impl Slides {
    pub(super) fn new(frame: &Frame) -> Self {
        let ways = Direction::ALL.into_iter().filter_map(|direction| Way::new(frame, direction)).collect();
        Self { ways, parts: [0, 1].map(|half| parts(frame, half)) }
    }

    /// What a number of a half adds to the index of each line.
    pub(super) fn part(&self, half: usize, number: usize) -> &[[u16; 4]; 2] {
        &self.parts[half][number]
    }

    /// The slides from contents with these parts that move no large tile.
    #[inline]
    pub(super) fn from(
        &self,
        first: &[[u16; 4]; 2],
        second: &[[u16; 4]; 2],
    ) -> impl Iterator<Item = (Direction, Outcome)> {
        self.ways.iter().filter_map(move |way| {
            let (first, second) = (&first[way.axis], &second[way.axis]);
            let mut outcome = 0;
            for (line, table) in &way.lines {
                outcome += table[usize::from(first[line & 3] + second[line & 3])];
                if Outcome(outcome).is_blocked() {
                    return None;
                }
            }
            Some((way.direction, Outcome(outcome)))
        })
    }
}

impl Way {
    /// None if this slide never does anything but move large tiles.
    fn new(frame: &Frame, direction: Direction) -> Option<Self> {
        let (axis, backwards) = sense(direction);
        let mut useful = false;
        let mut lines = Vec::new();
        for line in 0..4 {
            let cells = AXES[axis].cells(line);
            let free = cells.into_iter().filter(|&cell| frame.place(cell).is_some()).count() as u32;
            let contents = 0..usize::from(frame.rank).pow(free);
            let entry = |index| {
                let ranks = ranks(frame, cells, index);
                (slide(frame.shape, cells, ranks, backwards, frame.rank), ranks)
            };
            useful |= contents.clone().map(entry).any(|(slid, before)| match slid {
                Slid::Blocked => false,
                Slid::Made { .. } => true,
                Slid::Ranks(after) => after != before,
            });
            if free > 0 {
                let table: Vec<u64> = contents.map(|index| encode(frame, cells, entry(index).0)).collect();
                lines.push((line, table));
            }
        }
        let blocked = |table: &[u64]| table.iter().filter(|&&entry| Outcome(entry).is_blocked()).count();
        lines.sort_by_key(|(_, table)| std::cmp::Reverse(blocked(table) * 1000 / table.len()));
        useful.then_some(Self { direction, axis, lines })
    }
}

/// The ranks in the free cells of a line, from its index.
pub(super) fn ranks(frame: &Frame, cells: [usize; 4], mut index: usize) -> [u8; 4] {
    cells.map(|cell| match frame.place(cell) {
        Some(_) => {
            let rank = index % usize::from(frame.rank);
            index /= usize::from(frame.rank);
            rank as u8
        }
        None => 0,
    })
}

pub(super) fn encode(frame: &Frame, cells: [usize; 4], slid: Slid) -> u64 {
    match slid {
        Slid::Blocked => Outcome::BLOCKED,
        Slid::Made { beside: true } => Outcome::BESIDE,
        Slid::Made { beside: false } => Outcome::ELSEWHERE,
        Slid::Ranks(ranks) => (0..4)
            .filter_map(|i| {
                let (half, place) = frame.place(cells[i])?;
                Some((u64::from(ranks[i]) * frame.halves[half].step(place) as u64) << (24 * half))
            })
            .sum(),
    }
}

fn parts(frame: &Frame, half: usize) -> Vec<[[u16; 4]; 2]> {
    let of = &frame.halves[half];
    let part = |code: usize, axis: Axis, line: usize| {
        let free = axis.cells(line).into_iter().filter_map(|cell| frame.place(cell)).enumerate();
        free.filter(|(_, (owner, _))| *owner == half)
            .map(|(i, (_, place))| u16::from(of.rank(code, place)) * u16::from(frame.rank).pow(i as u32))
            .sum::<u16>()
    };
    let lines = |code, axis| std::array::from_fn(|line| part(code, axis, line));
    (0..of.len()).map(|number| AXES.map(|axis| lines(of.code(number), axis))).collect()
}
