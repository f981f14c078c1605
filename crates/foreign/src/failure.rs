//! How an engine can fail.

use std::time::Duration;

/// Why an engine gave no move that can be played. Each is one line and begins with the name of its kind. All but
/// [`Host`](Self::Host), [`Unsuited`](Self::Unsuited) and [`Stopped`](Self::Stopped) are the engine's own doing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// This machine failed it: no more processes, files or memory, or no program that may be run. It costs nobody a game.
    #[error("host: {0}")]
    Host(String),
    /// It did not say that it was ready.
    #[error("start: {0}")]
    Start(String),
    /// It ended or closed its output: how, and its last words on standard error.
    #[error("crash: {0}")]
    Crash(String),
    /// It had not answered when the time was up.
    #[error("time: no answer within {:.3} s", .0.as_secs_f64())]
    Silence(Duration),
    /// It wrote and wrote without answering.
    #[error("flood: {lines} lines ({bytes} bytes) without an answer")]
    Flood {
        /// Lines read since the question.
        lines: u64,
        /// Bytes in them.
        bytes: u64,
    },
    /// It answered with something that is no answer.
    #[error("garbage: {0}")]
    Garbage(String),
    /// Its move is not legal here.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// It said that it cannot or will not.
    #[error("refused: {0}")]
    Refused(String),
    /// It gave up the game.
    #[error("resigned")]
    Resigned,
    /// The protocol has no words for this game or position.
    #[error("unsuited: {0}")]
    Unsuited(String),
    /// The question was taken back: nobody's fault.
    #[error("stopped")]
    Stopped,
}

impl Failure {
    /// What the system refused to whoever wanted to start or reach an engine.
    pub(crate) fn host(what: impl std::fmt::Display, why: &std::io::Error) -> Self {
        Self::Host(format!("{what}: {why}"))
    }
}

/// Foreign text inside a message: one line, quoted, control characters escaped, long text cut.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut shown: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("{shown:?}")
}
