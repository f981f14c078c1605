//! Othello's evaluators, taken apart.

use plywise::{Evaluate, Game, Notation, Seat};
use registry::explain::{Explanation, Term, points};
use registry::spec::{Spec, SpecError};

use super::agents::{Evaluator, learned};
use crate::{Corners, Discs, Mobility, Othello, Size, Weighted};

/// The evaluator of this name on a position, for `seat`, as the agent `spec` asks it.
pub(super) fn explain(
    eval: Evaluator,
    spec: &Spec,
    position: &Othello,
    seat: Seat,
) -> Result<Explanation, SpecError> {
    Ok(match eval {
        Evaluator::Weighted => {
            let worth = "value = what the squares of the own discs are worth, less those of the other's";
            told(worth, squares(position, seat), &Weighted, spec, position, seat)
        }
        Evaluator::Mobility => {
            let placements = |seat| position.placements(seat).count_ones();
            let term = Term::difference("moves", placements(seat), placements(seat.other()), 1.0);
            let definition = "value = squares where one could move, own less the other's, whoever is to move";
            told(definition, vec![term], &Mobility, spec, position, seat)
        }
        Evaluator::Corners => {
            let held = |seat| Corners::held(position, seat);
            let weight = f64::from(Corners::WORTH);
            let corners = Term::difference("corners", held(seat), held(seat.other()), weight);
            let definition = format!(
                "value = discs + {weight} corners, own less the other's: a disc in a corner can never be flipped"
            );
            told(&definition, vec![discs(position, seat), corners], &Corners, spec, position, seat)
        }
        Evaluator::Patterns => {
            let patterns = learned(spec, position.size())?.expect("a board whose agents have them");
            let terms = patterns.parts(position, seat);
            let terms = terms.into_iter().map(|(name, discs)| Term::plain(name, discs, 1.0)).collect();
            let definition = "value = what the patterns of the board foretell, in discs at the end, by shape";
            told(definition, terms, &patterns, spec, position, seat)
        }
        Evaluator::Discs => {
            let definition = "value = own discs less the other's";
            told(definition, vec![discs(position, seat)], &Discs, spec, position, seat)
        }
    })
}

fn told(
    definition: &str,
    terms: Vec<Term>,
    eval: &dyn Evaluate<Othello>,
    spec: &Spec,
    position: &Othello,
    seat: Seat,
) -> Explanation {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let moves: Vec<String> = moves.into_iter().map(|mv| position.move_text(mv)).collect();
    let explanation = Explanation {
        definition: vec![definition.to_owned()],
        terms,
        value: Some(points(eval, position, seat)),
        facts: vec![format!("legal moves: {}", moves.join(" "))],
        ..Explanation::default()
    };
    explanation.asked_by(spec, eval, position, seat)
}

fn discs(position: &Othello, seat: Seat) -> Term {
    let count = |seat| position.discs(seat).count_ones();
    Term::difference("discs", count(seat), count(seat.other()), 1.0)
}

/// The kinds of squares, each the same in all eight images of the board: how many each side has, and their worth.
fn squares(position: &Othello, seat: Seat) -> Vec<Term> {
    let (size, half) = (position.size(), position.size().side() / 2);
    let kinds = (0..half).flat_map(|row| (row..half).map(move |column| (row, column)));
    let term = |(row, column): (usize, usize)| {
        let alike = alike(size, row, column);
        let count = |seat| (position.discs(seat) & alike).count_ones();
        let weight = f64::from(Weighted::worth(size, row, column));
        Term::difference(kind_name(row, column), count(seat), count(seat.other()), weight)
    };
    kinds.map(term).collect()
}

/// The squares as far from the nearest edges as this one.
fn alike(size: Size, row: usize, column: usize) -> u64 {
    let nearest = |line: usize| line.min(size.side() - 1 - line);
    let squares =
        crate::squares::indices(size.board()).map(|index| (usize::from(index) / 8, usize::from(index) % 8));
    squares
        .filter(|&(r, c)| {
            let (r, c) = (nearest(r), nearest(c));
            (r.min(c), r.max(c)) == (row, column)
        })
        .fold(0, |set, (r, c)| set | 1 << (8 * r + c))
}

/// What players call such squares, with the one nearest to a1.
fn kind_name(row: usize, column: usize) -> String {
    let square = format!("{}{}", char::from(b'a' + column as u8), row + 1);
    match (row, column) {
        (0, 0) => format!("corners ({square})"),
        (0, 1) => format!("C squares ({square})"),
        (0, 2) => format!("A squares ({square})"),
        (0, 3) => format!("B squares ({square})"),
        (1, 1) => format!("X squares ({square})"),
        _ => format!("squares like {square}"),
    }
}
