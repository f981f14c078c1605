//! Counting moves by arithmetic on sets, listing as few as possible.
//!
//! Whole sets of pieces step at once. A step towards higher numbers is one of 4 in one direction and one of 3 or 5 in
//! the other; which one is which alternates from row to row, so that a jump, two steps in the same direction, is one
//! step of each kind. The side's direction is a type, so that the compiler makes straight code of it.

mod lanes;

use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use plywise::{Game, Seat};

use crate::board::Board;
use crate::square::Squares;

/// One set of squares, or as many as are looked at together.
trait Sets: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Each of them after such a step ([`Squares`] has these as well).
    fn stepped(self, step: impl Fn(Squares) -> Squares) -> Self;
}

impl Sets for Squares {
    #[inline(always)]
    fn stepped(self, step: impl Fn(Squares) -> Squares) -> Self {
        step(self)
    }
}

/// The direction in which men go.
trait Way {
    /// The opposite direction.
    type Back: Way;
    /// Whose men go this way.
    const SEAT: Seat;
    /// Every square one step of 4 from these.
    fn by4<S: Sets>(set: S) -> S;
    /// Every square one step of 3 or 5 from these.
    fn by35<S: Sets>(set: S) -> S;
}

/// Towards higher numbers, as the first mover's men.
struct Down;

/// Towards lower numbers, as the second mover's men.
struct Up;

impl Way for Down {
    type Back = Up;
    const SEAT: Seat = Seat::FIRST;

    #[inline(always)]
    fn by4<S: Sets>(set: S) -> S {
        set.stepped(Squares::down4)
    }

    #[inline(always)]
    fn by35<S: Sets>(set: S) -> S {
        set.stepped(Squares::down35)
    }
}

impl Way for Up {
    type Back = Down;
    const SEAT: Seat = Seat::SECOND;

    #[inline(always)]
    fn by4<S: Sets>(set: S) -> S {
        set.stepped(Squares::up4)
    }

    #[inline(always)]
    fn by35<S: Sets>(set: S) -> S {
        set.stepped(Squares::up35)
    }
}

/// The board from the point of view of the side to move, whose men go one way.
#[derive(Clone, Copy)]
struct Side<W, S = Squares> {
    all: S,
    enemies: S,
    free: S,
    /// The kings of both sides.
    crowned: S,
    way: PhantomData<W>,
}

impl<W: Way, S: Sets> Side<W, S> {
    #[inline(always)]
    fn kings(&self) -> S {
        self.all & self.crowned
    }

    /// Those of `movers` that can jump ahead, by whether the jump begins with a step of 4 or with one of 3 or 5.
    #[inline(always)]
    fn jumpers_ahead(&self, movers: S) -> (S, S) {
        let (last4, last35) =
            (W::Back::by4(self.free) & self.enemies, W::Back::by35(self.free) & self.enemies);
        (W::Back::by4(last35) & movers, W::Back::by35(last4) & movers)
    }

    /// The kings that can jump backwards.
    #[inline(always)]
    fn jumpers_back(&self) -> S {
        let (last4, last35) = (W::by4(self.free) & self.enemies, W::by35(self.free) & self.enemies);
        (W::by4(last35) | W::by35(last4)) & self.kings()
    }

    /// Where pieces can step ahead, by 4 and by 3 or 5: legal where nobody jumps.
    #[inline(always)]
    fn targets_ahead(&self) -> (S, S) {
        (W::by4(self.all) & self.free, W::by35(self.all) & self.free)
    }

    /// Where kings can step backwards, the same.
    #[inline(always)]
    fn targets_back(&self) -> (S, S) {
        (W::Back::by4(self.kings()) & self.free, W::Back::by35(self.kings()) & self.free)
    }

    /// Where these jumpers, men each, land. A man never comes back to a piece that it took or to where it started: the board as
    /// it is tells whether it may jump on.
    #[inline(always)]
    fn landed((by4, by35): (S, S)) -> (S, S) {
        (W::by35(W::by4(by4)), W::by4(W::by35(by35)))
    }
}

impl<W: Way> Side<W> {
    #[inline]
    fn of(board: &Board) -> Self {
        debug_assert_eq!(board.to_move(), W::SEAT);
        let (all, enemies) = (board.pieces(W::SEAT), board.pieces(W::SEAT.other()));
        let crowned = board.kings(W::SEAT) | board.kings(W::SEAT.other());
        Self { all, enemies, free: board.empty(), crowned, way: PhantomData }
    }

    #[cold]
    fn board(&self) -> Board {
        let mut pieces = [self.all, self.enemies];
        if W::SEAT != Seat::FIRST {
            pieces.swap(0, 1);
        }
        Board::known(pieces, self.crowned, W::SEAT)
    }

    #[inline]
    fn jumpers(&self) -> Squares {
        let (by4, by35) = self.jumpers_ahead(self.all);
        if self.kings().is_empty() { by4 | by35 } else { by4 | by35 | self.jumpers_back() }
    }

    /// How many moves are legal where somebody jumps: each way to jump on is one.
    #[inline]
    fn count_jumps(&self) -> u32 {
        let (by4, by35) = self.jumpers_ahead(self.all);
        let mut count = 0;
        for from in (by4 | by35) & !self.crowned {
            count += self.ways_on(from.set());
        }
        if !self.kings().is_empty() {
            for from in self.jumpers() & self.crowned {
                let free = Self { free: self.free | from.set(), ..*self };
                count += free.ways_on_of_king(from.set());
            }
        }
        count
    }

    /// In how many ways a man there may jump on, to stay being one if it may not.
    fn ways_on(&self, at: Squares) -> u32 {
        let (over4, over35) = (W::by4(at) & self.enemies, W::by35(at) & self.enemies);
        let (to4, to35) = (W::by35(over4) & self.free, W::by4(over35) & self.free);
        let on = |to: Squares| if to.is_empty() { 0 } else { self.ways_on(to) };
        (on(to4) + on(to35)).max(1)
    }

    /// The same of a king, which takes no piece twice.
    fn ways_on_of_king(&self, at: Squares) -> u32 {
        let mut ways = 0;
        let mut on = |over: Squares, to: Squares| {
            if !(to & self.free).is_empty() {
                ways += Self { enemies: self.enemies & !over, ..*self }.ways_on_of_king(to);
            }
        };
        let [a, b] = [W::by4(at) & self.enemies, W::by35(at) & self.enemies];
        let [c, d] = [W::Back::by4(at) & self.enemies, W::Back::by35(at) & self.enemies];
        on(a, W::by35(a));
        on(b, W::by4(b));
        on(c, W::Back::by35(c));
        on(d, W::Back::by4(d));
        ways.max(1)
    }

    #[inline]
    fn can_step(&self) -> bool {
        let ((by4, by35), (back4, back35)) = (self.targets_ahead(), self.targets_back());
        !(by4 | by35 | back4 | back35).is_empty()
    }

    /// Whether one of these jumpers, men each, can jump on.
    #[inline(always)]
    fn jumps_on(&self, by: (Squares, Squares)) -> bool {
        let (land4, land35) = Self::landed(by);
        let (on4, on35) = self.jumpers_ahead(land4 | land35);
        !(on4 | on35).is_empty()
    }

    /// How many moves are legal. Jumps are followed only where a king jumps or a man jumps on. Whether anybody jumps decides no
    /// branch without kings: nobody could foretell it.
    #[inline]
    fn moves(&self) -> u32 {
        let (by4, by35) = self.jumpers_ahead(self.all);
        if self.jumps_on((by4, by35)) {
            return self.count_jumps();
        }
        let (jumps, steps) = (both((by4, by35)), both(self.targets_ahead()));
        if !self.kings().is_empty() {
            let back = self.jumpers_back();
            if jumps == 0 && back.is_empty() {
                return steps.count_ones() + both(self.targets_back()).count_ones();
            }
            if (by4 | by35 | back).meets(self.crowned) {
                return self.count_jumps();
            }
        }
        (jumps | if jumps == 0 { steps } else { 0 }).count_ones()
    }
}

/// Two sets in one, the first one's squares below.
#[inline]
fn both((a, b): (Squares, Squares)) -> u64 {
    u64::from(a.0) | u64::from(b.0) << 32
}

impl Board {
    /// The pieces of the side to move that can jump. If there are any, one of them must.
    #[inline]
    #[must_use]
    pub fn jumpers(&self) -> Squares {
        match self.to_move() {
            Seat::FIRST => Side::<Down>::of(self).jumpers(),
            _ => Side::<Up>::of(self).jumpers(),
        }
    }

    /// Whether any move is legal.
    #[inline]
    pub(crate) fn can_move(&self) -> bool {
        let steps = match self.to_move() {
            Seat::FIRST => Side::<Down>::of(self).can_step(),
            _ => Side::<Up>::of(self).can_step(),
        };
        steps || !self.jumpers().is_empty()
    }

    /// How many moves are legal.
    #[inline]
    pub(crate) fn count_moves(&self) -> usize {
        let moves = match self.to_move() {
            Seat::FIRST => Side::<Down>::of(self).moves(),
            _ => Side::<Up>::of(self).moves(),
        };
        moves as usize
    }

    /// The leaves two plies below this position or more; a game that is over before counts `over`.
    pub(crate) fn count_leaves(&self, depth: u32, over: u32) -> u64 {
        let mut leaves = 0;
        if depth == 2 {
            leaves = lanes::replies(self, over);
        } else {
            self.visit_moves(|mv| {
                let mut child = *self;
                child.play(mv);
                leaves += child.count_leaves(depth - 1, over);
            });
        }
        if leaves == 0 && !self.can_move() { u64::from(over) } else { leaves }
    }

    #[cold]
    fn replies_to_jumps(&self, over: u32) -> u64 {
        let mut leaves = 0;
        self.visit_moves(|mv| {
            let mut child = *self;
            child.play(mv);
            leaves += (child.count_moves() as u64).max(u64::from(over));
        });
        leaves
    }
}
