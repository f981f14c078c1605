//! What a heuristic says of a position, taken apart.

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
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Term {
    /// What it is called.
    pub name: &'static str,
    /// Its own side's part, where it is a difference of two parts.
    pub own: Option<f64>,
    /// The other side's part.
    pub other: Option<f64>,
    /// The term before it is weighted.
    pub value: f64,
    /// What it is multiplied by.
    pub weight: f64,
}

impl Term {
    /// What it adds to the value.
    #[must_use]
    pub fn contribution(&self) -> f64 {
        self.value * self.weight
    }
}
