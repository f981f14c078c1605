//! The published player of a course, by its options.

use registry::spec::{Named, Spec, SpecError};
use registry::{Key, Switch, opts, whole, words};

use crate::course::{Compat, Count, Course, CourseAgent, Order};

pub(super) const COURSE: Named = Named {
    name: "course",
    about: "the published player of a course: fixed depth, difference of discs, pruning as a switch",
    options: &opts![DEPTH, PRUNE, ORDER, COMPAT, COUNT],
};
pub(super) const DEPTH: Key<u32> = whole!("depth", 1..=60, "1", "plies to look ahead");
pub(super) const PRUNE: Key<Switch> = Key::word("prune", "on", "whether what cannot matter is cut off");
pub(super) const ORDER: Key<Order> = Key::word(
    "order",
    "rows",
    "moves row by row, or as the published program's language lists a set of them",
);
pub(super) const COMPAT: Key<Compat> = Key::word(
    "compat",
    "correct",
    "whether its search passes where it must, or takes that for a loss, as published",
);
pub(super) const COUNT: Key<Count> = Key::word(
    "count",
    "true",
    "all positions that it looked at, or those that the published program adds up",
);

words! {
    for Order { Rows = "rows", CPython = "cpython" }
}
words! {
    for Compat { Correct = "correct", Published = "course" }
}
words! {
    for Count { True = "true", Reported = "reported" }
}

/// The published player under the options of [`COURSE`].
pub(super) fn course_agent(spec: &Spec) -> Result<CourseAgent, SpecError> {
    let course = Course {
        depth: spec.get(&DEPTH)?,
        prune: spec.get(&PRUNE)? == Switch::On,
        order: spec.get(&ORDER)?,
        compat: spec.get(&COMPAT)?,
    };
    Ok(CourseAgent { course, count: spec.get(&COUNT)? })
}
