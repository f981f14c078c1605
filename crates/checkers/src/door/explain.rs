//! The evaluators of checkers, taken apart.

use plywise::{Score, Seat};
use registry::explain::{Explanation, Term, points};
use registry::spec::{Spec, SpecError};

use super::Evaluator;
use crate::databases::Databases;
use crate::net::Net;
use crate::patterns::Patterns;
use crate::{Board, Checkers, Material, Positional, Rules, Square};

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
    if eval == Evaluator::Net {
        let net = super::net(spec)?;
        return Ok(by_pieces(&net, position, seat).asked_by(spec, &net, position, seat));
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
    let patterns = Patterns::learned();
    explanation
        .definition
        .push("to this comes what was learned of how men stand together, by whoever is to move".into());
    let parts = patterns.parts(position.board(), seat);
    explanation.terms.extend(parts.map(|(name, men)| Term::plain(name, men, 1.0)));
    explanation.value = Some(points(&patterns, position, seat));
    Ok(explanation.asked_by(spec, &patterns, position, seat))
}

/// A net's value, by what it makes of each piece: how far the value falls where that one is taken off the board.
fn by_pieces(net: &Net, position: &Checkers, seat: Seat) -> Explanation {
    let (board, value) = (position.board(), points(net, position, seat));
    let mut terms = Vec::new();
    for (whose, owner) in [("own", seat), ("other's", seat.other())] {
        if board.pieces(owner).is_empty() {
            terms.push(Term::plain(format!("{whose} pieces: none"), 0.0, 1.0));
        }
        for (piece, set) in [("man", board.men(owner)), ("king", board.kings(owner))] {
            for square in set {
                let left = [Seat::FIRST, Seat::SECOND].map(|seat| board.pieces(seat) & !square.set());
                let kings = [Seat::FIRST, Seat::SECOND].map(|seat| board.kings(seat) & !square.set());
                // Without the only piece on the board there is no position, and its worth is all of the value.
                let without = Board::new(left, kings[0] | kings[1], board.to_move());
                let adds = value - without.map_or(0.0, |without| points::<Board>(net, &without, seat));
                terms.push(Term::plain(
                    format!("{whose} {piece} on {}", square_name(position, square)),
                    adds,
                    1.0,
                ));
            }
        }
    }
    let together = value - terms.iter().map(Term::contribution).sum::<f64>();
    terms.push(Term::plain("all of them together", together, 1.0));
    Explanation {
        definition: vec![
            "a small net that learned from games gives the value, in men".into(),
            "each piece stands with what the value loses where that piece alone is taken off the board"
                .into(),
            "what pieces are worth together is not the sum of that; the last row makes up for it".into(),
        ],
        terms,
        value: Some(value),
        ..Explanation::default()
    }
}

/// A square as moves are written.
fn square_name(position: &Checkers, square: Square) -> String {
    match position.rules() {
        Rules::Standard => square.number().to_string(),
        Rules::Course => format!("({},{})", square.row(), square.course_column()),
    }
}

/// What these databases say of an ending.
pub(super) fn ending(databases: &Databases, position: &Checkers) -> Option<String> {
    let known = databases.bounds(position.board())?;
    let value = match (known.at_least, known.at_most) {
        (least, most) if least == most && least == Score::ZERO => "draw".into(),
        (least, most) if least == most => least.to_value(1).to_string(),
        // Only who wins is known, not how soon.
        (least, _) if least > Score::ZERO => "win".into(),
        (_, most) if most < Score::ZERO => "loss".into(),
        _ => return None,
    };
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
