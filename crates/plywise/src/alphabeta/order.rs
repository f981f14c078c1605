//! In which order moves are tried. The value never depends on it, the work does.

use std::hash::{Hash, Hasher};

use crate::game::{Game, Seat};

/// How moves are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ordering {
    /// As the game lists them.
    #[default]
    Listed,
    /// By the static value of the position after the move, best first.
    Static,
    /// By what the search has learned: the table's move or the last iteration's, moves that refuted sister
    /// positions (killers, the answer to the last move), the history of cuts; then by the game's own [`Rank`].
    Dynamic,
}

/// A game's own opinion of which moves to try first.
pub trait Rank<G: Game>: Sync {
    /// False if all moves are alike.
    const ACTIVE: bool = true;

    /// Moves are tried from the highest rank to the lowest, equals as listed. Inside ±1,000,000.
    fn rank(&self, position: &G, mv: G::Move) -> i32;

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
    fn rank(&self, _: &G, _: G::Move) -> i32 {
        0
    }
}

/// A move that waits to be tried: its rank, and its place in the game's list.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove {
    pub(super) rank: i32,
    pub(super) index: u32,
}

/// Moves the best to the front; the listed order among equals.
#[inline]
pub(super) fn best_to_front(ranked: &mut [RankedMove]) {
    let mut best = 0;
    for i in 1..ranked.len() {
        let (a, b) = (ranked[i], ranked[best]);
        if a.rank > b.rank || (a.rank == b.rank && a.index < b.index) {
            best = i;
        }
    }
    ranked.swap(0, best);
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

/// Ranks of special moves, above all of history's and a game's own.
const FROM_TABLE: i32 = i32::MAX;
const KILLER: i32 = 1 << 29;
const COUNTERMOVE: i32 = KILLER - 2;
const HISTORY_LIMIT: i32 = 1 << 27;
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

    /// `mv` refuted a position; the moves that `failed` had been tried before it.
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
        // them: a square is Schaeffer's compromise (2^depth there) that does not overflow.
        let weight = depth.clamp(1, 64).pow(2);
        let credit = &mut self.history[slot_of(mv, seat)];
        *credit = (*credit + weight).min(HISTORY_LIMIT);
        for mv in failed {
            let credit = &mut self.history[slot_of(mv, seat)];
            // Without a penalty a move that is merely tried often would rank above one that refutes whenever it is
            // tried (relative history: Winands et al. 2006).
            *credit = (*credit - weight).max(-HISTORY_LIMIT);
        }
    }

    /// A new iteration: old history counts for less.
    pub(super) fn age(&mut self) {
        // Killers and countermoves stay: they are of positions, which the next iteration meets again.
        self.history.iter_mut().for_each(|credit| *credit /= 4);
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
        // Bands, not sums: a killer beats any history, however long.
        if self.killers[0] == Some(mv) {
            KILLER
        } else if self.killers[1] == Some(mv) {
            KILLER - 1
        } else if self.countermove == Some(mv) {
            COUNTERMOVE
        } else {
            self.history[slot(mv)]
        }
    }
}

#[inline]
fn slot_of<M: Hash>(mv: M, seat: Seat) -> usize {
    slot(mv) + SLOTS * (seat.index() & 1)
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
