//! What several tests hold others against.

use plywise::{Evaluate, EvaluateChance, Score, Seat};
use twenty48::{Published, Twenty48};

/// The published evaluation, one position at a time: it answers for no turn at once and bounds no position of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneByOne(pub(crate) Published);

impl Evaluate<Twenty48> for OneByOne {
    fn evaluate(&self, position: &Twenty48, seat: Seat) -> Score {
        self.0.evaluate(position, seat)
    }
    fn bounds(&self) -> (Score, Score) {
        self.0.bounds()
    }
    fn finished(&self, position: &Twenty48, seat: Seat, ply: u32) -> Score {
        self.0.finished(position, seat, ply)
    }
}

impl EvaluateChance<Twenty48> for OneByOne {
    fn proves(&self) -> bool {
        false
    }
}

/// Any evaluator: one search is compiled for all.
pub(crate) type Any<'a> = &'a (dyn EvaluateChance<Twenty48> + Sync);

#[track_caller]
pub(crate) fn assert_close(a: f64, b: f64, place: &str) {
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()), "{a} is not {b}: {place}");
}
