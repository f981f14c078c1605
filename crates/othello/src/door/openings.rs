//! Suites of openings.

use std::cmp::Ordering::Equal;

use plywise::{Keyed, Seat, Symmetric};
use registry::capability::Openings;
use registry::opening::{Suite, drawn_lines, judged};
use registry::spec::{Named, Spec, SpecError};
use registry::{Key, Word, opts, whole};

use super::Rules;
use super::agents::{EVAL, Evaluator};
use crate::{Othello, Setup};

const OPENINGS: &[Named] = &[Named {
    name: "balanced",
    about: "positions after some plies, mirror images once, of those drawn the ones with the most even values",
    options: &opts![PLIES, MOST, DRAWN, SUITE_DEPTH, SUITE_EVAL],
}];
const PLIES: Key<u32> = whole!("plies", 1..=20, "8", "plies of each opening");
const MOST: Key<usize> = whole!("count", 1..=10000, "100", "openings, at most");
const DRAWN: Key<usize> = whole!("drawn", 1..=100000, "4 x count", "positions that are drawn and searched");
const SUITE_DEPTH: Key<u32> = whole!("depth", 1..=30, "6", "plies that the search looks ahead");
const SUITE_EVAL: Key<Evaluator> = EVAL.or("weighted");

impl Openings for Rules {
    fn names(&self) -> &'static [Named] {
        // Lines that one side begins cannot be played where the seed draws who does.
        match self.setup {
            Setup::Standard => OPENINGS,
            Setup::Course => &[],
        }
    }

    fn suite(&self, spec: &Spec) -> Result<Suite<'_>, SpecError> {
        let (plies, count) = (spec.get(&PLIES)?, spec.get(&MOST)?);
        let drawn = spec.given(&DRAWN)?.unwrap_or(4 * count);
        let (depth, eval) = (spec.get(&SUITE_DEPTH)?, spec.get(&SUITE_EVAL)?.name());
        Ok(Box::new(move || {
            let start = self.begun_by(Seat::FIRST);
            let image = |position: &Othello| {
                position.images().iter().map(|image| image.position.key()).min().unwrap_or_default()
            };
            let lines = drawn_lines(&start, plies, drawn, 1, image);
            let mut judged = judged(self, &format!("pvs:depth={depth},eval={eval},table=1"), &start, lines)?;
            judged.sort_by(|a, b| a.value.map(f64::abs).partial_cmp(&b.value.map(f64::abs)).unwrap_or(Equal));
            judged.truncate(count);
            Ok(judged)
        }))
    }
}
