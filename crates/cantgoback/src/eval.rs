//! Static values of positions, in hundredths of a point.

use plywise::{Evaluate, Game, Score, Seat};

use crate::cells::Cells;
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
        let open = position.open();
        let mover = position.mover();
        let start = |seat| Cells::of(position.player(seat));
        // Ring by ring: what is reached with the same number of steps goes to the mover, who takes them first.
        let mut reached = [start(mover), start(mover.other())];
        let mut first = [Cells::EMPTY; 2];
        loop {
            let rings = reached.map(|reached| reached.spread() & open & !reached);
            if rings[0].is_empty() && rings[1].is_empty() {
                break;
            }
            first[0] = first[0] | (rings[0] & !first[1]);
            first[1] = first[1] | (rings[1] & !first[0]);
            reached = [reached[0] | rings[0], reached[1] | rings[1]];
        }
        let room = |n: usize, seat| Self {
            reachable: (reached[n] & open).len(),
            first: first[n].len(),
            exits: position.exit_count(position.player(seat)) as u32,
        };
        let (to_move, waiting) = (room(0, mover), room(1, mover.other()));
        if seat == mover { (to_move, waiting) } else { (waiting, to_move) }
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
    };
}
evaluate!(ScoreDifference, |this: &ScoreDifference| this.limit);
evaluate!(Territory, Territory::limit);
