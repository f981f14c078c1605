//! Two simple heuristics.

use plywise::{Evaluate, Game, Score, Seat};

use super::UNIT;
use super::heavy::is_unsettled;
use crate::options::Options;
use crate::visible::Visible;

/// A little more than the baseline player: the points so far, and its opinion of the cell stood on (4 - exits, -1 without
/// any), each own minus rival's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Light {
    /// Points that one of the baseline player's units counts; 5 by default.
    pub weight: i32,
    limit: i32,
}

impl Light {
    /// The heuristic for games under `options`.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let limit = (i64::from(options.rules().difference_limit()) + 1000) * i64::from(UNIT);
        Self { weight: 5, limit: limit.min(i64::from(Score::HEURISTIC_LIMIT)) as i32 }
    }

    /// What the baseline player thinks of the cell that a seat stands on, in `-1..=3`.
    #[must_use]
    pub fn simple(position: &Visible, seat: Seat) -> i32 {
        match position.exit_count(position.player(seat)) as i32 {
            0 => -1,
            exits => 4 - exits,
        }
    }
}

impl Evaluate<Visible> for Light {
    fn evaluate(&self, position: &Visible, seat: Seat) -> Score {
        let simple = Self::simple(position, seat) - Self::simple(position, seat.other());
        let points = position.difference(seat) + self.weight * simple;
        Score::heuristic(points.saturating_mul(UNIT).clamp(-self.limit, self.limit))
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-self.limit), Score::heuristic(self.limit))
    }

    fn proves(&self) -> bool {
        false
    }

    fn unit(&self) -> i32 {
        UNIT
    }

    fn is_noisy(&self, position: &Visible) -> bool {
        is_unsettled(position)
    }

    fn finished(&self, position: &Visible, seat: Seat, _: u32) -> Score {
        final_points(position, seat, self.limit)
    }
}

/// 1 / the Manhattan distance to the nearest fruit, 0 without fruits: cheap, and blind for values, lives, walls, the rival
/// and one's own survival. At the end the final points count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NearestFruit {
    limit: i32,
}

impl NearestFruit {
    /// The heuristic for games under `options`.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self { limit: Light::new(options).limit }
    }

    /// The distance to the nearest fruit, if there is one; at least 1, since nobody stands on a fruit.
    #[must_use]
    pub fn distance(position: &Visible, seat: Seat) -> Option<usize> {
        let at = position.player(seat);
        let steps = |to: crate::cells::Cell| at.row().abs_diff(to.row()) + at.column().abs_diff(to.column());
        position.fruits.iter().map(|(_, cell, _)| steps(cell)).min()
    }
}

impl Evaluate<Visible> for NearestFruit {
    fn evaluate(&self, position: &Visible, seat: Seat) -> Score {
        let value = Self::distance(position, seat).map_or(0.0, |steps| f64::from(UNIT) / steps as f64);
        Score::heuristic(value.round() as i32)
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-self.limit), Score::heuristic(self.limit))
    }

    fn proves(&self) -> bool {
        false
    }

    fn unit(&self) -> i32 {
        UNIT
    }

    fn finished(&self, position: &Visible, seat: Seat, _: u32) -> Score {
        final_points(position, seat, self.limit)
    }
}

fn final_points(position: &Visible, seat: Seat, limit: i32) -> Score {
    Score::heuristic(position.payoff(seat).saturating_mul(UNIT).clamp(-limit, limit))
}
