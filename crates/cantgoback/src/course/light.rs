//! Two simple heuristics.

use plywise::{Score, Seat};

use super::UNIT;
use crate::options::Options;
use crate::visible::Visible;

/// A little more than the baseline player: the points so far, and its opinion of the cell stood on (4 - exits, -1 without
/// any), each own minus rival's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Light {
    /// Points that one of the baseline player's units counts; 5 by default.
    pub weight: i32,
    /// No value lies outside ± this, in hundredths of a point.
    pub(super) limit: i32,
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

    /// The heuristic's value, in points.
    #[must_use]
    pub fn sum(&self, position: &Visible, seat: Seat) -> i32 {
        let simple = Self::simple(position, seat) - Self::simple(position, seat.other());
        position.difference(seat).saturating_add(self.weight.saturating_mul(simple))
    }
}

/// 1 / the Manhattan distance to the nearest fruit, 0 without fruits: cheap, and blind for values, lives, walls, the rival
/// and one's own survival. At the end the final points count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NearestFruit {
    /// No value lies outside ± this, in hundredths of a point.
    pub(super) limit: i32,
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

    /// The heuristic's value, in points; in `0..=1`.
    #[must_use]
    pub fn nearness(position: &Visible, seat: Seat) -> f64 {
        Self::distance(position, seat).map_or(0.0, |steps| 1.0 / steps as f64)
    }
}
