//! The legal moves, listed.

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
        let enemies = self.enemies & !so_far.captured();
        for &direction in self.directions {
            let (over, to) = direction.jump(so_far.to());
            if enemies.meets(over) && self.free.meets(to) {
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
                self.visit_steps_of(from, &mut visit);
            }
        } else {
            for from in jumpers {
                self.visit_jumps_of(from, &mut visit);
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
                self.visit_steps_of(from, &mut visit);
            }
        } else {
            for from in by_row(jumpers) {
                self.visit_jumps_of(from, &mut visit);
            }
        }
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
    fn visit_steps_of(&self, from: Square, visit: &mut impl FnMut(Move)) {
        let free = self.empty();
        for &direction in self.directions(from) {
            if let Some(to) = direction.step(from).filter(|&to| free.has(to)) {
                visit(Move::step(from, direction, to));
            }
        }
    }

    #[inline]
    fn visit_jumps_of(&self, from: Square, visit: &mut impl FnMut(Move)) {
        let jumps = Jumps {
            free: self.empty() | from.set(),
            enemies: self.pieces(self.to_move().other()),
            directions: self.directions(from),
        };
        jumps.complete(Move::at(from), visit);
    }
}
