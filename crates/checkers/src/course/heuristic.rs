//! The better heuristic of the report: `100 a + 50 b + c + d`.

use plywise::{Evaluate, Score, Seat};

use crate::board::Board;
use crate::rules::Checkers;
use crate::square::{Square, Squares};

/// The four terms, each from the point of view of one seat.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Components {
    /// Own pieces minus the opponent's, men and kings alike; in `-12..=12`.
    pub a: f64,
    /// Own kings minus the opponent's; in `-12..=12`.
    pub b: f64,
    /// Mean worth of the squares under the own pieces minus that of the opponent's; in `-7..=7`.
    pub c: f64,
    /// How near the own kings are to the opponent's pieces (as many kings as the opponent or more) or how far from
    /// them (fewer); 0 without own kings; in `-3.3..=4.3`.
    pub d: f64,
}

/// The report's heuristic: hold the back row, prefer the rim, crown, and late in the game chase or flee instead of moving
/// kings to and fro.
///
/// `100 a + 50 b + c + d`, see [`Components`]. Men are worth 3, in the outer columns 3.5, in the outer rows 5; kings 5. Once
/// the *other* side has fewer than [`late_men`](Self::late_men) men a man is instead worth the rows that it has
/// advanced, 0 to 7. The term `d` looks at own kings only, so that the value for one side is not minus the other's.
///
/// In units of 1/100,000, within ±[`Better::LIMIT`] of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Better {
    /// Fewer men of the other side than this make it late in the game. The report's text says both "two or fewer" and
    /// "no more than one", its code 2.
    pub late_men: u32,
}

impl Default for Better {
    fn default() -> Self {
        Self { late_men: 2 }
    }
}

const OUTER_ROWS: Squares = Squares(Squares::FIRST_ROW.0 | Squares::LAST_ROW.0);
/// Columns 0 and 7, which stay the same in the course's mirrored picture.
const OUTER_COLUMNS: Squares = outer_columns();
/// The square of the Chebyshev distance between two squares, in `0..=49`.
static DISTANCE2: [[u8; 32]; 32] = distances();

const fn outer_columns() -> Squares {
    let mut set = 0;
    let mut index = 0;
    while index < 32 {
        if Square::at(index).column().is_multiple_of(7) {
            set |= 1 << index;
        }
        index += 1;
    }
    Squares(set)
}

const fn distances() -> [[u8; 32]; 32] {
    let mut table = [[0; 32]; 32];
    let mut i = 0;
    while i < 32 {
        let mut j = 0;
        while j < 32 {
            let (from, to) = (Square::at(i as u8), Square::at(j as u8));
            let rows = from.row().abs_diff(to.row());
            let columns = from.column().abs_diff(to.column());
            let steps = if rows > columns { rows } else { columns };
            table[i][j] = steps * steps;
            j += 1;
        }
        i += 1;
    }
    table
}

impl Better {
    /// The weights of the four terms.
    pub const WEIGHTS: [f64; 4] = [100.0, 50.0, 1.0, 1.0];
    /// Units of a value that make one.
    pub const UNIT: i32 = 100_000;
    /// No value lies outside ± this, in units: 12 pieces and 12 kings ahead, and the rest of the terms.
    pub const LIMIT: i32 = 1_820 * Self::UNIT;

    /// What the value is made of.
    #[must_use]
    pub fn components(self, board: &Board, seat: Seat) -> Components {
        let other = seat.other();
        let difference =
            |of: &dyn Fn(Seat) -> Squares| f64::from(of(seat).len()) - f64::from(of(other).len());
        Components {
            a: difference(&|seat| board.pieces(seat)),
            b: difference(&|seat| board.kings(seat)),
            c: self.mean_worth(board, seat) - self.mean_worth(board, other),
            d: kings_term(board, seat),
        }
    }

    /// The weighted sum of `components`.
    #[must_use]
    pub fn sum(components: Components) -> f64 {
        let [a, b, c, d] = Self::WEIGHTS;
        a * components.a + b * components.b + c * components.c + d * components.d
    }

    /// Whether men of `seat` are worth their progress.
    #[must_use]
    pub fn is_late(self, board: &Board, seat: Seat) -> bool {
        board.men(seat.other()).len() < self.late_men
    }

    fn mean_worth(self, board: &Board, seat: Seat) -> f64 {
        let pieces = board.pieces(seat).len();
        if pieces == 0 {
            return 0.0;
        }
        let men = board.men(seat);
        let worth_of_men = if self.is_late(board, seat) {
            men.into_iter().map(|square| f64::from(progress(seat, square))).sum()
        } else {
            let rows = men & OUTER_ROWS;
            let columns = men & OUTER_COLUMNS & !OUTER_ROWS;
            3.0 * f64::from(men.len()) + 2.0 * f64::from(rows.len()) + 0.5 * f64::from(columns.len())
        };
        (worth_of_men + 5.0 * f64::from(board.kings(seat).len())) / f64::from(pieces)
    }

    fn value(self, board: &Board, seat: Seat) -> Score {
        let value = Self::sum(self.components(board, seat)) * f64::from(Self::UNIT);
        Score::heuristic((value.round() as i32).clamp(-Self::LIMIT, Self::LIMIT))
    }
}

/// The rows that a man has advanced from its home row, 0 to 7.
fn progress(seat: Seat, square: Square) -> u8 {
    if seat == Seat::FIRST { square.row() } else { 7 - square.row() }
}

/// The term `d`. A king's distance is the root of the summed squares of its Chebyshev distances to the opponent's kings
/// plus the same for the opponent's men; summed over the own kings, divided by their number and by 8.
fn kings_term(board: &Board, seat: Seat) -> f64 {
    let (kings, other) = (board.kings(seat), seat.other());
    if kings.is_empty() {
        return 0.0;
    }
    let (their_kings, their_men) = (board.kings(other), board.men(other));
    let root = |king: Square, targets: Squares| {
        let squares = targets.into_iter().map(|to| u32::from(DISTANCE2[king.index()][to.index()]));
        f64::from(squares.sum::<u32>()).sqrt()
    };
    let sum: f64 = kings.into_iter().map(|king| root(king, their_kings) + root(king, their_men)).sum();
    let away = sum / f64::from(kings.len()) / 8.0;
    if kings.len() >= their_kings.len() { 1.0 - away } else { away }
}

impl Evaluate<Checkers> for Better {
    fn evaluate(&self, position: &Checkers, seat: Seat) -> Score {
        self.value(position.board(), seat)
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-Self::LIMIT), Score::heuristic(Self::LIMIT))
    }

    fn unit(&self) -> i32 {
        Self::UNIT
    }

    /// A capture is pending, and captures are forced.
    fn is_noisy(&self, position: &Checkers) -> bool {
        !position.board().jumpers().is_empty()
    }
}
