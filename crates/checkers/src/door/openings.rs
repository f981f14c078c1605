//! Openings that matches begin with.

use plywise::Keyed;
use registry::capability::Openings;
use registry::entry::Entry;
use registry::opening::{Suite, SuiteLine, judged, lines};
use registry::spec::{Named, Opt, Spec, SpecError};
use registry::{Key, Takes, whole};

use super::Rules;

/// Men that an opening may not lose within the search; infinitely many: any.
const LOSS: Key<f64> = Key::own(
    Opt {
        key: "loss",
        takes: Takes::Number,
        values: "men|any",
        default: "any",
        about: "leave out openings that lose so many men within the search; any: none",
    },
    "a whole number from 1 to 12",
    |_, text| match text {
        "any" => Some(f64::INFINITY),
        _ => text.replace('_', "").parse().ok().filter(|men| (1..=12).contains(men)).map(f64::from),
    },
);
const NO_LOSS: Key<f64> = LOSS.or("1");
const SUITE_DEPTH: Key<u32> = whole!("depth", 1..=30, "6", "plies that the search looks ahead");
const OPENINGS: &[Named] = &[
    Named {
        name: "two-move",
        about: "every first move with every reply: 49 in all",
        options: &[LOSS.opt, SUITE_DEPTH.opt],
    },
    Named {
        name: "three-move",
        about: "the ballots: every position after three moves at which no man is lost",
        options: &[NO_LOSS.opt, SUITE_DEPTH.opt],
    },
];

impl Openings for Rules {
    fn names(&self) -> &'static [Named] {
        OPENINGS
    }

    fn suite(&self, spec: &Spec) -> Result<Suite<'_>, SpecError> {
        let (plies, loss) = if spec.name == "two-move" { (2, &LOSS) } else { (3, &NO_LOSS) };
        let (loss, depth) = (spec.get(loss)?, spec.get(&SUITE_DEPTH)?);
        Ok(Box::new(move || {
            let start = self.start(0);
            let lines = lines(&start, plies, Keyed::key);
            let judge = format!("pvs:depth={depth},eval=material,quiescence=30,table=1");
            let judged = judged(self, &judge, &start, lines)?;
            let sound = |line: &SuiteLine| line.value.is_none_or(|value| value.abs() < loss);
            Ok(judged.into_iter().filter(sound).collect())
        }))
    }
}
