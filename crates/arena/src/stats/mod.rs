//! Match statistics: what some games tell about strength, and how sure it is.
//!
//! | question | answer |
//! |---|---|
//! | what is the mean, and how sure is it? | [`Sample`], [`wilson`] |
//! | how much better is one of two? | [`Tally::score`], [`Tally::elo`], [`Tally::superiority`] |
//! | which of two hypotheses holds, with as few games as possible? | [`Sprt`] |
//! | how strong is each of many? | [`ratings()`] |
//! | how many games does that take? | [`Tally::games_for`] |
//! | how often does 2048 reach a tile? | [`TileRate`] |

mod elo;
mod likelihood;
mod matrix;
mod means;
mod ratings;
mod reach;
mod sprt;
mod tally;
mod tiles;

pub use elo::{Elo, elo_of_score, score_of_elo};
pub use likelihood::{with_distance, with_mean};
pub use means::{Estimate, Sample, student, wilson};
pub use ratings::{Meeting, Rating, Ratings, ratings};
pub use sprt::{Scale, Sprt, SprtError, Verdict};
pub use tally::{GameTally, PairTally, Tally};
pub use tiles::{TileRate, tile_rates_of};

/// The standard normal distribution's probability below `x`.
pub(crate) fn normal_below(x: f64) -> f64 {
    statrs::function::erf::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}
