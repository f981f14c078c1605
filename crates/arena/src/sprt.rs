//! Sequential tests by text: `elo0=0,elo1=50`, with `alpha`, `beta` and `scale` if wanted; and what they report.

use plywise::notation::quote;
use registry::{Named, Opt, Spec, SpecError, Takes};
use serde::Serialize;

use crate::stats::{Scale, Sprt, Tally, Verdict};

const OPTIONS: &[Opt] = &[
    Opt { key: "elo0", takes: Takes::Number, values: "number", default: "", about: "the lead under H0" },
    Opt { key: "elo1", takes: Takes::Number, values: "number", default: "", about: "the lead under H1" },
    Opt {
        key: "alpha",
        takes: Takes::Number,
        values: "0..1",
        default: "0.05",
        about: "risk of accepting H1 wrongly",
    },
    Opt {
        key: "beta",
        takes: Takes::Number,
        values: "0..1",
        default: "0.05",
        about: "risk of accepting H0 wrongly",
    },
    Opt {
        key: "scale",
        takes: Takes::Word,
        values: "logistic|normalized",
        default: "logistic",
        about: "what a lead is measured in",
    },
];

/// Reads a test.
///
/// # Errors
/// When the text has another form or the test makes no sense.
pub fn parse_sprt(text: &str) -> Result<Sprt, SpecError> {
    let forms = || {
        SpecError(format!(
            "test {} should be like elo0=0,elo1=50[,alpha=0.05,beta=0.05,scale=logistic|normalized]",
            quote(text)
        ))
    };
    let spec = Spec::parse(&format!("sprt:{}", text.trim())).map_err(|_| forms())?;
    spec.find("test", &[Named { name: "sprt", about: "", options: OPTIONS }])?;
    let (Some(elo0), Some(elo1)) =
        (spec.decimal("elo0", -1000.0..=1000.0)?, spec.decimal("elo1", -1000.0..=1000.0)?)
    else {
        return Err(forms());
    };
    let rate = |key: &str| spec.decimal(key, 0.0..=1.0).map(|rate| rate.unwrap_or(0.05));
    let scale = match spec.one_of("scale", &["logistic", "normalized"])? {
        Some("normalized") => Scale::Normalized,
        _ => Scale::Logistic,
    };
    Sprt::new(elo0, elo1, rate("alpha")?, rate("beta")?, scale).map_err(|error| SpecError(error.to_string()))
}

/// Where a test stands, in the shape that `--json` prints.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The log-likelihood ratio so far.
    pub llr: f64,
    /// At which H0 is accepted.
    pub lower: f64,
    /// At which H1 is accepted.
    pub upper: f64,
    /// What that says.
    pub verdict: Verdict,
}

impl SprtReport {
    /// Where `sprt` stands after the results of `tally`.
    #[must_use]
    pub fn new<const N: usize>(sprt: Sprt, tally: &Tally<N>) -> Self {
        let (llr, (lower, upper)) = (sprt.llr(tally), sprt.bounds());
        Self { sprt, llr, lower, upper, verdict: sprt.verdict(llr) }
    }

    /// One line for people: the ratio, its bounds, and which hypothesis won.
    #[must_use]
    pub fn line(&self) -> String {
        let points = match self.sprt.scale {
            Scale::Logistic => "Elo",
            Scale::Normalized => "normalized Elo",
        };
        let Sprt { elo0, elo1, .. } = self.sprt;
        let meaning = match self.verdict {
            Verdict::H1Accepted => format!("H1 accepted: a lead of {elo1} {points} rather than {elo0}"),
            Verdict::H0Accepted => format!("H0 accepted: a lead of {elo0} {points} rather than {elo1}"),
            Verdict::Undecided => format!("undecided between a lead of {elo0} and of {elo1} {points}"),
        };
        format!("LLR {:.2} ({:.2} … {:.2}): {meaning}", self.llr, self.lower, self.upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read() {
        let sprt = parse_sprt("elo0=-2,elo1=3,beta=0.1,scale=normalized").unwrap();
        assert_eq!(sprt, Sprt::new(-2.0, 3.0, 0.05, 0.1, Scale::Normalized).unwrap());
        for bad in [
            "",
            "elo0=1",
            "elo0=5,elo1=1",
            "elo0=0,elo1=x",
            "elo0=0,elo1=nan",
            "elo0=0,elo1=5,alpha=1",
            "elo=5",
        ] {
            let error = parse_sprt(bad).expect_err(bad).to_string();
            assert!(!error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn the_line_names_the_winner() {
        let sprt = parse_sprt("elo0=0,elo1=50").unwrap();
        let line = |counts: [u64; 3]| SprtReport::new(sprt, &Tally(counts)).line();
        assert!(line([10, 20, 80]).contains("H1 accepted: a lead of 50 Elo rather than 0"));
        assert!(line([80, 20, 10]).contains("H0 accepted: a lead of 0 Elo rather than 50"));
        assert!(line([5, 5, 5]).contains("undecided between a lead of 0 and of 50 Elo"));
    }
}
