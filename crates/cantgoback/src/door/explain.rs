//! The evaluators of Can't Go Back, taken apart; those of the course are in `cantgoback_course`.

use registry::explain::{Explanation, Term, points};
use registry::spec::Spec;

use crate::{ScoreDifference, Territory, Visible};

/// The difference of scores on a position, for its mover, as the agent `spec` asks it.
pub(super) fn score(eval: &ScoreDifference, spec: &Spec, position: &Visible) -> Explanation {
    let seat = position.mover();
    let explanation = Explanation {
        definition: vec!["value = own points - the rival's".into()],
        terms: vec![Term::difference("score", position.score(seat), position.score(seat.other()), 1.0)],
        value: Some(points(eval, position, seat)),
        ..Explanation::default()
    };
    explanation.asked_by(spec, eval, position, seat)
}

/// The same of what each player reaches first.
pub(super) fn territory(eval: &Territory, spec: &Spec, position: &Visible) -> Explanation {
    let seat = position.mover();
    let terms = eval.components(position, seat);
    let explanation = Explanation {
        definition: vec![
            "value = score + room, own less the rival's".into(),
            "cells reached first = open cells that a player reaches before the rival, the one to move first where both \
             need as many steps"
                .into(),
        ],
        terms: terms.map(|(name, [own, rival], weight)| Term::difference(name, own, rival, weight)).to_vec(),
        value: Some(points(eval, position, seat)),
        ..Explanation::default()
    };
    explanation.asked_by(spec, eval, position, seat)
}
