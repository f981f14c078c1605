//! The experiments: what there is, and one at a time in its quick size.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::lab::{Error, Options, Size, catalogue};
use axum::Json;
use axum::extract::{Path as Asked, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::error::{Answer, Refusal};
use crate::play::Shared;
use crate::request::aside;

/// The experiment that runs, and what is told of it.
pub(crate) struct Lab {
    reports: PathBuf,
    running: Arc<Mutex<Option<Arc<AtomicBool>>>>,
    told: watch::Sender<Value>,
}

impl Lab {
    pub(crate) fn new(reports: &Path) -> Self {
        let told = watch::Sender::new(json!({ "state": "idle" }));
        Self { reports: reports.to_owned(), running: Arc::default(), told }
    }

    fn begin(&self, name: &str) -> Answer<()> {
        // Only those that come along: a name that ends in .toml would be a path.
        if !catalogue::names().any(|known| known == name) {
            return Err(Refusal::missing(format!("there is no experiment {name:?}")));
        }
        let plan = catalogue::open(name).map_err(Refusal::broken)?;
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.is_some() {
            return Err(Refusal::conflict("an experiment runs already; one at a time"));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let options = Options { size: Size::Quick, out: self.reports.clone(), threads: 1, fresh: false };
        let (told, slot, halt) = (self.told.clone(), Arc::clone(&self.running), Arc::clone(&stop));
        let name = name.to_owned();
        told.send_replace(json!({ "state": "running", "experiment": name }));
        let work = move || {
            let ended = ::lab::run(&plan, &options, &halt, &mut |series, done, all| {
                told.send_replace(json!({
                    "state": "running", "experiment": name, "series": series, "done": done, "all": all,
                }));
            });
            slot.lock().unwrap_or_else(PoisonError::into_inner).take();
            told.send_replace(match ended {
                Ok(_) => {
                    json!({ "state": "done", "experiment": name, "report": format!("{name}/index.html") })
                }
                Err(Error::Stopped(_)) => json!({
                    "state": "stopped", "experiment": name, "report": format!("{name}/index.html"),
                }),
                Err(error) => json!({ "state": "failed", "experiment": name, "error": error.to_string() }),
            });
        };
        std::thread::Builder::new().name("lab".into()).spawn(work).map_err(Refusal::broken)?;
        *running = Some(stop);
        Ok(())
    }

    fn stop(&self) {
        if let Some(stop) = &*self.running.lock().unwrap_or_else(PoisonError::into_inner) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

pub(crate) async fn list(State(app): Shared) -> Answer<Json<Value>> {
    aside(move || {
    let plans = catalogue::all().map_err(Refusal::broken)?;
    let plan = |plan: &::lab::Plan| {
        let report = format!("{}/index.html", plan.name);
        json!({
            "name": plan.name, "title": plan.title, "work": plan.work, "question": plan.question.trim(),
            "report": app.reports.join(&report).is_file().then_some(report),
        })
    };
    Ok(Json(
        json!({ "experiments": plans.iter().map(plan).collect::<Vec<_>>(), "told": *app.lab.told.borrow() }),
    ))
    }).await
}

pub(crate) async fn run(State(app): Shared, Asked(name): Asked<String>) -> Answer<Json<Value>> {
    aside(move || {
        app.lab.begin(&name)?;
        Ok(Json(json!({ "experiment": name })))
    })
    .await
}

pub(crate) async fn stop(State(app): Shared) -> Json<Value> {
    app.lab.stop();
    Json(json!({}))
}

/// How the experiment gets on.
pub(crate) async fn events(State(app): Shared) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let stream = unfold((app.lab.told.subscribe(), true), |(mut told, first)| async move {
        if !first {
            told.changed().await.ok()?;
            // Quick series tell more often than anybody can look.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let text = told.borrow_and_update().to_string();
        Some((Ok(Event::default().data(text)), (told, false)))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(10)))
}
