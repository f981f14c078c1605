//! A tournament as it goes on: the store is looked at now and then, once for all who watch.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arena::{Ledger, Progress, Report};
use axum::Json;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use plywise::Seat;
use serde_json::{Value, json};
use store::Store;
use tokio::sync::watch;

use crate::play::Shared;

/// Between two looks at the store.
const EVERY: Duration = Duration::from_millis(1000);
/// Finished games that are shown.
const LATEST: u64 = 6;

/// What is known of the store, as text that is written once and sent to everybody.
pub(crate) struct Live {
    told: watch::Receiver<Arc<str>>,
}

impl Live {
    pub(crate) fn new(store: Option<PathBuf>) -> Self {
        let begin: Arc<str> = json!({ "store": store, "experiments": [] }).to_string().into();
        let (sender, told) = watch::channel(begin);
        if let Some(path) = store {
            // Where no thread can be had, the store is never looked at; everything else works.
            let _ = std::thread::Builder::new().name("store".into()).spawn(move || look(&path, &sender));
        }
        Self { told }
    }
}

/// Reads the store as long as the server lives, and tells when games have come.
fn look(path: &Path, sender: &watch::Sender<Arc<str>>) {
    let mut known: Vec<(i64, u64, Value)> = Vec::new();
    loop {
        let text = match read(path, &mut known) {
            Ok(experiments) => json!({ "store": path, "experiments": experiments }),
            Err(error) => json!({ "store": path, "experiments": [], "error": error.to_string() }),
        };
        if sender.receiver_count() > 1 {
            // Nobody sees the games under way where that cannot be said.
            let _ = arena::underway::watch(path);
        }
        let text: Arc<str> = text.to_string().into();
        sender.send_if_modified(|told| {
            let new = **told != *text;
            *told = text;
            new
        });
        std::thread::sleep(EVERY);
    }
}

/// Every experiment's table; what has not changed is not counted again.
fn read(path: &Path, known: &mut Vec<(i64, u64, Value)>) -> Result<Vec<Value>, arena::Error> {
    let store = Store::read(path)?;
    let mut all = Vec::new();
    let told = arena::underway::read(path);
    for stored in store.experiments()? {
        let same = known.iter().find(|entry| entry.0 == stored.id && entry.1 == stored.games);
        let value = match same {
            Some((_, _, value)) => value.clone(),
            None => {
                let setup = stored.experiment.open()?;
                let progress = Progress::load(&setup, &store, stored.id)?;
                let report = Report::new(&setup, &progress);
                let mut latest = Vec::new();
                let from = stored.games.saturating_sub(LATEST);
                store.games(stored.id, from, u64::MAX, &mut |game| {
                    latest.push(json!({
                        "unit": game.unit, "agents": game.agents, "payoffs": game.payoffs, "plies": game.plies,
                    }));
                })?;
                latest.reverse();
                latest.truncate(LATEST as usize);
                let mut value = serde_json::to_value(&report).unwrap_or_default();
                value["id"] = json!(stored.id);
                value["wanted"] = json!(setup.units());
                value["finished"] = json!(stored.games);
                value["latest"] = json!(latest);
                value["start"] = json!(start(value["game"].as_str().unwrap_or_default()));
                value
            }
        };
        known.retain(|entry| entry.0 != stored.id);
        known.push((stored.id, stored.games, value.clone()));
        all.push(with_games(value, &stored.hash, told.as_ref()));
    }
    Ok(all)
}

/// The usual start of a game: what has changed since can be told from it.
fn start(game: &str) -> Option<String> {
    let live = games::open(game).ok()?.live(0, None).ok()?;
    Some(live.seen(Seat::FIRST))
}

/// The same with the games that are in play.
fn with_games(mut experiment: Value, hash: &str, told: Option<&arena::underway::Told>) -> Value {
    if let Some(told) = told.filter(|told| told.hash == hash) {
        experiment["underway"] = json!(told.games);
    }
    experiment
}

pub(crate) async fn state(State(app): Shared) -> Json<Value> {
    let text = app.live.told.borrow().clone();
    Json(serde_json::from_str(&text).unwrap_or_default())
}

/// The tables, whenever a game has ended.
pub(crate) async fn events(State(app): Shared) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let stream = unfold((app.live.told.clone(), true), |(mut told, first)| async move {
        if !first {
            told.changed().await.ok()?;
        }
        let text = told.borrow_and_update().clone();
        Some((Ok(Event::default().data(&*text)), (told, false)))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(10)))
}
