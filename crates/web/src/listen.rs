//! Connections: how many there are, and how long each may keep the server waiting.

use std::io::ErrorKind;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{Request, Response};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use crate::error::Refusal;

/// Bytes that the head of a request may have. A browser sends with it what other servers of this machine have stored.
const LONGEST_HEAD: usize = 64 << 10;
/// Headers that a request may have.
const MOST_HEADERS: usize = 100;
/// Connections beyond all others that are told that there are too many.
const MOST_REFUSED: usize = 32;
/// After a connection that could not be taken, which may be for want of files.
const BREATH: Duration = Duration::from_millis(200);

/// From where a request came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source(pub(crate) IpAddr);

/// What connections may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Connections that are served at the same time.
    pub(crate) connections: usize,
    /// The longest that the server waits for the head of the next request, and for a client to take more of an answer.
    pub(crate) patience: Duration,
}

/// Serves whoever comes, for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router, allowance: Allowance) {
    let places = Arc::new(Semaphore::new(allowance.connections));
    let refused = Arc::new(Semaphore::new(MOST_REFUSED));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, from)) => (stream, Source(from.ip())),
            // One that has gone again is nothing to wait for.
            Err(error) if is_of_one_connection(error.kind()) => continue,
            Err(_) => {
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        let place = Arc::clone(&places).try_acquire_owned().ok();
        let router = place.is_some().then(|| router.clone());
        // Beyond those who can be told, a connection is closed without a word.
        let Some(place) = place.or_else(|| Arc::clone(&refused).try_acquire_owned().ok()) else { continue };
        tokio::spawn(async move {
            one(stream, router, allowance.patience).await;
            drop(place);
        });
    }
}

fn is_of_one_connection(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset)
}

/// Serves one connection; without a router it is refused.
async fn one((stream, from): (TcpStream, Source), router: Option<Router>, patience: Duration) {
    // Messages are short, and somebody waits for each.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    let stays = router.is_some();
    let router = router.map(TowerToHyperService::new);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(from);
        let answer = router.as_ref().map(|router| router.call(request));
        async move {
            match answer {
                Some(answer) => answer.await,
                None => Ok::<Response<_>, _>(Refusal::crowded().into_response()),
            }
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .keep_alive(stays)
        // A clock that stands before 1970 has no date that could be told.
        .auto_date_header(false);
    // Whoever broke off is told of nothing.
    let _ = http.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
}
