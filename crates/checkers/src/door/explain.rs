//! The evaluators of checkers, taken apart.

use plywise::{Score, Seat};
use registry::explain::{Explanation, Term, points};
use registry::spec::{Spec, SpecError};

use super::Evaluator;
use crate::databases::Databases;
use crate::patterns::Patterns;
use crate::{Checkers, Material, Positional};

/// The evaluator of this name on a position, for `seat`, as the agent `spec` asks it.
pub(super) fn explain(
    eval: Evaluator,
    spec: &Spec,
    position: &Checkers,
    seat: Seat,
) -> Result<Explanation, SpecError> {
    if eval == Evaluator::Material {
        return Ok(material(position, seat).asked_by(spec, &Material, position, seat));
    }
    let mut explanation = Explanation {
        definition: vec![
            "value = the sum of weight x term, in men; own less the other's where both are counted".into(),
            "rows are counted from the own home row; a runner is a man whom no enemy faces; its weight comes on top".into(),
            "men on the home row and the bridge (both of squares 1 and 3, or 30 and 32) count while the other has men"
                .into(),
            "each weight goes over from one for 24 pieces to one for few; the sum is cut to hundredths".into(),
        ],
        terms: Positional::components(position.board(), seat)
            .into_iter()
            .map(|part| match part.sides {
                Some([own, other]) => Term::difference(part.name, own, other, part.weight),
                None => Term::plain(part.name, f64::from(part.value), part.weight),
            })
            .collect(),
        value: Some(points(&Positional, position, seat)),
        ..Explanation::default()
    };
    if eval == Evaluator::Positional {
        return Ok(explanation.asked_by(spec, &Positional, position, seat));
    }
    if eval == Evaluator::Net {
        let net = super::net(spec)?;
        let value = points(&net, position, seat);
        explanation.definition.push(
            "a net that learned from games gives the value; what it sees that this sum does not is one number".into(),
        );
        let besides = value - points(&Positional, position, seat);
        explanation.terms.push(Term::plain("what the net sees besides", besides, 1.0));
        explanation.value = Some(value);
        return Ok(explanation.asked_by(spec, &net, position, seat));
    }
    let patterns = Patterns::learned();
    explanation
        .definition
        .push("to this comes what was learned of how men stand together, by whoever is to move".into());
    let parts = patterns.parts(position.board(), seat);
    explanation.terms.extend(parts.map(|(name, men)| Term::plain(name, men, 1.0)));
    explanation.value = Some(points(&patterns, position, seat));
    Ok(explanation.asked_by(spec, &patterns, position, seat))
}

/// What these databases say of an ending.
pub(super) fn ending(databases: &Databases, position: &Checkers) -> Option<String> {
    let value = databases.plies(position.board())?;
    let value = if value == Score::ZERO { "draw".into() } else { value.to_value(1).to_string() };
    Some(format!("database: {value} for the side to move"))
}

/// Men and kings.
pub(super) fn material(position: &Checkers, seat: Seat) -> Explanation {
    let board = position.board();
    let term =
        |name, weight, of: &dyn Fn(Seat) -> u32| Term::difference(name, of(seat), of(seat.other()), weight);
    Explanation {
        definition: vec!["value = men + 1.5 kings, own minus the opponent's".into()],
        terms: vec![
            term("men", 1.0, &|seat| board.men(seat).len()),
            term("kings", 1.5, &|seat| board.kings(seat).len()),
        ],
        value: Some(points(&Material, position, seat)),
        ..Explanation::default()
    }
}
