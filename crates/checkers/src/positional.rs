//! Material and the general principles of the game.

use plywise::{Evaluate, Score, Seat};

use crate::board::Board;
use crate::rules::Checkers;
use crate::square::Squares;

/// Material with what beginners are taught: advance, keep the back row while there are men to crown behind it, hold
/// the centre, keep kings mobile, exchange when ahead, and it is good to have the move.
///
/// In hundredths of a man, within ±[`Positional::LIMIT`]. Both sides are looked at in the same way, so a position
/// is worth to one exactly what it costs the other. The weights are chosen by hand, the best of a few in matches at small depths against
/// [`Material`](crate::Material).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Positional;

impl Positional {
    /// No value lies outside ± this.
    pub const LIMIT: i32 = 5_000;

    const MAN: i32 = 100;
    const KING: i32 = 135;
    /// By row, 0 the own home row: what a man has gained by getting there. The last row crowns.
    const ADVANCE: [i32; 7] = [0, 0, 1, 2, 4, 7, 14];
    /// A man on the home row while the other side still has men to crown.
    const GUARD: i32 = 8;
    /// Men on both squares 1 and 3 (30 and 32): the bridge, which two men cannot pass unaided.
    const BRIDGE: i32 = 12;
    const CENTRE_MAN: i32 = 3;
    const CENTRE_KING: i32 = 9;
    /// A king's step onto a free square.
    const KING_STEP: i32 = 3;
    /// A king without any step.
    const CAGED_KING: i32 = -18;
    /// A man whom no enemy stands in front of, plus its advance once more.
    const RUNNER: i32 = 12;
    const TEMPO: i32 = 3;
    /// What a man of advantage gains over the whole of the exchanges from 24 pieces down to none.
    const EXCHANGE: i32 = 40;

    /// Squares 10, 11, 14, 15, 18, 19, 22, 23: the same seen from both sides.
    const CENTRE: Squares =
        Squares(1 << 9 | 1 << 10 | 1 << 13 | 1 << 14 | 1 << 17 | 1 << 18 | 1 << 21 | 1 << 22);
    /// Squares 1 and 3.
    const BRIDGEHEADS: Squares = Squares(0b101);

    /// What is counted for each side, and its weight in hundredths of a man.
    const SIDE: [(&str, i32); 10] = [
        ("men", Self::MAN),
        ("kings", Self::KING),
        ("men's advance", 1),
        ("runners and their advance", 1),
        ("men on the home row", Self::GUARD),
        ("bridge", Self::BRIDGE),
        ("men in the centre", Self::CENTRE_MAN),
        ("kings in the centre", Self::CENTRE_KING),
        ("steps of kings", Self::KING_STEP),
        ("caged kings", Self::CAGED_KING),
    ];

    /// One side's counts, in the order of [`Self::SIDE`], its home row at the top.
    #[inline(always)]
    fn counts(camp: &Camp) -> [i32; 10] {
        let Camp { men, kings, enemies, enemy_men } = *camp;
        let count = |squares: Squares| squares.len() as i32;
        let free = !(men | kings | enemies);
        let runners = men & !facing(enemies);
        let (mut advance, mut running) = (0, 0);
        for (row, gain) in Self::ADVANCE.into_iter().enumerate() {
            let rank = Squares(Squares::FIRST_ROW.0 << (4 * row));
            advance += gain * count(men & rank);
            running += (gain + Self::RUNNER) * count(runners & rank);
        }
        let (mut guards, mut bridge) = (0, 0);
        if !enemy_men.is_empty() {
            guards = count(men & Squares::FIRST_ROW);
            bridge = i32::from(men & Self::BRIDGEHEADS == Self::BRIDGEHEADS);
        }
        let (mut steps, mut caged) = (0, 0);
        if !kings.is_empty() {
            let to = [kings.down4(), kings.down35(), kings.up4(), kings.up35()];
            steps = to.map(|to| count(to & free)).into_iter().sum();
            let mobile = free.up4() | free.up35() | free.down4() | free.down35();
            caged = count(kings & !mobile);
        }
        let (centre_men, centre_kings) = (count(men & Self::CENTRE), count(kings & Self::CENTRE));
        [count(men), count(kings), advance, running, guards, bridge, centre_men, centre_kings, steps, caged]
    }

    /// One side's worth, its home row at the top.
    #[inline(always)]
    fn side(camp: &Camp) -> i32 {
        Self::counts(camp).iter().zip(Self::SIDE).map(|(count, (_, weight))| count * weight).sum()
    }

    /// Who has the move, and what exchanges are worth to the side that is ahead.
    #[inline(always)]
    fn beside(board: &Board, seat: Seat) -> [i32; 2] {
        let pieces = |seat| board.pieces(seat).len() as i32;
        let (own, other) = (pieces(seat), pieces(seat.other()));
        let tempo = if board.to_move() == seat { Self::TEMPO } else { -Self::TEMPO };
        [Self::EXCHANGE * (own - other) * (24 - own - other) / 24, tempo]
    }

    /// What the value is the sum of, for `seat`: a name, the own and the other's count where there are two, their
    /// difference, and its weight in men.
    #[must_use]
    pub fn components(board: &Board, seat: Seat) -> Vec<Component> {
        const POINT: f64 = Positional::MAN as f64;
        let [own, other] = [seat, seat.other()].map(|seat| Self::counts(&Camp::of(board, seat)));
        let counted =
            Self::SIDE.iter().zip(own.into_iter().zip(other)).map(|((name, weight), (own, other))| {
                Component {
                    name,
                    sides: Some([own, other]),
                    value: own - other,
                    weight: f64::from(*weight) / POINT,
                }
            });
        let plain = |(name, value)| Component { name, sides: None, value, weight: 1.0 / POINT };
        let beside = ["exchanges when ahead", "the move"].into_iter().zip(Self::beside(board, seat));
        counted.chain(beside.map(plain)).collect()
    }
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
struct Camp {
    men: Squares,
    kings: Squares,
    enemies: Squares,
    enemy_men: Squares,
}

impl Camp {
    fn of(board: &Board, seat: Seat) -> Self {
        let other = seat.other();
        let camp = Self {
            men: board.men(seat),
            kings: board.kings(seat),
            enemies: board.pieces(other),
            enemy_men: board.men(other),
        };
        if seat == Seat::FIRST {
            return camp;
        }
        Self {
            men: camp.men.turned(),
            kings: camp.kings.turned(),
            enemies: camp.enemies.turned(),
            enemy_men: camp.enemy_men.turned(),
        }
    }
}

/// The squares from which a man's forward steps can reach a square of `enemies`.
fn facing(enemies: Squares) -> Squares {
    let mut seen = enemies;
    for _ in 0..7 {
        seen = seen | seen.up4() | seen.up35();
    }
    seen
}

impl Evaluate<Board> for Positional {
    fn evaluate(&self, board: &Board, seat: Seat) -> Score {
        let worth = |seat| Self::side(&Camp::of(board, seat));
        let [exchange, tempo] = Self::beside(board, seat);
        let value = worth(seat) - worth(seat.other()) + exchange + tempo;
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

impl Evaluate<Checkers> for Positional {
    fn evaluate(&self, position: &Checkers, seat: Seat) -> Score {
        self.evaluate(position.board(), seat)
    }

    fn bounds(&self) -> (Score, Score) {
        Evaluate::<Board>::bounds(self)
    }

    /// A capture is pending, and captures are forced.
    fn is_noisy(&self, position: &Checkers) -> bool {
        !position.board().jumpers().is_empty()
    }
}
