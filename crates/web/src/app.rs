//! What the server holds, and which address leads where.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::Page;
use crate::error::Answer;
use crate::lab::Lab;
use crate::memory::{Budget, Taken};
use crate::pool::Pool;
use crate::request::{Gate, LONGEST_BODY, guard};
use crate::rooms::Rooms;
use crate::tournament::Live;
use crate::{assets, catalogue, lab, lesson, look, names, play, reports, review, tournament, tree};

/// Searches that may wait for a thread.
const MOST_WAITING: usize = 400;

pub(crate) struct App {
    pub(crate) rooms: Rooms,
    /// Threads for agents that play.
    pub(crate) players: Pool,
    /// Threads for what viewers want to look into: these never hold up a game.
    pub(crate) lookers: Pool,
    /// Of the tables of both.
    pub(crate) memory: Budget,
    pub(crate) live: Live,
    pub(crate) lab: Lab,
    pub(crate) reports: PathBuf,
    /// The longest that a message may take to come.
    pub(crate) patience: Duration,
}

impl App {
    pub(crate) fn new(options: &crate::Options) -> std::io::Result<Self> {
        let threads = options.threads.unwrap_or_else(names::cores);
        Ok(Self {
            rooms: Rooms::new(&options.state)?,
            players: Pool::new("player", threads, MOST_WAITING, options.share)?,
            lookers: Pool::new("looker", threads, MOST_WAITING, options.share)?,
            memory: Budget::new(options.memory),
            lab: Lab::new(&options.reports),
            live: Live::new(options.store.clone()),
            reports: options.reports.clone(),
            patience: options.patience,
        })
    }
}

impl App {
    /// A part of the budget of tables. Agents that wait for their next move make room.
    pub(crate) fn take_memory(&self, mib: u64) -> Answer<Taken> {
        self.memory.take(mib, || self.rooms.dismiss_one())
    }
}

/// Every address, behind the guard.
pub(crate) fn router(app: Arc<App>, page: &Page) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/assets/{*name}", get(assets::asset))
        .route("/api/games", get(catalogue::games))
        .route("/api/position", post(catalogue::position))
        .route("/api/import", post(catalogue::import))
        .route("/api/play", get(play::list).post(play::begin))
        .route("/api/play/{id}", get(play::state))
        .route("/api/play/{id}/events", get(play::events))
        .route("/api/play/{id}/move", post(play::make_move))
        .route("/api/play/{id}/undo", post(play::undo))
        .route("/api/play/{id}/resign", post(play::resign))
        .route("/api/play/{id}/change", post(play::change))
        .route("/api/play/{id}/file", get(play::file))
        .route("/api/play/{id}/analyse", get(look::analyse))
        .route("/api/play/{id}/explain", get(look::explain))
        .route("/api/play/{id}/proof", get(lesson::proof))
        .route("/api/play/{id}/review", get(review::review))
        .route("/api/tree", post(tree::grow))
        .route("/api/tournament", get(tournament::state))
        .route("/api/tournament/events", get(tournament::events))
        .route("/api/lab", get(lab::list))
        .route("/api/lab/events", get(lab::events))
        .route("/api/lab/stop", post(lab::stop))
        .route("/api/lab/run/{name}", post(lab::run))
        .route("/api/reports", get(reports::list))
        .route("/reports/{*name}", get(reports::file))
        .fallback(assets::nothing)
        .with_state(app)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(axum::middleware::from_fn_with_state(Gate::new(page), guard))
}
