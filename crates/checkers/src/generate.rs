//! The legal moves: listed, counted, or only asked for.

use plywise::Seat;

use crate::board::Board;
use crate::moves::Move;
use crate::square::{Direction, Square, Squares};

/// What a jumping piece finds on the board.
struct Jumps {
    /// Squares to land on: the empty ones and the jumper's origin, which counts as left.
    free: Squares,
    /// The opponent's pieces. Taken ones stay on the board until the move is over but are not jumped twice.
    enemies: Squares,
    /// Where the piece may go.
    directions: &'static [Direction],
}

impl Jumps {
    /// Calls `visit` with every way to go on from `so_far` until no jump is left; with none, with `so_far` itself.
    fn complete(&self, so_far: Move, visit: &mut impl FnMut(Move)) {
        let mut ended = true;
        for &direction in self.directions {
            let Some(over) = direction.step(so_far.to()) else { continue };
            let Some(to) = direction.step(over) else { continue };
            if self.enemies.has(over) && self.free.has(to) && !so_far.captured().has(over) {
                ended = false;
                self.complete(so_far.jump(direction, over, to), visit);
            }
        }
        if ended {
            visit(so_far);
        }
    }
}

impl Board {
    /// Calls `visit` with each legal move in the standard order.
    #[inline]
    pub(crate) fn visit_moves(&self, mut visit: impl FnMut(Move)) {
        let jumpers = self.jumpers();
        if jumpers.is_empty() {
            for from in self.pieces(self.to_move()) {
                self.visit_steps(from, &mut visit);
            }
        } else {
            for from in jumpers {
                self.visit_jumps(from, &mut visit);
            }
        }
    }

    /// Calls `visit` with each legal move in the course's order: row by row in its mirrored picture, and among
    /// plain moves the men's before the kings'.
    pub(crate) fn visit_moves_as_the_course(&self, mut visit: impl FnMut(Move)) {
        let by_row = |set: Squares| set.rows_reversed().into_iter().map(|s| Square::at(s.index() as u8 ^ 3));
        let (jumpers, seat) = (self.jumpers(), self.to_move());
        if jumpers.is_empty() {
            for from in by_row(self.men(seat)).chain(by_row(self.kings(seat))) {
                self.visit_steps(from, &mut visit);
            }
        } else {
            for from in by_row(jumpers) {
                self.visit_jumps(from, &mut visit);
            }
        }
    }

    /// How many moves are legal.
    #[inline]
    pub(crate) fn count_moves(&self) -> usize {
        let jumpers = self.jumpers();
        if jumpers.is_empty() {
            return self.count_steps() as usize;
        }
        let mut count = 0;
        for from in jumpers {
            self.visit_jumps(from, &mut |_| count += 1);
        }
        count
    }

    /// Whether any move is legal.
    #[inline]
    pub(crate) fn can_move(&self) -> bool {
        self.count_steps() > 0 || !self.jumpers().is_empty()
    }

    /// The pieces of the side to move that can jump. If there are any, one of them must.
    #[inline]
    #[must_use]
    pub fn jumpers(&self) -> Squares {
        let (seat, free) = (self.to_move(), self.empty());
        let (all, enemies) = (self.pieces(seat), self.pieces(seat.other()));
        let (down, up) = self.movers();
        // A jump steps onto an enemy and in the same direction onto a free square. Directions keep straight by
        // themselves: after a step of 4 the same direction goes on by 3 or 5, and the other way round.
        let mut jumpers = Squares::NONE;
        if !down.is_empty() {
            let (exit4, exit35) = (free.up4() & enemies, free.up35() & enemies);
            jumpers = (exit4.up35() | exit35.up4()) & down;
        }
        if !up.is_empty() {
            let (exit4, exit35) = (free.down4() & enemies, free.down35() & enemies);
            jumpers = jumpers | (exit4.down35() | exit35.down4()) & up;
        }
        jumpers & all
    }

    /// The pieces of the side to move that may go towards higher numbers, and those that may go towards lower ones.
    #[inline]
    fn movers(&self) -> (Squares, Squares) {
        let seat = self.to_move();
        let (all, kings) = (self.pieces(seat), self.kings(seat));
        if seat == Seat::FIRST { (all, kings) } else { (kings, all) }
    }

    /// How many plain moves there are, legal or not: jumps go first.
    #[inline]
    fn count_steps(&self) -> u32 {
        let (free, (down, up)) = (self.empty(), self.movers());
        let mut count = 0;
        if !down.is_empty() {
            count += (down.down4() & free).len() + (down.down35() & free).len();
        }
        if !up.is_empty() {
            count += (up.up4() & free).len() + (up.up35() & free).len();
        }
        count
    }

    #[inline]
    fn directions(&self, from: Square) -> &'static [Direction] {
        if self.kings(self.to_move()).has(from) {
            &Direction::ALL
        } else if self.to_move() == Seat::FIRST {
            &Direction::DOWN
        } else {
            &Direction::UP
        }
    }

    #[inline]
    fn visit_steps(&self, from: Square, visit: &mut impl FnMut(Move)) {
        let free = self.empty();
        for &direction in self.directions(from) {
            if let Some(to) = direction.step(from).filter(|&to| free.has(to)) {
                visit(Move::step(from, direction, to));
            }
        }
    }

    #[inline]
    fn visit_jumps(&self, from: Square, visit: &mut impl FnMut(Move)) {
        let jumps = Jumps {
            free: self.empty() | from.set(),
            enemies: self.pieces(self.to_move().other()),
            directions: self.directions(from),
        };
        jumps.complete(Move::at(from), visit);
    }
}
