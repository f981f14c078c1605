//! What can be wrong with a request: one line each, with what was given and what would have worked.

/// Why a tuner refused.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Error {
    /// A parameter whose range or start makes no sense.
    #[error("parameter {name:?}: {given}; {expected}")]
    Parameter {
        /// Its name.
        name: String,
        /// What was given.
        given: String,
        /// What would have worked.
        expected: &'static str,
    },
    /// An option outside its range.
    #[error("{option}={given}: expected {expected}")]
    Option {
        /// The option's name, as it is written.
        option: &'static str,
        /// What was given.
        given: String,
        /// What would have worked.
        expected: &'static str,
    },
    /// A score for a trial that nobody asked for.
    #[error("trial {id} is not being played; waiting for trials {first} to {last}")]
    UnknownTrial {
        /// The trial named.
        id: u64,
        /// First trial of the current batch.
        first: u64,
        /// Last trial of the current batch.
        last: u64,
    },
    /// Any score after the last one.
    #[error("trial {id}: the run is over after {evaluations} evaluations; start another one")]
    Finished {
        /// The trial named.
        id: u64,
        /// How many evaluations the run made.
        evaluations: u64,
    },
    /// A second score for one trial.
    #[error("trial {id} has a score already; each trial is told once")]
    ToldTwice {
        /// The trial named.
        id: u64,
    },
    /// A score that cannot be compared, or whose square cannot be written down.
    #[error("trial {id}: score {score}; expected a number within ±1e100")]
    Score {
        /// The trial named.
        id: u64,
        /// The score.
        score: f64,
    },
    /// A checkpoint that does not describe a run.
    #[error("this is no state of a tuning run ({0}); name another file, or remove it to begin anew")]
    Checkpoint(String),
}

/// `Ok` if the option's value is acceptable.
pub(crate) fn demand(
    holds: bool,
    option: &'static str,
    given: impl std::fmt::Display,
    expected: &'static str,
) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::Option { option, given: format!("{given}"), expected }) }
}
