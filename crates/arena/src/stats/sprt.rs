//! Sequential probability ratio test: plays until one of two hypotheses has won.

use std::fmt;

use serde::Serialize;

use super::elo::score_of_elo;
use super::likelihood::{ratio, with_distance, with_mean};
use super::tally::Tally;

/// A test of "the first agent leads by `elo1`" (H1) against "by `elo0`" (H0): Wald 1945, "Sequential tests of
/// statistical hypotheses", with the generalised likelihood ratio, which takes the shares of draws and of results of
/// pairs as they are (Van den Bergh, see [`llr`](Self::llr)).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The lead under H0, in points of `scale`.
    pub elo0: f64,
    /// The lead under H1, more than `elo0`.
    pub elo1: f64,
    /// How often H1 is accepted where H0 holds, at most.
    pub alpha: f64,
    /// How often H0 is accepted where H1 holds, at most.
    pub beta: f64,
    /// What the leads are measured in.
    pub scale: Scale,
}

/// What a lead is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Elo points: the score is 1 / (1 + 10^(-elo/400)).
    #[default]
    Logistic,
    /// Normalized Elo: the score above ½ in standard deviations of a game, times 800 / ln 10.
    Normalized,
}

/// What a test has found so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// H1 was accepted: the lead is `elo1` rather than `elo0`.
    H1Accepted,
    /// H0 was accepted: the lead is `elo0` rather than `elo1`.
    H0Accepted,
    /// Neither bound was reached: more games are needed.
    Undecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::H1Accepted => "H1 accepted",
            Self::H0Accepted => "H0 accepted",
            Self::Undecided => "undecided",
        })
    }
}

/// Why a test makes no sense.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are equal, the wrong way round, too far out or no numbers.
    #[error("elo0={0} should be below elo1={1}, and both within ±{2}, as in elo0=0,elo1=50")]
    Hypotheses(f64, f64, f64),
    /// The error rates leave nothing to decide.
    #[error("alpha={0} and beta={1} should be above 0 and together below 1, as in alpha=0.05,beta=0.05")]
    Rates(f64, f64),
}

impl Sprt {
    /// A test whose parameters make sense.
    ///
    /// # Errors
    /// When H1 is not above H0, or the error rates are not above 0 and together below 1.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, scale: Scale) -> Result<Self, SprtError> {
        let most = match scale {
            Scale::Logistic => 1000.0,
            // Beyond about 230 no distribution of the results of pairs that starts out uniform leads there.
            Scale::Normalized => 200.0,
        };
        if !(elo0 < elo1 && elo0 >= -most && elo1 <= most) {
            return Err(SprtError::Hypotheses(elo0, elo1, most));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Rates(alpha, beta));
        }
        Ok(Self { elo0, elo1, alpha, beta, scale })
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted, after Wald 1945: ln(β / (1 - α)) and
    /// ln((1 - β) / α).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalised log-likelihood ratio of H1 against H0: Van den Bergh, "Comparing the approximations for the
    /// generalized log likelihood ratio of a multinomial distribution", and for [`Scale::Normalized`] "Comments on
    /// normalized Elo" (both at <https://www.cantate.be/Fishtest>). 0 without observations.
    #[must_use]
    pub fn llr<const N: usize>(&self, tally: &Tally<N>) -> f64 {
        if tally.count() == 0 {
            return 0.0;
        }
        match self.scale {
            Scale::Logistic => ratio(&tally.0, (score_of_elo(self.elo0), score_of_elo(self.elo1)), with_mean),
            Scale::Normalized => {
                // One observation of a pair spreads less than one of a game by the square root of two.
                let games = (N - 1) as f64 / 2.0;
                let distance = |elo: f64| elo * games.sqrt() / (800.0 / std::f64::consts::LN_10);
                ratio(&tally.0, (distance(self.elo0), distance(self.elo1)), with_distance)
            }
        }
    }

    /// What a log-likelihood ratio says.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Verdict::H1Accepted
        } else if llr <= lower {
            Verdict::H0Accepted
        } else {
            Verdict::Undecided
        }
    }
}
