//! What a heuristic says of a position, taken apart.

use std::borrow::Cow;

use plywise::{Evaluate, Notation, Seat};

use crate::key::Key;
use crate::spec::{Named, Spec, SpecError};
use crate::word::Word;

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
    pub fn plain(name: impl Into<Cow<'static, str>>, value: f64, weight: f64) -> Self {
        Self { name: name.into(), own: None, other: None, value, weight, parts: Vec::new() }
    }

    /// The difference of two sides' parts.
    pub fn difference(
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
pub fn evaluator<W: Word>(spec: &Spec, agents: &[Named], others: &[&str]) -> Result<W, SpecError> {
    let eval = |named: &Named| named.options.iter().find(|option| option.key == "eval").copied();
    if !agents.iter().any(|named| named.name == spec.name && eval(named).is_some()) {
        let has = |named: &&Named| eval(named).is_some() || others.contains(&named.name);
        let known: Vec<Named> = agents.iter().filter(has).copied().collect();
        spec.find("agent whose heuristic can be explained", &known)?;
    }
    let option = eval(spec.find("agent", agents)?).expect("looked for above");
    spec.get(&Key::<W>::word_or(option.key, option.default, option.about).only(option.values))
}

/// An evaluator's value in points.
pub fn points<G: plywise::Game>(eval: &dyn Evaluate<G>, position: &G, seat: Seat) -> f64 {
    f64::from(eval.evaluate(position, seat).raw()) / f64::from(eval.unit())
}

impl Explanation {
    /// The same with what there is to know of an agent that asks the evaluator in its own way: one that looks a ply ahead
    /// with the value after each move, one that plays to the end with when it asks at all.
    pub fn asked_by<G: Notation>(
        mut self,
        spec: &Spec,
        eval: &dyn Evaluate<G>,
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
