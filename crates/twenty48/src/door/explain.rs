//! 2048's evaluators, taken apart.

use plywise::{Evaluate, Seat};
use registry::explain::{Explanation, Term, points};
use registry::spec::Spec;

use crate::ntuple::{Network, Pattern, Sight};
use crate::{Board, Direction, Empties, Features, GameScore, Published, Twenty48};

/// The published features under some weights.
pub(super) fn published(eval: &Published, spec: &Spec, position: &Twenty48) -> Explanation {
    let Features { h1, h2, h3, h4 } = eval.reading().features(position.board());
    let names = ["h1: triangle", "h2: equal neighbours", "h3: empty cells", "h4: disorder"];
    let terms = names.into_iter().zip([h1, h2, h3, h4]).zip(eval.weights());
    let reading = eval.reading();
    let cells = if reading.tile_values {
        "a cell counts as its tile, 2, 4, 8 …"
    } else {
        "a tile counts as its exponent, 1 for a 2, 2 for a 4"
    };
    let pairs = if reading.empty_pairs { "tiles, or of empty cells," } else { "tiles" };
    let disorder = if reading.minimum_per_row {
        "h4 = of each row the lesser of its rises and its falls, plus the same of the columns"
    } else {
        "h4 = the lesser of all rises and all falls along the rows, plus the same along the columns"
    };
    let definition = [
        format!("value = w1 h1 + w2 h2 + w3 h3 + w4 h4; {cells}"),
        "h1 = tiles weighted 7 in a corner down to 1 in the opposite one, the largest sum of the four corners"
            .to_owned(),
        format!("h2 = pairs of equal {pairs} side by side or one above the other"),
        "h3 = empty cells".to_owned(),
        disorder.to_owned(),
    ];
    let terms = terms.map(|((name, value), weight)| Term::plain(name, f64::from(value), weight)).collect();
    told(definition.to_vec(), terms, eval, spec, position)
}

/// The score so far.
pub(super) fn score(spec: &Spec, position: &Twenty48) -> Explanation {
    let term = Term::plain("score so far", f64::from(position.score()), 1.0);
    told(vec!["value = the score so far".into()], vec![term], &GameScore, spec, position)
}

/// Empty cells.
pub(super) fn empties(spec: &Spec, position: &Twenty48) -> Explanation {
    let term = Term::plain("empty cells", f64::from(position.board().count_empty()), 1.0);
    told(vec!["value = empty cells".into()], vec![term], &Empties, spec, position)
}

fn told<E: Evaluate<Twenty48>>(
    definition: Vec<String>,
    terms: Vec<Term>,
    eval: &E,
    spec: &Spec,
    position: &Twenty48,
) -> Explanation {
    let value = Some(points(eval, position, Seat::FIRST));
    let explanation = Explanation { definition, terms, value, ..Explanation::default() };
    explanation.asked_by(spec, eval, position, Seat::FIRST)
}

/// A network on the board after its best slide, tuple by tuple, and what it thinks of every slide.
pub(super) fn network(network: &Network, spec: &Spec, position: &Twenty48) -> Explanation {
    let board = position.board();
    let slides: Vec<(Direction, Board, u32)> = Direction::ALL
        .into_iter()
        .map(|way| {
            let (after, gain) = board.slide_and_gain(way);
            (way, after, gain)
        })
        .filter(|(_, after, _)| *after != board)
        .collect();
    let worth = |&(_, after, gain): &(Direction, Board, u32)| {
        f64::from(position.score()) + f64::from(gain) + f64::from(network.expected(after))
    };
    let best = network.best(board).map(|(way, _)| way);
    let chosen = slides.iter().find(|slide| Some(slide.0) == best);
    let mut terms = vec![Term::plain("score so far", f64::from(position.score()), 1.0)];
    if let Some((way, after, gain)) = chosen {
        terms.push(Term::plain(format!("points of sliding {way}"), f64::from(*gain), 1.0));
        terms.extend(network.patterns(*after).iter().map(tuple_term));
    }
    Explanation {
        agent: spec.to_string(),
        definition: vec![
            "value = the score so far + the points of the best slide + the points expected after it".into(),
            "the points expected = over all tuples and the eight images of the board: the table's entry for the \
             pattern that the tuple sees there"
                .into(),
            format!("the network {}, learned from {} games", network.tuples().name(), network.games()),
        ],
        terms,
        value: Some(points(network, position, Seat::FIRST)),
        candidates: slides.iter().map(|slide| (slide.0.to_string(), worth(slide))).collect(),
        facts: sight(network).into_iter().collect(),
    }
}

/// All that a tuple adds, and each of the patterns that it sees.
fn tuple_term(patterns: &[Pattern; 8]) -> Term {
    let cells = |pattern: &Pattern| texts(pattern.cells.iter());
    let tile = |rank: &u8| if *rank == 0 { 0 } else { 1_u32 << rank };
    let parts: Vec<(String, f64)> = patterns
        .iter()
        .map(|pattern| {
            let tiles = texts(pattern.ranks.iter().map(tile));
            (format!("{}: {tiles}", cells(pattern)), f64::from(pattern.points))
        })
        .collect();
    let sum = parts.iter().map(|part| part.1).sum();
    Term { parts, ..Term::plain(format!("tuple {}", cells(&patterns[0])), sum, 1.0) }
}

fn texts(items: impl Iterator<Item: ToString>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// How a network sees large tiles, where that is not as they are.
fn sight(network: &Network) -> Option<String> {
    match network.sight() {
        Sight::Above(gap) => {
            Some(format!("no {0} is there: tiles above {0} are looked at as half as large", 1_u32 << gap))
        }
        Sight::Plain | Sight::Downgraded => None,
    }
}
