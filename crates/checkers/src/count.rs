//! Counting moves by arithmetic on sets, listing as few as possible.
//!
//! Whole sets of pieces step at once. A step towards higher numbers is one of 4 in one direction and one of 3 or 5 in
//! the other; which one is which alternates from row to row, so that a jump, two steps in the same direction, is one
//! step of each kind. The side's direction is a type, so that the compiler makes straight code of it.

use std::marker::PhantomData;

use plywise::{Game, Seat};

use crate::board::Board;
use crate::square::Squares;

/// The direction in which men go.
trait Way {
    /// The opposite direction.
    type Back: Way;
    /// Whose men go this way.
    const SEAT: Seat;
    /// Every square one step of 4 from these.
    fn by4(set: Squares) -> Squares;
    /// Every square one step of 3 or 5 from these.
    fn by35(set: Squares) -> Squares;
}

/// Towards higher numbers, as the first mover's men.
struct Down;

/// Towards lower numbers, as the second mover's men.
struct Up;

impl Way for Down {
    type Back = Up;
    const SEAT: Seat = Seat::FIRST;

    #[inline]
    fn by4(set: Squares) -> Squares {
        set.down4()
    }

    #[inline]
    fn by35(set: Squares) -> Squares {
        set.down35()
    }
}

impl Way for Up {
    type Back = Down;
    const SEAT: Seat = Seat::SECOND;

    #[inline]
    fn by4(set: Squares) -> Squares {
        set.up4()
    }

    #[inline]
    fn by35(set: Squares) -> Squares {
        set.up35()
    }
}

/// The board from the point of view of the side to move, whose men go one way.
#[derive(Clone, Copy)]
struct Side<W> {
    all: Squares,
    enemies: Squares,
    free: Squares,
    /// The kings of both sides.
    crowned: Squares,
    way: PhantomData<W>,
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
    fn kings(&self) -> Squares {
        self.all & self.crowned
    }

    /// Those of `movers` that can jump ahead, by whether the jump begins with a step of 4 or with one of 3 or 5.
    #[inline]
    fn jumpers_ahead(&self, movers: Squares) -> (Squares, Squares) {
        let (last4, last35) =
            (W::Back::by4(self.free) & self.enemies, W::Back::by35(self.free) & self.enemies);
        (W::Back::by4(last35) & movers, W::Back::by35(last4) & movers)
    }

    /// The kings that can jump backwards.
    #[inline]
    fn jumpers_back(&self) -> Squares {
        if self.kings().is_empty() {
            return Squares::NONE;
        }
        let (last4, last35) = (W::by4(self.free) & self.enemies, W::by35(self.free) & self.enemies);
        (W::by4(last35) | W::by35(last4)) & self.kings()
    }

    #[inline]
    fn jumpers(&self) -> Squares {
        let (by4, by35) = self.jumpers_ahead(self.all);
        by4 | by35 | self.jumpers_back()
    }

    /// Where pieces can step ahead, by 4 and by 3 or 5: legal where nobody jumps.
    #[inline]
    fn targets_ahead(&self) -> (Squares, Squares) {
        (W::by4(self.all) & self.free, W::by35(self.all) & self.free)
    }

    /// Where kings can step backwards, the same.
    #[inline]
    fn targets_back(&self) -> (Squares, Squares) {
        (W::Back::by4(self.kings()) & self.free, W::Back::by35(self.kings()) & self.free)
    }

    #[inline]
    fn can_step(&self) -> bool {
        let ((by4, by35), (back4, back35)) = (self.targets_ahead(), self.targets_back());
        !(by4 | by35 | back4 | back35).is_empty()
    }

    /// Whether one of these jumpers, men each, can jump on. A man never comes back to a piece that it took or to where it
    /// started: the board as it is tells.
    #[inline]
    fn jumps_on(&self, by4: Squares, by35: Squares) -> bool {
        let (on4, on35) = self.jumpers_ahead(W::by35(W::by4(by4)) | W::by4(W::by35(by35)));
        !(on4 | on35).is_empty()
    }

    /// How many moves are legal; `KINGS`: whether the mover may have kings. They are listed only where a king jumps or a man
    /// jumps on. Whether anybody jumps decides no branch without kings: nobody could foretell it.
    #[inline]
    fn moves<const KINGS: bool>(&self) -> u32 {
        let (by4, by35) = self.jumpers_ahead(self.all);
        if self.jumps_on(by4, by35) {
            return self.board().count_jumps();
        }
        let (jumps, steps) = (both((by4, by35)), both(self.targets_ahead()));
        if KINGS && !self.kings().is_empty() {
            let back = self.jumpers_back();
            if jumps == 0 && back.is_empty() {
                return steps.count_ones() + both(self.targets_back()).count_ones();
            }
            if (by4 | by35 | back).meets(self.crowned) {
                return self.board().count_jumps();
            }
        }
        (jumps | if jumps == 0 { steps } else { 0 }).count_ones()
    }

    /// The other side's view after a piece has gone from one square to another over `taken`, if anything.
    #[inline]
    fn after<const KINGS: bool>(&self, from: Squares, to: Squares, taken: Squares) -> Side<W::Back> {
        let kept = if KINGS && self.crowned.meets(from) { to } else { to & Board::crowning_row(W::SEAT) };
        Side {
            all: self.enemies & !taken,
            enemies: self.all & !from | to,
            free: self.free & !to | from | taken,
            crowned: self.crowned & !from & !taken | kept,
            way: PhantomData,
        }
    }

    /// The replies to all moves together; a move without a reply counts `over`.
    #[inline]
    fn replies(&self, over: u32) -> u64 {
        if self.crowned.is_empty() { self.replies_to::<false>(over) } else { self.replies_to::<true>(over) }
    }

    /// The same; `KINGS`: whether there may be kings.
    #[inline]
    fn replies_to<const KINGS: bool>(&self, over: u32) -> u64 {
        let reply =
            |from, to, taken| u64::from(self.after::<KINGS>(from, to, taken).moves::<KINGS>().max(over));
        let (by4, by35) = self.jumpers_ahead(self.all);
        let jumpers = by4 | by35 | if KINGS { self.jumpers_back() } else { Squares::NONE };
        let mut leaves = 0;
        if !jumpers.is_empty() {
            if jumpers.meets(self.crowned) || self.jumps_on(by4, by35) {
                return self.board().replies_to_jumps(over);
            }
            each((by4, by35), |from, is_35| {
                let (one, other) = (W::by4(from), W::by35(from));
                let (taken, to) = if is_35 { (other, W::by4(other)) } else { (one, W::by35(one)) };
                leaves += reply(from, to, taken);
            });
            return leaves;
        }
        // Whole sets step, and a step backwards leads to where each target came from.
        each(self.targets_ahead(), |to, is_35| {
            let from = if is_35 { W::Back::by35(to) } else { W::Back::by4(to) };
            leaves += reply(from, to, Squares::NONE);
        });
        if KINGS && !self.kings().is_empty() {
            each(self.targets_back(), |to, is_35| {
                let from = if is_35 { W::by35(to) } else { W::by4(to) };
                leaves += reply(from, to, Squares::NONE);
            });
        }
        leaves
    }
}

/// Two sets in one, the first one's squares below.
#[inline]
fn both((a, b): (Squares, Squares)) -> u64 {
    u64::from(a.0) | u64::from(b.0) << 32
}

/// Calls `visit` with each square of two sets, and whether it is one of the second. It is one loop: that two end no branch
/// foretells.
#[inline]
fn each(sets: (Squares, Squares), mut visit: impl FnMut(Squares, bool)) {
    let mut left = both(sets);
    while left != 0 {
        let bit = left.trailing_zeros();
        visit(Squares(1 << (bit & 31)), bit >= 32);
        left &= left - 1;
    }
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
            Seat::FIRST => Side::<Down>::of(self).moves::<true>(),
            _ => Side::<Up>::of(self).moves::<true>(),
        };
        moves as usize
    }

    #[cold]
    fn count_jumps(&self) -> u32 {
        let mut count = 0;
        self.visit_moves(|_| count += 1);
        count
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

    /// The replies to all moves together; a move without a reply counts `over`.
    #[inline]
    pub(crate) fn count_replies(&self, over: u32) -> u64 {
        match self.to_move() {
            Seat::FIRST => Side::<Down>::of(self).replies(over),
            _ => Side::<Up>::of(self).replies(over),
        }
    }
}
