//! What a request is answered with when it cannot be served: a status and one line.

use std::fmt::Display;

use arena::SpecError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plywise::{MoveError, TextError};
use serde_json::json;

/// A refused request.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    line: String,
}

/// An answer, or why there is none.
pub(crate) type Answer<T> = Result<T, Refusal>;

impl Refusal {
    pub(crate) fn new(status: StatusCode, line: impl Display) -> Self {
        // One line, whatever it quotes.
        let line = line.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        Self { status, line }
    }

    pub(crate) fn input(line: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, line)
    }

    pub(crate) fn missing(line: impl Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, line)
    }

    pub(crate) fn conflict(line: impl Display) -> Self {
        Self::new(StatusCode::CONFLICT, line)
    }

    pub(crate) fn busy() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "too much is going on already; try again in a few seconds")
    }

    /// Whoever comes when all connections are taken.
    pub(crate) fn crowded() -> Self {
        let line = "too many connections are open already; close a window of the page, or try again in a few seconds";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, line)
    }

    /// A viewer who waits for `most` answers already.
    pub(crate) fn too_many(most: usize) -> Self {
        let line = format!("you wait for {most} answers already; ask again when one has come");
        Self::new(StatusCode::TOO_MANY_REQUESTS, line)
    }

    /// The tables of all games together are as large as they may be.
    pub(crate) fn no_memory(wanted: u64, most: u64) -> Self {
        let line = format!(
            "all games together may have {most} MiB of tables, and {wanted} MiB more are not free; this waits until \
             others end"
        );
        Self::new(StatusCode::SERVICE_UNAVAILABLE, line)
    }

    /// Whether it is worth asking again.
    pub(crate) fn is_busy(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE
    }

    pub(crate) fn broken(line: impl Display) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, line)
    }

    pub(crate) fn line(&self) -> &str {
        &self.line
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.line }))).into_response()
    }
}

impl From<SpecError> for Refusal {
    fn from(error: SpecError) -> Self {
        Self::input(error)
    }
}

impl From<TextError> for Refusal {
    fn from(error: TextError) -> Self {
        Self::input(error)
    }
}

impl From<MoveError> for Refusal {
    fn from(error: MoveError) -> Self {
        Self::input(error)
    }
}
