//! Material and the general principles of the game.

use plywise::{Evaluate, Score, Seat};

use crate::board::Board;
use crate::square::Squares;
use crate::sums::{Pair, weigh};

/// Material with what beginners are taught: advance, keep the back row while there are men to crown behind it, hold
/// the centre, keep kings mobile, exchange when ahead, and it is good to have the move.
///
/// In hundredths of a man, within ±[`Positional::LIMIT`]. Both sides are looked at in the same way, so a position
/// is worth to one exactly what it costs the other. Each thing that is counted has two weights, one with all 24 pieces on
/// the board and one with none; between them they go over into each other. They were fitted to games
/// (`examples/weights.rs`); what they are worth stands in the crate's README.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Positional;

/// What is counted, own less other's, and its weights in hundredths of a man: with 24 pieces, with none.
pub(crate) const TERMS: [(&str, [i32; 2]); Positional::TERMS] = [
    ("men", [68, -65]),
    ("kings", [76, -65]),
    ("men on the second row", [35, -41]),
    ("men on the third row", [20, -34]),
    ("men on the fourth row", [7, -23]),
    ("men on the fifth row", [-4, -18]),
    ("men on the sixth row", [-4, -7]),
    ("men on the seventh row", [11, -35]),
    ("runners", [-12, -5]),
    ("runners on the third row", [-25, 9]),
    ("runners on the fourth row", [-19, 3]),
    ("runners on the fifth row", [-20, 13]),
    ("runners on the sixth row", [14, -5]),
    ("runners on the seventh row", [60, -3]),
    ("man on the first home square", [50, -22]),
    ("man on the second home square", [75, -23]),
    ("man on the third home square", [45, -10]),
    ("man on the fourth home square", [28, -51]),
    ("bridge", [0, 35]),
    ("men in the centre", [9, -5]),
    ("kings in the centre", [-36, 29]),
    ("steps of kings", [27, -9]),
    ("caged kings", [11, -4]),
    ("exchanges when ahead", [8, 3]),
    ("the move", [10, 8]),
];

/// Counts of one side; what is counted of both at once is not among them.
type Counts = [i32; SIDE];
const SIDE: usize = Positional::TERMS - 2;

impl Positional {
    /// No value lies outside ± this.
    pub const LIMIT: i32 = 5_000;
    /// So many things are counted.
    pub const TERMS: usize = 25;

    /// What a man of advantage gains over the whole of the exchanges from 24 pieces down to none, before it is weighted.
    const EXCHANGE: i32 = 40;

    /// Squares 10, 11, 14, 15, 18, 19, 22, 23: the same seen from both sides.
    pub(crate) const CENTRE: Squares =
        Squares(1 << 9 | 1 << 10 | 1 << 13 | 1 << 14 | 1 << 17 | 1 << 18 | 1 << 21 | 1 << 22);
    /// Squares 1 and 3.
    pub(crate) const BRIDGEHEADS: Squares = Squares(0b101);

    /// One side's counts, in the order of [`TERMS`], its home row at the top.
    #[inline(always)]
    fn counts(camp: &Camp) -> Counts {
        let Camp { men, kings, enemies, enemy_has_men } = *camp;
        let count = |squares: Squares| squares.len() as i32;
        let row = |squares: Squares, row: u32| count(squares & Squares(Squares::FIRST_ROW.0 << (4 * row)));
        let free = !(men | kings | enemies);
        let runners = men & !facing(enemies);
        let guards = if enemy_has_men { men } else { Squares::NONE };
        let guard = |at: u32| count(guards & Squares(1 << at));
        [
            count(men),
            count(kings),
            row(men, 1),
            row(men, 2),
            row(men, 3),
            row(men, 4),
            row(men, 5),
            row(men, 6),
            count(runners),
            row(runners, 2),
            row(runners, 3),
            row(runners, 4),
            row(runners, 5),
            row(runners, 6),
            guard(0),
            guard(1),
            guard(2),
            guard(3),
            i32::from(guards & Self::BRIDGEHEADS == Self::BRIDGEHEADS),
            count(men & Self::CENTRE),
            count(kings & Self::CENTRE),
            steps(kings, free),
            count(kings & !mobile(free)),
        ]
    }

    /// What exchanges are worth to the side that is ahead, and who has the move.
    #[inline(always)]
    fn beside(board: &Board, seat: Seat) -> [i32; 2] {
        let pieces = |seat| board.pieces(seat).len() as i32;
        let (own, other) = (pieces(seat), pieces(seat.other()));
        let tempo = if board.to_move() == seat { 1 } else { -1 };
        [Self::EXCHANGE * (own - other) * (24 - own - other) / 24, tempo]
    }

    /// The value for `seat` of what squares weigh and of what is counted beside them.
    #[inline(always)]
    pub(crate) fn with(squares: Pair, board: &Board, seat: Seat) -> i32 {
        let [mut full, mut bare] = squares.weights();
        for ((_, [early, late]), count) in TERMS[SIDE..].iter().zip(Self::beside(board, seat)) {
            full += early * count;
            bare += late * count;
        }
        let [early, late] = phase(board);
        (full * early + bare * late) / 24
    }

    /// What is counted, for `seat`, own less other's: [`Self::TERMS`] whole numbers.
    #[inline(always)]
    #[must_use]
    pub fn differences(board: &Board, seat: Seat) -> [i32; Self::TERMS] {
        let [own, other] = [seat, seat.other()].map(|seat| Self::counts(&Camp::of(board, seat)));
        let mut all = [0; Self::TERMS];
        for (all, (own, other)) in all.iter_mut().zip(own.into_iter().zip(other)) {
            *all = own - other;
        }
        [all[SIDE], all[SIDE + 1]] = Self::beside(board, seat);
        all
    }

    /// What the value is the sum of, for `seat`: a name, the own and the other's count where there are two, their
    /// difference, and its weight in men. The value itself is cut to whole hundredths.
    #[must_use]
    pub fn components(board: &Board, seat: Seat) -> Vec<Component> {
        let sides = [seat, seat.other()].map(|seat| Self::counts(&Camp::of(board, seat)));
        let [early, late] = phase(board).map(f64::from);
        let parts = TERMS.iter().zip(Self::differences(board, seat)).enumerate();
        let parts = parts.map(|(at, ((name, weight), value))| Component {
            name,
            sides: (at < SIDE).then(|| sides.map(|counts| counts[at])),
            value,
            weight: (f64::from(weight[0]) * early + f64::from(weight[1]) * late) / 2400.0,
        });
        parts.collect()
    }
}

const FEWEST: i32 = 8;

/// How much of the weights for a full and for an empty board count, in parts of 24. The games that the weights were fitted to
/// were seldom played on with few pieces: what is fewer counts as [`FEWEST`], so that nothing is extrapolated.
#[inline(always)]
pub(crate) fn phase(board: &Board) -> [i32; 2] {
    let pieces = (32 - board.empty().len() as i32).max(FEWEST);
    [pieces, 24 - pieces]
}

/// One thing that [`Positional`] looks at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Component {
    /// What it is called.
    pub name: &'static str,
    /// The own and the other side's count, where it is a difference of two.
    pub sides: Option<[i32; 2]>,
    /// Before it is weighted.
    pub value: i32,
    /// In men.
    pub weight: f64,
}

/// What one side has, turned so that its men move towards higher numbers.
pub(crate) struct Camp {
    pub(crate) men: Squares,
    pub(crate) kings: Squares,
    pub(crate) enemies: Squares,
    /// A guard of the home row has something to guard against.
    pub(crate) enemy_has_men: bool,
}

impl Camp {
    #[inline(always)]
    pub(crate) fn of(board: &Board, seat: Seat) -> Self {
        let other = seat.other();
        let camp = Self {
            men: board.men(seat),
            kings: board.kings(seat),
            enemies: board.pieces(other),
            enemy_has_men: !board.men(other).is_empty(),
        };
        if seat == Seat::FIRST {
            return camp;
        }
        // Both halves of one word are turned together, and change places.
        let both = (u64::from(camp.men.0) | u64::from(camp.enemies.0) << 32).reverse_bits();
        let kings = if camp.kings.is_empty() { Squares::NONE } else { camp.kings.turned() };
        Self {
            men: Squares((both >> 32) as u32),
            kings,
            enemies: Squares(both as u32),
            enemy_has_men: camp.enemy_has_men,
        }
    }
}

/// The squares from which a man's forward steps can reach a square of `enemies`: a cone that opens towards lower numbers,
/// grown by one row, by two and by four.
#[inline(always)]
pub(crate) fn facing(enemies: Squares) -> Squares {
    const ONE: u32 = 0x7777_7777;
    const TWO: u32 = 0x3333_3333;
    let aside = |rows: u32| rows | (rows & ONE) << 1 | rows >> 1 & ONE;
    let near = (enemies | enemies.up4() | enemies.up35()).0;
    // Two steps end in the same column of squares or in one beside it, four in one as far as two away.
    let half = near | aside(near >> 8);
    let far = half >> 16;
    Squares(half | aside(far) | (far & TWO) << 2 | far >> 2 & TWO)
}

/// Single steps that kings can make, captures aside.
#[inline(always)]
pub(crate) fn steps(kings: Squares, free: Squares) -> i32 {
    // Two sets in one word are counted at once.
    let count =
        |a: Squares, b: Squares| (u64::from((a & free).0) | u64::from((b & free).0) << 32).count_ones();
    (count(kings.down4(), kings.down35()) + count(kings.up4(), kings.up35())) as i32
}

/// From where a king can step to one of these squares.
#[inline(always)]
pub(crate) fn mobile(free: Squares) -> Squares {
    free.up4() | free.up35() | free.down4() | free.down35()
}

impl Evaluate<Board> for Positional {
    fn evaluate(&self, board: &Board, seat: Seat) -> Score {
        let [own, other] = [Camp::of(board, seat), Camp::of(board, seat.other())];
        let value = Self::with(weigh(&own).minus(weigh(&other)), board, seat);
        Score::heuristic(value.clamp(-Self::LIMIT, Self::LIMIT))
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-Self::LIMIT), Score::heuristic(Self::LIMIT))
    }

    /// A capture is pending, and captures are forced.
    fn is_noisy(&self, board: &Board) -> bool {
        !board.jumpers().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cone_is_what_seven_steps_reach() {
        for at in 0..32 {
            let start = Squares(1 << at);
            let steps = (0..7).fold(start, |seen, _| seen | seen.up4() | seen.up35());
            assert_eq!(facing(start), steps, "square {}", at + 1);
        }
    }
}
