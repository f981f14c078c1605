#![doc = include_str!("../README.md")]

mod app;
mod assets;
mod autoplay;
mod catalogue;
mod error;
mod lab;
mod lesson;
mod listen;
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
mod token;
mod tournament;
mod tree;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::app::App;
use crate::listen::Allowance;

/// The port unless another is named.
pub const PORT: u16 = 7330;

/// MiB that the tables of all games may have together unless another number is given: with all else, a server that has much
/// to do stays below 1 GB.
pub const MEMORY: u64 = 768;

/// Connections that are served at the same time unless another number is given: with the files of games and stores they
/// stay below what systems allow a program.
pub const CONNECTIONS: usize = 512;

/// The longest that a client may keep the server waiting unless another time is given.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// As long as a search goes on where others wait for its thread, unless another time is given.
pub const SHARE: Duration = Duration::from_secs(10);

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
    /// Whether all that is more than a look, every `POST`, takes the token of [`Page`]; without, whoever has an account on
    /// the machine may do it.
    pub token: bool,
    /// Connections that are served at the same time; more are refused.
    pub connections: usize,
    /// The longest that the server waits for the next request's head, for the message of one, and for a client to take more
    /// of an answer.
    pub patience: Duration,
    /// As long as a search goes on where others wait for its thread.
    pub share: Duration,
}

impl Options {
    /// The usual ones, for games in this folder.
    #[must_use]
    pub fn new(state: PathBuf) -> Self {
        Self {
            port: PORT,
            store: None,
            state,
            reports: PathBuf::from("reports"),
            memory: MEMORY,
            presets: arena::Presets::default(),
            threads: None,
            token: true,
            connections: CONNECTIONS,
            patience: PATIENCE,
            share: SHARE,
        }
    }
}

/// Where the page is. Its text is the address to open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The loopback address and the port.
    pub address: SocketAddr,
    /// What tells its user from others, if anything: programs send it as `authorization: Bearer TOKEN`, browsers find it in
    /// the part of the address that they send to nobody.
    pub token: Option<String>,
}

impl std::fmt::Display for Page {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "http://{}/", self.address)?;
        self.token.as_ref().map_or(Ok(()), |token| write!(f, "#token={token}"))
    }
}

/// Resolves when a message comes, or when nobody can send one any more.
pub async fn interrupted(messages: std::sync::mpsc::Receiver<()>) {
    let _ = tokio::task::spawn_blocking(move || messages.recv()).await;
}

/// Serves the page on the loopback address until `stop` resolves. `ready` is told where it is as soon as it can be asked.
///
/// # Errors
/// When the port is taken, another server has the state folder or it cannot be written, no threads can be had, or the clock stands
/// before 1970.
pub fn serve(
    options: &Options,
    ready: impl FnOnce(&Page),
    stop: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let mut ready = Some(ready);
    let mut tell = |page: &Page| ready.take().into_iter().for_each(|ready| ready(page));
    serve_until(options, &mut tell, std::pin::pin!(stop))
}

/// [`serve`], compiled once for whoever calls it.
fn serve_until(
    options: &Options,
    ready: &mut dyn FnMut(&Page),
    stop: Pin<&mut dyn Future<Output = ()>>,
) -> std::io::Result<()> {
    // The server library counts its dates from then, and breaks down at earlier ones though it tells none.
    if std::time::SystemTime::now() < std::time::UNIX_EPOCH {
        let what = "this machine's clock stands before 1970, where no page can be served; set it right";
        return Err(std::io::Error::new(std::io::ErrorKind::Unsupported, what));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(MOST_ASIDE)
        .enable_all()
        .build()?;
    let ended = runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let address = listener.local_addr()?;
        let alone = rooms::lock(&options.state)?;
        let token = options.token.then(|| token::of(&options.state)).transpose()?;
        let page = Page { address, token };
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
        let router = app::router(Arc::clone(&app), &page);
        ready(&page);
        let allowance = Allowance { connections: options.connections, patience: options.patience };
        let server = std::pin::pin!(listen::serve(listener, router, allowance));
        futures_util::future::select(server, stop).await;
        app.rooms.tidy();
        // Whoever serves these games next finds them as they are now.
        drop(alone);
        Ok(())
    });
    // Searches that still run would hold the program up.
    runtime.shutdown_background();
    ended
}
