//! Counting moves by arithmetic on sets, listing as few as possible.
//!
//! Whole sets of pieces step at once. A step towards higher numbers is one of 4 in one direction and one of 3 or 5 in
//! the other; which one is which alternates from row to row, so that a jump, two steps in the same direction, is one
//! step of each kind. The side's direction is a type, so that the compiler makes straight code of it.

use std::marker::PhantomData;

use plywise::{Game, Seat};

use crate::board::Board;
use crate::square::{Square, Squares};

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
struct Side<'a, W> {
    board: &'a Board,
    all: Squares,
    kings: Squares,
    enemies: Squares,
    free: Squares,
    way: PhantomData<W>,
}

impl<'a, W: Way> Side<'a, W> {
    #[inline]
    fn of(board: &'a Board) -> Self {
        debug_assert_eq!(board.to_move(), W::SEAT);
        Self {
            board,
            all: board.pieces(W::SEAT),
            kings: board.kings(W::SEAT),
            enemies: board.pieces(W::SEAT.other()),
            free: board.empty(),
            way: PhantomData,
        }
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
        if self.kings.is_empty() {
            return Squares::NONE;
        }
        let (last4, last35) = (W::by4(self.free) & self.enemies, W::by35(self.free) & self.enemies);
        (W::by4(last35) | W::by35(last4)) & self.kings
    }

    #[inline]
    fn jumpers(&self) -> Squares {
        let (by4, by35) = self.jumpers_ahead(self.all);
        by4 | by35 | self.jumpers_back()
    }

    /// Plain moves, legal or not: jumps go first.
    #[inline]
    fn steps(&self) -> u32 {
        let steps = |targets: Squares| (targets & self.free).len();
        let ahead = steps(W::by4(self.all)) + steps(W::by35(self.all));
        if self.kings.is_empty() {
            return ahead;
        }
        ahead + steps(W::Back::by4(self.kings)) + steps(W::Back::by35(self.kings))
    }

    /// How many moves are legal. They are listed only where a king jumps or a man jumps on.
    #[inline]
    fn moves(&self) -> usize {
        let ((by4, by35), back) = (self.jumpers_ahead(self.all), self.jumpers_back());
        let jumpers = by4 | by35 | back;
        if jumpers.is_empty() {
            return self.steps() as usize;
        }
        // A man never comes back to a piece that it took or to where it started: the board as it is tells whether
        // it can go on.
        let landings = W::by35(W::by4(by4)) | W::by4(W::by35(by35));
        let (on4, on35) = self.jumpers_ahead(landings);
        if !jumpers.meets(self.kings) && (on4 | on35).is_empty() {
            return (by4.len() + by35.len()) as usize;
        }
        self.board.count_jumps_of(jumpers)
    }

    /// Calls `visit` with the board after each plain move, in no order worth naming: whole sets step, and a step
    /// backwards leads to where each target came from.
    #[inline]
    fn visit_steps(&self, mut visit: impl FnMut(&Board)) {
        for to in (W::by4(self.all) & self.free).into_iter().map(Square::set) {
            visit(&self.board.after_step(W::Back::by4(to), to));
        }
        for to in (W::by35(self.all) & self.free).into_iter().map(Square::set) {
            visit(&self.board.after_step(W::Back::by35(to), to));
        }
        for to in (W::Back::by4(self.kings) & self.free).into_iter().map(Square::set) {
            visit(&self.board.after_step(W::by4(to), to));
        }
        for to in (W::Back::by35(self.kings) & self.free).into_iter().map(Square::set) {
            visit(&self.board.after_step(W::by35(to), to));
        }
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
            Seat::FIRST => Side::<Down>::of(self).steps(),
            _ => Side::<Up>::of(self).steps(),
        };
        steps > 0 || !self.jumpers().is_empty()
    }

    /// How many moves are legal.
    #[inline]
    pub(crate) fn count_moves(&self) -> usize {
        match self.to_move() {
            Seat::FIRST => Side::<Down>::of(self).moves(),
            _ => Side::<Up>::of(self).moves(),
        }
    }

    #[cold]
    fn count_jumps_of(&self, jumpers: Squares) -> usize {
        let mut count = 0;
        for from in jumpers {
            self.visit_jumps_of(from, &mut |_| count += 1);
        }
        count
    }

    /// The replies to all moves together; a move without a reply counts `over`.
    #[inline]
    pub(crate) fn count_replies(&self, over: u64) -> u64 {
        let mut leaves = 0;
        let mut count = |child: &Self| leaves += (child.count_moves() as u64).max(over);
        match (self.jumpers().is_empty(), self.to_move()) {
            (true, Seat::FIRST) => Side::<Down>::of(self).visit_steps(count),
            (true, _) => Side::<Up>::of(self).visit_steps(count),
            (false, _) => self.visit_moves(|mv| {
                let mut child = *self;
                child.play(mv);
                count(&child);
            }),
        }
        leaves
    }
}
