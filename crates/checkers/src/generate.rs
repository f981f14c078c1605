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

// A jump steps onto an enemy and in the same direction onto a free square. Directions keep straight by themselves:
// after a step of 4 the same direction goes on by 3 or 5, and the other way round.

/// The pieces of `movers` that can jump towards higher numbers, by whether the jump begins with a step of 4 or with
/// one of 3 or 5.
#[inline]
fn jumps_down(movers: Squares, enemies: Squares, free: Squares) -> (Squares, Squares) {
    ((free.up35() & enemies).up4() & movers, (free.up4() & enemies).up35() & movers)
}

/// The same towards lower numbers.
#[inline]
fn jumps_up(movers: Squares, enemies: Squares, free: Squares) -> (Squares, Squares) {
    ((free.down35() & enemies).down4() & movers, (free.down4() & enemies).down35() & movers)
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
        if let Some(count) = self.count_single_jumps(jumpers) {
            return count as usize;
        }
        let mut count = 0;
        for from in jumpers {
            self.visit_jumps(from, &mut |_| count += 1);
        }
        count
    }

    /// How many jumps there are, if only men jump and none of them can go on.
    #[inline]
    fn count_single_jumps(&self, jumpers: Squares) -> Option<u32> {
        let (seat, free) = (self.to_move(), self.empty());
        let enemies = self.pieces(seat.other());
        if jumpers.meets(self.kings(seat)) {
            return None;
        }
        // A man never comes back to a piece that it took or to where it started: sets are enough to go on.
        let (by4, by35, landings);
        if seat == Seat::FIRST {
            (by4, by35) = jumps_down(jumpers, enemies, free);
            landings = by4.down4().down35() | by35.down35().down4();
        } else {
            (by4, by35) = jumps_up(jumpers, enemies, free);
            landings = by4.up4().up35() | by35.up35().up4();
        }
        let further = if seat == Seat::FIRST { jumps_down } else { jumps_up }(landings, enemies, free);
        (further.0 | further.1).is_empty().then(|| by4.len() + by35.len())
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
        let enemies = self.pieces(seat.other());
        let (down, up) = self.movers();
        let mut jumpers = Squares::NONE;
        if !down.is_empty() {
            let (by4, by35) = jumps_down(down, enemies, free);
            jumpers = by4 | by35;
        }
        if !up.is_empty() {
            let (by4, by35) = jumps_up(up, enemies, free);
            jumpers = jumpers | by4 | by35;
        }
        jumpers
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
