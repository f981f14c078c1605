//! Weights of an evaluator that an agent's options can set: what tuners turn.

use crate::spec::{Named, Opt, Spec, SpecError};

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

impl Spec {
    /// The weights that the option `weights` gives, in the order of `weights`, divided by `/`, if it is given.
    ///
    /// # Errors
    /// When they are not as many numbers.
    pub fn weights(&self, weights: &[Weight]) -> Result<Option<Vec<f64>>, SpecError> {
        let Some(text) = self.text("weights") else { return Ok(None) };
        let numbers: Option<Vec<f64>> = text
            .split('/')
            .map(|part| part.trim().parse().ok().filter(|number: &f64| number.is_finite()))
            .collect();
        match numbers {
            Some(numbers) if numbers.len() == weights.len() => Ok(Some(numbers)),
            _ => {
                let names: Vec<&str> = weights.iter().map(|weight| weight.name).collect();
                Err(self
                    .wrong("weights", &format!("numbers divided by /, one each for {}", names.join(", "))))
            }
        }
    }

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

    const WEIGHTS: &[Weight] = &[
        Weight { name: "a", low: -1.0, high: 1.0, default: 0.0 },
        Weight { name: "b", low: 0.0, high: 9.0, default: 5.0 },
    ];

    #[test]
    fn weights_are_read_and_written() {
        let spec = Spec::parse("x:depth=2,weights=1/2").unwrap();
        assert_eq!(spec.weights(WEIGHTS).unwrap(), Some(vec![1.0, 2.0]));
        let spec = spec.with_weights(&[-0.25, 3.5e-7]);
        assert_eq!(spec.weights(WEIGHTS).unwrap(), Some(vec![-0.25, 3.5e-7]));
        assert_eq!(Spec::parse(&spec.to_string()).unwrap(), spec);
        assert_eq!(Spec::parse("x").unwrap().weights(WEIGHTS).unwrap(), None);
        for wrong in ["1", "1/2/3", "1/x", "", "1/inf"] {
            let spec = Spec { name: "x".into(), options: vec![("weights".into(), wrong.into())] };
            let error = spec.weights(WEIGHTS).unwrap_err().0;
            assert!(error.contains("one each for a, b"), "{error}");
        }
    }
}
