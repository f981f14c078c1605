//! Playing: games begun, moved in and watched.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::autoplay::autoplay;
use crate::error::Answer;
use crate::names;
use crate::record::Request;
use crate::request::{Given, aside};
use crate::room::Room;

/// The shortest time between two frames that a viewer is sent: what happens in between comes with the next.
const FRAME: Duration = Duration::from_millis(40);

pub(crate) type Shared = State<Arc<App>>;

pub(crate) async fn list(State(app): Shared) -> Answer<Json<Value>> {
    aside(move || {
        let (taken, most) = app.memory.state();
        Ok(Json(json!({ "games": app.rooms.recent(40), "memory": { "taken_mib": taken, "most_mib": most } })))
    })
    .await
}

pub(crate) async fn begin(State(app): Shared, Given(request): Given<Request>) -> Answer<Json<Value>> {
    let rooms = Arc::clone(&app);
    let room = aside(move || rooms.rooms.begin(request)).await?;
    autoplay(&app, &room);
    aside(move || Ok(Json(room.table().state(0)))).await
}

/// The game of a name; it may have to be read and played again.
pub(crate) async fn find(app: &Arc<App>, id: String) -> Answer<Arc<Room>> {
    let app = Arc::clone(app);
    aside(move || app.rooms.find(&id)).await
}

#[derive(Deserialize)]
pub(crate) struct Known {
    #[serde(default)]
    known: u64,
}

pub(crate) async fn state(
    State(app): Shared,
    Path(id): Path<String>,
    Query(Known { known }): Query<Known>,
) -> Answer<Json<Value>> {
    let room = find(&app, id).await?;
    aside(move || {
        room.table().touched = Instant::now();
        Ok(Json(room.table().state(known)))
    })
    .await
}

/// Somebody who watches; the game knows while it lasts.
struct Viewer {
    room: Arc<Room>,
    changed: tokio::sync::watch::Receiver<u64>,
    known: u64,
    first: bool,
}

impl Drop for Viewer {
    fn drop(&mut self) {
        let mut table = self.room.table();
        table.viewers = table.viewers.saturating_sub(1);
        table.touched = Instant::now();
    }
}

/// The game as it goes on: whenever it changes, its state with the plies that are new to this viewer.
pub(crate) async fn events(
    State(app): Shared,
    Path(id): Path<String>,
    Query(Known { known }): Query<Known>,
) -> Answer<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let room = find(&app, id).await?;
    room.table().viewers += 1;
    let changed = room.changed.subscribe();
    let viewer = Viewer { room: Arc::clone(&room), changed, known, first: true };
    autoplay(&app, &room);
    let stream = unfold(viewer, |mut viewer| async move {
        if !std::mem::take(&mut viewer.first) {
            viewer.changed.changed().await.ok()?;
            tokio::time::sleep(FRAME).await;
        }
        viewer.changed.borrow_and_update();
        let (room, known) = (Arc::clone(&viewer.room), viewer.known);
        let told = aside(move || {
            let state = room.table().state(known);
            Ok((state["serial"].as_u64().unwrap_or_default(), state.to_string()))
        });
        let (serial, text) = told.await.ok()?;
        viewer.known = serial;
        Some((Ok(Event::default().data(text)), viewer))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(10))))
}

/// Does something to a game, tells everybody, keeps it, and lets the agents go on.
async fn act(
    app: Arc<App>,
    id: String,
    known: u64,
    act: impl FnOnce(&Room) -> Answer<()> + Send + 'static,
) -> Answer<Json<Value>> {
    let rooms = Arc::clone(&app);
    let room = aside(move || {
        let room = rooms.rooms.find(&id)?;
        let done = act(&room);
        rooms.rooms.save(&room)?;
        room.tell();
        done.map(|()| room)
    })
    .await?;
    autoplay(&app, &room);
    aside(move || Ok(Json(room.table().state(known)))).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    #[serde(rename = "move")]
    text: String,
    /// The ply that the mover saw.
    #[serde(default)]
    ply: Option<usize>,
    #[serde(default)]
    known: u64,
}

pub(crate) async fn make_move(
    State(app): Shared,
    Path(id): Path<String>,
    Given(given): Given<Move>,
) -> Answer<Json<Value>> {
    act(app, id, given.known, move |room| room.table().play(&given.text, given.ply)).await
}

pub(crate) async fn undo(State(app): Shared, Path(id): Path<String>) -> Answer<Json<Value>> {
    act(app, id, 0, |room| room.table().undo()).await
}

pub(crate) async fn resign(State(app): Shared, Path(id): Path<String>) -> Answer<Json<Value>> {
    act(app, id, 0, |room| room.table().resign()).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    /// Who sits at each seat from now on.
    #[serde(default)]
    seats: Option<Vec<String>>,
    /// Milliseconds that an agent's move takes at least.
    #[serde(default)]
    pace: Option<u64>,
    #[serde(default)]
    paused: Option<bool>,
}

pub(crate) async fn change(
    State(app): Shared,
    Path(id): Path<String>,
    Given(given): Given<Change>,
) -> Answer<Json<Value>> {
    act(app, id, 0, move |room| {
        let mut table = room.table();
        if let Some(pace) = given.pace {
            table.saved.request.pace = Some(pace.min(60_000));
            table.unsaved = true;
        }
        if let Some(paused) = given.paused {
            table.saved.request.paused = paused;
            table.failure = None;
            table.unsaved = true;
            table.restart_turn();
            if paused {
                table.end_search();
            }
        }
        given.seats.map_or(Ok(()), |seats| table.reseat(seats))
    })
    .await
}

/// The game in its own notation, and how its file should be called.
pub(crate) async fn file(State(app): Shared, Path(id): Path<String>) -> Answer<Json<Value>> {
    aside(move || {
        let room = app.rooms.find(&id)?;
        let table = room.table();
        let kind = names::game(&table.saved.request.game)?;
        let mut tags = table.saved.request.tags.clone();
        let known = |tags: &[(String, String)], name: &str| tags.iter().position(|tag| tag.0 == name);
        for (seat, agent) in table.saved.request.seats.iter().enumerate() {
            let name = table.live.seat_name(plywise::Seat(seat as u8));
            match known(&tags, &name) {
                // Where a person sits the game may be one of people with names.
                Some(_) if agent == names::PERSON => {}
                Some(place) => tags[place].1.clone_from(agent),
                None => tags.push((name, agent.clone())),
            }
        }
        if known(&tags, "Event").is_none() {
            tags.push(("Event".to_owned(), "plywise".to_owned()));
        }
        let name = format!("{}-{id}.{}", kind.name().split(':').next().unwrap_or("game"), kind.extension());
        Ok(Json(json!({ "name": name, "text": table.live.text(tags) })))
    })
    .await
}
