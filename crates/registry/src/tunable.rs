//! Weights of an evaluator that an agent's options can set: what tuners turn.

use crate::key::Key;
use crate::spec::{Named, Opt, Spec};

/// One weight of an evaluator.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weight {
    /// What it is called.
    pub name: &'static str,
    /// Where it is looked for unless somebody says otherwise: the least value.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// What holds if it is not given.
    pub default: f64,
}

impl<const N: usize> Key<[f64; N]> {
    /// The option `weights`: a number for each weight, divided by `/`.
    #[must_use]
    pub const fn weights(opt: Opt, expected: &'static str) -> Self {
        Self::own(opt, expected, |_, text| {
            let number = |part: &str| part.trim().parse().ok().filter(|number: &f64| number.is_finite());
            text.split('/').map(number).collect::<Option<Vec<f64>>>()?.try_into().ok()
        })
    }
}

impl Spec {
    /// The same agent with these weights.
    #[must_use]
    pub fn with_weights(&self, weights: &[f64]) -> Self {
        let text = weights.iter().map(ToString::to_string).collect::<Vec<_>>().join("/");
        let mut spec = self.clone();
        spec.options.retain(|(key, _)| key != "weights");
        spec.options.push(("weights".to_owned(), text));
        spec
    }
}

/// The evaluator that an agent plays with: the one it names, or the default of its entry.
pub(crate) fn evaluator<'a>(agent: &'a Spec, entry: &'a Named) -> Option<&'a str> {
    let default =
        |options: &'a [Opt]| options.iter().find(|option| option.key == "eval").map(|option| option.default);
    agent.text("eval").or_else(|| default(entry.options))
}
