//! Who may ask, how much, and what every answer carries.

use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock};

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use plywise::notation::{in_words, quote};
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::assets::style_source;
use crate::error::{Answer, Refusal};
use crate::listen::Source;
use crate::{Page, token};

/// Bytes that a message may have: a file of games fits.
pub(crate) const LONGEST_BODY: usize = 2 << 20;

/// The page takes scripts and pictures from this server only and the styles that stand in it, nothing else inline, and
/// stands in no frame.
static PAGE_POLICY: LazyLock<String> = LazyLock::new(|| {
    format!(
        "default-src 'none'; script-src 'self'; style-src {}; img-src 'self' data:; connect-src 'self'; \
frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        style_source()
    )
});
/// Reports are pages of one file with their style inside; they run nothing and load nothing.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; \
base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/// Who is let in: those who know this server's names and, for more than a look, its token.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    /// The names under which this server is reached from its own machine.
    hosts: Arc<[String]>,
    token: Option<Arc<str>>,
}

impl Gate {
    pub(crate) fn new(page: &Page) -> Self {
        let port = page.address.port();
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
        Self { hosts: hosts.into(), token: page.token.as_deref().map(Arc::from) }
    }

    fn knows(&self, host: &str) -> bool {
        self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
    }
}

/// Lets nobody in but pages of this server: a name that was bound to this address by somebody else's name server, or a
/// page from elsewhere, is refused.
pub(crate) async fn guard(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let report = request.uri().path().starts_with("/reports/");
    let newcomer = request.uri().path() == "/" && viewer(request.headers()).is_none();
    let mut response = match admitted(&gate, &request) {
        Ok(()) => in_one_line(&request.method().clone(), next.run(request).await).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    let policy = if report { REPORT_POLICY } else { PAGE_POLICY.as_str() };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("x-frame-options", if report { "SAMEORIGIN" } else { "DENY" }),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if newcomer {
        headers.insert(header::SET_COOKIE, new_viewer());
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// A refusal of the server library's own, which may be empty or for programmers, as all others are: a status and a line.
async fn in_one_line(method: &Method, response: Response) -> Response {
    let json = |value: &HeaderValue| value.as_bytes().starts_with(b"application/json");
    let status = response.status();
    if !status.is_client_error() || response.headers().get(header::CONTENT_TYPE).is_some_and(json) {
        return response;
    }
    if status == StatusCode::METHOD_NOT_ALLOWED {
        return Refusal::new(status, format!("this address is not asked with {method}")).into_response();
    }
    let text = axum::body::to_bytes(response.into_body(), LONGEST_BODY).await.unwrap_or_default();
    Refusal::new(status, in_words(String::from_utf8_lossy(&text))).into_response()
}

/// Headers that are looked at here: what stands before this server may look at another of two.
const SINGLE: &[&str] =
    &["host", "origin", "sec-fetch-site", "sec-fetch-mode", "content-type", "authorization"];

fn admitted(gate: &Gate, request: &Request) -> Result<(), Refusal> {
    let (headers, uri) = (request.headers(), request.uri());
    let forbidden = |line: String| Err(Refusal::new(StatusCode::FORBIDDEN, line));
    if uri.scheme().is_some() || uri.authority().is_some() {
        return Err(Refusal::input("this server is no proxy: ask for a path such as /api/games"));
    }
    if let Some(name) = SINGLE.iter().find(|name| headers.get_all(**name).iter().nth(1).is_some()) {
        return Err(Refusal::input(format!("a request has one header {name}; this one has several")));
    }
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text("host").unwrap_or_default();
    if !gate.knows(host) {
        return forbidden(format!(
            "host {} is not this server; it is {}",
            quote(host),
            gate.hosts.join(" or ")
        ));
    }
    if let Some(origin) = text("origin")
        && !origin.strip_prefix("http://").is_some_and(|origin| gate.knows(origin))
    {
        return forbidden(format!("a page of {} may not ask this server", quote(origin)));
    }
    // Another port of this machine is the same site, and may be another person's. A link leads to the page, not behind it.
    let is_own = matches!(text("sec-fetch-site"), None | Some("same-origin" | "none"));
    if !is_own && (text("sec-fetch-mode") != Some("navigate") || uri.path().starts_with("/api/")) {
        return forbidden("a page from elsewhere may not ask this server".into());
    }
    match &gate.token {
        Some(token) if !is_look(request.method()) && !token::is_carried(headers, token) => forbidden(
            "this takes the token of the address that plywise serve printed: open that address once in this browser \
             (programs send authorization: Bearer TOKEN)"
                .into(),
        ),
        _ => Ok(()),
    }
}

/// Whether a request changes nothing.
fn is_look(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Who asks, as far as the server can tell: a browser by its cookie, and all without one by where they come from.
pub(crate) struct Viewer(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Viewer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let from = || {
            parts.extensions.get::<Source>().map_or_else(String::new, |Source(address)| format!("@{address}"))
        };
        Ok(Self(viewer(&parts.headers).map_or_else(from, str::to_owned)))
    }
}

const COOKIE: &str = "viewer=";
const LONGEST_COOKIE: usize = 40;

fn viewer(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut cookies = cookies.flat_map(|cookies| cookies.split("; "));
    cookies.find_map(|cookie| cookie.strip_prefix(COOKIE)).filter(|name| name.len() <= LONGEST_COOKIE)
}

/// A cookie for a browser that has none.
fn new_viewer() -> HeaderValue {
    let text = format!("{COOKIE}{:016x}; Path=/; HttpOnly; SameSite=Strict", RandomState::new().hash_one(0));
    HeaderValue::try_from(text).expect("letters and digits")
}

/// Does what may take long, or waits for a disk, away from the threads that answer everybody.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> Answer<T> + Send + 'static) -> Answer<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refusal::broken("this broke down; nothing else is harmed")))
}

/// A message in JSON. Only such are taken, which no form of a foreign page can send.
pub(crate) struct Given<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Given<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request<Body>, app: &Arc<App>) -> Result<Self, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "a message must be JSON and say so: content-type: application/json",
            ));
        }
        let read = tokio::time::timeout(app.patience, Bytes::from_request(request, app)).await;
        let read = read.map_err(|_| {
            let line = format!("the message did not come within {} s", app.patience.as_secs_f64());
            Refusal::new(StatusCode::REQUEST_TIMEOUT, line)
        })?;
        let bytes = read.map_err(|error| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("the message is longer than {LONGEST_BODY} bytes"),
            ),
            status => Refusal::new(status, "the message broke off"),
        })?;
        // A list would do for what is derived, and be told off by the number of its fields.
        if bytes.trim_ascii_start().first() != Some(&b'{') {
            return Err(Refusal::input("the message should be a JSON object: {\"NAME\": VALUE, ...}"));
        }
        match serde_json::from_slice(&bytes) {
            Ok(given) => Ok(Self(given)),
            Err(error) => {
                Err(Refusal::input(format!("the message is not what is expected: {}", in_words(error))))
            }
        }
    }
}
