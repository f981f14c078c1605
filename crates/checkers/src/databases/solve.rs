//! Retrograde analysis of a slice and its turned one together.
//!
//! What leaves the two is known when they are begun: captures lead to fewer pieces, a crowned man to fewer men. All else stays.
//! First every position is looked at once: whoever must capture, cannot move or has only moves that crown has its value at once; of the
//! others their moves inside are counted. Then, one ply of distance after the other, each position that has just got its value
//! tells its predecessors, which its moves taken back lead to: a loss makes them wins, a win takes one from the moves that
//! are left, and with the last of them the position is lost (Thompson 1986, "Retrograde analysis of certain endgames", ICCA
//! Journal 9; Lake, Schaeffer & Lu 1994). What nobody told is drawn.
//!
//! Every write is the same whichever thread comes first, so that the bytes are, too.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize};

use plywise::{Game, Seat};

use super::plies::{Plies, Values};
use super::slice::{Index, Slice};
use crate::board::Board;
use crate::square::{Square, Squares};

/// Why there are no values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsolved {
    /// The flag was raised.
    #[error("stopped")]
    Stopped,
    /// A distance is greater than a byte holds.
    #[error("an ending takes more than {} plies", Plies::MOST)]
    TooLong,
}

/// Moves left where no more is to be found out: a capture is pending, or nothing moves.
const CLOSED: u8 = u8::MAX;
/// Moves left where one leads away to a win or a draw: the position cannot be lost.
const SAFE: u8 = CLOSED - 1;
/// Positions that a thread takes at a time.
const PIECE: usize = 1 << 13;

/// How far slices are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// What they lead to is read.
    Reading,
    /// So many of their positions were looked at for the first time.
    Seen(u64),
    /// All wins and losses that take fewer plies are found.
    Plies(u8),
    /// All is worked out, and packed.
    Packing,
}

/// A slice under way.
struct Side {
    index: Index,
    /// Values as [`Plies`]; a win that leads away may still become a sooner one.
    values: Vec<AtomicU8>,
    /// Moves inside that are not known to be wins of the other.
    left: Vec<AtomicU8>,
}

impl Side {
    fn new(slice: Slice) -> Self {
        let index = Index::new(slice);
        let bytes = || (0..index.len()).map(|_| AtomicU8::new(0)).collect();
        let (values, left) = (bytes(), bytes());
        Self { index, values, left }
    }
}

/// The values of a slice and its turned one, or of one that is both; all that they lead to is `done`. A byte for each
/// position, see [`Plies`].
///
/// # Errors
/// When `stop` is raised, or a distance is too great.
pub(super) fn solve(
    pair: &[Slice],
    done: &Values,
    threads: usize,
    stop: &AtomicBool,
    told: &(dyn Fn(Step) + Sync),
) -> Result<Vec<Vec<u8>>, Unsolved> {
    let sides: Vec<Side> = pair.iter().map(|&slice| Side::new(slice)).collect();
    let work =
        Work { sides: &sides, done, last: AtomicU8::new(0), too_long: AtomicBool::new(false), threads, stop };
    let seen = AtomicU64::new(0);
    work.for_all(|side, number| {
        work.begin(side, number);
        if number % PIECE == 0 {
            told(Step::Seen(seen.fetch_add(PIECE as u64, Relaxed)));
        }
    })?;
    let mut byte = 1;
    while byte <= work.last.load(Relaxed) {
        told(Step::Plies(byte - 1));
        work.for_all(|side, number| {
            if sides[side].values[number].load(Relaxed) == byte {
                work.tell(side, number, byte);
            }
        })?;
        byte = byte.checked_add(1).ok_or(Unsolved::TooLong)?;
    }
    let bytes = |values: Vec<AtomicU8>| values.into_iter().map(AtomicU8::into_inner).collect();
    Ok(sides.into_iter().map(|side| bytes(side.values)).collect())
}

struct Work<'a> {
    sides: &'a [Side],
    done: &'a Values,
    /// The greatest value so far.
    last: AtomicU8,
    too_long: AtomicBool,
    threads: usize,
    stop: &'a AtomicBool,
}

impl Work<'_> {
    /// Calls `visit` with every position, as its side and its number.
    fn for_all(&self, visit: impl Fn(usize, usize) + Sync) -> Result<(), Unsolved> {
        for (side, Side { index, .. }) in self.sides.iter().enumerate() {
            let next = AtomicUsize::new(0);
            let work = || {
                while !self.stop.load(Relaxed) {
                    let begin = next.fetch_add(PIECE, Relaxed);
                    if begin >= index.len() {
                        break;
                    }
                    (begin..index.len().min(begin + PIECE)).for_each(|number| visit(side, number));
                }
            };
            let helpers = self.threads.min(index.len().div_ceil(PIECE)) - 1;
            std::thread::scope(|scope| {
                // Where the system has no more threads, those that there are do the work.
                (0..helpers).for_each(|_| drop(std::thread::Builder::new().spawn_scoped(scope, work)));
                work();
            });
        }
        if self.stop.load(Relaxed) {
            return Err(Unsolved::Stopped);
        }
        if self.too_long.load(Relaxed) { Err(Unsolved::TooLong) } else { Ok(()) }
    }

    /// Looks at a position for the first time.
    fn begin(&self, side: usize, number: usize) {
        let board = self.sides[side].index.board(number);
        let (value, left) = if board.jumpers().is_empty() {
            let away = self.crowned(&board);
            match board.count_moves() - crownings(&board).count() {
                0 => (away.unwrap_or(Plies::LOST), CLOSED),
                _ if away.is_some_and(Plies::is_win) => (away.unwrap_or_default(), SAFE),
                _ if away == Some(Plies::DRAW) => (Plies::DRAW, SAFE),
                inside => (Plies::DRAW, inside as u8),
            }
        } else {
            let mut best = None;
            board.visit_moves(|mv| {
                let mut child = board;
                child.play(mv);
                best = self.better(best, &child);
            });
            (best.unwrap_or(Plies::LOST), CLOSED)
        };
        self.sides[side].left[number].store(left, Relaxed);
        self.set(side, number, value);
    }

    /// The best of the moves that crown a man.
    fn crowned(&self, board: &Board) -> Option<Plies> {
        crownings(board).fold(None, |best, (from, to)| self.better(best, &board.after_step(from, to)))
    }

    /// The better of what was found and a move to this board, whose slice is done.
    fn better(&self, best: Option<Plies>, child: &Board) -> Option<Plies> {
        let value = self.done.value(child).expect("slices come behind those that they lead to");
        let Some(value) = value.before() else {
            self.too_long.store(true, Relaxed);
            return best;
        };
        Some(best.map_or(value, |best| best.max(value)))
    }

    #[inline]
    fn set(&self, side: usize, number: usize, value: Plies) {
        self.sides[side].values[number].store(value.0, Relaxed);
        if value.0 > self.last.load(Relaxed) {
            self.last.fetch_max(value.0, Relaxed);
        }
    }

    /// Tells the predecessors of a position what it is worth.
    fn tell(&self, side: usize, number: usize, byte: u8) {
        let board = self.sides[side].index.board(number);
        let other = self.sides.len() - 1 - side;
        let Side { index, values, left } = &self.sides[other];
        visit_predecessors(&board, |before| {
            let number = index.number(before);
            let moves = left[number].load(Relaxed);
            if moves == CLOSED {
                return;
            }
            let Some(next) = Plies(byte).before() else { return self.too_long.store(true, Relaxed) };
            if Plies(byte).is_loss() {
                let known = values[number].load(Relaxed);
                if known == 0 || known > next.0 {
                    self.set(other, number, next);
                }
            } else if moves != SAFE && left[number].fetch_sub(1, Relaxed) == 1 {
                // All moves are wins of the other; those that crown a man may last longer.
                let away = self.crowned(before);
                self.set(other, number, away.map_or(next, |away| next.max(away)));
            }
        });
    }
}

/// The plain moves that crown a man of the first seat, who is to move: from where to where.
fn crownings(board: &Board) -> impl Iterator<Item = (Squares, Squares)> {
    let (men, free) = (board.men(Seat::FIRST), board.empty() & Squares::LAST_ROW);
    // The last row but one steps to the last by 4 on one side and by 3 on the other.
    let by4 = (men.down4() & free).into_iter().map(|to| (to.set().up4(), to.set()));
    let by3 = (men.down35() & free).into_iter().map(|to| (to.set().up35(), to.set()));
    by4.chain(by3)
}

/// Calls `visit` with every board, the first seat to move, from which a plain move that crowns nobody leads to `board`, which has
/// the first seat to move, too. Captures that were pending there are not looked at.
#[inline]
fn visit_predecessors(board: &Board, mut visit: impl FnMut(&Board)) {
    let turned = |set: Squares| set.turned();
    let men = [turned(board.men(Seat::SECOND)), turned(board.men(Seat::FIRST))];
    let kings = [turned(board.kings(Seat::SECOND)), turned(board.kings(Seat::FIRST))];
    let free = turned(board.empty());
    for to in men[0].into_iter().map(Square::set) {
        for from in (to.up4() | to.up35()) & free {
            visit(&Board::of([Squares(men[0].0 ^ to.0 ^ from.set().0), men[1]], kings));
        }
    }
    for to in kings[0].into_iter().map(Square::set) {
        for from in (to.up4() | to.up35() | to.down4() | to.down35()) & free {
            visit(&Board::of(men, [Squares(kings[0].0 ^ to.0 ^ from.set().0), kings[1]]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every plain move that crowns nobody is taken back, and nothing else is.
    #[test]
    fn predecessors_are_what_moves_come_from() {
        for slice in Slice::all(3) {
            let (here, there) = (Index::new(slice), Index::new(slice.turned()));
            let (mut forth, mut back) = (Vec::new(), Vec::new());
            for number in 0..here.len() {
                let board = here.board(number);
                if board.jumpers().is_empty() {
                    board.visit_moves(|mv| {
                        let mut child = board;
                        child.play(mv);
                        let child = child.turned();
                        if Slice::of(&child) == slice.turned() {
                            forth.push((number, there.number(&child)));
                        }
                    });
                }
            }
            for number in 0..there.len() {
                visit_predecessors(&there.board(number), |before| {
                    if before.jumpers().is_empty() {
                        back.push((here.number(before), number));
                    }
                });
            }
            forth.sort_unstable();
            back.sort_unstable();
            assert!(forth == back, "{slice}: {} and {}", forth.len(), back.len());
        }
    }
}
