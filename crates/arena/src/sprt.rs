//! Sequential tests by text: `elo0=0,elo1=50`, with `alpha`, `beta` and `scale` if wanted; and what they report.

use plywise::notation::quote;
use registry::{Key, Named, Opt, Spec, SpecError, opts, words};
use serde::Serialize;

use crate::stats::{Scale, Sprt, Tally, Verdict};

words! {
    for Scale { Logistic = "logistic", Normalized = "normalized" }
}

const ELO0: Key<f64> = Key::decimal("elo0", ("number", -1000.0, 1000.0), "", "the lead under H0");
const ELO1: Key<f64> = Key::decimal("elo1", ("number", -1000.0, 1000.0), "", "the lead under H1");
const ALPHA: Key<f64> = rate("alpha", "risk of accepting H1 wrongly");
const BETA: Key<f64> = rate("beta", "risk of accepting H0 wrongly");
const SCALE: Key<Scale> = Key::word("scale", "logistic", "what a lead is measured in");
const OPTIONS: &[Opt] = &opts![ELO0, ELO1, ALPHA, BETA, SCALE];

const fn rate(key: &'static str, about: &'static str) -> Key<f64> {
    Key::decimal(key, ("0..1", 0.0, 1.0), "0.05", about)
}

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
    let (Some(elo0), Some(elo1)) = (spec.given(&ELO0)?, spec.given(&ELO1)?) else {
        return Err(forms());
    };
    let (scale, alpha, beta) = (spec.get(&SCALE)?, spec.get(&ALPHA)?, spec.get(&BETA)?);
    Sprt::new(elo0, elo1, alpha, beta, scale).map_err(|error| SpecError(error.to_string()))
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
