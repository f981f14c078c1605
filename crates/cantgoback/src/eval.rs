//! Static values of positions, in hundredths of a point.

use plywise::{Evaluate, EvaluateChance, Game, Score, Seat};

use crate::cells::{Cells, spread};
use crate::game::CantGoBack;
use crate::options::Options;
use crate::visible::Visible;

/// Units of a value that make one point.
const UNIT: i32 = 100;

/// The difference of the scores, own minus rival's; at the end that of the final scores.
#[derive(Clone, Copy, Debug)]
pub struct ScoreDifference {
    limit: i32,
}

impl ScoreDifference {
    /// The evaluator for games under `options`, from which the bounds follow.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self { limit: options.rules().difference_limit() * UNIT }
    }

    fn value(self, position: &Visible, seat: Seat) -> Score {
        Score::heuristic((position.difference(seat) * UNIT).clamp(-self.limit, self.limit))
    }
}

/// The score, and room to move: each term is own minus rival's. At the end only the final scores count.
///
/// A general-purpose default. It knows neither fruits that are still lying nor the penalty to come.
#[derive(Clone, Copy, Debug)]
pub struct Territory {
    score: ScoreDifference,
    /// For each open cell that a player can reach, in hundredths of a point. Default: 100.
    pub reachable: i32,
    /// For each open cell that a player reaches before the rival, whoever moves next first where both need as
    /// many steps; in hundredths of a point. Default: 500.
    pub first: i32,
    /// For each exit of the cell that a player stands on; in hundredths of a point. Default: 300.
    pub exits: i32,
}

impl Territory {
    /// The evaluator for games under `options` with the default weights.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self { score: ScoreDifference::new(options), reachable: 100, first: 500, exits: 300 }
    }

    /// What the value is the sum of: a name, the own and the rival's count, and its weight in points.
    #[must_use]
    pub fn components(&self, position: &Visible, seat: Seat) -> [(&'static str, [i32; 2], f64); 4] {
        let (own, rival) = Room::of_both(position, seat);
        let both = |of: fn(&Room) -> u32| [of(&own) as i32, of(&rival) as i32];
        let points = |weight: i32| f64::from(weight) / f64::from(UNIT);
        [
            ("score", [position.score(seat), position.score(seat.other())], 1.0),
            ("cells within reach", both(|room| room.reachable), points(self.reachable)),
            ("cells reached first", both(|room| room.first), points(self.first)),
            ("exits", both(|room| room.exits), points(self.exits)),
        ]
    }

    fn limit(&self) -> i32 {
        let weight = |weight: i32, most: i64| i64::from(weight).abs() * most;
        let room = weight(self.reachable, 256) + weight(self.first, 256) + weight(self.exits, 4);
        let limit = i64::from(self.score.limit) + room;
        limit.min(i64::from(Score::HEURISTIC_LIMIT)) as i32
    }

    fn value(&self, position: &Visible, seat: Seat) -> Score {
        let (own, other) = Room::of_both(position, seat);
        let part =
            |weight: i32, own: u32, other: u32| i64::from(weight) * (i64::from(own) - i64::from(other));
        let value = i64::from(self.score.value(position, seat).raw())
            + part(self.reachable, own.reachable, other.reachable)
            + part(self.first, own.first, other.first)
            + part(self.exits, own.exits, other.exits);
        let limit = i64::from(self.limit());
        Score::heuristic(value.clamp(-limit, limit) as i32)
    }
}

/// How many own moves the seat to move can expect, at least 1: one for each open cell that it reaches before the rival.
#[must_use]
pub(crate) fn turns_to_come(position: &Visible) -> u32 {
    Room::of_both(position, position.mover()).0.first.max(1)
}

/// How much room a player has, in cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Room {
    reachable: u32,
    first: u32,
    exits: u32,
}

impl Room {
    /// The room of `seat` and of its rival.
    fn of_both(position: &Visible, seat: Seat) -> (Self, Self) {
        // Small boards live in few words, and there are many leaves to value.
        let [to_move, waiting] = match position.rules().rows {
            0..=4 => Self::race::<1>(position),
            5..=8 => Self::race::<2>(position),
            9..=12 => Self::race::<3>(position),
            _ => Self::race::<4>(position),
        };
        if seat == position.mover() { (to_move, waiting) } else { (waiting, to_move) }
    }

    /// The room of the mover and of the other, on a board of at most 4 x `W` rows.
    #[inline]
    fn race<const W: usize>(position: &Visible) -> [Self; 2] {
        let open: [u64; W] = position.open().words();
        let racers = [position.mover(), position.mover().other()].map(|seat| position.player(seat));
        let mut reached: [[u64; W]; 2] = racers.map(|cell| Cells::of(cell).words());
        let mut first = [[0; W]; 2];
        // Ring by ring: what is reached with the same number of steps goes to the mover, who takes them first.
        loop {
            let next = reached.map(spread);
            let mut news = 0;
            for i in 0..W {
                let rings = [0, 1].map(|racer| next[racer][i] & open[i] & !reached[racer][i]);
                first[0][i] |= rings[0] & !first[1][i];
                first[1][i] |= rings[1] & !first[0][i];
                reached[0][i] |= rings[0];
                reached[1][i] |= rings[1];
                news |= rings[0] | rings[1];
            }
            if news == 0 {
                break;
            }
        }
        let count = |words: [u64; W]| words.iter().map(|word| word.count_ones()).sum();
        [0, 1].map(|racer| Self {
            // Where they stand is not open.
            reachable: count(reached[racer]) - 1,
            first: count(first[racer]),
            exits: position.exit_count(racers[racer]) as u32,
        })
    }
}

/// Both evaluators see the view; of the whole game they see its view, so that a search which looks through the
/// hidden part can use them too.
macro_rules! evaluate {
    ($type:ty, $limit:expr) => {
        impl Evaluate<Visible> for $type {
            fn evaluate(&self, position: &Visible, seat: Seat) -> Score {
                self.value(position, seat)
            }
            fn bounds(&self) -> (Score, Score) {
                let limit: i32 = $limit(self);
                (Score::heuristic(-limit), Score::heuristic(limit))
            }
            fn unit(&self) -> i32 {
                UNIT
            }
            fn finished(&self, position: &Visible, seat: Seat, _: u32) -> Score {
                Score::heuristic(position.payoff(seat) * UNIT)
            }
        }
        impl Evaluate<CantGoBack> for $type {
            fn evaluate(&self, position: &CantGoBack, seat: Seat) -> Score {
                Evaluate::evaluate(self, position.visible(), seat)
            }
            fn bounds(&self) -> (Score, Score) {
                Evaluate::<Visible>::bounds(self)
            }
            fn unit(&self) -> i32 {
                UNIT
            }
            fn finished(&self, position: &CantGoBack, seat: Seat, ply: u32) -> Score {
                Evaluate::finished(self, position.visible(), seat, ply)
            }
        }
        impl EvaluateChance<CantGoBack> for $type {
            fn proves(&self) -> bool {
                false
            }
        }
    };
}
evaluate!(ScoreDifference, |this: &ScoreDifference| this.limit);
evaluate!(Territory, Territory::limit);
