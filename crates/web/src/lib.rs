#![doc = include_str!("../README.md")]

mod app;
mod assets;
mod autoplay;
mod catalogue;
mod error;
mod lab;
mod look;
mod memory;
mod names;
mod play;
mod pool;
mod record;
mod reports;
mod request;
mod review;
mod room;
mod rooms;
mod tournament;
mod tree;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::app::App;

/// The port unless another is named.
pub const PORT: u16 = 7330;

/// MiB that the tables of all games may have together unless another number is given.
pub const MEMORY: u64 = 1024;

/// Requests that may wait for a disk or read something long at the same time.
const MOST_ASIDE: usize = 64;

/// Between two moments at which changed games are written and idle ones put away.
const TIDY: Duration = Duration::from_secs(1);

/// How the page is served.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port of the loopback address; 0 for a free one.
    pub port: u16,
    /// A store of games whose tournaments are shown as they go on.
    pub store: Option<PathBuf>,
    /// The folder in which games are kept; it is made if need be.
    pub state: PathBuf,
    /// The folder of finished reports; it need not exist.
    pub reports: PathBuf,
    /// MiB that the tables of all games and searches may have together.
    pub memory: u64,
    /// Agents under names of their own; those that start programs or read files stay away.
    pub presets: arena::Presets,
    /// Threads that search, for players and for viewers each; one per core unless given.
    pub threads: Option<usize>,
}

/// Resolves when a message comes, or when nobody can send one any more.
pub async fn interrupted(messages: std::sync::mpsc::Receiver<()>) {
    let _ = tokio::task::spawn_blocking(move || messages.recv()).await;
}

/// Serves the page on the loopback address until `stop` resolves. `ready` is told the address as soon as it can be
/// asked.
///
/// # Errors
/// When the port is taken, another server has the state folder or it cannot be written, or no threads can be had.
pub fn serve(
    options: &Options,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(MOST_ASIDE)
        .enable_all()
        .build()?;
    let ended = runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let address = listener.local_addr()?;
        let alone = rooms::lock(&options.state)?;
        names::know(&options.presets);
        let app = Arc::new(App::new(options)?);
        let tidying = Arc::clone(&app);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(TIDY).await;
                let app = Arc::clone(&tidying);
                let _ = tokio::task::spawn_blocking(move || app.rooms.tidy()).await;
            }
        });
        let router = app::router(Arc::clone(&app), address.port());
        ready(address);
        let server = std::pin::pin!(async { axum::serve(listener, router).await });
        let stop = std::pin::pin!(stop);
        let ended = match futures_util::future::select(server, stop).await {
            futures_util::future::Either::Left((ended, _)) => ended,
            futures_util::future::Either::Right(_) => Ok(()),
        };
        app.rooms.tidy();
        // Whoever serves these games next finds them as they are now.
        drop(alone);
        ended
    });
    // Searches that still run would hold the program up.
    runtime.shutdown_background();
    ended
}
