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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::takes::Takes;

    const WEIGHTS: Key<[f64; 2]> = Key::weights(
        Opt { key: "weights", takes: Takes::Number, values: "a/b", default: "", about: "" },
        "one for a, one for b",
    );

    #[test]
    fn weights_are_read_and_written() {
        let spec = Spec::parse("x:depth=2,weights=1/2").unwrap();
        assert_eq!(spec.given(&WEIGHTS).unwrap(), Some([1.0, 2.0]));
        let spec = spec.with_weights(&[-0.25, 3.5e-7]);
        assert_eq!(spec.given(&WEIGHTS).unwrap(), Some([-0.25, 3.5e-7]));
        assert_eq!(Spec::parse(&spec.to_string()).unwrap(), spec);
        assert_eq!(Spec::parse("x").unwrap().given(&WEIGHTS).unwrap(), None);
        for wrong in ["1", "1/2/3", "1/x", "", "1/inf"] {
            let spec = Spec { name: "x".into(), options: vec![("weights".into(), wrong.into())] };
            let error = spec.given(&WEIGHTS).unwrap_err().0;
            assert!(error.contains("one for a, one for b"), "{error}");
        }
    }
}
