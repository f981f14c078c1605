//! In which order moves are tried. The value never depends on it, the work does.

use std::hash::{Hash, Hasher};

use crate::evaluate::{Either, whichever};
use crate::game::{Game, Seat};

/// How moves are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ordering {
    /// As the game lists them.
    #[default]
    Listed,
    /// By the static value of the position after the move, best first.
    Static,
    /// The table's move or the last iteration's first; then by the sum of the game's own [`Rank`] and what the search has
    /// learned: moves that refuted sister positions (killers, the answer to the last move), the history of cuts.
    Dynamic,
}

/// What a search learns of a move, at most: one unit of a [`Rank`]'s scale.
pub const LEARNED: i32 = 1 << 14;

/// A game's own opinion of which moves to try first.
pub trait Rank<G: Game>: Sync {
    /// False if all moves are alike.
    const ACTIVE: bool = true;

    /// Moves are tried from the highest rank to the lowest, equals as listed; `depth` plies are left, so that more thought may go
    /// into where more depends on it. What the search has learned of a move is added: within ±[`LEARNED`] for its history, half as much for a killer. Inside ±1,000,000,000, so
    /// that the sum is below the table's move.
    fn rank(&self, position: &G, mv: G::Move, depth: i32) -> i32;

    /// About how many plies the game can go on from here. Where a search is bound by the end of the game rather than
    /// by its depth, this tells it how near that is: neither ordering nor the table pays for a handful of positions.
    #[inline]
    fn height(&self, _position: &G) -> i32 {
        i32::MAX
    }
}

/// No opinion.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alike;

impl<G: Game> Rank<G> for Alike {
    const ACTIVE: bool = false;
    fn rank(&self, _: &G, _: G::Move, _: i32) -> i32 {
        0
    }
}

/// One opinion or another, chosen at run time.
impl<G: Game, A: Rank<G>, B: Rank<G>> Rank<G> for Either<A, B> {
    const ACTIVE: bool = A::ACTIVE || B::ACTIVE;
    #[inline]
    fn rank(&self, position: &G, mv: G::Move, depth: i32) -> i32 {
        whichever!(self, rank => rank.rank(position, mv, depth))
    }
    #[inline]
    fn height(&self, position: &G) -> i32 {
        whichever!(self, rank => rank.height(position))
    }
}

/// What a search has learned about moves, apart from positions.
///
/// Killers: Akl & Newborn 1977, "The principal continuation and the killer heuristic". History: Schaeffer 1989,
/// "The history heuristic and alpha-beta search enhancements in practice". Countermoves: Uiterwijk 1992, "The
/// countermove heuristic".
#[derive(Clone, Debug)]
pub(super) struct MoveHistory<M> {
    killers: Vec<[Option<M>; 2]>,
    countermoves: Vec<Option<M>>,
    history: Vec<i32>,
}

/// The rank of the table's move, above all others.
const FROM_TABLE: i32 = i32::MAX;
// What is learned is added to the game's own rank, on one scale: bands would let a killer drown all that the game
// knows, and a square that once refuted something outweigh a move that leaves no reply.
const KILLERS: [i32; 2] = [LEARNED / 2, LEARNED / 4];
const COUNTERMOVE: i32 = LEARNED / 4;
const HISTORY_LIMIT: i32 = LEARNED;
const SLOTS: usize = 1 << 12;

impl<M: Copy + Eq + Hash> MoveHistory<M> {
    pub(super) fn new() -> Self {
        Self { killers: Vec::new(), countermoves: vec![None; SLOTS], history: vec![0; 2 * SLOTS] }
    }

    /// What is known of the moves of one position, before looking at any.
    #[inline]
    pub(super) fn advice(&self, seat: Seat, ply: u32, last: Option<M>) -> Advice<'_, M> {
        Advice {
            killers: self.killers.get(ply as usize).copied().unwrap_or([None; 2]),
            countermove: last.and_then(|last| self.countermoves[slot(last)]),
            history: &self.history[SLOTS * (seat.index() & 1)..][..SLOTS],
        }
    }

    pub(super) const fn table_rank() -> i32 {
        FROM_TABLE
    }

    /// `mv` refuted a position `depth` plies above the horizon or the end of the game; the moves that `failed` had
    /// been tried before it.
    pub(super) fn record_cutoff(
        &mut self,
        mv: M,
        failed: impl Iterator<Item = M>,
        seat: Seat,
        depth: i32,
        ply: u32,
        last: Option<M>,
    ) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            // Two killers, the later first: a sister position is refuted by what refuted the last one, or by what
            // that one displaced.
            *killers = [Some(mv), killers[0]];
        }
        if let Some(last) = last {
            self.countermoves[slot(last)] = Some(mv);
        }
        // The deeper the subtree that a cut-off saved, the more it counts, and there are exponentially fewer of
        // them: a square is Schaeffer's compromise (2^depth there).
        let weight = 16 * depth.clamp(1, 16).pow(2);
        self.credit(mv, seat, weight);
        for mv in failed {
            // Without a penalty a move that is merely tried often would rank above one that refutes whenever it is
            // tried (relative history: Winands et al. 2006).
            self.credit(mv, seat, -weight);
        }
    }

    /// Credit moves towards the limit by a share of the way that is left: it never gets there, and what was learned
    /// long ago fades.
    fn credit(&mut self, mv: M, seat: Seat, weight: i32) {
        let credit = &mut self.history[slot(mv) + SLOTS * (seat.index() & 1)];
        *credit += weight - *credit * weight.abs() / HISTORY_LIMIT;
    }

    /// A new iteration: old history counts for less.
    pub(super) fn age(&mut self) {
        // Killers and countermoves stay: they are of positions, which the next iteration meets again.
        self.history.iter_mut().for_each(|credit| *credit /= 2);
    }
}

/// What is known of the moves of one position.
pub(super) struct Advice<'a, M> {
    killers: [Option<M>; 2],
    countermove: Option<M>,
    history: &'a [i32],
}

impl<M: Copy + Eq + Hash> Advice<'_, M> {
    /// The rank of a move that the table does not name.
    #[inline]
    pub(super) fn rank(&self, mv: M) -> i32 {
        let killer = |at: usize| if self.killers[at] == Some(mv) { KILLERS[at] } else { 0 };
        let countermove = if self.countermove == Some(mv) { COUNTERMOVE } else { 0 };
        self.history[slot(mv)] + killer(0) + killer(1) + countermove
    }
}

/// A small hash of a move: equal moves share a slot, others seldom do.
#[inline]
fn slot<M: Hash>(mv: M) -> usize {
    let mut hasher = Multiply(0);
    mv.hash(&mut hasher);
    // The high bits of a product are its well mixed ones. Moves that share a slot share credit: order suffers a
    // little, values never.
    (hasher.0 >> (64 - SLOTS.trailing_zeros())) as usize
}

/// Multiplicative hashing: Knuth, "The Art of Computer Programming", vol. 3, §6.4.
struct Multiply(u64);

impl Multiply {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(u64::from(byte)));
    }
    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }
    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.add(u64::from(n));
    }
    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.add(n as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learned_stays_on_the_scale_however_often_it_is_confirmed() {
        let mut history = MoveHistory::new();
        for _ in 0..10_000 {
            history.record_cutoff(1u8, [2].into_iter(), Seat::FIRST, 60, 3, Some(9));
        }
        let elsewhere = history.advice(Seat::FIRST, 4, None);
        assert!((LEARNED / 2..=LEARNED).contains(&elsewhere.rank(1)), "{}", elsewhere.rank(1));
        assert!((-LEARNED..=-LEARNED / 2).contains(&elsewhere.rank(2)), "{}", elsewhere.rank(2));
        assert_eq!(history.advice(Seat::SECOND, 4, None).rank(1), 0, "of the other seat nothing is known");
        // A killer and an answer add to it; a game's advice of two units stays above all of it.
        let here = history.advice(Seat::FIRST, 3, Some(9));
        assert_eq!(here.rank(1) - elsewhere.rank(1), LEARNED / 2 + LEARNED / 4);
        assert!(here.rank(1) < 2 * LEARNED);
    }
}
