//! The Elo scale.

use std::fmt;

use serde::Serialize;

use super::means::Estimate;

/// The score (0 to 1) that a lead of `elo` points predicts: Elo 1978, "The Rating of Chessplayers", with the logistic
/// curve that chess federations and engine testers use.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The lead in Elo points that predicts `score`: the inverse of [`score_of_elo`]. Infinite at 0 and 1, and beyond.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // A level score is no lead of minus zero.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// A lead in Elo points with its 95 % interval, as tables and JSON show it. What cannot be told is not there.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Elo {
    /// The lead; None if the score is 0 or 1.
    pub elo: Option<f64>,
    /// Lower end of the interval; None if it has none.
    pub elo_low: Option<f64>,
    /// Upper end of the interval; None if it has none.
    pub elo_high: Option<f64>,
}

impl From<Estimate> for Elo {
    fn from(elo: Estimate) -> Self {
        let told = |elo: f64| elo.is_finite().then_some(elo);
        Self { elo: told(elo.mean), elo_low: told(elo.low), elo_high: told(elo.high) }
    }
}

impl Elo {
    /// The lead as a predicate of who has it: `leads by 12.3 Elo (…)`, or `trails by` what the other leads by. The interval
    /// keeps its signs. Where every point was won, as few games as leave open who is stronger give no bound.
    #[must_use]
    pub fn lead(&self) -> String {
        let turned = Self {
            elo: self.elo.map(|elo| -elo),
            elo_low: self.elo_high.map(|elo| -elo),
            elo_high: self.elo_low.map(|elo| -elo),
        };
        match self {
            // What rounds to nothing leads nobody.
            Self { elo: Some(elo), .. } if *elo < -0.05 => format!("trails by {}", turned.unsigned()),
            Self { elo: None, elo_low: Some(low), .. } => Self::at_least("leads", "every", *low),
            Self { elo: None, elo_high: Some(high), .. } => Self::at_least("trails", "no", -high),
            Self { elo: None, .. } => "leads by an unknown lead".to_owned(),
            Self { elo: Some(elo), .. } if *elo < 0.05 => format!("is level: {}", self.unsigned()),
            _ => format!("leads by {}", self.unsigned()),
        }
    }

    /// A lead that is not negative, without the sign that the verb has said.
    fn unsigned(&self) -> String {
        self.to_string().trim_start_matches('+').to_owned()
    }

    fn at_least(verb: &str, points: &str, bound: f64) -> String {
        if bound > 0.05 {
            format!("{verb} by at least {bound:.1} Elo ({points} point won)")
        } else {
            format!("{verb} ({points} point won), too few games to say by how much")
        }
    }
}

/// For people, with the precision asked for (one decimal unless told otherwise): `+12.3 Elo (-4.0 … +28.6)`.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(1);
        // What rounds to zero has no sign of its own.
        let show = |elo: f64| {
            format!("{:+.digits$}", if elo.abs() * 10f64.powi(digits as i32) < 0.5 { 0.0 } else { elo })
        };
        match (self.elo, self.elo_low, self.elo_high) {
            (Some(elo), Some(low), Some(high)) => {
                write!(f, "{} Elo ({} … {})", show(elo), show(low), show(high))
            }
            (Some(elo), Some(low), None) => write!(f, "{} Elo (at least {})", show(elo), show(low)),
            (Some(elo), None, Some(high)) => write!(f, "{} Elo (at most {})", show(elo), show(high)),
            (Some(elo), None, None) => write!(f, "{} Elo (too few games for an interval)", show(elo)),
            (None, Some(low), _) => write!(f, "at least {} Elo (every point won)", show(low)),
            (None, None, Some(high)) => write!(f, "at most {} Elo (no point won)", show(high)),
            (None, None, None) => f.write_str("unknown"),
        }
    }
}
