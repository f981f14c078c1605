//! What a heuristic says of a position, taken apart.

use std::borrow::Cow;

use plywise::{Evaluate, Notation, Seat};

use crate::spec::{Named, Spec, SpecError};

/// A heuristic and its value on a position, from the point of view of one seat.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Explanation {
    /// The agent whose heuristic it is.
    pub agent: String,
    /// The formal definition, line by line.
    pub definition: Vec<String>,
    /// What the value is the weighted sum of; empty where it is no sum.
    pub terms: Vec<Term>,
    /// The value; None for an agent that values moves instead.
    pub value: Option<f64>,
    /// What the agent thinks of each legal move, in its order; the first of the best is played.
    pub candidates: Vec<(String, f64)>,
    /// What else there is to know about the position.
    pub facts: Vec<String>,
}

/// One term of a heuristic.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// What it is called.
    pub name: Cow<'static, str>,
    /// Its own side's part, where it is a difference of two parts.
    pub own: Option<f64>,
    /// The other side's part.
    pub other: Option<f64>,
    /// The term before it is weighted.
    pub value: f64,
    /// What it is multiplied by.
    pub weight: f64,
    /// What the value is the sum of in turn, where that is worth knowing: a name and what it adds.
    pub parts: Vec<(String, f64)>,
}

impl Term {
    /// A term of one part.
    pub(crate) fn plain(name: impl Into<Cow<'static, str>>, value: f64, weight: f64) -> Self {
        Self { name: name.into(), own: None, other: None, value, weight, parts: Vec::new() }
    }

    /// The difference of two sides' parts.
    pub(crate) fn difference(
        name: impl Into<Cow<'static, str>>,
        own: impl Into<f64>,
        other: impl Into<f64>,
        weight: f64,
    ) -> Self {
        let (own, other) = (own.into(), other.into());
        Self { own: Some(own), other: Some(other), ..Self::plain(name, own - other, weight) }
    }

    /// What it adds to the value.
    #[must_use]
    pub fn contribution(&self) -> f64 {
        self.value * self.weight
    }
}

/// The evaluator of one of the agents that take `eval=`, which is its option's default unless given.
///
/// # Errors
/// When there is no such agent, or it asks no evaluator: those that do, and those of `others` that have a heuristic of
/// their own.
pub(crate) fn evaluator<'a>(
    spec: &'a Spec,
    agents: &'a [Named],
    others: &[&str],
) -> Result<&'a str, SpecError> {
    let takes = |named: &Named| named.options.iter().any(|option| option.key == "eval");
    if !agents.iter().any(|named| named.name == spec.name && takes(named)) {
        let has = |named: &&Named| takes(named) || others.contains(&named.name);
        let known: Vec<Named> = agents.iter().filter(has).copied().collect();
        spec.find("agent whose heuristic can be explained", &known)?;
    }
    let named = spec.find("agent", agents)?;
    let option = named.options.iter().find(|option| option.key == "eval").expect("looked for above");
    let words: Vec<&str> = option.values.split('|').collect();
    spec.one_of("eval", &words)?;
    Ok(spec.text("eval").unwrap_or(option.default))
}

/// An evaluator's value in points.
pub(crate) fn points<G: plywise::Game, E: Evaluate<G>>(eval: &E, position: &G, seat: Seat) -> f64 {
    f64::from(eval.evaluate(position, seat).raw()) / f64::from(eval.unit())
}

impl Explanation {
    /// The same with what there is to know of an agent that asks the evaluator in its own way: one that looks a ply ahead
    /// with the value after each move, one that plays to the end with when it asks at all.
    pub(crate) fn asked_by<G: Notation, E: Evaluate<G>>(
        mut self,
        spec: &Spec,
        eval: &E,
        position: &G,
        seat: Seat,
    ) -> Self {
        self.agent = spec.to_string();
        if spec.name == "greedy" {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            self.candidates = moves
                .into_iter()
                .map(|mv| {
                    let mut child = position.clone();
                    child.play(mv);
                    let value = if child.is_over() {
                        eval.finished(&child, seat, 1).to_value(eval.unit()).as_f64()
                    } else {
                        points(eval, &child, seat)
                    };
                    (position.move_text(mv), value)
                })
                .collect();
        }
        if spec.name == "mcts" {
            self.facts.push(
                "mcts plays games out at random; it asks this heuristic only where rollout= cuts them short or \
                 widening= ranks moves"
                    .into(),
            );
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use plywise::{Rng, Turn};

    use super::*;
    use crate::live::LiveGame;

    /// Plays at random for so many plies, or until a seat is to move after them.
    fn played(game: &str, seed: u64, plies: usize) -> Box<dyn LiveGame> {
        let mut live = crate::open(game).expect(game).live(seed, None).expect("a start");
        let mut rng = Rng::new(seed);
        while live.turn().is_some() && (live.plies() < plies || live.turn() == Some(Turn::Chance)) {
            if live.turn() == Some(Turn::Chance) {
                live.roll(&mut rng);
            } else {
                let moves = live.moves();
                live.play(&moves[rng.index(moves.len())]).expect("it was listed");
            }
        }
        live
    }

    fn told(live: &dyn LiveGame, agent: &str) -> Explanation {
        live.explain(Some(&Spec::parse(agent).expect(agent))).unwrap_or_else(|e| panic!("{agent}: {e}"))
    }

    /// Of every evaluator that an agent takes, in the middle of games at random.
    #[test]
    fn the_terms_add_up_to_the_value() {
        for (game, evaluators, others) in [
            ("othello:size=4", "discs|weighted|mobility|corners", "course"),
            ("othello", "discs|weighted|mobility|corners", "course"),
            ("checkers", "material|positional", "simple|better_h"),
            ("cantgoback", "territory|score|heavy|light", "light_ab|heavy_ab"),
            ("2048", "published|score|empties|network", "champion|heuristic:weights=-1/2/3/-4"),
        ] {
            let search = if game == "2048" { "expectimax" } else { "pvs" };
            let agents: Vec<String> =
                evaluators.split('|').map(|eval| format!("{search}:eval={eval}")).collect();
            for seed in 0..4 {
                let live = played(game, seed, 3 + 5 * seed as usize);
                if live.turn().is_none() {
                    continue;
                }
                for agent in agents.iter().map(String::as_str).chain(others.split('|')) {
                    let Explanation { agent, terms, value, definition, .. } = told(&*live, agent);
                    let sum: f64 = terms.iter().map(Term::contribution).sum();
                    let value = value.expect("it is a sum");
                    // A network adds up in numbers of seven digits, and values are kept in hundredths.
                    assert!((sum - value).abs() < 0.02 + 1e-6 * value.abs(), "{agent}: {sum} and {value}");
                    assert!(!terms.is_empty() && !definition.is_empty(), "{agent}");
                    for term in terms.iter().filter(|term| !term.parts.is_empty()) {
                        let parts: f64 = term.parts.iter().map(|part| part.1).sum();
                        assert!((parts - term.value).abs() < 1e-6, "{agent}: {term:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn one_that_looks_a_ply_ahead_says_what_it_finds_there() {
        let live = played("othello", 1, 6);
        let Explanation { candidates, .. } = told(&*live, "greedy:eval=corners");
        let moves: Vec<&str> = candidates.iter().map(|candidate| candidate.0.as_str()).collect();
        assert_eq!(moves, live.moves());
        let live = played("2048", 2, 30);
        let Explanation { candidates, value, terms, .. } = told(&*live, "champion");
        let best = candidates.iter().map(|candidate| candidate.1).fold(f64::MIN, f64::max);
        assert!((best - value.expect("a value")).abs() < 0.02);
        assert_eq!(
            terms.iter().map(|term| term.parts.len()).sum::<usize>(),
            4 * 8,
            "each tuple in each image"
        );
    }

    #[test]
    fn those_without_a_heuristic_are_refused() {
        for (game, agent, part) in [
            ("othello", "random", "greedy"),
            ("othello", "nobody", "heuristic can be explained"),
            ("othello", "pvs:eval=x", "weighted"),
            ("2048", "human", "champion"),
            ("checkers", "pvs:late=2", "option of pvs"),
            ("cantgoback", "engine", "heuristic can be explained"),
        ] {
            let live = played(game, 1, 4);
            let error = live.explain(Some(&Spec::parse(agent).expect(agent))).expect_err(agent).to_string();
            assert!(error.contains(part), "{agent}: {error}");
        }
    }
}
