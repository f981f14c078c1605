//! Lessons: positions that the games' doors set, and what each move is worth for certain.

use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::registry::capability::Means;
use arena::registry::door::lesson::{Lesson, Lessons};
use arena::registry::door::problem::Known;
use arena::{AgentId, Kind, LiveGame, Spec, Thought};
use axum::Json;
use axum::extract::{Path, Query, State};
use plywise::notation::quote;
use plywise::{Limits, Seat, Turn};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::{Answer, Refusal};
use crate::look::{SPARE, within};
use crate::play::{Shared, find};
use crate::pool::{Stop, Terms};
use crate::record::Request;
use crate::request::{Viewer, aside};

/// The longest that all moves of a position may take.
const MOST: Duration = Duration::from_secs(8);
/// MiB of the solver's table.
const TABLE: usize = 32;

/// The lessons of a game, as the page lists them.
pub(crate) fn list(kind: &dyn Kind, lessons: &Lessons) -> Answer<Vec<Value>> {
    let told = |lesson: &Lesson| -> Answer<Value> {
        let seat = match kind.live(0, Some(lesson.position))?.turn() {
            Some(Turn::Seat(seat)) => seat.0,
            _ => return Err(Refusal::broken(format!("nobody is to move in {}", quote(lesson.name)))),
        };
        Ok(json!({
            "name": lesson.name, "position": lesson.position, "seat": seat, "against": lessons.against,
            "task": task(lesson.task), "about": lesson.about, "source": lesson.source,
        }))
    };
    lessons.all.iter().map(told).collect()
}

/// What is to be done, in words that follow "to play and".
fn task(task: Known) -> String {
    match task {
        Known::Points(_) => format!("score {task}"),
        _ => task.to_string(),
    }
}

/// A request with the position of the lesson that it asks for, if it asks for one.
pub(crate) fn set_up(request: Request) -> Answer<Request> {
    let Some(name) = &request.lesson else { return Ok(request) };
    let all = games::door(&request.game).map_or(&[][..], |door| door.lessons.all);
    let Some(lesson) = all.iter().find(|lesson| lesson.name == name) else {
        let names: Vec<&str> = all.iter().map(|lesson| lesson.name).collect();
        let known = if names.is_empty() { "it has none".to_owned() } else { names.join(", ") };
        return Err(Refusal::input(format!(
            "{} has no lesson {}; {known}",
            quote(&request.game),
            quote(name)
        )));
    };
    if request.position.as_deref().is_some_and(|position| position != lesson.position) {
        return Err(Refusal::input("a lesson has a position of its own: leave position out"));
    }
    Ok(Request { position: Some(lesson.position.to_owned()), ..request })
}

#[derive(Deserialize)]
pub(crate) struct Asked {
    /// After which ply; the last unless given.
    #[serde(default)]
    ply: Option<usize>,
}

/// What each move of a position is worth to the side to move with best play to the end, the best first; null where that is
/// not found in time.
pub(crate) async fn proof(
    State(app): Shared,
    Viewer(viewer): Viewer,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Answer<Json<Value>> {
    let room = find(&app, id).await?;
    let live = aside(move || Ok(room.table().live.fork(asked.ply.unwrap_or(usize::MAX)))).await?;
    let home = Arc::clone(&app);
    let work = move |stop: &Stop| {
        let _memory = home.take_memory(TABLE as u64)?;
        prove(live, stop)
    };
    Ok(Json(app.lookers.run(Terms { viewer, most: MOST + SPARE }, work).await??))
}

fn prove(mut live: Box<dyn LiveGame>, stop: &Stop) -> Answer<Value> {
    let Some(Turn::Seat(seat)) = live.turn() else {
        return Err(Refusal::conflict("nobody has a move to choose in this position"));
    };
    let Some(solver) = live.join_solver(Means { table_mib: TABLE, threads: 1 })? else {
        return Err(Refusal::conflict("games of chance are not solved to the end"));
    };
    let referee = live.join(&Spec::parse("minimax")?, 0)?;
    let moves = live.moves();
    let begun = Instant::now();
    let mut values = Vec::new();
    for (n, mv) in moves.iter().enumerate() {
        // What a move leaves of its share the others have.
        let share = MOST.saturating_sub(begun.elapsed()) / (moves.len() - n) as u32;
        live.play(mv)?;
        let value = after(&mut *live, (solver, referee), seat, &within(share, stop));
        live.undo();
        values.push((mv, value));
    }
    let number = |value: &Option<plywise::Value>| value.map_or(f64::NEG_INFINITY, plywise::Value::as_f64);
    values.sort_by(|a, b| f64::total_cmp(&number(&b.1), &number(&a.1)));
    let moves = values.iter().map(|(mv, value)| {
        let plies = match value {
            Some(plywise::Value::Win { plies } | plywise::Value::Loss { plies }) => Some(plies),
            _ => None,
        };
        json!({ "move": mv, "value": value.map(plywise::Value::as_f64), "plies": plies })
    });
    Ok(json!({ "seat": seat.0, "moves": moves.collect::<Vec<_>>() }))
}

/// What the position after a move is worth to who has made it, counted from before the move.
fn after(
    live: &mut dyn LiveGame,
    (solver, referee): (AgentId, AgentId),
    mover: Seat,
    limits: &Limits,
) -> Option<plywise::Value> {
    use plywise::Value::{Loss, Points, Win};
    let (seat, value) = match live.turn() {
        None => live.finished(referee)?,
        Some(Turn::Seat(seat)) => (seat, live.think(solver, limits).filter(Thought::is_solved)?.value),
        Some(Turn::Chance) => return None,
    };
    Some(match if seat == mover { value } else { -value } {
        Points(points) => Points(points),
        Win { plies } => Win { plies: plies + 1 },
        Loss { plies } => Loss { plies: plies + 1 },
    })
}
