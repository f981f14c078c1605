//! Named weights with ranges, and the unit cube that every optimiser works in.

use crate::Error;
use serde::{Deserialize, Serialize};

/// One weight to be tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// What it is called in reports.
    pub name: String,
    /// Least value of its range.
    pub low: f64,
    /// Greatest value of its range, above `low`.
    pub high: f64,
    /// Where methods with a single start begin, within the range.
    pub start: f64,
}

impl Parameter {
    /// A weight in `low..=high` that starts at `start`.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the name is empty, a number is not finite, the range is empty or the start outside.
    pub fn new(name: impl Into<String>, low: f64, high: f64, start: f64) -> Result<Self, Error> {
        let parameter = Self { name: name.into(), low, high, start };
        parameter.check()?;
        Ok(parameter)
    }

    fn check(&self) -> Result<(), Error> {
        let fault = |given, expected| Err(Error::Parameter { name: self.name.clone(), given, expected });
        let Self { name, low, high, start } = self;
        if name.is_empty() {
            return fault("no name".into(), "expected a name");
        }
        if !low.is_finite() || !high.is_finite() || !(high - low).is_finite() || low >= high {
            return fault(format!("range {low}..{high}"), "expected finite numbers, the lower one first");
        }
        if !(low..=high).contains(&start) {
            return fault(
                format!("start {start} lies outside of {low}..{high}"),
                "expected a start within the range",
            );
        }
        Ok(())
    }

    /// The weight at place `unit` of the range: 0 is `low`, 1 is `high`; places outside of 0..1 lie outside of the
    /// range.
    pub(crate) fn weight(&self, unit: f64) -> f64 {
        self.low * (1.0 - unit) + self.high * unit
    }

    /// The start's place in the range, in 0..=1.
    pub(crate) fn start_unit(&self) -> f64 {
        ((self.start - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// Every parameter is sound, there is at least one, and no name occurs twice.
pub(crate) fn check_all(parameters: &[Parameter]) -> Result<(), Error> {
    if parameters.is_empty() {
        return Err(Error::Parameter {
            name: String::new(),
            given: "nothing to tune".into(),
            expected: "expected at least one parameter",
        });
    }
    for (i, parameter) in parameters.iter().enumerate() {
        parameter.check()?;
        if parameters[..i].iter().any(|other| other.name == parameter.name) {
            return Err(Error::Parameter {
                name: parameter.name.clone(),
                given: "named twice".into(),
                expected: "expected each name once",
            });
        }
    }
    Ok(())
}
