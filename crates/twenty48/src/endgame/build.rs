//! The chance to bring the goal's like beside it, for all contents of the free cells.
//!
//! A slide keeps the sum of the tiles and a new tile raises it by 2 or 4: the chances of one sum follow from those of
//! the next two. So the sums are gone through from the largest down, and only three of them are held at a time
//! (retrograde analysis in layers).

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use plywise::mapped;

use super::file::pack;
use super::frame::Frame;
use super::halves::Half;
use super::level::Level;
use super::rescue::Rescue;
use super::slides::{Outcome, Slides};

/// What a tile of the goal's rank is worth that came to be elsewhere than beside the goal.
const ELSEWHERE: f32 = 0.8;

/// How often the new tile is a 2, and a 4.
pub(super) const NEW: [f32; 2] = [0.9, 0.1];

/// Bytes of address space that a thread may take before it has done anything.
const RESERVED: usize = 140 << 20;

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Contents of the free cells that are done.
    pub done: u64,
    /// All of them.
    pub all: u64,
}

/// The chances of one sum.
struct Layer {
    level: Level,
    /// At the player's turn.
    chances: Vec<f32>,
    /// Before a new tile comes.
    after: Vec<f32>,
}

/// What can follow what.
struct Ways<'a> {
    frame: &'a Frame,
    slides: Slides,
    rescues: Vec<Rescue>,
    /// `[half]`.
    spawns: [Spawns; 2],
}

/// Works the table out and writes its levels, the largest sum first: a byte for each of its contents.
///
/// # Errors
/// Those of `out`; [`io::ErrorKind::Interrupted`] once `stop` is set.
pub(super) fn build(
    frame: &Frame,
    threads: usize,
    out: &mut dyn Write,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Progress),
) -> io::Result<()> {
    let lens = (0..=frame.most).map(|sum| Level::new(&frame.halves, sum).len());
    let (all, largest) = lens.fold((0, 0), |(all, largest), len| (all + len as u64, largest.max(len)));
    // In one piece, before its parts are asked for, as an allocator ends the program where there is none: three sums, what
    // is worked out of the last, and what threads reserve.
    mapped::check(64 * largest + (threads + 1) * RESERVED)
        .map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
    let ways = Ways {
        frame,
        slides: Slides::new(frame),
        rescues: Rescue::all(frame),
        spawns: [Spawns::new(&frame.halves[0]), Spawns::new(&frame.halves[1])],
    };
    let mut done = 0;
    let mut next: [Option<Layer>; 2] = [None, None];
    for sum in (0..=frame.most).rev() {
        if stop.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let level = Level::new(&frame.halves, sum);
        let mut after = vec![0.0; level.len()];
        side_by_side(&level, threads, &mut after, |part, piece| {
            ways.before_spawn(&level, &next, part, piece);
        });
        let mut best = vec![(0.0, 0); level.len()];
        side_by_side(&level, threads, &mut best, |part, piece| {
            ways.before_slide(&level, &after, &next, part, piece);
        });
        let bytes: Vec<u8> = best.iter().map(|&(chance, way)| pack(chance, way)).collect();
        out.write_all(&bytes)?;
        done += level.len() as u64;
        tell(Progress { done, all });
        let chances = best.into_iter().map(|(chance, _)| chance).collect();
        let [one, _] = next;
        next = [Some(Layer { level, chances, after }), one];
    }
    Ok(())
}

/// Runs `work` on all parts of a level side by side; each fills its piece of `row`.
fn side_by_side<T: Send>(
    level: &Level,
    threads: usize,
    row: &mut [T],
    work: impl Fn(Range<usize>, &mut [T]) + Sync,
) {
    let mut rest = row;
    let mut pieces = Vec::new();
    for part in level.parts(threads) {
        let len = level.of(part.end - 1).end - level.of(part.start).start;
        let (piece, others) = std::mem::take(&mut rest).split_at_mut(len);
        rest = others;
        pieces.push((part, piece));
    }
    let helpers = pieces.len().saturating_sub(1);
    let pieces = Mutex::new(pieces);
    let take = || pieces.lock().expect("no thread panics while it takes a piece").pop();
    let work = || {
        while let Some((part, piece)) = take() {
            work(part, piece);
        }
    };
    std::thread::scope(|scope| {
        // Where the system has no more threads, those that there are do the work.
        (0..helpers).for_each(|_| drop(std::thread::Builder::new().spawn_scoped(scope, work)));
        work();
    });
}

/// Where new tiles can come in a half.
struct Spawns {
    /// `[number]`: where its entries begin, one more at the end.
    begins: Vec<u32>,
    /// The numbers after a 2 and after a 4.
    after: Vec<[u32; 2]>,
}

impl Spawns {
    fn new(half: &Half) -> Self {
        let mut begins = vec![0];
        let mut after = Vec::new();
        for number in 0..half.len() {
            let code = half.code(number);
            let empty = (0..half.cells.len()).filter(|&place| half.rank(code, place) == 0);
            after.extend(empty.map(|at| [1, 2].map(|rank| half.number(code + rank * half.step(at)) as u32)));
            begins.push(after.len() as u32);
        }
        Self { begins, after }
    }

    #[inline]
    fn of(&self, number: usize) -> &[[u32; 2]] {
        &self.after[self.begins[number] as usize..self.begins[number + 1] as usize]
    }
}

impl Ways<'_> {
    /// The chances of all contents before a new tile comes.
    fn before_spawn(&self, level: &Level, next: &[Option<Layer>; 2], part: Range<usize>, piece: &mut [f32]) {
        let offset = level.of(part.start).start;
        for a in part {
            let row = level.of(a);
            let piece = &mut piece[row.start - offset..row.end - offset];
            for (i, layer) in next.iter().enumerate().filter_map(|(i, layer)| Some((i, layer.as_ref()?))) {
                for new in self.spawns[0].of(a) {
                    let from = &layer.chances[layer.level.of(new[i] as usize)];
                    piece.iter_mut().zip(from).for_each(|(sum, &chance)| *sum += NEW[i] * chance);
                }
                for (sum, b) in piece.iter_mut().zip(level.seconds(&self.frame.halves, a)) {
                    for new in self.spawns[1].of(b) {
                        *sum += NEW[i] * layer.chances[layer.level.at(a, new[i] as usize)];
                    }
                }
            }
            for (sum, b) in piece.iter_mut().zip(level.seconds(&self.frame.halves, a)) {
                // Nothing slid could leave all cells full: those are never asked for.
                *sum /= (self.spawns[0].of(a).len() + self.spawns[1].of(b).len()).max(1) as f32;
            }
        }
    }

    /// The chances of all contents at the player's turn, and the numbers of the directions that have them.
    fn before_slide(
        &self,
        level: &Level,
        after: &[f32],
        next: &[Option<Layer>; 2],
        part: Range<usize>,
        piece: &mut [(f32, u8)],
    ) {
        let [first, second] = &self.frame.halves;
        let mut places = piece.iter_mut();
        for a in part {
            let of_a = self.slides.part(0, a);
            for (b, place) in level.seconds(&self.frame.halves, a).zip(&mut places) {
                let here = Outcome::of(first.code(a), second.code(b));
                for (way, outcome) in self.slides.from(of_a, self.slides.part(1, b)) {
                    let chance = match outcome.made() {
                        Some(true) => 1.0,
                        Some(false) => ELSEWHERE,
                        None if outcome == here => continue,
                        None => {
                            let [a, b] = outcome.codes();
                            after[level.at(first.number(a), second.number(b))]
                        }
                    };
                    if chance > place.0 {
                        *place = (chance, way as u8);
                    }
                }
                if place.0 == 0.0 {
                    *place = self.rescue(next, of_a, self.slides.part(1, b));
                }
            }
        }
    }

    /// The best chance there and back, where nothing else can be slid.
    fn rescue(&self, next: &[Option<Layer>; 2], of_a: &[[u16; 4]; 2], of_b: &[[u16; 4]; 2]) -> (f32, u8) {
        let [first, second] = &self.frame.halves;
        let chance = |new: usize, outcome: Outcome| match outcome.made() {
            _ if outcome.is_blocked() => 0.0,
            Some(true) => 1.0,
            Some(false) => ELSEWHERE,
            None => next[new].as_ref().map_or(0.0, |layer| {
                let [a, b] = outcome.codes();
                layer.after[layer.level.at(first.number(a), second.number(b))]
            }),
        };
        let mut best = (0.0, 0);
        for rescue in &self.rescues {
            let ends = rescue.ends(of_a, of_b);
            let mean = ends.map(|end| end.share * NEW[end.new] * chance(end.new, end.outcome)).sum();
            if mean > best.0 {
                best = (mean, rescue.direction() as u8);
            }
        }
        best
    }
}
