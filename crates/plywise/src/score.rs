//! The scale of two-player values.

use std::fmt;
use std::ops::Neg;

/// A value of a two-player search from one seat's point of view.
///
/// Three bands on one line: proven losses, heuristic values, proven wins. Heuristics stay inside
/// ±[`Score::HEURISTIC_LIMIT`] in a unit that the evaluator names ([`crate::Evaluate::unit`]); a proven result
/// carries its distance from the root, outranks every heuristic value, and the sooner win is the better one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Score(i32);

impl Score {
    /// No heuristic value lies outside ± this.
    pub const HEURISTIC_LIMIT: i32 = 1_000_000_000;
    /// The longest distance that a proven result can carry.
    pub const MAX_PLY: u32 = 100_000;
    /// Neither side is ahead; also the value of a drawn game.
    pub const ZERO: Self = Self(0);
    /// Above every value.
    pub const INFINITY: Self = Self(Self::WIN + 1);
    /// Below every value.
    pub(crate) const LOWEST: Self = Self(-Self::INFINITY.0);
    const WIN: i32 = Self::HEURISTIC_LIMIT + 2 * Self::MAX_PLY as i32;

    /// A heuristic value, or the exact points of a finished game, in the evaluator's unit.
    ///
    /// # Panics
    /// In debug builds, if `value` lies outside ±[`Score::HEURISTIC_LIMIT`].
    #[inline]
    #[must_use]
    pub const fn heuristic(value: i32) -> Self {
        debug_assert!(value >= -Self::HEURISTIC_LIMIT && value <= Self::HEURISTIC_LIMIT);
        Self(value)
    }

    /// Won `ply` plies from the root.
    #[inline]
    #[must_use]
    pub const fn won_in(ply: u32) -> Self {
        debug_assert!(ply <= Self::MAX_PLY);
        Self(Self::WIN - ply as i32)
    }

    /// Lost `ply` plies from the root.
    #[inline]
    #[must_use]
    pub const fn lost_in(ply: u32) -> Self {
        Self(-Self::won_in(ply).0)
    }

    /// The number behind the value, in the evaluator's unit for heuristic values.
    #[inline]
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The value behind a number that [`raw`](Self::raw) gave.
    #[inline]
    #[must_use]
    pub(crate) const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// The same of a number that came from outside; None if no value has it.
    pub(crate) fn told(raw: i32) -> Option<Self> {
        let score = Self(raw);
        let is_near =
            (-Self::WIN..=Self::WIN).contains(&raw) && Self::WIN - raw.abs() <= Self::MAX_PLY as i32;
        (is_near || !score.is_proven()).then_some(score)
    }

    /// A heuristic score, if there is one with this value.
    pub(crate) fn estimate(value: i32) -> Option<Self> {
        (-Self::HEURISTIC_LIMIT..=Self::HEURISTIC_LIMIT).contains(&value).then_some(Self(value))
    }

    /// The value next above: with this one it makes a window that nothing lies in.
    #[inline]
    #[must_use]
    pub const fn next_up(self) -> Self {
        Self(self.0 + 1)
    }

    /// The value next below.
    #[inline]
    #[must_use]
    pub const fn next_down(self) -> Self {
        Self(self.0 - 1)
    }

    /// A proven result counted from the root, as counted from a position `ply` plies below it. Others stay.
    #[inline]
    #[must_use]
    pub const fn from_here(self, ply: u32) -> Self {
        Self(self.0 + self.proven_sign() * ply as i32)
    }

    /// The inverse of [`from_here`](Self::from_here).
    #[inline]
    #[must_use]
    pub const fn from_root(self, ply: u32) -> Self {
        Self(self.0 - self.proven_sign() * ply as i32)
    }

    #[inline]
    const fn proven_sign(self) -> i32 {
        (self.0 > Self::HEURISTIC_LIMIT) as i32 - (self.0 < -Self::HEURISTIC_LIMIT) as i32
    }

    /// Whether the value is a proven win or loss.
    #[inline]
    #[must_use]
    pub const fn is_proven(self) -> bool {
        self.0 > Self::HEURISTIC_LIMIT || self.0 < -Self::HEURISTIC_LIMIT
    }

    /// The value as people read it: points of the game, or the distance of the proven end.
    #[must_use]
    pub fn to_value(self, unit: i32) -> Value {
        if self.0 > Self::HEURISTIC_LIMIT {
            Value::Win { plies: (Self::WIN - self.0) as u32 }
        } else if self.0 < -Self::HEURISTIC_LIMIT {
            Value::Loss { plies: (Self::WIN + self.0) as u32 }
        } else {
            Value::Points(f64::from(self.0) / f64::from(unit))
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

const _: () = {
    assert!(Score::won_in(Score::MAX_PLY).is_proven());
    assert!(Score::lost_in(Score::MAX_PLY).is_proven());
    assert!(Score::won_in(0).0 < Score::INFINITY.0);
    assert!(!Score::heuristic(Score::HEURISTIC_LIMIT).is_proven());
};

/// A search's answer as it leaves the library, for the seat that was asked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Points of the game: a heuristic value, an expectation, or the exact points where they are all that counts.
    Points(f64),
    /// A proven win, this many plies away.
    Win {
        /// Plies from the root.
        plies: u32,
    },
    /// A proven loss, this many plies away.
    Loss {
        /// Plies from the root.
        plies: u32,
    },
}

impl Value {
    /// One number that keeps the order: proven results lie beyond all points.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Points(points) => points,
            Self::Win { plies } => f64::from(Score::won_in(plies).raw()),
            Self::Loss { plies } => f64::from(Score::lost_in(plies).raw()),
        }
    }

    /// An exact value as text: between two, who is level has a draw.
    #[must_use]
    pub fn exact_text(self, seats: usize) -> String {
        match self {
            Self::Points(0.0) if seats == 2 => "draw".to_owned(),
            value => value.to_string(),
        }
    }

    /// The value behind a number that [`as_f64`](Self::as_f64) gave.
    #[must_use]
    pub fn from_f64(number: f64) -> Self {
        let score = Score::from_raw(number as i32);
        if score.is_proven() { score.to_value(1) } else { Self::Points(number) }
    }

    /// The nearest score of an evaluator with so many units to the point, at most ±[`Score::HEURISTIC_LIMIT`] where
    /// nothing is proven.
    #[must_use]
    pub fn to_score(self, unit: i32) -> Score {
        let limit = f64::from(Score::HEURISTIC_LIMIT);
        match self {
            Self::Points(points) => {
                Score::heuristic((points * f64::from(unit)).round().clamp(-limit, limit) as i32)
            }
            Self::Win { plies } => Score::won_in(plies),
            Self::Loss { plies } => Score::lost_in(plies),
        }
    }
}

/// The same for the other seat.
impl Neg for Value {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            // Nothing has no sign.
            Self::Points(points) => Self::Points(0.0 - points),
            Self::Win { plies } => Self::Loss { plies },
            Self::Loss { plies } => Self::Win { plies },
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) if points.abs() < 0.005 => f.write_str("+0.00"),
            Self::Points(points) => write!(f, "{points:+.2}"),
            Self::Win { plies } => write!(f, "win in {plies}"),
            Self::Loss { plies } => write!(f, "loss in {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_results_outrank_heuristics_and_prefer_the_short_win_and_the_long_loss() {
        let ranking = [
            -Score::INFINITY,
            Score::lost_in(1),
            Score::lost_in(9),
            Score::heuristic(-Score::HEURISTIC_LIMIT),
            Score::ZERO,
            Score::heuristic(Score::HEURISTIC_LIMIT),
            Score::won_in(9),
            Score::won_in(1),
            Score::INFINITY,
        ];
        assert!(ranking.is_sorted());
        assert_eq!(-Score::won_in(4), Score::lost_in(4));
    }

    #[test]
    fn values_are_shown_in_points_or_plies() {
        assert_eq!(Score::heuristic(-250).to_value(100).to_string(), "-2.50");
        assert_eq!(Value::Points(-0.001).to_string(), "+0.00");
        assert_eq!(Score::won_in(5).to_value(100).to_string(), "win in 5");
        assert_eq!(Score::lost_in(0).to_value(1).to_string(), "loss in 0");
        assert_eq!((-Score::lost_in(4).to_value(1)).to_string(), "win in 4");
        for value in [Value::Points(-0.25), Value::Win { plies: 3 }, Value::Loss { plies: 0 }] {
            assert_eq!(Value::from_f64(value.as_f64()), value);
        }
    }
}
